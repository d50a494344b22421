"""Checks of editions, scenarios and records for people who write them."""
