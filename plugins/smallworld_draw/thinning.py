"""Outlines with fewer points, for small pictures; neighbours keep the same ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjacency_map import Point, Ring, outline

LEAST = 8
"""A ring with fewer points keeps all of them."""


def thinned(outlines: Mapping[str, tuple[Ring, ...]], every: int = 2) -> dict[str, tuple[Ring, ...]]:
    """Leave out points of the lines between corners, where three areas or an area and the edge meet.

    :param every: one of so many is left out.
    """
    rings = [ring for rings_of_one in outlines.values() for ring in rings_of_one]
    corners = _corners(rings)
    kept: set[Point] = set(corners)
    seen: set[Point] = set()
    for ring in rings:
        for chain in _chains(ring, corners):
            inner = [point for point in chain if point not in corners]
            if not seen.intersection(inner):
                seen.update(inner)
                kept.update(point for place, point in enumerate(inner) if place % every or len(ring) < LEAST)
    return {
        name: tuple(tuple(point for point in ring if point in kept) for ring in rings_of_one)
        for name, rings_of_one in outlines.items()
    }


def _corners(rings: Iterable[Ring]) -> set[Point]:
    """Return the points with more or less than two neighbours, and those with a sharp turn."""
    neighbours: dict[Point, set[Point]] = {}
    for ring in rings:
        for start, end in outline((ring,)):
            neighbours.setdefault(start, set()).add(end)
            neighbours.setdefault(end, set()).add(start)
    return {point for point, ends in neighbours.items() if len(ends) != 2 or _is_sharp(point, *ends)}


def _is_sharp(point: Point, one: Point, other: Point) -> bool:
    ax, ay, bx, by = one[0] - point[0], one[1] - point[1], other[0] - point[0], other[1] - point[1]
    return bool(ax * bx + ay * by > -0.8 * ((ax * ax + ay * ay) * (bx * bx + by * by)) ** 0.5)


def _chains(ring: Ring, corners: set[Point]) -> list[list[Point]]:
    """Split a ring at its corners."""
    start = next((place for place, point in enumerate(ring) if point in corners), 0)
    chains: list[list[Point]] = [[]]
    for point in (*ring[start:], *ring[:start]):
        chains[-1].append(point)
        if point in corners:
            chains.append([])
    return chains
