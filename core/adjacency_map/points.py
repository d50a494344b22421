"""Points of the plane, the two questions that the drawing asks about them, and walks along neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
