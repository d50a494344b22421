"""First places for the nodes of a mesh, by Tutte's theorem.

If every node is a weighted mean of its neighbours and the rim is convex, no triangle
is turned over, as long as all weights are positive. Weights computed from the wished
places (mean value coordinates, Floater 2003) reproduce them where that is possible.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import atan2, dist, pi, tan

from adjacency_map.mesh import Mesh
from adjacency_map.model import NotDrawable, Point, closed_pairs, turn

SWEEPS = 6000
"""Most sweeps of the equation solver; a board of 50 regions takes some 100."""
NARROW, WIDE = 0.02, 0.9 * pi
"""Bounds of the angles between neighbours, so that weights stay positive."""

Weights = Mapping[int, Sequence[tuple[int, float]]]


def solve(mesh: Mesh, rim: Mapping[int, Point], wishes: Mapping[int, Point]) -> list[Point]:
    """Compute a place for every node such that all triangles keep their orientation.

    :param rim: places of the frame nodes.
    :param wishes: preferred places of some regions.
    :raises NotDrawable: the iteration does not converge.
    """
    around = _around(mesh, rim)
    weights = {node: [(v, 1.0) for v in ring] for node, ring in around.items()}
    points = _start(mesh, rim)
    if wishes:
        for node, place in wishes.items():
            points[node] = place
        free = {node: pairs for node, pairs in weights.items() if node not in wishes}
        for _ in range(60):
            _sweep(points, free, 1.0)
        weights = {node: _mean_values(points, node, ring) for node, ring in around.items()}
    for sweep in range(SWEEPS):
        _sweep(points, weights, 1.3)
        if sweep % 25 == 24:
            for (a, b), m in mesh.middles.items():
                points[m] = ((points[a][0] + points[b][0]) / 2, (points[a][1] + points[b][1]) / 2)
            if all(turn(points[a], points[p], points[q]) > 0 for a, p, q in mesh.triangles):
                return points
    raise NotDrawable("this board is too tangled to draw; give its regions a `center` each, as on a map")


def _around(mesh: Mesh, rim: Collection[int]) -> dict[int, list[int]]:
    """Return for each free node its neighbours, in the order of growing angles."""
    after: dict[int, dict[int, int]] = {}
    for a, b, c in mesh.coarse:
        for node, p, q in ((a, b, c), (b, c, a), (c, a, b)):
            after.setdefault(node, {})[p] = q
    rings: dict[int, list[int]] = {}
    for node, steps in sorted(after.items()):
        if node not in rim:
            ring = [next(iter(steps))]
            while len(ring) < len(steps):
                ring.append(steps[ring[-1]])
            rings[node] = ring
    return rings


def _start(mesh: Mesh, rim: Mapping[int, Point]) -> list[Point]:
    """Return the rim nodes at their places and all others in the middle."""
    x = sum(p[0] for p in rim.values()) / len(rim)
    y = sum(p[1] for p in rim.values()) / len(rim)
    return [rim.get(node, (x, y)) for node in range(len(mesh.labels))]


def _sweep(points: list[Point], weights: Weights, eagerness: float) -> None:
    """Move every node to the mean of its neighbours, or a little beyond."""
    for node, pairs in weights.items():
        total = sx = sy = 0.0
        for v, weight in pairs:
            x, y = points[v]
            sx, sy, total = sx + x * weight, sy + y * weight, total + weight
        x, y = points[node]
        points[node] = x + eagerness * (sx / total - x), y + eagerness * (sy / total - y)


def _mean_values(points: Sequence[Point], node: int, ring: Sequence[int]) -> list[tuple[int, float]]:
    """Return the weights with which the neighbours reproduce the place of a node."""
    x, y = points[node]
    directions = [atan2(points[v][1] - y, points[v][0] - x) for v in ring]
    halves = []
    for direction, following in closed_pairs(directions):
        angle = (following - direction) % (2 * pi)
        halves.append(tan(min(max(angle if angle < 1.5 * pi else NARROW, NARROW), WIDE) / 2))
    spread = max(dist((x, y), points[v]) for v in ring) or 1.0
    return [(v, (halves[k - 1] + halves[k]) / max(dist((x, y), points[v]), spread / 20)) for k, v in enumerate(ring)]
