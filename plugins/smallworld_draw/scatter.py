"""Small symbols that are scattered over the land, always at the same places of a region."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from random import Random

from adjacency_map import Ring, depth_of, outline
from smallworld_draw.stage import Spot

SIZE = 21.0
"""Of a symbol, before it is scaled."""
AREA = 2300.0
"""Land for each symbol, in square units."""
TRIES = 90
"""Places that are tried for each region."""
APART, INSIDE = 1.45, 0.62
"""Least distance between two symbols and from the border, in sizes."""
MARKS = (38.0, 46.0)
"""Half width and half height of the place for the marks, which is left free."""


@lru_cache(maxsize=4096)
def scattered(
    name: str, rings: tuple[Ring, ...], middle: tuple[float, float], scale: float
) -> Sequence[tuple[float, float]]:
    """Return the middles of the symbols of a region.

    :param name: the id of the region, on which the places depend.
    :param middle: of its marks. :param scale: of marks and symbols.
    """
    lines = [(a[0], a[1], b[0], b[1]) for a, b in outline(rings)]
    size = SIZE * scale
    most = max(2, round(_area(rings) / (AREA * scale)))
    places: list[tuple[float, float]] = []
    for point in _tries(name, lines):
        if len(places) == most:
            break
        is_free = all(hypot(point[0] - x, point[1] - y) > APART * size for x, y in places)
        if is_free and not _is_under_marks(point, middle, scale) and depth_of(point, lines) > INSIDE * size:
            places.append(point)
    return places


def _tries(name: str, lines: Sequence[tuple[float, float, float, float]]) -> Iterator[tuple[float, float]]:
    random = Random(name)  # the same picture every time
    xs, ys = [line[0] for line in lines], [line[1] for line in lines]
    for _ in range(TRIES):
        yield round(random.uniform(min(xs), max(xs)), 1), round(random.uniform(min(ys), max(ys)), 1)


def _is_under_marks(point: tuple[float, float], middle: tuple[float, float], scale: float) -> bool:
    half_width, half_height = MARKS[0] * scale, MARKS[1] * scale
    room = SIZE * scale / 2
    return abs(point[0] - middle[0]) < half_width + room * 0.6 and abs(point[1] - middle[1]) < half_height + room * 0.4


def _area(rings: Sequence[Ring]) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in outline(rings)) / 2)


def places_in(name: str, spot: Spot, scale: float) -> Sequence[tuple[float, float]]:
    """Return the middles of the symbols of a region in a picture."""
    return scattered(name, spot.rings, (spot.x, spot.y), scale)
