"""Where on a region its label goes, so that as little of it as possible lies on a neighbour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from smallworld.render.geometry import Ring

STEP, FAR = 6.0, 10
"""Between two places that are tried, in units of the picture; and how many steps to each side are."""
PULL = 0.15
"""What a unit away from the heart of the region weighs; a unit of a line on a neighbour weighs 1."""


class Row(NamedTuple):
    """A line of a label: from where to where above or below the anchor (downwards), how wide, how much it matters."""

    top: float
    bottom: float
    width: float
    weight: float


@lru_cache(maxsize=4096)
def anchor(rings: tuple[Ring, ...], heart: tuple[float, float], rows: tuple[Row, ...]) -> tuple[float, float]:
    """The best place for a label, near the heart of its region.

    :param rings, heart: of the region, in units of the picture.
    """
    lines = [line for ring in rings for line in pairwise((*ring, ring[0]))]
    known: dict[float, list[float]] = {}
    steps = range(-FAR, FAR + 1)
    moves = sorted(((i * STEP, j * STEP) for i in steps for j in steps), key=lambda move: hypot(*move))
    best, found = float("inf"), heart
    for dx, dy in moves:
        loss = PULL * hypot(dx, dy)
        if loss >= best:
            break
        for row in rows:
            for y in (heart[1] + dy + row.top, heart[1] + dy + row.bottom):
                if y not in known:
                    known[y] = _crossings(lines, y)
                loss += row.weight * _outside(known[y], heart[0] + dx, row.width)
        if loss < best:
            best, found = loss, (heart[0] + dx, heart[1] + dy)
    return found


def _crossings(lines: Sequence[tuple[tuple[float, float], tuple[float, float]]], y: float) -> list[float]:
    """Where a level line crosses the outline, from left to right: in, out, in, out …"""
    return sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in lines if (ay > y) != (by > y))


def _outside(crossings: Sequence[float], middle: float, width: float) -> float:
    """How much of a level line around a middle does not lie in one piece of the region."""
    left, right = middle - width / 2, middle + width / 2
    pieces = zip(crossings[::2], crossings[1::2], strict=True)
    return width - max([0.0, *(min(right, out) - max(left, into) for into, out in pieces)])
