"""Scenario files: a position, actions, and what must then hold (formats 3)."""
