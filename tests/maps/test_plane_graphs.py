"""The planarity test proves its answers: an embedding by Euler's formula, a refusal by Kuratowski's theorem."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

from adjacency_map.faces import walks_of
from adjacency_map.model import reachable
from adjacency_map.planarity import Edge, crossing_edges, is_planar, rotation_of, single_remedies
from tiers import quick_first

FIVE = list(combinations(range(5), 2))
HOUSES_AND_WELLS = list(product(range(3), range(3, 6)))


def random_edges(rng: Random) -> tuple[int, list[Edge]]:
    count = rng.randint(1, 12)
    share = rng.random() * 0.6
    return count, [pair for pair in combinations(range(count), 2) if rng.random() < share]


def parts(count: int, edges: list[Edge]) -> int:
    neighbours: dict[int, list[int]] = {v: [] for v in range(count)}
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    return len({min(reachable(v, neighbours)) for v in range(count)})


def prove_embedding(count: int, edges: list[Edge], rotation: list[list[int]]) -> None:
    """Check by Euler's formula that the order around each vertex belongs to a drawing in the plane."""
    assert sorted((v, w) for v, around in enumerate(rotation) for w in around) == sorted(
        pair for a, b in edges for pair in ((a, b), (b, a))
    )
    faces = len(walks_of(dict(enumerate(rotation)))) + sum(not around for around in rotation)
    assert count - len(edges) + faces == 2 * parts(count, edges)


def prove_crossing(count: int, edges: list[Edge]) -> None:
    """Check that the edges contain a subdivision of one of the two smallest graphs that are not planar."""
    core = list(edges)
    for edge in edges:
        fewer = [other for other in core if other != edge]
        if not is_planar(count, fewer):
            core = fewer
    degrees = Counter(v for edge in core for v in edge)
    joints = sorted(degree for degree in degrees.values() if degree != 2)
    assert joints in ([4] * 5, [3] * 6), core
    assert parts(count, core) == 1 + count - len(degrees)


@pytest.mark.parametrize("graphs", quick_first([150, 5000]))
def test_random_graphs(graphs: int) -> None:
    rng = Random(1)
    verdicts = Counter[bool]()
    for _ in range(graphs):
        count, edges = random_edges(rng)
        rotation = rotation_of(count, edges)
        verdicts[rotation is not None] += 1
        if rotation is not None:
            prove_embedding(count, edges, rotation)
        else:
            prove_crossing(count, edges)
    assert min(verdicts.values()) > graphs / 10


def test_the_smallest_graphs_that_are_not_planar() -> None:
    assert not is_planar(5, FIVE)
    assert not is_planar(6, HOUSES_AND_WELLS)
    assert is_planar(5, FIVE[1:])
    assert is_planar(6, HOUSES_AND_WELLS[1:])


def test_a_long_path_needs_no_deep_recursion() -> None:
    rotation = rotation_of(3000, [(v, v + 1) for v in range(2999)])
    assert rotation is not None
    assert rotation[1] == [0, 2]


def test_the_least_trusted_edge_is_removed() -> None:
    assert crossing_edges(5, FIVE, 9) == [FIVE[-1]]
    assert crossing_edges(5, FIVE[::-1], 9) == [FIVE[0]]
    six = list(combinations(range(6), 2))
    crossing = crossing_edges(6, six, 9)
    assert len(crossing) == 3  # 15 edges, 12 are the most
    assert is_planar(6, [edge for edge in six if edge not in crossing])
    assert crossing_edges(6, six, 2) == crossing[:2]


def test_each_edge_of_the_smallest_graphs_is_a_remedy() -> None:
    assert single_remedies(6, HOUSES_AND_WELLS, HOUSES_AND_WELLS, 4) == HOUSES_AND_WELLS[:4]
    two = [*HOUSES_AND_WELLS, *((a + 6, b + 6) for a, b in HOUSES_AND_WELLS)]
    assert single_remedies(12, two, two, 4) == []
    five, six = (list(combinations(range(size), 2)) for size in (5, 6))
    assert single_remedies(5, five, five, 4) == five[:4]  # 10 edges, 9 are the most
    assert single_remedies(6, six, six, 4) == []  # 15 edges, 12 are the most
