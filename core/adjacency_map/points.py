"""Points of the plane and the two questions that the drawing asks about them."""

from __future__ import annotations

Point = tuple[float, float]


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
