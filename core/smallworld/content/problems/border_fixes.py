"""Add the missing halves of borders to the list of a region."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from smallworld.content.problems.fixes import lines_of
from smallworld.content.problems.problem import Edit, Range
from smallworld.content.reading.documents import Document, KeyPath
from smallworld.content.reading.scalars import OddScalar, plain_value

_PLAIN = re.compile(r"\w[\w-]*")


def border_edit(
    document: Document,
    path: KeyPath,
    adjacent: Any,
    names: Sequence[str],
    order: Mapping[str, int],
    around: Mapping[str, frozenset[str]],
) -> tuple[Edit, ...]:
    """Return the edits that add names to a list of borders; none if the form of the list is unusual.

    :param path: of the list. :param order: region id → its place in the file; a sorted list stays sorted.
    :param around: name → its neighbours; a list that goes around the region stays one.
    """
    if not isinstance(adjacent, list):
        return ()
    whole = document.value(path)
    places = [document.value((*path, index)) for index in range(len(adjacent))]
    if any(not whole.line <= place.line <= whole.end_line for place in places):
        return ()  # an alias: other lists share the items
    opening = lines_of(document.text)[whole.line - 1][whole.column - 1 :]
    if not places:
        return (Edit(whole, f"[{', '.join(map(quote_name, names))}]"),) if opening.startswith("[") else ()
    edits = []
    for name in names:
        before = _follower(adjacent, name, order, around.get(name, frozenset()))
        place = places[-1] if before is None else places[before]
        if not opening.startswith("["):
            edit = _line(document, place, quote_name(name), after=before is None)
        elif before is None:
            edit = Edit(Range.at(*place.end, 0), f", {quote_name(name)}")
        else:
            edit = Edit(Range.at(*place.start, 0), f"{quote_name(name)}, ")
        edits.append(edit)
    return tuple(edit for edit in edits if edit is not None) if all(edits) else ()


def _follower(adjacent: list[Any], name: str, order: Mapping[str, int], around: frozenset[str]) -> int | None:
    """Return the index of the item before which a name belongs; None for the end of the list.

    A list is in the order of the file, or goes around the region.
    """
    ranks = [order.get(str(other), -1) for other in adjacent]
    if ranks == sorted(ranks) and -1 not in ranks:
        return next((index for index, rank in enumerate(ranks) if rank > order[name]), None)
    gaps = (index + 1 for index, pair in enumerate(pairwise(adjacent)) if around.issuperset(pair))
    return next(gaps, None)


def quote_name(name: str) -> str:
    """Write a name as YAML, in quotes where it would be read as something else."""
    try:
        is_plain = bool(_PLAIN.fullmatch(name)) and plain_value(name) == name
    except OddScalar:
        is_plain = False
    return name if is_plain else json.dumps(name)


def _line(document: Document, item: Range, name: str, *, after: bool) -> Edit | None:
    """Write a new line for a list that has one item per line."""
    text = lines_of(document.text)[item.line - 1]
    dash = text[: item.column - 1]
    if item.line != item.end_line or not re.fullmatch(r"\s*-\s+", dash):
        return None
    newline = "\r\n" if "\r\n" in document.text else "\n"
    if not after:
        return Edit(Range.at(item.line, 1, 0), f"{dash}{name}{newline}")
    return Edit(Range.at(item.line, len(text) + 1, 0), f"{newline}{dash}{name}")
