"""Closed borders in a picture: a wall along the lines that two regions share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from adjacency_map import Ring, outline
from smallworld_draw.scene import Scene, closed_borders
from smallworld_draw.stage import Stage, tall_stages, wide_stage

Point = tuple[float, float]


def walls_of(scene: Scene) -> list[str]:
    """Draw the closed borders for each picture of a page, the wide one first; nothing while all are open."""
    if not closed_borders(scene):
        return []
    return [walls_svg(scene, stage) for stage in (wide_stage(scene.drawing), *tall_stages(scene.drawing))]


def walls_svg(scene: Scene, stage: Stage) -> str:
    """Draw the closed borders of a picture."""
    steps = "".join(
        _path(points)
        for first, second in closed_borders(scene)
        if first in stage.spots and second in stage.spots
        for points in _shared(stage.spots[first].rings, stage.spots[second].rings)
    )
    return "".join(f'<path class="{kind}" d="{steps}"/>' for kind in ("wall0", "wall")) if steps else ""


def _shared(rings: Iterable[Ring], other_rings: Iterable[Ring]) -> Iterator[list[Point]]:
    """Yield the runs of points that two outlines share."""
    theirs = {frozenset(line) for line in outline(tuple(other_rings))}
    for ring in rings:
        for is_shared, lines in groupby(outline((ring,)), lambda line: frozenset(line) in theirs):
            if is_shared:
                run = list(lines)
                yield [run[0][0], *(end for _start, end in run)]


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
