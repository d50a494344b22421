"""Scenario files: a position, actions, and the expected result (formats 3)."""
