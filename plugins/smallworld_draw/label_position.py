"""Place the label of a region with as little overlap on neighbours as possible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from adjacency_map import Ring, crossings, outline

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
