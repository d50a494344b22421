"""Two cells of a drawing touch exactly when their areas are neighbours."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_maps import map_of, random_map

from adjacency_map import Area, AreaMap, Cell, Drawing, NotDrawable, draw
from adjacency_map.drawing import _draw_map, _drawing
from adjacency_map.model import depth, outline
from tiers import quick_first


def area(cell: Cell) -> float:
    """With its sign: positive if every outline runs the right way round."""
    return sum((a[0] * b[1] - b[0] * a[1]) / 2 for a, b in cell.lines())


def check_cells(area_map: AreaMap, drawing: Drawing) -> None:
    """Check everything that a drawing promises."""
    cells = drawing.cells
    neighbours = {area.id: area.neighbours for area in area_map.areas}
    assert set(cells) == set(neighbours)
    for one, other in combinations(cells.values(), 2):
        assert one.touches(other) == (other.id in neighbours[one.id]), (one.id, other.id)
    for cell in cells.values():
        assert area(cell) > 0
        assert depth(cell.label_point, outline(cell.rings)) > 0
    check_tiling(drawing)


def check_tiling(drawing: Drawing) -> None:
    """Every line belongs to one cell on either side, or to the rim; so nothing overlaps and nothing is missing."""
    for island in drawing.islands:
        lines = [line for cell in island.cells for line in cell.lines()]
        assert len(lines) == len(set(lines))
        rim = [line for line in lines if (line[1], line[0]) not in set(lines)]
        around = sum((a[0] * b[1] - b[0] * a[1]) / 2 for a, b in rim)
        assert sum(map(area, island.cells)) == pytest.approx(around)
        assert around <= island.width * island.height * 1.001


@pytest.mark.parametrize("sizes", quick_first([(2, 9), (60, 18)]), ids=str)
def test_any_flat_map(sizes: tuple[int, int]) -> None:
    """So many maps with at most so many regions."""
    examples, largest = sizes

    @settings(max_examples=examples)
    @given(
        seed=st.integers(0, 10**6),
        count=st.integers(1, largest),
        keep=st.sampled_from([1.0, 0.9, 0.6]),
        rim=st.sampled_from([0.0, 0.3, 1.0]),
    )
    def draw_random_map(seed: int, count: int, keep: float, rim: float) -> None:
        area_map = random_map(seed, count, keep, rim)
        check_cells(area_map, draw([area_map]))

    draw_random_map()


@pytest.mark.parametrize("examples", quick_first([3, 40]))
def test_maps_without_coordinates(examples: int) -> None:
    @settings(max_examples=examples)
    @given(seed=st.integers(0, 10**6), count=st.integers(1, 14), rim=st.sampled_from([0.0, 0.5]))
    def draw_random_map(seed: int, count: int, rim: float) -> None:
        area_map = random_map(seed, count, 0.9, rim, centres=False)
        check_cells(area_map, draw([area_map]))

    draw_random_map()


@pytest.mark.parametrize(
    ("count", "edges", "rim"),
    [
        (1, [], set()),
        (1, [], {0}),
        (2, [(0, 1)], set()),
        (2, [(0, 1)], {0}),
        (5, [(0, 1), (1, 2), (2, 3), (3, 4)], set()),
        (5, [(0, 1), (1, 2), (2, 3), (3, 4)], {0, 1, 2, 3, 4}),
        (5, [(0, 1), (0, 2), (0, 3), (0, 4)], {0}),
        (5, [(0, 1), (0, 2), (1, 2), (2, 3), (2, 4)], {0, 1, 2}),
        (4, [(0, 1), (1, 2), (2, 3), (3, 0)], set()),
        (4, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], {0, 1, 2}),
        (4, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], {0, 1, 2, 3}),
        (8, [(0, 1), (1, 2), (2, 0), (3, 4), (5, 6), (6, 7)], set()),
    ],
    ids=[
        "one",
        "one-board",
        "two",
        "pond",
        "row",
        "row-board",
        "sea",
        "enclaves",
        "ring",
        "k4",
        "k4-board",
        "three-islands",
    ],
)
def test_odd_maps(count: int, edges: list[tuple[int, int]], rim: set[int]) -> None:
    area_map = map_of(edges, count, rim)
    check_cells(area_map, draw([area_map]))


def test_centres_in_wrong_places_do_not_spoil_a_drawing() -> None:
    """Straight lines between them cross, so some or all of them are ignored."""
    areas = random_map(5, 6, 0.9, 0.3).areas
    centres = [area.centre for area in areas]
    Random(5).shuffle(centres)
    area_map = AreaMap("fan", tuple(replace(area, centre=centre) for area, centre in zip(areas, centres, strict=True)))
    check_cells(area_map, draw([area_map]))


def test_a_region_around_another_has_two_outlines() -> None:
    area_map = map_of([(0, 1), (1, 2), (2, 0), (0, 3)], 4, {0, 1, 2})
    assert len(draw([area_map]).cells["x0"].rings) == 2


def test_a_map_that_is_not_flat_is_refused() -> None:
    five = map_of(list(combinations(range(5), 2)), 5)
    with pytest.raises(NotDrawable, match=r"^board 'fan' cannot be drawn: these borders fit on no flat map"):
        draw([five])


def test_an_area_without_neighbours_does_not_shrink_the_map() -> None:
    whole = random_map(7, 12, 0.9, 0.3)
    alone = replace(whole, areas=(*whole.areas, Area("lone")))
    scales = [min(2 / drawing.width, 1 / drawing.height) for drawing in (draw([whole]), draw([alone]))]
    assert scales[1] > 0.75 * scales[0]
    check_cells(alone, draw([alone]))


def test_a_drawing_is_the_same_every_time() -> None:
    area_map = random_map(7, 12, 0.9, 0.3)
    first = draw([area_map])
    _drawing.cache_clear()
    _draw_map.cache_clear()
    assert draw([area_map]).islands == first.islands
