"""The faces of a plane map, and the mesh of triangles over them: the pieces that make up the cell of each region.

Vertices are numbers. A rotation lists the neighbours of a vertex in the order of growing angle; a walk lists the
corners of a face with the face on the left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice, pairwise, product
from math import atan2, dist

from adjacency_map.model import NotDrawable, Point, closed_pairs, is_crossing, reachable
from adjacency_map.planarity import Edge, rotation_of

Rotation = dict[int, list[int]]
Walk = list[int]

ATTEMPTS = 64
"""Number of ways to re-route crossing edges that are tried before the planarity test."""


def embed(
    vertices: Sequence[int], edges: Collection[Edge], centres: Sequence[Point] | None, rim: Collection[int]
) -> tuple[list[Walk], Walk]:
    """Return the inner faces and the outer face of a connected plane map.

    :param centres: approximate places of the vertices; the embedding follows them where it can.
    :param rim: vertices that should be on the outer face.
    :raises NotDrawable: the map has no plane embedding.
    """
    if len(vertices) == 1:
        return [], [vertices[0]]
    faces = _best(vertices, edges, centres, rim) if centres is not None else None
    walks, outer = faces or _by_planarity_test(vertices, edges, rim)
    return [walk for walk in walks if walk is not outer], outer


def walks_of(rotation: Rotation) -> list[Walk]:
    """Return the walk around every face of an embedding."""
    after = {(u, v): (v, rotation[v][rotation[v].index(u) - 1]) for v, around in rotation.items() for u in around}
    walks = []
    while after:
        start = dart = next(iter(after))
        walk = []
        while True:
            walk.append(dart[0])
            dart = after.pop(dart)
            if dart == start:
                break
        walks.append(walk)
    return walks


def _best(
    vertices: Sequence[int], edges: Collection[Edge], centres: Sequence[Point], rim: Collection[int]
) -> tuple[list[Walk], Walk] | None:
    """Embed the straight lines between the centres and re-route those that cross.

    Crossing lines are removed and inserted again through faces. Of the embeddings that
    work, the one with the largest part of the rim on the outer face is returned.
    """
    best, best_count = None, -1
    for dropped in islice(_ways_out(edges, centres), ATTEMPTS):
        rotation = _rotation(vertices, [edge for edge in edges if edge not in dropped], centres)
        if rotation is None or not all(_insert(rotation, edge, rim) for edge in sorted(dropped)):
            continue
        walks = walks_of(rotation)
        if len(vertices) - len(edges) + len(walks) != 2:
            continue
        outer = max(walks, key=lambda walk: (len(set(rim) & set(walk)), -_area(walk, centres)))
        count = len(set(rim) & set(outer))
        if count > best_count:
            best, best_count = (walks, outer), count
        if count == len(set(rim)):
            break
    return best


def trusted_vertices(edges: Collection[Edge], centres: Sequence[Point]) -> list[int]:
    """Return the vertices with reliable centres: no straight lines between them cross."""
    pairs = _crossings(edges, centres)
    doubted: set[int] = set()
    while pairs:
        # A long bent region such as a sea has many lines that cross; leave out the worst first.
        ends = [v for pair in pairs for edge in pair for v in edge]
        degree = Counter(v for edge in edges for v in edge)
        worst = max(set(ends), key=lambda v: (ends.count(v), degree[v], -v))
        doubted.add(worst)
        pairs = [pair for pair in pairs if worst not in (*pair[0], *pair[1])]
    return [v for v in range(len(centres)) if v not in doubted]


def _crossings(edges: Collection[Edge], centres: Sequence[Point]) -> list[tuple[Edge, Edge]]:
    listed = sorted(edges)
    return [
        (one, other)
        for i, one in enumerate(listed)
        for other in listed[i + 1 :]
        if not set(one) & set(other) and is_crossing(*(centres[v] for v in (*one, *other)))
    ]


def _ways_out(edges: Collection[Edge], centres: Sequence[Point]) -> Iterable[frozenset[Edge]]:
    """Yield sets of edges to remove so that no straight lines cross; long edges go first."""
    pairs = [sorted(pair, key=lambda edge: -dist(*(centres[v] for v in edge))) for pair in _crossings(edges, centres)]
    seen = set()
    for choice in product(*pairs) if len(pairs) <= 12 else [[pair[0] for pair in pairs]]:
        dropped = frozenset(choice)
        if dropped not in seen:
            seen.add(dropped)
            yield dropped


def _rotation(vertices: Sequence[int], edges: Collection[Edge], centres: Sequence[Point]) -> Rotation | None:
    """Return the neighbours in the order of their directions; None if the map is not connected."""
    rotation: Rotation = {v: [] for v in vertices}
    for a, b in edges:
        rotation[a].append(b)
        rotation[b].append(a)
    for v, (x, y) in enumerate(centres):
        rotation[v].sort(key=lambda other: (atan2(centres[other][1] - y, centres[other][0] - x), other))
    return rotation if len(reachable(vertices[0], rotation)) == len(rotation) else None


def _insert(rotation: Rotation, edge: Edge, rim: Collection[int]) -> bool:
    """Insert an edge through a face that has both its ends; prefer one that keeps the rim outside."""
    a, b = edge
    shared = [walk for walk in walks_of(rotation) if a in walk and b in walk]
    if not shared:
        return False
    walk = min(shared, key=lambda walk: (len(set(rim) & set(walk)) == len(set(rim)), len(walk)))
    for v, other in ((a, b), (b, a)):
        before = walk[walk.index(v) - 1]
        rotation[v].insert(rotation[v].index(before), other)
    return True


def _area(walk: Walk, centres: Sequence[Point]) -> float:
    return sum(centres[a][0] * centres[b][1] - centres[b][0] * centres[a][1] for a, b in closed_pairs(walk))


def _by_planarity_test(
    vertices: Sequence[int], edges: Collection[Edge], rim: Collection[int]
) -> tuple[list[Walk], Walk]:
    """Compute an embedding without centres, with the rim outside if that is possible."""
    outside = len(vertices)
    order = rotation_of(outside + 1, {*edges, *((v, outside) for v in rim)}) if rim else None
    order = order or rotation_of(outside, edges)
    if order is None:
        raise NotDrawable("these borders fit on no flat map; check the lists of `adjacent`")
    walks = walks_of({v: [u for u in order[v] if u != outside] for v in vertices})
    return walks, max(walks, key=lambda walk: (len(set(rim) & set(walk)), len(walk)))


# --- the mesh
#
# Every triangle has one *anchor*, a node inside a region, and two *corner* nodes on its border: the middle of an edge
# of the map, the star point of a face, or a point of the frame. As long as no triangle is turned over, the cells tile
# the frame, and two of them share a line exactly when their regions are adjacent: the pieces around an edge meet in a
# line, those around a star point in nothing but that point.


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
