"""Points, and input and output of a drawing: areas and maps, cells and drawings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import dist, inf, sqrt
from typing import TypeVar

Point = tuple[float, float]
T = TypeVar("T")


def turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle, positive if the angle grows from b to c seen from a."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def is_crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the lines a–b and c–d cross or overlap."""
    to_c, to_d = turn(a, b, c), turn(a, b, d)
    if to_c == to_d == 0:  # in one line
        return max(min(a, b), min(c, d)) <= min(max(a, b), max(c, d))
    return to_c * to_d <= 0 and turn(c, d, a) * turn(c, d, b) <= 0


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


# --- outlines


Ring = tuple[Point, ...]
"""A closed outline; the last point is joined to the first."""
Line = tuple[Point, Point]
OUTSIDE = 1000.0
"""Penalty of a point outside of the cell: more than any distance within a drawing of usual size."""


def outline(rings: Iterable[Ring]) -> list[Line]:
    """Return the lines of some rings."""
    return [line for ring in rings for line in closed_pairs(ring)]


def crossings(lines: Iterable[Line], y: float) -> list[float]:
    """List the places where a level line crosses outlines, from left to right: in, out, in, out …"""
    return sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in lines if (ay > y) != (by > y))


Side = tuple[float, float, float, float, float, float]
"""Of an outline: start, height of its end, its vector, the square of its length."""


def _sides(lines: Sequence[Line]) -> list[Side]:
    return [
        (ax, ay, by, bx - ax, by - ay, (bx - ax) * (bx - ax) + (by - ay) * (by - ay)) for (ax, ay), (bx, by) in lines
    ]  # fmt: skip


def depth(point: Point, lines: Sequence[Line]) -> float:
    """Return the distance of a point from the outline; negative outside."""
    return _depth(point, _sides(lines))


def _depth(point: Point, sides: Sequence[Side], least: float = -inf) -> float:
    """Return the depth of a point; minus infinity as soon as it is seen to be less than a positive least."""
    x, y = point
    nearest, inside = inf, False  # the square of the distance
    limit = least * least * (1 - 1e-9) if least > 0 else -1.0
    for ax, ay, by, dx, dy, length in sides:
        to_x, to_y = x - ax, y - ay
        along = to_x * dx + to_y * dy
        if along > 0:
            t = along / length if along < length else 1.0
            to_x -= t * dx
            to_y -= t * dy
        distance = to_x * to_x + to_y * to_y
        if distance < nearest:
            if distance < limit:
                return -inf
            nearest = distance
        if (ay > y) != (by > y) and x < ax + dx * (y - ay) / dy:
            inside = not inside
    return sqrt(nearest) if inside else -sqrt(nearest)


Merit = tuple[float, ...]
"""The greatest is the best; the first number of a point is at most its depth."""


def best_point(lines: Sequence[Line], merit: Callable[[Point, float], Merit], steps: int, refinements: int) -> Point:
    """Return the point within an outline with the most merit: that of a grid, which is then halved around the best.

    :param merit: point, its depth → its merit.
    :param steps: those of the first grid across the outline.
    """
    sides = _sides(lines)

    def best_of(points: Iterable[Point], least: float) -> tuple[Point, Merit]:
        best: Point = 0.0, 0.0
        most: Merit = (-inf,)
        for point in points:
            worth = merit(point, _depth(point, sides, max(least, most[0])))
            if worth > most:
                best, most = point, worth
        return best, most

    xs, ys = [start[0] for start, _end in lines], [start[1] for start, _end in lines]
    left, top, step_x, step_y = min(xs), min(ys), (max(xs) - min(xs)) / steps, (max(ys) - min(ys)) / steps
    grid = range(1, steps)
    middle = left + steps // 2 * step_x, top + steps // 2 * step_y
    points = ((left + i * step_x, top + j * step_y) for i in grid for j in grid)
    best, most = best_of(points, best_of([middle], -inf)[1][0])
    for _ in range(refinements):
        step_x, step_y = step_x / 2, step_y / 2
        points = ((best[0] + i * step_x, best[1] + j * step_y) for i in (-1, 0, 1) for j in (-1, 0, 1))
        best, most = best_of([*points], most[0])
    return best


def label_point(rings: Sequence[Ring]) -> Point:
    """Return the point farthest from the outline, where a step to the side counts half; ties go to the middle."""
    lines = [((ax / 2, ay), (bx / 2, by)) for (ax, ay), (bx, by) in outline(rings)]  # labels are wider than high
    xs, ys = [start[0] for start, _end in lines], [start[1] for start, _end in lines]
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2

    def merit(point: Point, room: float) -> Merit:
        return (room - 0.15 * dist(point, middle) if room > 0 else room - OUTSIDE,)

    x, y = best_point(lines, merit, 9, 3)
    return x * 2, y


# --- areas and maps, cells and drawings


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


@dataclass(frozen=True, eq=False)
class Drawing:
    """A whole map, or several islands in rows or columns; the key of caches, in which it equals itself alone."""

    width: float
    height: float
    islands: tuple[Island, ...]

    @cached_property
    def cells(self) -> dict[str, Cell]:
        """Area id → its cell."""
        return {cell.id: cell for island in self.islands for cell in island.cells}
