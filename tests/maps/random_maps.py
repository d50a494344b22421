"""Random maps that nobody has drawn before."""

from __future__ import annotations

from itertools import combinations
from math import dist
from random import Random

from adjacency_map import Area, AreaMap
from adjacency_map.model import Point, is_crossing


def map_of(edges: list[tuple[int, int]], count: int, rim: set[int] | None = None, name: str = "fan") -> AreaMap:
    """Build a map without coordinates."""
    return _map([None] * count, edges, rim or set(), name)


def random_map(seed: int, count: int, keep: float, rim: float, centres: bool = True) -> AreaMap:
    """Build a flat map with straight lines that do not cross.

    :param keep: share of the possible borders that stays.
    :param rim: share of the areas that ask to reach the edge.
    """
    rng = Random(seed)
    points = [(round(rng.uniform(3, 97), 2), round(rng.uniform(3, 97), 2)) for _ in range(count)]
    edges: list[tuple[int, int]] = []
    for a, b in sorted(combinations(range(count), 2), key=lambda e: dist(points[e[0]], points[e[1]])):
        free = all(_apart(points, (a, b), edge) for edge in edges)
        if free and rng.random() < keep:
            edges.append((a, b))
    border = {v for v in range(count) if rng.random() < rim}
    return _map(list(points) if centres else [None] * count, edges, border)


def _apart(points: list[Point], one: tuple[int, int], other: tuple[int, int]) -> bool:
    return bool(set(one) & set(other)) or not is_crossing(*(points[v] for v in (*one, *other)))


def _map(places: list[Point | None], edges: list[tuple[int, int]], rim: set[int], name: str = "fan") -> AreaMap:
    names = [f"x{v}" for v in range(len(places))]
    areas = tuple(
        Area(names[v], tuple(sorted(names[a + b - v] for a, b in edges if v in (a, b))), place, v in rim)
        for v, place in enumerate(places)
    )
    return AreaMap(name, areas)
