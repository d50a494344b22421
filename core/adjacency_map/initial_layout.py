"""First places for the nodes of a mesh: the frame, then all nodes within it, by Tutte's theorem.

If every node is a weighted mean of its neighbours and the rim is convex, no triangle is turned over, as long as all
weights are positive. Mean value coordinates of the wished places (Floater 2003) reproduce these where they can.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from math import atan2, cos, dist, pi, sin, tan

from adjacency_map.faces import Mesh, frame
from adjacency_map.model import NotDrawable, Point, closed_pairs, turn


class Rectangle:
    """The edge of a rectangular map; its corners are nodes of the frame."""

    corners: tuple[float, ...]

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.length = 2 * (width + height)
        self.corners = (0.0, height, height + width, 2 * height + width)

    def place(self, t: float) -> Point:
        """Return the point at a distance along the edge, clockwise."""
        w, h, t = self.width, self.height, t % self.length
        if t < h:
            return 0.0, t
        if t < h + w:
            return t - h, h
        if t < 2 * h + w:
            return w, 2 * h + w - t
        return self.length - t, 0.0

    def along(self, x: float, y: float) -> float:
        """Return the distance along the edge in the direction of a point, seen from the middle."""
        dx, dy = x / self.width - 0.5, y / self.height - 0.5
        reach = max(abs(dx), abs(dy), 1e-9)
        x, y = (dx / reach / 2 + 0.5) * self.width, (dy / reach / 2 + 0.5) * self.height
        if abs(dx) >= abs(dy):
            return y if dx < 0 else 2 * self.height + self.width - y
        return self.height + x if dy > 0 else self.length - x


class Coast:
    """The edge of an island: first an ellipse, which the relaxation then shapes."""

    corners = tuple(k * pi / 4 for k in range(8))

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.length = 2 * pi

    def place(self, t: float) -> Point:
        """Return the point at an angle, clockwise."""
        return self.width * (0.5 + 0.5 * cos(t)), self.height * (0.5 - 0.5 * sin(t))

    def along(self, x: float, y: float) -> float:
        """Return the angle of a point, seen from the middle."""
        return -atan2(y / self.height - 0.5, x / self.width - 0.5)


def place_nodes(mesh: Mesh, edge: Rectangle | Coast, centres: Mapping[int, Point]) -> list[Point]:
    """Close the mesh with a frame and place every node such that no triangle is turned over.

    :param centres: preferred places of the regions; they decide where each reaches the frame.
    """
    pairs = zip([*mesh.gates[-1:], *mesh.gates], mesh.gates, strict=False)
    gates = [gate for before, gate in pairs if gate != before] or mesh.gates[:1]
    ways = [_away_from_corners(edge, t) for t in _ways(mesh, edge, centres, len(gates))]
    places = {node: edge.place(t) for node, t in zip(gates, ways, strict=True)}
    between = _corners(mesh, edge, gates, ways, places)
    frame(mesh, between)
    return _solve(mesh, places, centres)


def _ways(mesh: Mesh, edge: Rectangle | Coast, centres: Mapping[int, Point], count: int) -> list[float]:
    """Return the position of each gate along the frame: near the centres, but in order."""
    even = [edge.length * (i + 0.5) / max(count, 1) for i in range(count)]
    if count < 3 or not centres:
        return even
    wished = _wishes(mesh, edge, centres)
    unrolled = [wished[0]]
    for before, t in pairwise(wished):
        unrolled.append(unrolled[-1] + (t - before + edge.length / 2) % edge.length - edge.length / 2)
    risen = [min(max(t, unrolled[0]), unrolled[0] + edge.length) for t in _rising(unrolled)]
    shift = sum(r - e for r, e in zip(risen, even, strict=True)) / count
    return [0.85 * r + 0.15 * (e + shift) for r, e in zip(risen, even, strict=True)]


def _away_from_corners(edge: Rectangle | Coast, t: float) -> float:
    """Move a gate out of a corner of the frame, where its neighbours would have no room."""
    tolerance = edge.length / 1000
    for corner in edge.corners:
        off = (t - corner + edge.length / 2) % edge.length - edge.length / 2
        if abs(off) < tolerance:
            return t - off + (tolerance if off >= 0 else -tolerance)
    return t


def _wishes(mesh: Mesh, edge: Rectangle | Coast, centres: Mapping[int, Point]) -> list[float]:
    """Return the preferred position of each gate along the frame: between the centres of its regions."""
    count = len(mesh.outer)
    wishes = []
    for i, gate in enumerate(mesh.gates):
        if gate == mesh.gates[i - 1]:
            continue
        last = i
        while mesh.gates[(last + 1) % count] == gate:
            last += 1
        ends = [mesh.labels[mesh.outer[k % count]] for k in (i, last + 1)]
        points = [centres[label] for label in ends if label in centres] or [(edge.width / 2, edge.height / 2)]
        wishes.append(edge.along(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)))
    return wishes


def _rising(values: Sequence[float]) -> list[float]:
    """Return the nearest values that never fall (pool adjacent violators)."""
    pools: list[tuple[float, int]] = []
    for value in values:
        mean, size = value, 1
        while pools and pools[-1][0] > mean:
            before, weight = pools.pop()
            mean = (mean * size + before * weight) / (size + weight)
            size += weight
        pools.append((mean, size))
    return [mean for mean, size in pools for _ in range(size)]


def _corners(
    mesh: Mesh, edge: Rectangle | Coast, gates: Sequence[int], ways: list[float], places: dict[int, Point]
) -> list[list[int]]:
    """Add the corners of the frame as nodes, each after its corner of the outer walk."""
    between: list[list[int]] = [[] for _ in mesh.outer]
    if not gates:
        for t in edge.corners:
            node = mesh.add()
            places[node] = edge.place(t)
            between[0].append(node)
        return between
    gap = edge.length / 200
    for k, (gate, t) in enumerate(zip(gates, ways, strict=True)):
        end = ways[k + 1] if k + 1 < len(ways) else ways[0] + edge.length
        after = len(mesh.gates) - 1 - mesh.gates[::-1].index(gate)
        if gate == mesh.gates[0] == mesh.gates[-1] and len(gates) > 1:
            after = next(i for i, g in enumerate(mesh.gates) if g != gate) - 1
        for corner in sorted((c - t) % edge.length for c in edge.corners):
            if isinstance(edge, Coast) and not gap * 4 < corner < end - t - gap * 4:
                continue
            if corner < end - t:
                node = mesh.add()
                places[node] = edge.place(t + corner)
                between[(after + 1) % len(mesh.outer)].append(node)
    return between


# --- the nodes within the frame


SWEEPS = 6000
"""Most sweeps of the equation solver; a board of 50 regions takes some 100."""
NARROW, WIDE = 0.02, 0.9 * pi
"""Bounds of the angles between neighbours, so that weights stay positive."""

Weights = Mapping[int, Sequence[tuple[int, float]]]


def _solve(mesh: Mesh, rim: Mapping[int, Point], wishes: Mapping[int, Point]) -> list[Point]:
    """Compute a place for every node such that all triangles keep their orientation.

    :param rim: places of the frame nodes.
    :param wishes: preferred places of some regions.
    :raises NotDrawable: the iteration does not converge.
    """
    around = _around(mesh, rim)
    weights = {node: [(v, 1.0) for v in ring] for node, ring in around.items()}
    middle = sum(x for x, _ in rim.values()) / len(rim), sum(y for _, y in rim.values()) / len(rim)
    points = [rim.get(node, middle) for node in range(len(mesh.labels))]
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
