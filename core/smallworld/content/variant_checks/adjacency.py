"""Check the adjacency of a board: one-sided borders, unknown neighbours, regions out of reach, crossing borders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from smallworld.content.problems.border_fixes import border_edit
from smallworld.content.problems.problem import Edit, Problem
from smallworld.content.problems.sentences_by_kind import lazy_count
from smallworld.content.reading.documents import Document, KeyPath, list_of
from smallworld.errors import suggest
from smallworld.languages import N_, lazy, lazy_n

RegionRow = tuple[int, str, dict[str, Any]]
"""Index in the file, id, data."""


class _Half(NamedTuple):
    """A border that only the first of two regions names."""

    name: str
    path: KeyPath
    """Where it names the other one."""
    other: str
    other_index: int


def neighbours_of(region: dict[str, Any]) -> list[str]:
    """Return the names in ``adjacent``; of an invalid list, its readable part."""
    return [name for name in list_of(region.get("adjacent")) if isinstance(name, str)]


def check_borders(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report neighbours that do not exist, and borders that only one side names."""
    order = {name: index for index, name, _ in rows}
    answers = {name: _readable_borders(region, order) for _, name, region in rows}
    nameless = len(rows) < len(list_of(document.data.get("regions")))
    twice = {name for name, times in Counter(name for _, name, _ in rows).items() if times > 1}
    halves: list[_Half] = []
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
                halves.append(_Half(name, path, other, order[other]))
    yield from _one_sided_borders(document, rows, halves)


def _one_sided_borders(document: Document, rows: list[RegionRow], halves: list[_Half]) -> Iterator[Problem]:
    """Report each border that only one side names, with the missing half if that is certain.

    A region that lists one neighbour without an answer, and is listed by another without answering, may have
    confused the two: then the remedy is a question.
    """
    order = {name: index for index, name, _ in rows}
    lists = {name: region.get("adjacent") for _, name, region in rows}
    users = Counter(id(adjacent) for adjacent in lists.values())
    naming = {half.name: half.other for half in halves}
    named = {half.other: half.name for half in halves}
    doubtful = naming.keys() & named.keys()
    namings, mentions = Counter(half.name for half in halves), Counter(half.other for half in halves)
    for half in halves:
        name, other = half.name, half.other
        if other in doubtful and name not in doubtful and namings[other] == mentions[other] == 1:
            continue  # one mistake: the question at the other region covers both halves
        path = ("regions", half.other_index, "adjacent")
        edits: tuple[Edit, ...] = ()
        if not doubtful & {name, other} and users[id(lists[other])] == 1:
            edits = border_edit(document, path, lists[other], name, order)
        hint = _border_hint(
            name, other, named[name] if name in doubtful else None, naming[other] if other in doubtful else None
        )
        related = document.related(lazy("the borders of {other!r}", other=other), path, at_key=True)
        message = lazy("{name!r} borders {other!r}, but {other!r} does not border {name!r}", name=name, other=other)
        yield document.problem("one-sided-border", half.path, message, hint, related=related, edits=edits)


def _border_hint(name: str, other: str, meant: str | None, replaced: str | None) -> str:
    """Write the remedy for a border that only one region names.

    :param meant: the region that lists the naming one without an answer, or None.
    :param replaced: the region that the other one lists without an answer, or None.
    """
    if meant is not None:
        return lazy(
            "is {meant} meant, which borders {name}? if not, add {name} to the borders of {other}",
            meant=meant, name=name, other=other,
        )  # fmt: skip
    if replaced is not None:
        return lazy(
            "add {name} to the borders of {other}, perhaps instead of {replaced}; or remove {other} here",
            name=name, other=other, replaced=replaced,
        )  # fmt: skip
    return lazy("add {name} to the borders of {other}, or remove {other} here", name=name, other=other)


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


def check_planar(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Warn if some borders would have to cross; nothing without networkx.

    Euler's bound comes first: it needs no library and is sure.
    """
    names = {name for _, name, _ in rows}
    borders = {frozenset((name, other)) for _, name, r in rows for other in neighbours_of(r) if other in names}
    borders = {border for border in borders if len(border) == 2}
    if len(names) >= 3 and len(borders) > 3 * len(names) - 6:
        regions = lazy_count(len(names), "region")
        border_count = lazy_n("{count} border", "{count} borders", len(borders))
        sentence = N_("{regions} have {borders}; {most} are the most")
        message = lazy(sentence, regions=regions, borders=border_count, most=3 * len(names) - 6)
        yield _crossing(document, message)
        return
    if len(names) < 5 or find_spec("networkx") is None:
        return
    crossing = _crossing_borders(frozenset(borders))
    if crossing:
        yield _crossing(
            document, lazy("some borders would have to cross, among {borders}", borders=", ".join(crossing))
        )


@lru_cache(maxsize=128)
def _crossing_borders(borders: frozenset[frozenset[str]]) -> list[str]:
    """List borders that cannot all be drawn in the plane; kept, because editions share boards."""
    networkx = import_module("networkx")
    graph = networkx.Graph(sorted(map(sorted, borders)))
    planar, proof = networkx.check_planarity(graph, counterexample=True)
    return [] if planar else sorted(f"{min(a, b)}–{max(a, b)}" for a, b in proof.edges)


def _crossing(document: Document, message: str) -> Problem:
    hint = lazy("one of these borders is probably a mistake")
    return document.warning("non-planar", ("regions",), message, hint, at_key=True)
