"""Scenarios and replays: their table, names and actions."""
