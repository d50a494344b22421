"""Bots that search whole turns with a learned value of positions: ``planner``, and ``hard`` with fewer plans."""
