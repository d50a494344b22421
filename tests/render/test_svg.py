"""Boards as SVG."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_text import game_after

import smallworld
from smallworld.content.load import load_board
from smallworld.model.game_board import Board
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_draw.colours import OWNERS, brightness, ink
from smallworld_draw.scene import scene_of_board
from smallworld_draw.svg import MARGIN, SCALE, STYLE, bare_board_svg, board_svg, draw_contents
from smallworld_draw.svg_marks import SHAPES, text, token

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def titles(picture: str) -> dict[str, str]:
    """Map the region id to the text for a screen reader."""
    root = ElementTree.fromstring(picture)
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class") == "region"]
    texts = {group.get("id", "").removeprefix("region-"): group.findtext(f"{SVG}title") or "" for group in groups}
    assert all(group.get("aria-label") == group.findtext(f"{SVG}title") for group in groups)
    return texts


@pytest.mark.parametrize(("variant", "players"), [("base", 2), ("warcraft", 3)])
def test_every_region_describes_its_contents(variant: str, players: int) -> None:
    game = game_after(variant, players, 60 * players)
    texts = titles(board_svg(game))
    state = game.state
    assert list(texts) == [region.id for region in state.board.regions]
    for region in state.board.regions:
        index = state.board.index[region.id]
        assert all(symbol in texts[region.id] for symbol in region.symbols)
        occupant = state.occupant[index]
        if occupant >= 0:
            text = f"{game.players[state.owner(occupant)]}: {state.tokens[index]} "
            assert text in texts[region.id]
            assert ("in decline" in texts[region.id]) == (occupant >= players)
        for relic, up in state.relics.get(index, ()):
            name = state.table.rulebook.relics[relic].name
            assert (name in texts[region.id]) == up


def test_face_down_relics_are_not_in_the_file() -> None:
    game = smallworld.new_game(smallworld.load_variant("warcraft"), players=["ann", "bob"], seed=1)
    picture = board_svg(game)
    hidden = [relic for relics in game.state.relics.values() for relic, up in relics if not up]
    assert hidden
    assert "a face-down relic" in picture
    for relic in game.state.table.rulebook.relics:
        assert relic.name not in picture


def test_a_bare_board_shows_natives_and_every_terrain() -> None:
    base = smallworld.load_variant("base")
    board = base.board_files["base-4p"]
    picture = bare_board_svg(board, base)
    assert titles(picture)["r03"].startswith("r03: ")
    assert sum("native" in title for title in titles(picture).values()) == sum(r.natives > 0 for r in board.regions)
    for terrain in {region.terrain for region in board.regions}:
        assert f'id="terrain-{terrain}"' in picture


def test_islands_carry_their_names_and_single_boards_none() -> None:
    warcraft = smallworld.load_variant("warcraft")
    pair = bare_board_svg(Board((warcraft.board_files["l1a"], warcraft.board_files["s2b"])), warcraft)
    assert pair.count(">Large island 1, face A</text>") == 1
    assert "face A</text>" not in bare_board_svg(warcraft.board_files["l1a"], warcraft)


def test_unknown_terrains_get_a_colour_and_strange_names_are_escaped() -> None:
    board = load_board(ROOT / "tests/boards/mini.yaml")
    odd = type(board)(**{
        **{name: getattr(board, name) for name in ("id", "regions", "aspect")}, "name": "<Mini & co>",
    })  # fmt: skip
    warcraft = smallworld.load_variant("warcraft")
    picture = bare_board_svg(odd, warcraft)
    assert "farmland" not in warcraft.terrains
    assert titles(picture)["a"].startswith("a: farmland")
    assert "<Mini" not in picture


def test_the_style_of_a_board_touches_nothing_else_on_a_page() -> None:
    rules = [rule for rule in STYLE.split("}") if rule]
    assert len(rules) >= 2
    assert all(rule.startswith(".board ") for rule in rules)


LABEL = re.compile(
    r'<text x="([\d.]+)" y="([\d.]+)" font-size="(12|10.5|9.5)" font-weight="700" fill="#111">([\w*-]+ [\w ]+)</text>'
)
OUTLINE = re.compile(r'<path id="shape-([\w-]+)" fill-rule="evenodd" d="([^"]+)"/>')


def within(point: tuple[float, float], rings: list[list[tuple[float, float]]]) -> bool:
    """Whether a point is inside an outline (even-odd)."""
    inside = False
    for ring in rings:
        for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
            if (ay > point[1]) != (by > point[1]) and point[0] < ax + (bx - ax) * (point[1] - ay) / (by - ay):
                inside = not inside
    return inside


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_the_name_of_every_region_is_inside_it(variant: str) -> None:
    """All four corners of the word, on every board of the editions; a letter is about 7 units wide."""
    edition = smallworld.load_variant(variant)
    for board in edition.board_files.values():
        picture = bare_board_svg(board, edition)
        outlines = {
            name: [[(float(x), float(y)) for x, y in (pair.split(",") for pair in ring.split())]
                   for ring in path.strip("MZ").split("ZM")]
            for name, path in OUTLINE.findall(picture)
        }  # fmt: skip
        labels = LABEL.findall(picture)
        assert len(labels) == len(board.regions)
        for x, y, size, label in labels:
            half = 0.29 * float(size) * len(label)
            corners = [(float(x) + dx, float(y) + dy) for dx in (-half, half) for dy in (-9, 2)]
            assert all(within(corner, outlines[label.split()[0].rstrip("*")]) for corner in corners), (board.id, label)


@pytest.mark.parametrize("relic", ["Frostmourne", "Light's Hope Chapel"])
def test_tokens_and_relic_plates_stay_on_small_regions(relic: str) -> None:
    """All corners of the token and the plate, on every region where a relic may be."""
    edition = smallworld.load_variant("warcraft")
    for board in edition.board_files.values():
        scene = scene_of_board(board, edition)
        for name, spot in scene.spots.items():
            if not spot.region.relic_slot:
                continue
            occupied = replace(spot, seat=0, owner="ann", race="Orcs", tokens=12, natives=0, relics=(relic,))
            left, right, y = row_ends(draw_contents(scene, occupied))
            cell = scene.drawing.cells[name]
            rings = [[(x * SCALE + MARGIN, y * SCALE + MARGIN) for x, y in ring] for ring in cell.rings]
            assert within((left, y), rings), (name, left, y)
            assert within((right, y), rings), (name, right, y)


def row_ends(contents: str) -> tuple[float, float, float]:
    """Return the left end of a token, the right end of the plate behind it, and their height."""
    token = re.search(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', contents)
    plate = re.search(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="(?:20|28)"', contents)
    assert token is not None
    assert plate is not None
    x, y, radius = map(float, token.groups())
    ends = (x - radius, float(plate[1]) + float(plate[2]))
    moved = re.search(r"translate\(([\d.]+),([\d.]+)\) scale\(([\d.]+)\)", contents)
    dx, dy, scale = map(float, moved.groups()) if moved else (0.0, 0.0, 1.0)
    return ends[0] * scale + dx, ends[1] * scale + dx, y * scale + dy


def test_an_owner_next_to_a_slanting_border_is_named_in_their_own_region() -> None:
    """base-5p: r11 is a corner with a border that runs below its heart."""
    base = smallworld.load_variant("base")
    region = {"r11": 1}
    position = PositionSpec(
        players={"ann": PlayerPosition(5, RacePosition("sorcerers", "hill", 0, region)), "bob": PlayerPosition()}
    )
    game = smallworld.new_game(base, ["ann", "bob"], board="base-5p", given=position)
    picture = board_svg(game)
    outline = next(path for name, path in OUTLINE.findall(picture) if name == "r11")
    rings = [[(float(x), float(y)) for x, y in (pair.split(",") for pair in outline.strip("MZ").split())]]
    label = re.search(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*fill="#111">ann · Sorcerers</text>', picture)
    assert label is not None
    x, y = float(label[1]), float(label[2])
    assert all(within((x + dx, y + dy), rings) for dx in (-45, 45) for dy in (-9, 2))


def test_letters_are_drawn_over_their_halo() -> None:
    """Viewers that know no paint-order would hide them otherwise."""
    one, two = re.findall(r"<text[^>]*>", text("r01 sea", 1, 2, 12, halo=True))
    assert 'class="halo"' in one and 'class="halo"' not in two


def test_owners_differ_without_colours() -> None:
    assert len(set(SHAPES)) == len(SHAPES) >= 6
    active, declined = token(0, 3, False, 0, 0), token(0, 3, True, 0, 0)
    assert "stroke-dasharray" in declined and "stroke-dasharray" not in active


@pytest.mark.parametrize("colour", [*OWNERS, "#d9b84a", "#2f7d4f", "#7a6a4f", "#5aa9d6", "#8d8a86"])
def test_letters_can_be_read_on_their_ground(colour: str) -> None:
    """WCAG asks for a contrast of 4.5 for text, 3 for large letters; ours are large."""
    one, other = sorted((brightness(colour), brightness(ink(colour))))
    assert (other + 0.05) / (one + 0.05) >= 4.5
