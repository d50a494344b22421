"""Good looks for a valid drawing: cells like the bubbles of a foam.

Borders pull themselves straight, crowded cells push outwards, and every cell is
drawn to the place that its board file gives it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, sqrt

from smallworld.render.planar import Point, turn
from smallworld.render.sheet import Sheet

PRESSURE, TENSION, JUNCTION = 0.30, 0.30, 0.02
SQUEEZE, THIN = 0.5, 0.15
"""How hard thin places resist, and what is thin, in widths of a cell."""
STEP = 0.12
"""Longest move of a node at once, in widths of a cell."""


class Foam:
    """A sheet in motion."""

    def __init__(self, sheet: Sheet, centres: Mapping[int, Point], free: bool) -> None:
        """:param free: the rim is a coast and may move; else its nodes slide along the sides of a rectangle."""
        self.sheet, self.centres, self.free = sheet, centres, free
        self.right, self.bottom = max(sheet.xs), max(sheet.ys)
        self.regions = max(sheet.labels) + 1
        area = self.right * self.bottom * (0.75 if free else 1.0)
        self.size = sqrt(area / self.regions)
        sheet.least = 2e-6 * self.size * self.size
        self.targets = self._targets(area)

    def settle(self, rounds: int, pull: float) -> None:
        """Move everything a number of times.

        :param pull: how strongly the cells are drawn to their places.
        """
        sheet = self.sheet
        for beat in range(rounds):
            slow = 1.0 - 0.5 * beat / rounds
            forces = self._forces(pull)
            for node, chain in sheet.chains.items():
                dx, dy = forces[node]
                tx, ty = self._tension(node, chain)
                dx, dy = dx + tx, dy + ty
                self._move(node, dx * slow, dy * slow)
            self._spread_inner()
            if beat % 4 == 0:
                sheet.flip()

    def _tension(self, node: int, chain: Sequence[int]) -> Point:
        """Borders shorten; where three of them meet, each pulls alike, however long it is."""
        x, y = self.sheet.point(node)
        tx = ty = 0.0
        if len(chain) == 2:
            for v in chain:
                tx += (self.sheet.xs[v] - x) / 2
                ty += (self.sheet.ys[v] - y) / 2
            return TENSION * tx, TENSION * ty
        for v in chain:
            dx, dy = self.sheet.xs[v] - x, self.sheet.ys[v] - y
            scale = 1.0 / max(hypot(dx, dy), 0.05 * self.size)
            tx += dx * scale
            ty += dy * scale
        return JUNCTION * self.size * tx, JUNCTION * self.size * ty

    def cells(self) -> tuple[list[float], list[Point]]:
        """Area and centroid of every region."""
        areas = [0.0] * self.regions
        mx, my = [0.0] * self.regions, [0.0] * self.regions
        xs, ys = self.sheet.xs, self.sheet.ys
        for (a, p, q), label in zip(self.sheet.triangles, self.sheet.labels, strict=True):
            area = ((xs[p] - xs[a]) * (ys[q] - ys[a]) - (ys[p] - ys[a]) * (xs[q] - xs[a])) / 2
            areas[label] += area
            mx[label] += area * (xs[a] + xs[p] + xs[q]) / 3
            my[label] += area * (ys[a] + ys[p] + ys[q]) / 3
        return areas, [(x / area, y / area) for x, y, area in zip(mx, my, areas, strict=True)]

    def _targets(self, area: float) -> list[float]:
        """Areas to strive for: a little more for regions with many neighbours."""
        neighbours: list[set[int]] = [set() for _ in range(self.regions)]
        for (p, q), label in self.sheet.border.items():
            neighbours[label].add(self.sheet.border.get((q, p), label))
        weights = [min(1.5, 0.7 + 0.05 * len(n)) for n in neighbours]
        return [area * weight / sum(weights) for weight in weights]

    def _forces(self, pull: float) -> list[Point]:
        """Push and pull of the cells on every border node."""
        areas, middles = self.cells()
        push = [PRESSURE * max(-1.0, min(1.5, t / a - 1)) for t, a in zip(self.targets, areas, strict=True)]
        pulls = [(0.0, 0.0)] * self.regions
        for label, (x, y) in self.centres.items():
            pulls[label] = (pull * (x - middles[label][0]), pull * (y - middles[label][1]))
        xs, ys = self.sheet.xs, self.sheet.ys
        fx, fy, lines = [0.0] * len(xs), [0.0] * len(xs), [0] * len(xs)
        for (p, q), label in self.sheet.border.items():
            px, py = pulls[label]
            force = push[label] + self._squeeze(p, q)
            nx, ny = (ys[q] - ys[p]) * force + px, (xs[p] - xs[q]) * force + py
            for node in (p, q):
                fx[node] += nx
                fy[node] += ny
                lines[node] += 1
        return [(x * 2 / max(n, 1), y * 2 / max(n, 1)) for x, y, n in zip(fx, fy, lines, strict=True)]

    def _squeeze(self, p: int, q: int) -> float:
        """How hard a cell resists at a place where it is thin."""
        sheet = self.sheet
        r = sheet.opposite(p, q)
        if (q, r) in sheet.border or (r, p) in sheet.border:
            return 0.0  # a corner, which may be sharp
        a, b, c = sheet.point(p), sheet.point(q), sheet.point(r)
        length = hypot(b[0] - a[0], b[1] - a[1]) + 1e-9 * self.size
        lack = 1.0 - turn(a, b, c) / length / (THIN * self.size)
        return SQUEEZE * lack * min(1.0, THIN * self.size / length) if lack > 0 else 0.0

    def _move(self, node: int, dx: float, dy: float) -> None:
        """Move a border node, not too far, and along the side of the board if it lies there."""
        if not self.free:
            x, y = self.sheet.point(node)
            near = 1e-6 * self.size
            dx = 0.0 if x < near or x > self.right - near else dx
            dy = 0.0 if y < near or y > self.bottom - near else dy
        far, most = hypot(dx, dy), STEP * self.size
        if far > most:
            dx, dy = dx * most / far, dy * most / far
        self.sheet.move(node, dx, dy)

    def _spread_inner(self) -> None:
        """Keep the nodes within the cells in the middle of what they hold up."""
        sheet = self.sheet
        for node in sheet.inner:
            around = [v for v, _ in sheet.hangs[node]]
            x = sum(sheet.xs[v] for v in around) / len(around)
            y = sum(sheet.ys[v] for v in around) / len(around)
            sheet.move(node, (x - sheet.xs[node]) * 0.5, (y - sheet.ys[node]) * 0.5)
