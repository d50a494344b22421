"""Maps nobody has drawn before."""

from __future__ import annotations

from itertools import combinations
from math import dist
from random import Random

from smallworld.model.board import BoardFile, Region
from smallworld.render.planar import crossing

Point = tuple[float, float]


def board_of(edges: list[tuple[int, int]], count: int, rim: set[int] | None = None, **more: object) -> BoardFile:
    """A board without coordinates."""
    return _board([None] * count, edges, rim or set(), **more)


def random_board(seed: int, count: int, keep: float, rim: float, centres: bool = True) -> BoardFile:
    """A flat map whose straight lines do not cross.

    :param keep: the part of the possible borders that stays.
    :param rim: the part of the regions that says it reaches the edge, wherever it lies.
    """
    rng = Random(seed)
    points = [(round(rng.uniform(3, 97), 2), round(rng.uniform(3, 97), 2)) for _ in range(count)]
    edges: list[tuple[int, int]] = []
    for a, b in sorted(combinations(range(count), 2), key=lambda e: dist(points[e[0]], points[e[1]])):
        free = all(_apart(points, (a, b), edge) for edge in edges)
        if free and rng.random() < keep:
            edges.append((a, b))
    border = {v for v in range(count) if rng.random() < rim}
    return _board(list(points) if centres else [None] * count, edges, border)


def _apart(points: list[Point], one: tuple[int, int], other: tuple[int, int]) -> bool:
    return bool(set(one) & set(other)) or not crossing(*(points[v] for v in (*one, *other)))


def _board(places: list[Point | None], edges: list[tuple[int, int]], rim: set[int], **more: object) -> BoardFile:
    names = [f"x{v}" for v in range(len(places))]
    regions = tuple(
        Region(
            names[v],
            "hill",
            border=v in rim,
            center=place,
            adjacent=tuple(sorted(names[a + b - v] for a, b in edges if v in (a, b))),
        )
        for v, place in enumerate(places)
    )
    return BoardFile("fan", regions, **more)  # type: ignore[arg-type]
