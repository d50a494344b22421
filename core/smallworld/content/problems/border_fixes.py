"""Add the missing half of a border to the list of the other region."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from smallworld.content.problems.fixes import lines_of
from smallworld.content.problems.problem import Edit, Range
from smallworld.content.reading.documents import Document, KeyPath
from smallworld.content.reading.scalars import OddScalar, plain_value

_PLAIN = re.compile(r"\w[\w-]*")


def border_edit(
    document: Document, path: KeyPath, adjacent: Any, name: str, order: Mapping[str, int]
) -> tuple[Edit, ...]:
    """Return the edit that adds a name to a list of borders; empty if the form of the list is unusual.

    :param path: of the list. :param order: region id → its place in the file; a sorted list stays sorted.
    """
    if not isinstance(adjacent, list):
        return ()
    name, region = _quote(name), name
    whole = document.value(path)
    places = [document.value((*path, index)) for index in range(len(adjacent))]
    if any(not whole.line <= place.line <= whole.end_line for place in places):
        return ()  # an alias: other lists share the items
    lines = lines_of(document.text)
    opening = lines[whole.line - 1][whole.column - 1 :]
    if not places:
        return (Edit(whole, f"[{name}]"),) if opening.startswith("[") else ()
    before = _follower(adjacent, region, order)
    if not opening.startswith("["):
        return _line(document, lines, places[-1] if before is None else places[before], name, after=before is None)
    if before is None:
        last = places[-1]
        return (Edit(Range.at(*last.end, 0), f", {name}"),)
    return (Edit(Range.at(*places[before].start, 0), f"{name}, "),)


def _follower(adjacent: list[Any], name: str, order: Mapping[str, int]) -> int | None:
    """Return the index of the first region after this one, in a sorted list; None for the end."""
    ranks = [order.get(str(other), -1) for other in adjacent]
    if ranks != sorted(ranks) or -1 in ranks or len(ranks) < 2:
        return None
    return next((index for index, rank in enumerate(ranks) if rank > order[name]), None)


def _quote(name: str) -> str:
    """Write a name as YAML, in quotes where it would be read as something else."""
    try:
        is_plain = bool(_PLAIN.fullmatch(name)) and plain_value(name) == name
    except OddScalar:
        is_plain = False
    return name if is_plain else json.dumps(name)


def _line(document: Document, lines: list[str], item: Range, name: str, *, after: bool) -> tuple[Edit, ...]:
    """Write a new line for a list that has one item per line."""
    text = lines[item.line - 1]
    dash = text[: item.column - 1]
    if item.line != item.end_line or not re.fullmatch(r"\s*-\s+", dash):
        return ()
    newline = "\r\n" if "\r\n" in document.text else "\n"
    if not after:
        return (Edit(Range.at(item.line, 1, 0), f"{dash}{name}{newline}"),)
    return (Edit(Range.at(item.line, len(text) + 1, 0), f"{newline}{dash}{name}"),)
