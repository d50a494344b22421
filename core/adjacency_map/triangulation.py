"""A valid drawing that can be deformed: triangles that are never turned over.

Every triangle carries the label of a region. A line between triangles of
different labels, or at the rim, is *border*; the other lines only
support a cell and may be flipped. Which cells share a border never changes.
"""

from __future__ import annotations

from collections.abc import Sequence

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
        self.border: dict[tuple[int, int], int] = {}
        self.chains: dict[int, list[int]] = {}
        self.inner: list[int] = []
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
                    self.triangles.append((middle, b, third))
                    self.labels.append(self.labels[index])
                    self._replace(len(self.triangles) - 1, (middle, b, third), fresh=True)
        self._connect()

    def _third(self, index: int, p: int, q: int) -> int:
        a, b, c = self.triangles[index]
        return a + b + c - p - q

    def _replace(self, index: int, triangle: Triangle, fresh: bool = False) -> None:
        if not fresh:
            for edge in _edges_of(self.triangles[index]):
                if self._edges.get(edge) == index:
                    del self._edges[edge]
        self.triangles[index] = triangle
        for edge in _edges_of(triangle):
            self._edges[edge] = index

    def _connect(self) -> None:
        """Compute border lines, chains and the triangles of each node."""
        self._edges = {edge: i for i, triangle in enumerate(self.triangles) for edge in _edges_of(triangle)}
        self.border = {}
        for (p, q), index in self._edges.items():
            other = self._edges.get((q, p))
            if other is None or self.labels[other] != self.labels[index]:
                self.border[p, q] = self.labels[index]
        chains: dict[int, list[int]] = {}
        for p, q in self.border:
            for a, b in ((p, q), (q, p)):
                chain = chains.setdefault(a, [])
                if b not in chain:
                    chain.append(b)
        self.chains = chains
        self.inner = [node for node in range(len(self.xs)) if node not in chains]
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
