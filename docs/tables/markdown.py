"""The form of the tables: rows and values in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def code(value: object) -> str:
    """Format a value as a file has it."""
    return f"`{str(value).lower()}`"


def default_text(name: str, entry: Mapping[str, Any], required: Sequence[str]) -> str:
    """The default of a parameter; nothing for one that must be given."""
    if name in required:
        return "required"
    default = entry.get("default")
    return "–" if default in ("", None, []) else code(default)
