"""Relaxation of a valid drawing: cells become even and round, like the bubbles of a foam.

Borders pull themselves straight, crowded cells push outwards, and every cell is
drawn to the place that its board file gives it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, sqrt

from adjacency_map.model import Point
from adjacency_map.triangulation import Triangulation

PRESSURE, TENSION, JUNCTION = 0.30, 0.30, 0.02
SQUEEZE, THIN = 0.5, 0.15
"""Strength with which thin places resist; the limit of thin, in widths of a cell."""
STEP = 0.12
"""Longest move of a node at once, in widths of a cell."""


class Relaxation:
    """The forces that move a triangulation."""

    def __init__(self, triangulation: Triangulation, centres: Mapping[int, Point], free: bool) -> None:
        """:param free: the rim is a coast and may move; otherwise its nodes slide along the sides of a rectangle."""
        self.triangulation, self.centres, self.free = triangulation, centres, free
        self.right, self.bottom = max(triangulation.xs), max(triangulation.ys)
        self.regions = max(triangulation.labels) + 1
        area = self.right * self.bottom * (0.75 if free else 1.0)
        self.size = sqrt(area / self.regions)
        triangulation.least = 2e-6 * self.size * self.size
        self.targets = self._targets(area)

    def settle(self, rounds: int, pull: float) -> None:
        """Move all nodes a number of times.

        :param pull: strength with which cells are drawn to their places.
        """
        triangulation = self.triangulation
        for step in range(rounds):
            slow = 1.0 - 0.5 * step / rounds
            forces = self._forces(pull)
            for node, chain in triangulation.chains.items():
                dx, dy = forces[node]
                tx, ty = self._tension(node, chain)
                dx, dy = dx + tx, dy + ty
                self._move(node, dx * slow, dy * slow)
            self._spread_inner()
            if step % 4 == 0:
                triangulation.flip()

    def _tension(self, node: int, chain: Sequence[int]) -> Point:
        """Return the force that shortens borders; where three meet, each pulls equally."""
        xs, ys = self.triangulation.xs, self.triangulation.ys
        x, y = xs[node], ys[node]
        if len(chain) == 2:
            v, w = chain
            return TENSION * ((xs[v] - x) / 2 + (xs[w] - x) / 2), TENSION * ((ys[v] - y) / 2 + (ys[w] - y) / 2)
        tx = ty = 0.0
        for v in chain:
            dx, dy = xs[v] - x, ys[v] - y
            scale = 1.0 / max(hypot(dx, dy), 0.05 * self.size)
            tx += dx * scale
            ty += dy * scale
        return JUNCTION * self.size * tx, JUNCTION * self.size * ty

    def cells(self) -> tuple[list[float], list[Point]]:
        """Return area and centroid of every region."""
        areas = [0.0] * self.regions
        mx, my = [0.0] * self.regions, [0.0] * self.regions
        xs, ys = self.triangulation.xs, self.triangulation.ys
        for (a, p, q), label in zip(self.triangulation.triangles, self.triangulation.labels, strict=True):
            area = ((xs[p] - xs[a]) * (ys[q] - ys[a]) - (ys[p] - ys[a]) * (xs[q] - xs[a])) / 2
            areas[label] += area
            mx[label] += area * (xs[a] + xs[p] + xs[q]) / 3
            my[label] += area * (ys[a] + ys[p] + ys[q]) / 3
        return areas, [(x / area, y / area) for x, y, area in zip(mx, my, areas, strict=True)]

    def _targets(self, area: float) -> list[float]:
        """Return the target areas: a little more for regions with many neighbours."""
        neighbours: list[set[int]] = [set() for _ in range(self.regions)]
        for (p, q), label in self.triangulation.border.items():
            neighbours[label].add(self.triangulation.border.get((q, p), label))
        weights = [min(1.5, 0.7 + 0.05 * len(n)) for n in neighbours]
        return [area * weight / sum(weights) for weight in weights]

    def _forces(self, pull: float) -> list[Point]:
        """Return the force of the cells on every border node."""
        areas, middles = self.cells()
        push = [PRESSURE * max(-1.0, min(1.5, t / a - 1)) for t, a in zip(self.targets, areas, strict=True)]
        pulls = [(0.0, 0.0)] * self.regions
        for label, (x, y) in self.centres.items():
            pulls[label] = (pull * (x - middles[label][0]), pull * (y - middles[label][1]))
        xs, ys = self.triangulation.xs, self.triangulation.ys
        fx, fy, lines = [0.0] * len(xs), [0.0] * len(xs), [0] * len(xs)
        for p, q, label, third in self.triangulation.border_sides:
            px, py = pulls[label]
            force = push[label] if third is None else push[label] + self._squeeze(p, q, third)
            nx, ny = (ys[q] - ys[p]) * force + px, (xs[p] - xs[q]) * force + py
            for node in (p, q):
                fx[node] += nx
                fy[node] += ny
                lines[node] += 1
        return [(x * 2 / max(n, 1), y * 2 / max(n, 1)) for x, y, n in zip(fx, fy, lines, strict=True)]

    def _squeeze(self, p: int, q: int, third: int) -> float:
        """Return the force with which a cell resists where it is thin."""
        xs, ys = self.triangulation.xs, self.triangulation.ys
        dx, dy = xs[q] - xs[p], ys[q] - ys[p]
        length = hypot(dx, dy) + 1e-9 * self.size
        double_area = dx * (ys[third] - ys[p]) - dy * (xs[third] - xs[p])
        lack = 1.0 - double_area / length / (THIN * self.size)
        return SQUEEZE * lack * min(1.0, THIN * self.size / length) if lack > 0 else 0.0

    def _move(self, node: int, dx: float, dy: float) -> None:
        """Move a border node by a limited step, along the side of the board if it is on it."""
        if not self.free:
            x, y = self.triangulation.point(node)
            margin = 1e-6 * self.size
            dx = 0.0 if x < margin or x > self.right - margin else dx
            dy = 0.0 if y < margin or y > self.bottom - margin else dy
        far, most = hypot(dx, dy), STEP * self.size
        if far > most:
            dx, dy = dx * most / far, dy * most / far
        self.triangulation.move(node, dx, dy)

    def _spread_inner(self) -> None:
        """Move the inner nodes to the middle of their neighbours."""
        triangulation = self.triangulation
        xs, ys = triangulation.xs, triangulation.ys
        for node in triangulation.inner:
            sides = triangulation.opposite_sides[node]
            x = y = 0.0
            for v, _ in sides:
                x += xs[v]
                y += ys[v]
            triangulation.move(node, (x / len(sides) - xs[node]) * 0.5, (y / len(sides) - ys[node]) * 0.5)
