"""Plane embedding of a map: the cyclic order of the neighbours around each region.

Vertices are numbers. A rotation lists the neighbours of a vertex in the order of
growing angle; a walk lists the corners of a face with the face on the left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import islice, product
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
