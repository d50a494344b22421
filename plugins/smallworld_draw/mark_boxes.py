"""The boxes that marks take in a picture, and marks of neighbours that make room for each other."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Point = tuple[float, float]

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
