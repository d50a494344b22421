"""Points, and input and output of a drawing: areas and maps, cells and drawings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeVar

Point = tuple[float, float]
T = TypeVar("T")


def turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle, positive if the angle grows from b to c seen from a."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the lines a–b and c–d cross or overlap."""
    return (
        turn(a, b, c) * turn(a, b, d) <= 0
        and turn(c, d, a) * turn(c, d, b) <= 0
        and not (turn(a, b, c) == turn(a, b, d) == 0 and not _overlap(a, b, c, d))
    )


def _overlap(a: Point, b: Point, c: Point, d: Point) -> bool:
    low, high = max(min(a, b), min(c, d)), min(max(a, b), max(c, d))
    return low <= high


def closed_pairs(cycle: Sequence[T]) -> list[tuple[T, T]]:
    """Return the pairs of successive members of a closed walk; the last one is followed by the first."""
    return list(pairwise((*cycle, *cycle[:1])))


def reachable(start: T, neighbours: Mapping[T, Iterable[T]]) -> set[T]:
    """Return everything that is connected with a start by neighbours of neighbours, the start included."""
    seen, todo = set[T](), [start]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            todo += neighbours[node]
    return seen


# --- areas and maps, cells and drawings


Ring = tuple[Point, ...]
"""A closed outline; the last point is joined to the first."""


Line = tuple[Point, Point]


def outline(rings: Iterable[Ring]) -> list[Line]:
    """Return the lines of some rings."""
    return [line for ring in rings for line in closed_pairs(ring)]


def crossings(lines: Iterable[Line], y: float) -> list[float]:
    """List the places where a level line crosses outlines, from left to right: in, out, in, out …"""
    return sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in lines if (ay > y) != (by > y))


class NotDrawable(ValueError):
    """A map that has no drawing in the plane."""


@dataclass(frozen=True, slots=True)
class Area:
    """One area of a map: its name and its neighbours.

    Names of neighbours that the map does not have are ignored.
    """

    id: str
    neighbours: tuple[str, ...] = ()
    #: Approximate middle, in percent of the width and height of the map; x grows to the right, y down.
    centre: Point | None = None
    #: Whether the area should reach the edge of a rectangular map.
    rim: bool = False


@dataclass(frozen=True, slots=True)
class AreaMap:
    """A map to draw; without any rim area it is drawn as an island with a coast."""

    name: str
    areas: tuple[Area, ...]
    #: Width divided by height.
    aspect: float = 1.0


@dataclass(frozen=True, slots=True)
class Cell:
    """The drawing of one area; lengths are in units of which ten are about the width of an area."""

    id: str
    #: Outlines; more than one if the area surrounds others. Neighbours share the very same points.
    rings: tuple[Ring, ...]
    #: A point well within the cell, with room on either side.
    label_point: Point

    def lines(self) -> list[Line]:
        """Return the outline, line by line."""
        return outline(self.rings)

    def touches(self, other: Cell) -> bool:
        """Return whether the two cells share more than single points."""
        own_lines = set(self.lines())
        return any((end, start) in own_lines or (start, end) in own_lines for start, end in other.lines())


@dataclass(frozen=True, slots=True)
class Island:
    """A connected part of a drawing with the box that it fills."""

    #: Name to write above it; empty for a map that is drawn alone.
    name: str
    cells: tuple[Cell, ...]
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Drawing:
    """A whole map, or several islands in rows or columns."""

    width: float
    height: float
    islands: tuple[Island, ...]

    @cached_property
    def cells(self) -> dict[str, Cell]:
        """Area id → its cell."""
        return {cell.id: cell for island in self.islands for cell in island.cells}
