"""Test whether a graph fits into the plane, and how: the left-right algorithm.

De Fraysseix and Rosenstiehl; the form of Brandes, "The Left-Right Planarity Test" (2009).
A depth-first search orients the edges. Each *back* edge then goes left or right of the tree path that it
closes, and some pairs must differ. The graph is planar exactly when all these conflicts have a solution.
Edges are numbers; ``NONE`` is the number of a missing edge.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

Edge = tuple[int, int]
NONE = -1


def is_planar(count: int, edges: Collection[Edge]) -> bool:
    """Return whether a graph of some vertices, numbered from 0, fits into the plane."""
    return _Graph(count, edges).has_sides()


def rotation_of(count: int, edges: Collection[Edge]) -> list[list[int]] | None:
    """Return for each vertex its neighbours in the order of an embedding; None if the graph is not planar."""
    graph = _Graph(count, edges)
    return graph.rotation() if graph.has_sides() else None


@dataclass(slots=True)
class _Interval:
    """Back edges on one side, by the one that returns lowest and the one that returns highest."""

    low: int = NONE
    high: int = NONE


@dataclass(slots=True)
class _Conflict:
    """Two intervals of back edges that must be on different sides."""

    left: _Interval = field(default_factory=_Interval)
    right: _Interval = field(default_factory=_Interval)

    def swap(self) -> None:
        """Exchange the sides."""
        self.left, self.right = self.right, self.left


class _Graph:
    """A graph, oriented by depth-first search."""

    def __init__(self, count: int, edges: Collection[Edge]) -> None:
        self.ends = sorted({(min(edge), max(edge)) for edge in edges if edge[0] != edge[1]})
        size = len(self.ends)
        self.source, self.target = [NONE] * size, [NONE] * size
        self.out: list[list[int]] = [[] for _ in range(count)]
        self.parent, self.height = [NONE] * count, [NONE] * count
        # The lowest two heights to which the edges after an edge return.
        self.low, self.second = [0] * size, [0] * size
        self.nesting, self.side = [0] * size, [1] * size
        # An edge that is on the same side, relative to which `side` counts.
        self.reference, self.lowest_edge = [NONE] * size, [NONE] * size
        self.bottom = [0] * size
        self.conflicts: list[_Conflict] = []
        self.roots: list[int] = []

    def has_sides(self) -> bool:
        """Return whether each back edge can have a side, so that the graph is planar."""
        count, size = len(self.out), len(self.ends)
        if count > 2 and size > 3 * count - 6:  # Euler
            return False
        self._orient()
        for edges in self.out:
            edges.sort(key=self.nesting.__getitem__)
        return all(self._give_sides(root) for root in self.roots)

    # -- orientation -------------------------------------------------------------------------

    def _orient(self) -> None:
        incident: list[list[tuple[int, int]]] = [[] for _ in self.out]
        for edge, (a, b) in enumerate(self.ends):
            incident[a].append((edge, b))
            incident[b].append((edge, a))
        waiting = [iter(pairs) for pairs in incident]
        for root in range(len(self.out)):
            if self.height[root] == NONE:
                self.height[root] = 0
                self.roots.append(root)
                self._orient_from(root, waiting)

    def _orient_from(self, root: int, waiting: Sequence[Iterator[tuple[int, int]]]) -> None:
        stack = [root]
        while stack:
            v = stack[-1]
            for edge, w in waiting[v]:
                if self.source[edge] != NONE:
                    continue
                self.source[edge], self.target[edge] = v, w
                self.out[v].append(edge)
                self.low[edge] = self.second[edge] = self.height[v]
                if self.height[w] == NONE:
                    self.parent[w], self.height[w] = edge, self.height[v] + 1
                    stack.append(w)
                    break
                self.low[edge] = self.height[w]
                self._close(edge)
            else:
                stack.pop()
                if self.parent[v] != NONE:
                    self._close(self.parent[v])

    def _close(self, edge: int) -> None:
        """Note how deep an edge is nested, and pass its lowest returns to the edge before it."""
        v, low, second = self.source[edge], self.low, self.second
        self.nesting[edge] = 2 * low[edge] + (second[edge] < self.height[v])
        before = self.parent[v]
        if before == NONE:
            return
        if low[edge] < low[before]:
            second[before] = min(low[before], second[edge])
            low[before] = low[edge]
        elif low[edge] > low[before]:
            second[before] = min(second[before], low[edge])
        else:
            second[before] = min(second[before], second[edge])

    # -- sides -------------------------------------------------------------------------------

    def _give_sides(self, root: int) -> bool:
        waiting = [iter(edges) for edges in self.out]
        stack = [root]
        while stack:
            v = stack[-1]
            for edge in waiting[v]:
                self.bottom[edge] = len(self.conflicts)
                if self.parent[self.target[edge]] == edge:
                    stack.append(self.target[edge])
                    break
                self.lowest_edge[edge] = edge
                self.conflicts.append(_Conflict(right=_Interval(edge, edge)))
                if not self._integrate(edge):
                    return False
            else:
                stack.pop()
                edge = self.parent[v]
                if edge != NONE:
                    self._drop_returns(edge)
                    if not self._integrate(edge):
                        return False
        return True

    def _integrate(self, edge: int) -> bool:
        """Compare the returns of an edge with those of the edges before it at the same vertex."""
        v = self.source[edge]
        if self.low[edge] >= self.height[v]:
            return True
        before = self.parent[v]
        if edge == self.out[v][0]:
            self.lowest_edge[before] = self.lowest_edge[edge]
            return True
        merged = _Conflict()
        if not (self._merge_own(edge, before, merged) and self._merge_earlier(edge, merged)):
            return False
        if merged.left.high != NONE or merged.right.high != NONE:
            self.conflicts.append(merged)
        return True

    def _merge_own(self, edge: int, before: int, merged: _Conflict) -> bool:
        """Put all returns of an edge on one side."""
        while True:
            conflict = self.conflicts.pop()
            if conflict.left.high != NONE:
                conflict.swap()
            if conflict.left.high != NONE:
                return False
            if self.low[conflict.right.low] > self.low[before]:
                if merged.right.high == NONE:
                    merged.right.high = conflict.right.high
                else:
                    self.reference[merged.right.low] = conflict.right.high
                merged.right.low = conflict.right.low
            else:
                self.reference[conflict.right.low] = self.lowest_edge[before]
            if len(self.conflicts) == self.bottom[edge]:
                return True

    def _merge_earlier(self, edge: int, merged: _Conflict) -> bool:
        """Put the returns of earlier edges that enclose some of this one on the other side."""
        while self._encloses(self.conflicts[-1].left, edge) or self._encloses(self.conflicts[-1].right, edge):
            conflict = self.conflicts.pop()
            if self._encloses(conflict.right, edge):
                conflict.swap()
            if self._encloses(conflict.right, edge):
                return False
            if merged.right.low != NONE:
                self.reference[merged.right.low] = conflict.right.high
            if conflict.right.low != NONE:
                merged.right.low = conflict.right.low
            if merged.left.high == NONE:
                merged.left.high = conflict.left.high
            else:
                self.reference[merged.left.low] = conflict.left.high
            merged.left.low = conflict.left.low
        return True

    def _encloses(self, interval: _Interval, edge: int) -> bool:
        return interval.high != NONE and self.low[interval.high] > self.low[edge]

    def _drop_returns(self, edge: int) -> None:
        """Remove the back edges that end where an edge begins, and refer to the highest of the others."""
        u, conflicts = self.source[edge], self.conflicts
        while conflicts:
            left, right = conflicts[-1].left, conflicts[-1].right
            if min(self.low[part.low] for part in (left, right) if part.low != NONE) != self.height[u]:
                break
            conflicts.pop()
            if left.low != NONE:
                self.side[left.low] = -1
        if conflicts:
            left, right = conflicts[-1].left, conflicts[-1].right
            self._trim(left, right, u)
            self._trim(right, left, u)
        if self.low[edge] < self.height[u]:
            left_high, right_high = conflicts[-1].left.high, conflicts[-1].right.high
            is_left = left_high != NONE and (right_high == NONE or self.low[left_high] > self.low[right_high])
            self.reference[edge] = left_high if is_left else right_high

    def _trim(self, interval: _Interval, opposite: _Interval, u: int) -> None:
        while interval.high != NONE and self.target[interval.high] == u:
            interval.high = self.reference[interval.high]
        if interval.high == NONE and interval.low != NONE:
            self.reference[interval.low] = opposite.low
            self.side[interval.low] = -1
            interval.low = NONE

    # -- embedding ---------------------------------------------------------------------------

    def rotation(self) -> list[list[int]]:
        """Return the neighbours of each vertex in the order of the embedding; all sides must be given."""
        for edge in range(len(self.ends)):
            self.nesting[edge] *= self._sign(edge)
        for edges in self.out:
            edges.sort(key=self.nesting.__getitem__)
        order = [[self.target[edge] for edge in edges] for edges in self.out]
        left, right = [NONE] * len(order), [NONE] * len(order)
        waiting = [iter(edges) for edges in self.out]
        for root in self.roots:
            stack = [root]
            while stack:
                v = stack[-1]
                for edge in waiting[v]:
                    w = self.target[edge]
                    if self.parent[w] == edge:
                        order[w].insert(0, v)
                        left[v] = right[v] = w
                        stack.append(w)
                        break
                    if self.side[edge] == 1:
                        order[w].insert(order[w].index(right[w]) + 1, v)
                    else:
                        order[w].insert(order[w].index(left[w]), v)
                        left[w] = v
                else:
                    stack.pop()
        return order

    def _sign(self, edge: int) -> int:
        """Return the side of an edge, after following its references."""
        chain = [edge]
        while self.reference[chain[-1]] != NONE:
            following = self.reference[chain[-1]]
            self.reference[chain[-1]] = NONE
            chain.append(following)
        for one, following in zip(reversed(chain[:-1]), reversed(chain), strict=False):
            self.side[one] *= self.side[following]
        return self.side[edge]


# --- edges without which a graph fits into the plane


def crossing_edges(count: int, edges: Sequence[Edge], most: int) -> list[Edge]:
    """Return edges to remove so that the others fit into the plane; none of them could stay.

    :param edges: the most trusted first; of edges that cross the last ones are returned.
    :param most: edges to return; if there are so many, their removal is perhaps not enough.
    """
    kept, crossing, start = list(edges), list[Edge](), 0
    while len(crossing) < most and not is_planar(count, kept):
        # Fewer edges are planar if more are, so the first edge too many is found by halving.
        size = bisect_left(range(len(kept)), True, lo=start, key=lambda end: not is_planar(count, kept[: end + 1]))
        crossing.append(kept.pop(size))
        start = size
    return crossing


def single_remedies(count: int, edges: Sequence[Edge], candidates: Sequence[Edge], most: int) -> list[Edge]:
    """Return candidates each of which makes the graph planar if it alone is removed, at most some."""
    remedies: list[Edge] = []
    if count > 2 and len(set(edges)) - 1 > 3 * count - 6:  # too many for any map, also without one of them
        return remedies
    for edge in candidates:
        if len(remedies) == most:
            break
        if is_planar(count, [other for other in edges if other != edge]):
            remedies.append(edge)
    return remedies
