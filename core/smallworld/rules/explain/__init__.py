"""Reasons for people: refusals, ledgers, contributions of abilities. They run only when somebody asks."""
