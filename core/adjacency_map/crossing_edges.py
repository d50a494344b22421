"""Find edges without which a graph fits into the plane."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from adjacency_map.planarity import Edge, is_planar


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
    for edge in candidates:
        if len(remedies) == most:
            break
        if is_planar(count, [other for other in edges if other != edge]):
            remedies.append(edge)
    return remedies
