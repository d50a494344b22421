"""Borders, centers and the edge of a map from the outlines of its regions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf

from smallworld_draw.board_import.foreign_map import Point

Outlines = Mapping[str, Sequence[Sequence[Point]]]
_Side = tuple[Point, Point]


def shared_sides(outlines: Outlines) -> tuple[list[tuple[str, str]], set[str]]:
    """Return the pairs of regions that share a side, and the regions with a side that no other shares."""
    cuts = sorted({point for rings in outlines.values() for ring in rings for point in _rounded(ring)})
    owners: dict[_Side, set[str]] = {}
    for region, rings in outlines.items():
        for ring in rings:
            for side in _sides(_rounded(ring), cuts):
                owners.setdefault(side, set()).add(region)
    pairs = Counter((one, other) for names in owners.values() for one in names for other in names if one < other)
    return sorted(pairs), {name for names in owners.values() if len(names) == 1 for name in names}


def _rounded(ring: Sequence[Point]) -> list[Point]:
    return [(round(x, 6), round(y, 6)) for x, y in ring]


def _sides(ring: Sequence[Point], cuts: Sequence[Point]) -> Iterator[_Side]:
    """Yield the sides of an outline, cut at each corner of another outline on them."""
    for start, end in pairwise([*ring, ring[0]]):
        first, last = bisect_left(cuts, (min(start[0], end[0]),)), bisect_right(cuts, (max(start[0], end[0]), inf))
        between = [cut for cut in cuts[first:last] if cut not in (start, end) and _is_on(cut, start, end)]
        yield from pairwise(sorted([start, *between, end]))


def _is_on(point: Point, start: Point, end: Point) -> bool:
    (x, y), (ax, ay), (bx, by) = point, start, end
    length = abs(bx - ax) + abs(by - ay)
    is_near = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) <= 1e-6 * length
    return length > 0 and is_near and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)


def middle(rings: Sequence[Sequence[Point]]) -> Point:
    """Return the centre of gravity of the largest outline."""
    return max((_gravity(ring) for ring in rings), key=lambda part: part[0])[1]


def _gravity(ring: Sequence[Point]) -> tuple[float, Point]:
    area = x = y = 0.0
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        cross = ax * by - bx * ay
        area, x, y = area + cross, x + (ax + bx) * cross, y + (ay + by) * cross
    if not area:
        return 0.0, ring[0]
    return abs(area), (x / (3 * area), y / (3 * area))
