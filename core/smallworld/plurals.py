"""Counts with their nouns."""


def format_count(count: int, noun: str) -> str:
    """Write a count with its noun: ``1 coin``, ``2 coins``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
