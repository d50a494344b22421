"""A valid drawing, and its relaxation: cells become even and round, like the bubbles of a foam.

Every triangle carries the label of a region. A line between triangles of different labels, or at the rim, is *border*;
the others only support a cell and may be flipped. No triangle is ever turned over, so which cells share a border stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, sqrt

from adjacency_map.model import Point, turn

Triangle = tuple[int, int, int]


class Triangulation:
    """Nodes and labelled triangles.

    :ivar xs: horizontal places of the nodes; :ivar ys: vertical ones.
    :ivar border: directed border line → the region on its left.
    :ivar chains: border node → the nodes next to it along the border.
    :ivar inner: nodes within a region.
    :ivar opposite_sides: node → the opposite side of each of its triangles.
    :ivar border_sides: both nodes of each border line, its region, and the third node of its triangle; None at a
        corner, which may be sharp.
    """

    def __init__(self, points: Sequence[Point], triangles: Sequence[Triangle], labels: Sequence[int]) -> None:
        """:param labels: the region of each triangle."""
        self.xs = [x for x, _ in points]
        self.ys = [y for _, y in points]
        self.triangles = list(triangles)
        self.labels = list(labels)
        self.least = 0.0
        self._connect()

    def point(self, node: int) -> Point:
        """Return the place of a node."""
        return self.xs[node], self.ys[node]

    def move(self, node: int, dx: float, dy: float) -> None:
        """Move a node as far as its triangles allow."""
        x, y = self.xs[node], self.ys[node]
        for _ in range(3):
            if self._fits(node, x + dx, y + dy):
                self.xs[node], self.ys[node] = x + dx, y + dy
                return
            dx, dy = dx / 3, dy / 3

    def _fits(self, node: int, x: float, y: float) -> bool:
        """Return whether all triangles of a node keep their orientation, with some room or more than now."""
        xs, ys = self.xs, self.ys
        for b, c in self.opposite_sides[node]:
            new = (xs[b] - x) * (ys[c] - y) - (ys[b] - y) * (xs[c] - x)
            if new < self.least:
                old = (xs[b] - xs[node]) * (ys[c] - ys[node]) - (ys[b] - ys[node]) * (xs[c] - xs[node])
                if new <= old:
                    return False
        return True

    def flip(self) -> None:
        """Flip lines within cells that are not Delaunay."""
        changed = False
        inner_lines = [
            (line, first) for line, first in self._edges.items() if line[0] < line[1] and line not in self.border
        ]
        for (p, q), first in inner_lines:
            second = self._edges.get((q, p))
            if second is None or self._edges.get((p, q)) != first:
                continue
            r, s = self._third(first, p, q), self._third(second, q, p)
            if self._better(p, q, r, s):
                self._replace(first, (p, s, r))
                self._replace(second, (s, q, r))
                changed = True
        if changed:
            self._collect_sides()

    def _better(self, p: int, q: int, r: int, s: int) -> bool:
        a, b, c, d = self.point(p), self.point(q), self.point(r), self.point(s)
        # The angles over the line, at r and at s, add up to more than a half turn.
        dot_r = (a[0] - c[0]) * (b[0] - c[0]) + (a[1] - c[1]) * (b[1] - c[1])
        dot_s = (a[0] - d[0]) * (b[0] - d[0]) + (a[1] - d[1]) * (b[1] - d[1])
        if turn(c, a, b) * dot_s + turn(d, b, a) * dot_r >= -1e-9:
            return False
        return turn(a, d, c) > self.least and turn(d, b, c) > self.least

    def split(self) -> None:
        """Put a node into the middle of every border line, so that borders can bend."""
        for p, q in list(self.border):
            if (p, q) not in self._edges:
                continue
            middle = len(self.xs)
            self.xs.append((self.xs[p] + self.xs[q]) / 2)
            self.ys.append((self.ys[p] + self.ys[q]) / 2)
            for a, b in ((p, q), (q, p)):
                index = self._edges.get((a, b))
                if index is not None:
                    third = self._third(index, a, b)
                    self._replace(index, (a, middle, third))
                    self._edges |= dict.fromkeys(_edges_of((middle, b, third)), len(self.triangles))
                    self.triangles.append((middle, b, third))
                    self.labels.append(self.labels[index])
        self._connect()

    def _third(self, index: int, p: int, q: int) -> int:
        a, b, c = self.triangles[index]
        return a + b + c - p - q

    def _replace(self, index: int, triangle: Triangle) -> None:
        for edge in _edges_of(self.triangles[index]):
            if self._edges.get(edge) == index:
                del self._edges[edge]
        self.triangles[index] = triangle
        self._edges |= dict.fromkeys(_edges_of(triangle), index)

    def _connect(self) -> None:
        """Compute border lines, chains and the triangles of each node."""
        self._edges = {edge: i for i, triangle in enumerate(self.triangles) for edge in _edges_of(triangle)}
        self.border: dict[tuple[int, int], int] = {}
        for (p, q), index in self._edges.items():
            other = self._edges.get((q, p))
            if other is None or self.labels[other] != self.labels[index]:
                self.border[p, q] = self.labels[index]
        self.chains: dict[int, list[int]] = {}
        for p, q in self.border:
            for a, b in ((p, q), (q, p)):
                chain = self.chains.setdefault(a, [])
                if b not in chain:
                    chain.append(b)
        self.inner = [node for node in range(len(self.xs)) if node not in self.chains]
        self._collect_sides()

    def _collect_sides(self) -> None:
        self.opposite_sides: list[list[tuple[int, int]]] = [[] for _ in self.xs]
        for a, b, c in self.triangles:
            self.opposite_sides[a].append((b, c))
            self.opposite_sides[b].append((c, a))
            self.opposite_sides[c].append((a, b))
        self.border_sides = [(p, q, label, self._inner_third(p, q)) for (p, q), label in self.border.items()]

    def _inner_third(self, p: int, q: int) -> int | None:
        third = self._third(self._edges[p, q], p, q)
        return None if (q, third) in self.border or (third, p) in self.border else third


def _edges_of(triangle: Triangle) -> tuple[tuple[int, int], tuple[int, int], tuple[int, int]]:
    a, b, c = triangle
    return (a, b), (b, c), (c, a)


# --- the forces


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
                (dx, dy), (tx, ty) = forces[node], self._tension(node, chain)
                self._move(node, (dx + tx) * slow, (dy + ty) * slow)
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

    def _cells(self) -> tuple[list[float], list[Point]]:
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
        areas, middles = self._cells()
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
