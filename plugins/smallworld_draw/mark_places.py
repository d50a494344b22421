"""Places of labels, marks and scattered symbols in a picture, with as little overlap as possible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import hypot
from random import Random
from typing import NamedTuple

from adjacency_map.model import Line, Point, Ring, crossings, depth, outline

STEP, FAR = 6.0, 10
"""Distance between two places that are tried, in units of the picture; number of such steps to each side."""
PULL = 0.15
"""Weight of a unit away from the middle of the region; a unit of a line on a neighbour weighs 1."""


class Row(NamedTuple):
    """A line of a label: its top and bottom relative to the anchor (downwards), its width, its weight."""

    top: float
    bottom: float
    width: float
    weight: float


@lru_cache(maxsize=4096)
def anchor(rings: tuple[Ring, ...], middle: tuple[float, float], rows: tuple[Row, ...]) -> tuple[float, float]:
    """Return the best place for a label, near the middle of its region.

    :param rings, middle: of the region, in units of the picture.
    """
    lines = outline(rings)
    borders: dict[float, list[float]] = {}
    steps = range(-FAR, FAR + 1)
    moves = sorted(((i * STEP, j * STEP) for i in steps for j in steps), key=lambda move: hypot(*move))
    best, place = float("inf"), middle
    for dx, dy in moves:
        loss = PULL * hypot(dx, dy)
        if loss >= best:
            break
        for row in rows:
            for y in (middle[1] + dy + row.top, middle[1] + dy + row.bottom):
                if y not in borders:
                    borders[y] = crossings(lines, y)
                loss += row.weight * _length_outside(borders[y], middle[0] + dx, row.width)
        if loss < best:
            best, place = loss, (middle[0] + dx, middle[1] + dy)
    return place


def _length_outside(borders: Sequence[float], middle: float, width: float) -> float:
    """Return how much of a level line around a middle is not in one piece of the region."""
    left, right = middle - width / 2, middle + width / 2
    inside = zip(borders[::2], borders[1::2], strict=True)
    return width - max([0.0, *(min(right, out) - max(left, into) for into, out in inside)])


# --- marks of neighbours that make room for each other


Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

TOKEN: Box = (-34.0, -18.0, 37.0, 18.0)
"""The pill of a token with its shape, around the middle of the marks, before it is scaled."""
COUNT: Box = (1.0, -9.0, 27.0, 9.0)
"""The number in the shape."""
PRICE: Box = (-25.0, 20.5, 25.0, 49.5)
"""The tag of a price with a die."""
ROUNDS = 12
"""Most rounds in which marks move."""


def placed(box: Box, middle: Point, scale: float) -> Box:
    """Return where a box is in a picture."""
    (left, top, right, bottom), (x, y) = box, middle
    return x + left * scale, y + top * scale, x + right * scale, y + bottom * scale


def overlap(one: Box, other: Box) -> Point:
    """Return how wide and how high the overlap of two boxes is; negative where they are apart."""
    return min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])


def apart(middles: Mapping[str, Point], scale: float) -> dict[str, Point]:
    """Move marks that overlap away from each other, each by half of the overlap, along its shorter side.

    :param middles: region → the middle of its marks.
    """
    places = dict(middles)
    for _ in range(ROUNDS):
        pairs = [(one, other, _move(places[one], places[other], scale)) for one, other in combinations(places, 2)]
        moves = [(name, move, sign) for one, other, move in pairs if move for name, sign in ((one, 1), (other, -1))]
        if not moves:
            break
        for name, (dx, dy), sign in moves:
            x, y = places[name]
            places[name] = round(x + sign * dx, 1), round(y + sign * dy, 1)
    return places


def _move(one: Point, other: Point, scale: float) -> Point | None:
    """Return how far the first of two marks moves; None if they do not overlap."""
    if abs(one[0] - other[0]) > 80 * scale or abs(one[1] - other[1]) > 80 * scale:
        return None
    for first in (TOKEN, PRICE):
        for second in (TOKEN, PRICE):
            width, height = overlap(placed(first, one, scale), placed(second, other, scale))
            if width > 0 and height > 0:
                if width < height:
                    return (width / 2 + 0.2) * (1 if one[0] >= other[0] else -1), 0.0
                return 0.0, (height / 2 + 0.2) * (1 if one[1] >= other[1] else -1)
    return None


# --- small symbols that are scattered over the land, always at the same places of a region


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
    lines = outline(rings)
    size = SIZE * scale
    most = max(2, round(_area(rings) / (AREA * scale)))
    places: list[tuple[float, float]] = []
    for point in _tries(name, lines):
        if len(places) == most:
            break
        is_free = all(hypot(point[0] - x, point[1] - y) > APART * size for x, y in places)
        if is_free and not _is_under_marks(point, middle, scale) and depth(point, lines) > INSIDE * size:
            places.append(point)
    return places


def _tries(name: str, lines: Sequence[Line]) -> Iterator[Point]:
    random = Random(name)  # the same picture every time
    xs, ys = [start[0] for start, _end in lines], [start[1] for start, _end in lines]
    for _ in range(TRIES):
        yield round(random.uniform(min(xs), max(xs)), 1), round(random.uniform(min(ys), max(ys)), 1)


def _is_under_marks(point: tuple[float, float], middle: tuple[float, float], scale: float) -> bool:
    half_width, half_height = MARKS[0] * scale, MARKS[1] * scale
    room = SIZE * scale / 2
    return abs(point[0] - middle[0]) < half_width + room * 0.6 and abs(point[1] - middle[1]) < half_height + room * 0.4


def _area(rings: Sequence[Ring]) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in outline(rings)) / 2)
