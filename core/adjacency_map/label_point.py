"""The point of a cell at which its label has the most room."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, sqrt

from adjacency_map.model import Point, Ring, outline

GRID, REFINEMENTS = 9, 3
"""Steps of the first grid across a cell; number of times that the grid is halved around the best point."""
OUTSIDE = 1000.0
"""Penalty of a point outside of the cell: more than any distance within a drawing of usual size."""

Line = tuple[float, float, float, float]


def label_point(rings: Sequence[Ring]) -> Point:
    """Return the point farthest from the outline, where a step to the side counts half; ties go to the middle."""
    lines = squeezed_lines(rings)
    xs, ys = [line[0] for line in lines], [line[1] for line in lines]
    step_x, step_y = (max(xs) - min(xs)) / GRID, (max(ys) - min(ys)) / GRID
    middle_x, middle_y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2

    def merit(point: Point) -> float:
        room = depth(point, lines)
        return room - 0.15 * hypot(point[0] - middle_x, point[1] - middle_y) if room > 0 else room - OUTSIDE

    grid = range(1, GRID)
    best = max(((min(xs) + i * step_x, min(ys) + j * step_y) for i in grid for j in grid), key=merit)
    for _ in range(REFINEMENTS):
        step_x, step_y = step_x / 2, step_y / 2
        tries = [(best[0] + i * step_x, best[1] + j * step_y) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        best = max(tries, key=merit)
    return best[0] * 2, best[1]


def squeezed_lines(rings: Sequence[Ring]) -> list[Line]:
    """Return the outline with half its width: labels are wider than high."""
    return [(a[0] / 2, a[1], b[0] / 2, b[1]) for a, b in outline(rings)]


def depth(point: Point, lines: Sequence[Line]) -> float:
    """Return the distance of a point from the outline; negative outside."""
    x, y = point
    nearest, inside = inf, False  # the square of the distance
    for ax, ay, bx, by in lines:
        dx, dy = bx - ax, by - ay
        to_x, to_y = x - ax, y - ay
        along = to_x * dx + to_y * dy
        if along > 0:
            length = dx * dx + dy * dy
            t = along / length if along < length else 1.0
            to_x -= t * dx
            to_y -= t * dy
        distance = to_x * to_x + to_y * to_y
        if distance < nearest:
            nearest = distance
        if (ay > y) != (by > y) and x < ax + dx * (y - ay) / dy:
            inside = not inside
    return sqrt(nearest) if inside else -sqrt(nearest)
