"""Places of regions and marks in pictures: sizes, no overlaps, the shapes of boards and islands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random

import pytest

import smallworld
from adjacency_map.model import depth, outline
from smallworld_draw.scene import Scene, scene_of_game
from smallworld_draw.stage import PRICE, SMALLEST, TOKEN, Stage, overlap, placed, tall_stages, thinned, wide_stage
from smallworld_draw.svg import scattered

QUICK = (("base", 3), ("warcraft", 5))
TABLES = [
    (edition, players) if (edition, players) in QUICK else pytest.param(edition, players, marks=pytest.mark.full)
    for edition in ("base", "warcraft")
    for players in (2, 3, 4, 5)
]
COUNT_SIZE, PRICE_SIZE = 19, 18
"""Sizes of numbers before they are scaled (board.css)."""
COUNT = (1.0, -9.0, 27.0, 9.0)
"""The number in the shape of a token: left, top, right, bottom."""


@cache
def scene(edition: str, players: int, seed: int = 1) -> Scene:
    return scene_of_game(smallworld.new_game(smallworld.load_variant(edition), list("abcde")[:players], seed=seed), 1.3)


def stages(drawn: Scene) -> Iterator[Stage]:
    yield wide_stage(drawn.drawing)
    yield from tall_stages(drawn.drawing)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_numbers_are_large_and_regions_can_be_hit(edition: str, players: int) -> None:
    """At 1280 × 800 and 390 × 844 a unit of a picture is a pixel: numbers of 14, regions of 40 or more."""
    for stage in stages(scene(edition, players)):
        assert SMALLEST <= stage.scale <= 1 and min(COUNT_SIZE, PRICE_SIZE) * stage.scale >= 14
        assert min(2 * spot.radius for spot in stage.spots.values()) >= 40


def wrong_pairs(stage: Stage) -> list[tuple[str, str]]:
    """List pairs of regions with marks that would overlap if every region had tokens and a price with a die."""
    pairs = []
    for one, other in combinations(stage.spots, 2):
        middles = [(stage.spots[name].x, stage.spots[name].y) for name in (one, other)]
        for first, second in ((TOKEN, TOKEN), (TOKEN, PRICE), (PRICE, TOKEN), (PRICE, PRICE), (PRICE, COUNT)):
            width, height = overlap(placed(first, middles[0], stage.scale), placed(second, middles[1], stage.scale))
            if width > 0 and height > 0:
                pairs.append((one, other))
    return pairs


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_marks_do_not_overlap_in_the_worst_case(edition: str, players: int) -> None:
    """Every region is held and has a price with a die; all of it is within the picture."""
    for stage in stages(scene(edition, players)):
        assert wrong_pairs(stage) == []
        for name, spot in stage.spots.items():
            for box in (TOKEN, PRICE):
                left, top, right, bottom = placed(box, (spot.x, spot.y), stage.scale)
                assert left >= -2 and top >= -2 and right <= stage.width + 2 and bottom <= stage.height + 2, name


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 52))
def test_marks_do_not_overlap_on_any_islands(seed: int) -> None:
    """200 positions: each seed draws other islands for two to five players."""
    for players in (2, 3, 4, 5):
        for stage in stages(scene("warcraft", players, seed)):
            assert wrong_pairs(stage) == [], players


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_middle_of_the_marks_is_in_the_region(edition: str, players: int) -> None:
    for stage in stages(scene(edition, players)):
        for name, spot in stage.spots.items():
            lines = outline(spot.rings)
            assert depth((spot.x, spot.y), lines) > 8 * stage.scale, (stage.shape, name)


@pytest.mark.parametrize("edition", ["base"])
def test_scattered_symbols_leave_room_for_marks_and_are_always_the_same(edition: str) -> None:
    stage = wide_stage(scene(edition, 3).drawing)
    for name, spot in stage.spots.items():
        lines = outline(spot.rings)
        places = scattered(name, spot.rings, (spot.x, spot.y), stage.scale)
        assert places == scattered(name, spot.rings, (spot.x, spot.y), stage.scale)
        for x, y in places:
            assert depth((x, y), lines) > 10 * stage.scale
            token = placed(TOKEN, (spot.x, spot.y), stage.scale)
            assert not (token[0] < x < token[2] and token[1] < y < token[3]), name


def test_a_tall_board_is_turned_and_islands_have_pictures_of_their_own() -> None:
    drawn = scene("base", 3)
    wide, (tall,) = wide_stage(drawn.drawing), tall_stages(drawn.drawing)
    assert wide.width > wide.height and tall.height > tall.width and not wide.water
    corner = min(wide.spots, key=lambda name: wide.spots[name].x + wide.spots[name].y)  # upper left
    assert tall.spots[corner].x > tall.width / 2 and tall.spots[corner].y < tall.height / 2, "now upper right"
    islands = scene("warcraft", 4)
    parts = tall_stages(islands.drawing)
    assert len(parts) == len(islands.drawing.islands) == len(wide_stage(islands.drawing).islands) == 4
    assert {name for part in parts for name in part.spots} == set(islands.spots) and all(part.water for part in parts)


@pytest.mark.parametrize("players", [5, *(pytest.param(players, marks=pytest.mark.full) for players in (2, 3, 4))])
def test_islands_keep_apart_and_within_their_stretch(players: int) -> None:
    drawn = scene("warcraft", players)
    slots = wide_stage(drawn.drawing).islands
    assert sum(len(slot.regions) for slot in slots) == len(drawn.spots)
    for one, other in combinations(slots, 2):
        boxes = [(slot.left, slot.top, slot.left + slot.width, slot.top + slot.height) for slot in (one, other)]
        assert min(overlap(*boxes)) < 0
    sizes = {cell.id: island for island in drawn.drawing.islands for cell in island.cells}
    for slot in slots:
        island = sizes[slot.regions[0]]
        assert 0.59 < slot.width / slot.height / (island.width / island.height) < 1.61


@pytest.mark.full
def test_two_islands_fill_their_picture() -> None:
    """The picture uses most of its room."""
    for seed in Random(3).sample(range(60), 4):
        stage = wide_stage(scene("warcraft", 2, seed).drawing)
        assert sum(slot.width * slot.height for slot in stage.islands) > 0.6 * stage.width * stage.height


@pytest.mark.parametrize(("edition", "players"), QUICK)
def test_thinned_outlines_have_fewer_points_and_the_same_borders(edition: str, players: int) -> None:
    drawing = scene(edition, players).drawing
    outlines = {name: cell.rings for name, cell in drawing.cells.items()}
    fewer = thinned(outlines)
    assert sum(len(ring) for rings in fewer.values() for ring in rings) < 0.7 * sum(
        len(ring) for rings in outlines.values() for ring in rings
    )
    lines = {name: set(outline(rings)) for name, rings in fewer.items()}
    for one, other in combinations(drawing.cells, 2):
        is_shared = bool(lines[one] & {(end, start) for start, end in lines[other]})
        assert is_shared == drawing.cells[one].touches(drawing.cells[other]), (one, other)
