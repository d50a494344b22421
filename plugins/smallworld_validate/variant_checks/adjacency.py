"""Check the adjacency of a board: unknown neighbours, regions out of reach, a board in two parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import lazy
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, list_of
from smallworld_editions.variants.plain_data import RegionRow, neighbours_of
from smallworld_validate.variant_checks.one_sided_borders import Half, check_halves


def check_borders(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report neighbours that do not exist, and borders that only one side names."""
    order = {name: index for index, name, _ in rows}
    answers = {name: _readable_borders(region, order) for _, name, region in rows}
    nameless = len(rows) < len(list_of(document.data.get("regions")))
    twice = {name for name, times in Counter(name for _, name, _ in rows).items() if times > 1}
    halves: list[Half] = []
    for index, name, region in rows:
        for position, other in enumerate(list_of(region.get("adjacent"))):
            path = ("regions", index, "adjacent", position)
            if not isinstance(other, str) or {name, other} & twice:
                continue
            if other == name:
                message = lazy("region {name!r} borders itself", name=name)
                yield document.problem("self-border", path, message, lazy("remove it"))
            elif other not in order and (nameless or twice):
                continue  # perhaps this is the region with an id that is missing, misspelt or replaced by another
            elif other not in order:
                hint = suggest(other, order)
                yield document.problem("unknown-region", path, lazy("there is no region {name!r}", name=other), hint)
            elif (answer := answers[other]) is not None and name not in answer:
                halves.append(Half(name, path, other))
    yield from check_halves(document, rows, halves)


def _readable_borders(region: dict[str, Any], region_ids: Collection[str]) -> set[str] | None:
    """Return the names among the borders of a region; None if a mistake in them explains every missing one."""
    adjacent = region.get("adjacent")
    if not isinstance(adjacent, list) or not all(isinstance(other, str) for other in adjacent):
        return None
    named = set(neighbours_of(region))
    return named if named.issubset(region_ids) else None


def check_reach(document: Document, rows: list[RegionRow], entries: Collection[str]) -> Iterator[Problem]:
    """Report regions that no chain of borders joins to an entry region."""
    if document.data.get("landing") is False or not _are_borders_readable(rows):
        return
    reached = _reached_from(entries, rows)
    for index, name, _ in rows:
        if name not in reached:
            message = lazy("no way leads from an entry region to {name!r}", name=name)
            path = ("regions", index, "id")
            yield document.warning("unreachable-region", path, message, lazy("is a border missing?"))


def _reached_from(first: Collection[str], rows: list[RegionRow]) -> set[str]:
    """Return the regions that borders connect to the first ones, these included."""
    borders = {name: neighbours_of(region) for _, name, region in rows}
    reached, waiting = set(first), list(first)
    while waiting:
        new = [other for other in borders[waiting.pop()] if other not in reached]
        reached.update(new)
        waiting += new
    return reached


def _are_borders_readable(rows: list[RegionRow]) -> bool:
    """Return whether every list of borders is one; those that cannot be read may join parts of the board."""
    lists = [region.get("adjacent") for _, _, region in rows]
    return all(isinstance(entries, list) and all(isinstance(x, str) for x in entries) for entries in lists)


def check_parts(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report a board in two parts: no border joins the smaller one to the rest."""
    names = [name for _, name, _ in rows]
    if not names:
        return
    if not _are_borders_readable(rows):
        return
    one = _reached_from(names[:1], rows)
    rest = [name for name in names if name not in one]
    if not rest:
        return
    other = _reached_from(rest[:1], rows)
    part, whole = (other, one) if len(other) <= len(one) else (one, other)
    index, name = next((index, name) for index, name, _ in rows if name in part)
    message = lazy(
        "the board is in two parts: no border joins {name!r} to {other!r}", name=name, other=min(whole, key=names.index)
    )
    hint = lazy("is a border missing?")
    yield document.warning("split-board", ("regions", index, "id"), message, hint)
