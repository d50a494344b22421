"""Do the borders of a board fit on a flat map, does its edge reach it, and does each border have both halves?"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from itertools import combinations
from math import dist
from statistics import median
from typing import Any, NamedTuple

from smallworld.languages import N_, lazy, lazy_n
from smallworld_editions.problem import Edit, Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of
from smallworld_editions.variants.plain_data import RegionRow, ratio_of
from smallworld_validate.schema.phrasing import lazy_count
from smallworld_validate.text_edits.entries import new_items
from smallworld_validate.text_edits.layout import Layout, Uneditable
from smallworld_validate.text_edits.references import follower

Border = tuple[int, int]
"""Two places in the list of regions, the smaller one first."""

MOST_BORDERS = 600
"""Borders of the largest board in which crossing ones are looked for."""
MOST_NAMED = 5
"""Borders that are named as the remedy of a map."""
MOST_SUSPECTS = 200
"""Borders of which each alone may be the remedy."""


def border(one: int, other: int) -> Border:
    """Return a border in its usual form."""
    return (one, other) if one < other else (other, one)


@dataclass(slots=True)
class BorderGraph:
    """Regions by their place in a list, the edge of the board as one vertex more, and the borders between them."""

    names: list[str]
    borders: set[Border]
    rim: list[int]
    """Regions at the edge of the board; empty for islands."""
    centers: list[tuple[float, float]] | None
    """In units of the height; None if some are missing."""
    neighbours: list[set[int]] = field(init=False)
    """The neighbours of each region, with the edge of the board."""

    def __post_init__(self) -> None:
        self.neighbours = [set() for _ in range(len(self.names) + 1)]
        for one, other in [*self.borders, *self._shore()]:
            self.neighbours[one].add(other)
            self.neighbours[other].add(one)

    def is_flat(self, more: Iterable[Border] = (), *, rim: bool = True) -> bool:
        """Return whether the borders, with some more, fit on a flat map.

        :param rim: must the regions at the edge of the board be outside, too?
        """
        edges = sorted({*self.borders, *(border(*pair) for pair in more), *(self._shore() if rim else ())})
        return _is_planar(len(self.names) + 1, tuple(edges))

    def _shore(self) -> list[Border]:
        return [(region, len(self.names)) for region in self.rim]

    def remedies(self, *, rim: bool, last: Border | None = None) -> tuple[list[Border], bool]:
        """Return borders without which the map is flat, and whether one of them is enough.

        The most doubtful border comes first. There are more of them than ``MOST_NAMED`` if that is not enough, and
        none if the board is too large for this search.

        :param last: the border that was drawn last, which is the most doubtful one.
        """
        from adjacency_map.planarity import crossing_edges, single_remedies

        if len(self.borders) > MOST_BORDERS:
            return [], False
        suspects = sorted(self.borders, key=lambda pair: (pair == last, self.doubt(pair)), reverse=True)
        edges = [*(self._shore() if rim else ()), *reversed(suspects)]
        crossing = crossing_edges(len(self.names) + 1, edges, MOST_NAMED + 1)
        single = single_remedies(len(self.names) + 1, edges, suspects[:MOST_SUSPECTS], MOST_NAMED)
        if len(crossing) == 1:
            single = [*crossing, *(suspect for suspect in single if suspect != crossing[0])][:MOST_NAMED]
        return (single, True) if single else (crossing, False)

    def enclosed(self) -> list[int]:
        """Return regions each of which is too many at the edge of the board; the map is flat without the edge."""
        from adjacency_map.planarity import single_remedies

        shore = self._shore()
        remedies = single_remedies(len(self.names) + 1, [*self.borders, *shore], shore, MOST_NAMED)
        return [region for region, _ in remedies]

    def doubt(self, pair: Border) -> tuple[float, int, int, Border]:
        """Return a value that is larger for a border that is more likely a mistake.

        With centers the regions are far apart for their neighbourhood. Without, the way around is long; then
        two neighbours have few neighbours in common.
        """
        one, other = pair
        common = len(self.neighbours[one] & self.neighbours[other])
        few = len(self.neighbours[one]) + len(self.neighbours[other])
        if self.centers is None:
            return self._way_around(pair), -min(common, 2), -few, pair
        lengths = [self._usual_distance(one), self._usual_distance(other)]
        return dist(self.centers[one], self.centers[other]) / (sum(lengths) / 2 or 1.0), -common, -few, pair

    def _usual_distance(self, region: int) -> float:
        assert self.centers is not None
        center = self.centers[region]
        return median(dist(center, self.centers[v]) for v in self.neighbours[region] if v < len(self.names))

    def _way_around(self, pair: Border) -> int:
        """Return the number of borders on the shortest other way between two regions, or 0."""
        start, end = pair
        steps, waiting = {start: 0}, deque([start])
        while waiting:
            region = waiting.popleft()
            for neighbour in self.neighbours[region]:
                if neighbour == end and region != start:
                    return steps[region] + 1
                if neighbour < len(self.names) and neighbour not in steps and border(region, neighbour) != pair:
                    steps[neighbour] = steps[region] + 1
                    waiting.append(neighbour)
        return 0


@lru_cache(maxsize=64)
def _is_planar(count: int, edges: tuple[Border, ...]) -> bool:
    """Answer for the latest maps: a board is checked with each variant that has it."""
    from adjacency_map.planarity import is_planar  # not for other commands

    return is_planar(count, edges)


def border_graph(data: dict[str, Any], rows: Collection[RegionRow], named: Iterable[tuple[str, str]]) -> BorderGraph:
    """Return the graph of a board.

    :param named: the borders, by ids; those of unknown regions are left out.
    """
    names = [name for _, name, _ in rows]
    places = {name: place for place, name in enumerate(names)}
    pairs = [(places[one], places[other]) for one, other in named if one in places and other in places]
    rim = [] if data.get("size") else [place for place, (_, _, r) in enumerate(rows) if r.get("border") is True]
    borders = {border(one, other) for one, other in pairs if one != other}
    ratio, located = ratio_of(data), [center for _, _, region in rows if (center := center_of(region)) is not None]
    centers = [(center[0] * ratio, center[1]) for center in located] if len(located) == len(rows) else None
    return BorderGraph(names, borders, rim, centers)


def center_of(region: Mapping[str, Any]) -> tuple[float, float] | None:
    """Return the center of a region; None without one that can be read."""
    center = region.get("center")
    is_readable = isinstance(center, list) and len(center) == 2 and all(type(x) in (int, float) for x in center)
    return (float(center[0]), float(center[1])) if is_readable and center is not None else None


def check_planar(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Warn if some borders would have to cross, or would separate a region at the edge from it."""
    named = {(name, other) for _, name, row in rows for other in list_of(row.get("adjacent")) if isinstance(other, str)}
    certain = {pair for pair in named if pair[::-1] in named} or named  # every border may be named once
    graph = border_graph(document.data, rows, sorted(certain))
    if graph.is_flat():
        return
    is_flat = graph.is_flat(rim=False)
    remedies, is_one_enough = graph.remedies(rim=is_flat)
    size, count, hint = len(graph.names), len(graph.borders), _hint(graph, remedies, is_one_enough)
    message = lazy("the borders do not fit on a flat map: some would have to cross")
    if is_flat:
        message = lazy("borders enclose a region with border: true, so that it cannot reach the edge of the board")
        enclosed = ", ".join(graph.names[region] for region in graph.enclosed())
        if enclosed:
            hint = lazy("is border: true of {regions} a mistake? if not: {hint}", regions=enclosed, hint=hint)
    elif count > 3 * size - 6:  # Euler's bound
        counted = {"regions": lazy_count(size, "region"), "borders": lazy_n("{count} border", "{count} borders", count)}
        message = lazy("{regions} have {borders}; {most} are the most", **counted, most=3 * size - 6)
    if remedies and len(remedies) <= MOST_NAMED:
        yield document.warning("non-planar", _path_of_border(rows, graph, remedies[0]), message, hint)
    else:
        yield document.warning("non-planar", ("regions",), message, hint, at_key=True)


def _hint(graph: BorderGraph, remedies: list[Border], is_one_enough: bool) -> str:
    """Write which borders to remove."""
    names = ", ".join(f"{graph.names[one]}–{graph.names[other]}" for one, other in remedies[:MOST_NAMED])
    sentence = N_("are these mistakes? without all of them the map is right: {borders}")
    if not remedies:
        sentence = N_("some of these borders are probably mistakes")
    elif len(remedies) > MOST_NAMED:
        sentence = N_("more than {most} borders are too many, among them {borders}")
    elif len(remedies) == 1:
        sentence = N_("is {border} a mistake? without it the map is right")
    elif is_one_enough:
        sentence = N_("is one of these a mistake? without it the map is right: {borders}")
    return lazy(sentence, most=MOST_NAMED, border=names, borders=names)


def _path_of_border(rows: list[RegionRow], graph: BorderGraph, remedy: Border) -> KeyPath:
    """Return the place of a border in the file."""
    for one, other in (remedy, remedy[::-1]):
        index, named = rows[one][0], list_of(rows[one][2].get("adjacent"))
        if graph.names[other] in named:
            return ("regions", index, "adjacent", named.index(graph.names[other]))
    return ("regions",)


# --- borders that only one of two regions names: is the other half missing, or is this one a mistake?

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
    certain = [pair for pair in named if isinstance(pair[1], str) and pair not in one_way]
    graph = border_graph(document.data, rows, certain)
    lists = _Lists(document, rows, graph)
    if graph.borders or len(halves) <= 2:
        yield from _one_by_one(document, graph, lists, halves)
        return
    missing: dict[str, list[str]] = {}  # the board lists every border once
    for half in halves:
        missing.setdefault(half.other, []).append(half.name)
    added = [lists.add(name, sorted(names, key=lists.order.__getitem__), {}) for name, names in missing.items()]
    message = lazy("this board lists every border only once")
    hint = lazy("list each border at both regions; validate --fix adds the other halves")
    edits = tuple(edit for group in added for edit in group) if all(added) else ()
    yield document.problem("one-sided-border", ("regions",), message, hint, at_key=True, edits=edits)


class _Lists:
    """The lists of borders in the file, to which names can be added."""

    def __init__(self, document: Document, rows: Iterable[RegionRow], graph: BorderGraph) -> None:
        self.document = document
        self.order = {name: place for place, name in enumerate(graph.names)}
        self._lists = {name: region.get("adjacent") for _, name, region in rows}
        self.paths: dict[str, KeyPath] = {name: ("regions", index, "adjacent") for index, name, _ in rows}
        self._users = Counter(map(id, self._lists.values()))

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
        try:
            return tuple(new_items(Layout(self.document), self.paths[name], items))
        except Uneditable:
            return ()


def _one_by_one(document: Document, graph: BorderGraph, lists: _Lists, halves: Sequence[Half]) -> Iterator[Problem]:
    """Report every half with its own remedy.

    A region that lists one neighbour without an answer, and is listed by another without answering, may have
    confused the two: then the remedy is a question.
    """
    naming = {half.name: half.other for half in halves}
    named = {half.other: half.name for half in halves}
    doubtful = naming.keys() & named.keys()
    namings, mentions = Counter(half.name for half in halves), Counter(half.other for half in halves)
    for half, verdict in zip(halves, judge(graph, lists.order, halves), strict=True):
        name, other = half.name, half.other
        if other in doubtful and name not in doubtful and namings[other] == mentions[other] == 1:
            continue  # one mistake: the question at the other region covers both halves
        edits: tuple[Edit, ...] = ()
        if verdict is Verdict.ADD and not doubtful & {name, other}:
            around = graph.neighbours[lists.order[name]] - {len(graph.names)}
            edits = lists.add(other, [name], {name: frozenset(graph.names[region] for region in around)})
        replaced = naming[other] if other in doubtful else None
        hint = _remedy(verdict, half, named[name] if name in doubtful else None, replaced)
        related = document.related(lazy("the borders of {other!r}", other=other), lists.paths[other], at_key=True)
        message = lazy("{name!r} borders {other!r}, but {other!r} does not border {name!r}", name=name, other=other)
        yield document.problem("one-sided-border", half.path, message, hint, related=related, edits=edits)


def judge(graph: BorderGraph, order: Mapping[str, int], halves: Sequence[Half]) -> list[Verdict]:
    """Judge each half by the borders that two regions name; if these are wrong, nothing is certain."""
    pairs: list[Border] = [(order[half.name], order[half.other]) for half in halves]
    rim = graph.is_flat()
    if not (rim or graph.is_flat(rim=False)):
        return [Verdict.ASK] * len(halves)
    if graph.is_flat(pairs, rim=rim):
        return [_of_possible(graph, pair) for pair in pairs]
    verdicts = []
    for pair in pairs[:MOST_JUDGED]:
        impossible = Verdict.RING if rim and graph.is_flat([pair], rim=False) else Verdict.REMOVE
        verdicts.append(_of_possible(graph, pair) if graph.is_flat([pair], rim=rim) else impossible)
    verdicts += [Verdict.ASK] * (len(pairs) - len(verdicts))
    added = [pair for pair, verdict in zip(pairs, verdicts, strict=True) if verdict is Verdict.ADD]
    if graph.is_flat(added, rim=rim):
        return verdicts
    return [Verdict.ASK if verdict is Verdict.ADD else verdict for verdict in verdicts]


def _of_possible(graph: BorderGraph, pair: Border) -> Verdict:
    """Judge a border that fits on the map.

    If both regions have two neighbours in common that do not touch, four regions meet in one point without the
    border; a map has few such points. (The edge of the board is a neighbour, too.)
    """
    one, other = (graph.neighbours[region] for region in pair)
    has_gap = any(b not in graph.neighbours[a] for a, b in combinations(one & other, 2))
    has_gap = has_gap or min(len(one), len(other)) < FEW
    return Verdict.ADD if has_gap else Verdict.ASK


def _remedy(verdict: Verdict, half: Half, meant: str | None, replaced: str | None) -> str:
    """Write the remedy for a border that only one region names.

    :param meant: the region that lists the naming one without an answer, or None.
    :param replaced: the region that the other one lists without an answer, or None.
    """
    sentence = N_("add {name} to the borders of {other}, or remove {other} here")
    if verdict is Verdict.REMOVE:
        sentence = N_("remove {other} here: with a border between {name} and {other} no flat map is possible")
    elif verdict is Verdict.RING:
        sentence = N_(
            "remove {other} here, or add {name} to the borders of {other}: "
            "then a region with border: true does not reach the edge of the board"
        )
    elif meant is not None:
        sentence = N_("is {meant} meant, which borders {name}? if not, add {name} to the borders of {other}")
    elif replaced is not None:
        sentence = N_("add {name} to the borders of {other}, perhaps instead of {replaced}; or remove {other} here")
    return lazy(sentence, name=half.name, other=half.other, meant=meant, replaced=replaced)
