"""Explanations for people: refusals, ledgers, contributions of abilities. Computed only on demand."""
