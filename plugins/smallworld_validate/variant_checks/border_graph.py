"""Do the borders of a board fit on a flat map, and do the regions at its edge reach the edge?"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from math import dist
from statistics import median
from typing import Any

from smallworld.languages import N_, lazy, lazy_n
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of
from smallworld_editions.variants.plain_data import RegionRow, ratio_of
from smallworld_validate.schema.phrasing import lazy_count

Border = tuple[int, int]
"""Two places in the list of regions, the smaller one first."""

MOST_BORDERS = 600
"""Borders of the largest board in which crossing ones are looked for."""
MOST_NAMED = 5
"""Borders that are named as the remedy of a map."""
MOST_SUSPECTS = 20
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
        from adjacency_map.planarity import is_planar  # not for other commands

        return is_planar(len(self.names) + 1, [*self.borders, *more, *(self._shore() if rim else ())])

    def _shore(self) -> list[Border]:
        return [(region, len(self.names)) for region in self.rim]

    def remedies(self, *, rim: bool) -> tuple[list[Border], bool]:
        """Return borders without which the map is flat, and whether one of them is enough.

        The most doubtful border comes first. There are more of them than ``MOST_NAMED`` if that is not enough, and
        none if the board is too large for this search.
        """
        from adjacency_map.planarity import crossing_edges, single_remedies

        if len(self.borders) > MOST_BORDERS:
            return [], False
        suspects = sorted(self.borders, key=self.doubt, reverse=True)
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


def border_graph(data: dict[str, Any], rows: Collection[RegionRow], named: Iterable[tuple[str, str]]) -> BorderGraph:
    """Return the graph of a board.

    :param named: the borders, by ids; those of unknown regions are left out.
    """
    names = [name for _, name, _ in rows]
    places = {name: place for place, name in enumerate(names)}
    pairs = [(places[one], places[other]) for one, other in named if one in places and other in places]
    rim = [] if data.get("size") else [place for place, (_, _, r) in enumerate(rows) if r.get("border") is True]
    borders = {border(one, other) for one, other in pairs if one != other}
    return BorderGraph(names, borders, rim, _centers(data, rows))


def _centers(data: dict[str, Any], rows: Iterable[RegionRow]) -> list[tuple[float, float]] | None:
    ratio, centers = ratio_of(data), []
    for _, _, region in rows:
        center = region.get("center")
        if not (isinstance(center, list) and len(center) == 2 and all(type(x) in (int, float) for x in center)):
            return None
        centers.append((center[0] * ratio, float(center[1])))
    return centers


def check_planar(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Warn if some borders would have to cross, or would separate a region at the edge from it."""
    graph = border_graph(document.data, rows, _certain_borders(rows))
    if graph.is_flat():
        return
    is_flat = graph.is_flat(rim=False)
    remedies, is_one_enough = graph.remedies(rim=is_flat)
    message, hint = _crossing_message(graph), _hint(graph, remedies, is_one_enough)
    if is_flat:
        message = lazy("borders enclose a region with border: true, so that it cannot reach the edge of the board")
        enclosed = ", ".join(graph.names[region] for region in graph.enclosed())
        if enclosed:
            hint = lazy("is border: true of {regions} a mistake? if not: {hint}", regions=enclosed, hint=hint)
    if remedies and len(remedies) <= MOST_NAMED:
        yield document.warning("non-planar", _path_of_border(rows, graph, remedies[0]), message, hint)
    else:
        yield document.warning("non-planar", ("regions",), message, hint, at_key=True)


def _certain_borders(rows: list[RegionRow]) -> list[tuple[str, str]]:
    """Return the borders that both regions name; all, if every border is named once."""
    named = {
        (name, other) for _, name, region in rows for other in list_of(region.get("adjacent")) if isinstance(other, str)
    }
    return sorted(pair for pair in named if pair[::-1] in named) or sorted(named)


def _crossing_message(graph: BorderGraph) -> str:
    """Say that a map is not flat; by Euler's bound, where that is enough."""
    size, count = len(graph.names), len(graph.borders)
    if count <= 3 * size - 6:
        return lazy("the borders do not fit on a flat map: some would have to cross")
    borders = lazy_n("{count} border", "{count} borders", count)
    sentence = N_("{regions} have {borders}; {most} are the most")
    return lazy(sentence, regions=lazy_count(size, "region"), borders=borders, most=3 * size - 6)


def _hint(graph: BorderGraph, remedies: list[Border], is_one_enough: bool) -> str:
    """Write which borders to remove."""
    names = ", ".join(f"{graph.names[one]}–{graph.names[other]}" for one, other in remedies[:MOST_NAMED])
    if not remedies:
        return lazy("some of these borders are probably mistakes")
    if len(remedies) > MOST_NAMED:
        return lazy("more than {most} borders are too many, among them {borders}", most=MOST_NAMED, borders=names)
    if len(remedies) == 1:
        return lazy("is {border} a mistake? without it the map is right", border=names)
    if is_one_enough:
        return lazy("is one of these a mistake? without it the map is right: {borders}", borders=names)
    return lazy("are these mistakes? without all of them the map is right: {borders}", borders=names)


def _path_of_border(rows: list[RegionRow], graph: BorderGraph, remedy: Border) -> KeyPath:
    """Return the place of a border in the file."""
    for one, other in (remedy, remedy[::-1]):
        index, _, region = rows[one]
        named = list_of(region.get("adjacent"))
        if graph.names[other] in named:
            return ("regions", index, "adjacent", named.index(graph.names[other]))
    return ("regions",)
