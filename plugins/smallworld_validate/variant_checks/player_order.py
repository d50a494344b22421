"""Warn of numbers of players out of order: the order has no effect, but it surprises readers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from smallworld.languages import lazy
from smallworld_editions.problem import Edit, Problem, Range
from smallworld_editions.reading.documents import Document
from smallworld_validate.problems.fixes import lines_of


def check_order(document: Document) -> Iterator[Problem]:
    """Warn of each table by number of players that does not count upwards."""
    for key in ("rounds", "boards"):
        table = document.data.get(key)
        if not isinstance(table, dict) or not all(number.isdecimal() for number in table):
            continue
        numbers = list(table)
        for earlier, later in pairwise(numbers):
            if int(later) < int(earlier):
                message = lazy("{later} players come after {earlier} in {key!r}", later=later, earlier=earlier, key=key)
                edits = tuple(_sorting_edits(document, key, numbers))
                yield document.warning("order", (key, later), message, lazy("count upwards"), at_key=True, edits=edits)
                break


def _sorting_edits(document: Document, key: str, numbers: list[str]) -> Iterator[Edit]:
    """Yield the edits that sort the entries; none if an entry is not in one line."""
    lines = lines_of(document.text)
    places = [_entry(document, lines, (key, number)) for number in numbers]
    if any(place is None for place in places):
        return
    texts = {n: _cut(lines, place) for n, place in zip(numbers, places, strict=True) if place is not None}
    for place, number in zip(places, sorted(numbers, key=int), strict=True):
        if place is not None:
            yield Edit(place, texts[number])


def _entry(document: Document, lines: list[str], path: tuple[str, str]) -> Range | None:
    """Return the range of key and value, with the comment if the line has no other entry; None for several lines."""
    key, value = document.key(path), document.value(path)
    if not key.line == value.line == value.end_line:
        return None
    line = lines[key.line - 1]
    is_alone = not line[: key.column - 1].strip() and line[value.end_column - 1 :].lstrip()[:1] in ("", "#")
    return Range(key.line, key.column, key.line, len(line) + 1 if is_alone else value.end_column)


def _cut(lines: list[str], place: Range) -> str:
    return lines[place.line - 1][place.column - 1 : place.end_column - 1]
