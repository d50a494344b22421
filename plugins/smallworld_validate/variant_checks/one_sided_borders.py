"""Check borders that only one of two regions names: is the other half missing, or is this one a mistake?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations
from typing import Any, NamedTuple

from smallworld.languages import lazy
from smallworld_editions.problem import Edit, Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of
from smallworld_editions.variants.plain_data import RegionRow
from smallworld_validate.text_edits.references import follower, neighbour_edits
from smallworld_validate.variant_checks.border_graph import Border, BorderGraph, border_graph

FEW = 3
"""Neighbours, with the edge of the board, of a region in a corner; one with fewer probably lacks some."""
MOST_JUDGED = 40
"""Halves of a board that are judged one by one."""


class Half(NamedTuple):
    """A border that only the first of two regions names."""

    name: str
    path: KeyPath
    """Where it names the other one."""
    other: str


class Verdict(Enum):
    """The probable remedy of a border that only one region names."""

    ADD = 1
    """The other half is missing: there is room for the border, and without it the map has a gap."""
    ASK = 2
    """The map is right with the border and without it."""
    REMOVE = 3
    """With the border no flat map is possible."""
    RING = 4
    """The border would separate a region at the edge of the board from the edge."""


def check_halves(document: Document, rows: list[RegionRow], halves: Sequence[Half]) -> Iterator[Problem]:
    """Report each border that only one side names, with the missing half if that is certain."""
    if not halves:
        return
    one_way = {(half.name, half.other) for half in halves}
    named = [(name, other) for _, name, region in rows for other in list_of(region.get("adjacent"))]
    graph = border_graph(
        document.data, rows, (pair for pair in named if isinstance(pair[1], str) and pair not in one_way)
    )
    lists = _Lists(document, rows, graph)
    if not graph.borders and len(halves) > 2:
        yield _each_once(document, lists, halves)
    else:
        yield from _one_by_one(document, graph, lists, halves)


class _Lists:
    """The lists of borders in the file, to which names can be added."""

    def __init__(self, document: Document, rows: Iterable[RegionRow], graph: BorderGraph) -> None:
        self.document = document
        self.order = {name: place for place, name in enumerate(graph.names)}
        self._lists = {name: region.get("adjacent") for _, name, region in rows}
        self._paths: dict[str, KeyPath] = {name: ("regions", index, "adjacent") for index, name, _ in rows}
        self._users = Counter(map(id, self._lists.values()))

    def path(self, name: str) -> KeyPath:
        """Return the path of the list of a region."""
        return self._paths[name]

    def add(self, name: str, added: Sequence[str], around: Mapping[str, frozenset[str]]) -> tuple[Edit, ...]:
        """Return the edits that add names to the list of a region; none if its form is unusual.

        :param around: for each of the names its other neighbours.
        """
        adjacent: Any = self._lists[name]
        if self._users[id(adjacent)] != 1 or not isinstance(adjacent, list):
            return ()
        items: dict[int, list[str]] = {}
        for other in added:
            items.setdefault(follower(adjacent, other, self.order, around.get(other, frozenset())), []).append(other)
        return neighbour_edits(self.document, self._paths[name], items)


def _each_once(document: Document, lists: _Lists, halves: Iterable[Half]) -> Problem:
    """Report that a board lists every border once, with all other halves."""
    missing: dict[str, list[str]] = {}
    for half in halves:
        missing.setdefault(half.other, []).append(half.name)
    added = [lists.add(name, sorted(names, key=lists.order.__getitem__), {}) for name, names in missing.items()]
    message = lazy("this board lists every border only once")
    hint = lazy("list each border at both regions; validate --fix adds the other halves")
    edits = tuple(edit for group in added for edit in group) if all(added) else ()
    return document.problem("one-sided-border", ("regions",), message, hint, at_key=True, edits=edits)


def _one_by_one(document: Document, graph: BorderGraph, lists: _Lists, halves: Sequence[Half]) -> Iterator[Problem]:
    """Report every half with its own remedy.

    A region that lists one neighbour without an answer, and is listed by another without answering, may have
    confused the two: then the remedy is a question.
    """
    naming = {half.name: half.other for half in halves}
    named = {half.other: half.name for half in halves}
    doubtful = naming.keys() & named.keys()
    namings, mentions = Counter(half.name for half in halves), Counter(half.other for half in halves)
    verdicts = judge(graph, lists.order, halves)
    for half, verdict in zip(halves, verdicts, strict=True):
        name, other = half.name, half.other
        if other in doubtful and name not in doubtful and namings[other] == mentions[other] == 1:
            continue  # one mistake: the question at the other region covers both halves
        edits: tuple[Edit, ...] = ()
        if verdict is Verdict.ADD and not doubtful & {name, other}:
            edits = lists.add(other, [name], {name: _around(graph, lists.order[name])})
        meant = named[name] if name in doubtful else None
        replaced = naming[other] if other in doubtful else None
        hint = _remedy(verdict, name, other) or _question(name, other, meant, replaced)
        related = document.related(lazy("the borders of {other!r}", other=other), lists.path(other), at_key=True)
        message = lazy("{name!r} borders {other!r}, but {other!r} does not border {name!r}", name=name, other=other)
        yield document.problem("one-sided-border", half.path, message, hint, related=related, edits=edits)


def _around(graph: BorderGraph, region: int) -> frozenset[str]:
    return frozenset(graph.names[v] for v in graph.neighbours[region] if v < len(graph.names))


def judge(graph: BorderGraph, order: Mapping[str, int], halves: Sequence[Half]) -> list[Verdict]:
    """Judge each half by the borders that two regions name; if these are wrong, nothing is certain."""
    pairs: list[Border] = [(order[half.name], order[half.other]) for half in halves]
    rim = graph.is_flat()
    if not (rim or graph.is_flat(rim=False)):
        return [Verdict.ASK] * len(halves)
    if graph.is_flat(pairs, rim=rim):
        return [_of_possible(graph, pair) for pair in pairs]
    verdicts = [_verdict(graph, pair, rim) for pair in pairs[:MOST_JUDGED]]
    verdicts += [Verdict.ASK] * (len(pairs) - len(verdicts))
    added = [pair for pair, verdict in zip(pairs, verdicts, strict=True) if verdict is Verdict.ADD]
    if graph.is_flat(added, rim=rim):
        return verdicts
    return [Verdict.ASK if verdict is Verdict.ADD else verdict for verdict in verdicts]


def _verdict(graph: BorderGraph, pair: Border, rim: bool) -> Verdict:
    if graph.is_flat([pair], rim=rim):
        return _of_possible(graph, pair)
    return Verdict.RING if rim and graph.is_flat([pair], rim=False) else Verdict.REMOVE


def _of_possible(graph: BorderGraph, pair: Border) -> Verdict:
    """Judge a border that fits on the map.

    If both regions have two neighbours in common that do not touch, four regions meet in one point without the
    border; a map has few such points. (The edge of the board is a neighbour, too.)
    """
    one, other = (graph.neighbours[region] for region in pair)
    has_gap = any(b not in graph.neighbours[a] for a, b in combinations(one & other, 2))
    has_gap = has_gap or min(len(one), len(other)) < FEW
    return Verdict.ADD if has_gap else Verdict.ASK


def _remedy(verdict: Verdict, name: str, other: str) -> str:
    """Write the remedy for a half that cannot be completed; empty for others."""
    if verdict is Verdict.REMOVE:
        return lazy("remove {other} here: with a border between {name} and {other} no flat map is possible",
                    name=name, other=other)  # fmt: skip
    if verdict is Verdict.RING:
        return lazy(
            "remove {other} here, or add {name} to the borders of {other}: "
            "then a region with border: true does not reach the edge of the board",
            name=name, other=other,
        )  # fmt: skip
    return ""


def _question(name: str, other: str, meant: str | None, replaced: str | None) -> str:
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
