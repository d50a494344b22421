"""Mesh of triangles over a plane map: the pieces that make up the cell of each region.

Every triangle has one *anchor*, a node inside a region, and two *corner* nodes
on its border: the middle of an edge of the map, the star point of a face, or a
point of the frame. As long as no triangle is turned
over, the cells tile the frame, and two of them share a line exactly when their
regions are adjacent: the pieces around an edge meet in a line, those around a
star point in nothing but that point.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from adjacency_map.embedding import Walk
from adjacency_map.model import closed_pairs

CORNER = -1
"""Label of the nodes that belong to no region."""


@dataclass(slots=True)
class Mesh:
    """Nodes, triangles and the frame around them.

    :ivar labels: for each node its region, or ``CORNER``.
    :ivar triangles: (anchor, p, q), turning in the sense of growing angles.
    :ivar coarse: the same surface without the middles of edges, from which the nodes get their first places.
    :ivar middles: edge between anchors → the node in its middle.
    :ivar gates: frame nodes between the corners of the outer walk, in its order.
    :ivar outer: the anchor at each corner of the outer walk.
    """

    labels: list[int]
    triangles: list[tuple[int, int, int]] = field(default_factory=list)
    coarse: list[tuple[int, int, int]] = field(default_factory=list)
    middles: dict[tuple[int, int], int] = field(default_factory=dict)
    gates: list[int] = field(default_factory=list)
    outer: list[int] = field(default_factory=list)

    def add(self, label: int = CORNER) -> int:
        """Add a node and return its number."""
        self.labels.append(label)
        return len(self.labels) - 1

    def wedge(self, a: int, b: int, tip: int) -> None:
        """Add the pieces of two neighbours along the edge a→b, up to a point on its left."""
        edge = (min(a, b), max(a, b))
        middle = self.middles[edge] if edge in self.middles else self.add()
        self.middles[edge] = middle
        self.triangles += [(a, middle, tip), (b, tip, middle)]
        self.coarse.append((a, b, tip))

    def star(self, cycle: Walk) -> None:
        """Add a face: all its regions meet in one point."""
        tip = self.add()
        for a, b in closed_pairs(cycle):
            self.wedge(a, b, tip)


def build(regions: int, inner: Sequence[Walk], outer: Walk, inland: Collection[int]) -> Mesh:
    """Build the mesh of an embedding, with frame nodes but without the nodes between them.

    :param inland: regions that should not reach the frame. One on the outer walk
        reaches it in a single point.
    """
    mesh = Mesh(list(range(regions)))
    touching = {frozenset(step) for walk in (*inner, outer) for step in closed_pairs(walk)}
    for walk in inner:
        is_simple = _cut([mesh.labels[v] for v in walk], touching) is None
        for cycle in [walk] if is_simple else _split(mesh, _ring(mesh, walk), touching):
            mesh.star(cycle)
    mesh.outer = _without_pockets(mesh, outer, inland)
    if len(mesh.outer) > 1:
        _gates(mesh, inland)
    return mesh


def frame(mesh: Mesh, between: Sequence[Sequence[int]]) -> None:
    """Close the mesh: the cells of the outer walk reach the frame.

    :param between: for each corner of the outer walk the frame nodes after the gate before it.
    """
    if len(mesh.outer) == 1:
        _fan(mesh, mesh.outer[0], [*between[0], between[0][0]])
        return
    for i, anchor in enumerate(mesh.outer):
        first, last = mesh.gates[i - 1], mesh.gates[i]
        if first != last or between[i]:
            _fan(mesh, anchor, [first, *between[i], last])


def _fan(mesh: Mesh, anchor: int, points: Sequence[int]) -> None:
    triangles = [(anchor, q, p) for p, q in pairwise(points)]
    mesh.triangles += triangles
    mesh.coarse += triangles


def _gates(mesh: Mesh, inland: Collection[int]) -> None:
    """Add one frame node for each edge of the outer walk; the nodes around an inland corner are one."""
    count = len(mesh.outer)
    tapered = [mesh.labels[v] in inland for v in mesh.outer]
    if all(tapered) or count == 2:
        tapered = [False] * count
    start = tapered.index(False)
    gates = [0] * count
    for i in (*range(start, count), *range(start)):
        gates[i] = gates[i - 1] if tapered[i] else mesh.add()
    mesh.gates = gates
    for i, a in enumerate(mesh.outer):
        mesh.wedge(a, mesh.outer[(i + 1) % count], gates[i])


def _ring(mesh: Mesh, walk: Walk) -> Walk:
    """Add a second ring of anchors within a face, one for each of its corners."""
    ring = [mesh.add(mesh.labels[v]) for v in walk]
    for (a, b), (c, d) in zip(closed_pairs(walk), closed_pairs(ring), strict=True):
        mesh.star([a, b, d])
        mesh.star([a, d, c])
    return ring


def _split(mesh: Mesh, cycle: Walk, touching: Collection[frozenset[int]]) -> list[Walk]:
    """Cut a cycle as often as possible."""
    cut = _cut([mesh.labels[v] for v in cycle], touching)
    if cut is None:
        return [cycle]
    i, j = cut
    return [*_split(mesh, cycle[i : j + 1], touching), *_split(mesh, [*cycle[: i + 1], *cycle[j:]], touching)]


def _cut(labels: Sequence[int], touching: Collection[frozenset[int]]) -> tuple[int, int] | None:
    """Return two corners of a face to join across it, if any.

    Corners of one region, so that it closes around regions that touch no other; then
    corners of two regions that touch anyway, so that they meet on both sides of
    the regions between them (a peninsula in the sea) and not in a single point.
    """
    pairs = [(i, j) for i in range(len(labels)) for j in range(i + 2, len(labels))]
    for together in (lambda a, b: a == b, lambda a, b: frozenset((a, b)) in touching):
        for i, j in pairs:
            ends = {labels[i], labels[j]}
            inside, outside = labels[i + 1 : j], [*labels[j + 1 :], *labels[:i]]
            if together(labels[i], labels[j]) and set(inside) - ends and set(outside) - ends:
                return i, j
    return None


def _without_pockets(mesh: Mesh, walk: Walk, inland: Collection[int]) -> Walk:
    """Let a region close around inland regions that touch no other."""
    pocket = _pocket([mesh.labels[v] for v in walk], inland)
    if pocket is None:
        return walk
    # Turn the walk so that the pocket does not run over its end.
    start = pocket[0]
    ring = _ring(mesh, [*walk[start:], *walk[:start]])
    while (pocket := _pocket([mesh.labels[v] for v in ring], inland)) is not None:
        start, length = pocket
        ring = [*ring[start:], *ring[:start]]
        for cycle in _split(mesh, ring[: length + 1], ()):
            mesh.star(cycle)
        ring = [ring[0], *ring[length:]]
    return ring


def _pocket(labels: Sequence[int], inland: Collection[int]) -> tuple[int, int] | None:
    """Return start and length of a run of inland corners between two corners of one region."""
    count = len(labels)
    for start in range(count):
        for length in range(2, count - 1):
            label = labels[(start + length) % count]
            between = [labels[(start + k) % count] for k in range(1, length)]
            if label == labels[start] and any(x != label for x in between) and all(x in inland for x in between):
                return start, length
    return None
