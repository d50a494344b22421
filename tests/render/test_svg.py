"""Boards as SVG."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_text import game_after

import smallworld
from smallworld.model.game_board import Board
from smallworld_draw.colours import OWNERS, PLAYERS, brightness, ink, page_style, picture_style
from smallworld_draw.icons import Icons
from smallworld_draw.marks import SHAPES, draw_marks, price_tag, token
from smallworld_draw.scene import scene_of_board, scene_of_game
from smallworld_draw.stage import TALL, WIDE
from smallworld_draw.svg import RegionState, bare_board_svg, board_svg, cover_svg, live_svg
from smallworld_editions.load import load_board

ROOT = Path(__file__).parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def titles(picture: str) -> dict[str, str]:
    """Map the region id to the text for a screen reader."""
    root = ElementTree.fromstring(picture)
    groups = [group for group in root.iter(f"{SVG}g") if group.get("class", "").startswith("land ")]
    texts = {group.get("data-region", ""): group.findtext(f"{SVG}title") or "" for group in groups}
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
        assert relic.name not in picture and relic.id not in picture


def test_a_bare_board_shows_natives_and_every_terrain() -> None:
    base = smallworld.load_variant("base")
    board = base.board_files["base-4p"]
    picture = bare_board_svg(board, base)
    assert titles(picture)["r03"].startswith("r03: ")
    assert sum("native" in title for title in titles(picture).values()) == sum(r.natives > 0 for r in board.regions)
    for terrain in {region.terrain for region in board.regions}:
        assert f'<symbol id="icon-terrains-{terrain}"' in picture and f".board .t-{terrain} .fill" in picture


def test_every_reference_in_a_picture_has_its_target() -> None:
    for picture in (board_svg(game_after("base", 2, 90)), board_svg(game_after("warcraft", 3, 200))):
        ids = set(re.findall(r' id="([^"]+)"', picture))
        assert {*re.findall(r'href="#([^"]+)"', picture), *re.findall(r"url\(#([^)]+)\)", picture)} <= ids


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
    assert titles(picture)["a"].startswith("a: farmland") and ".board .t-farmland .fill" in picture
    assert "<Mini" not in picture


def test_a_cover_has_neither_ids_nor_a_legend() -> None:
    base = smallworld.load_variant("base")
    board = base.board_files["base-3p"]
    cover, whole = cover_svg(board, base), bare_board_svg(board, base)
    assert ">r01</text>" in whole and ">r01</text>" not in cover
    assert 'class="legend"' in whole and 'class="legend"' not in cover


def test_a_picture_in_a_file_has_plain_colours_and_a_page_has_properties() -> None:
    """Many viewers know no custom properties; a picture touches nothing else on a page."""
    terrains = smallworld.load_variant("base").terrains.values()
    style = picture_style(terrains)
    light, dark = style.split("@media (prefers-color-scheme:dark)")
    assert "var(" not in style and "#84bd90" in light and "#1f5f45" in dark
    assert all(rule.startswith(".board") for rule in light.split("}") if rule)
    page = page_style(terrains)
    used, defined = set(re.findall(r"var\(--([\w-]+)\)", page)), set(re.findall(r"--([\w-]+):", page))
    assert used <= defined
    assert ":root[data-theme=dark]{" in page and ":root:not([data-theme=light]){" in page


def test_colours_come_from_the_style_alone() -> None:
    for picture in (board_svg(game_after("base", 2, 60)), live_svg(scene_of_game(game_after("warcraft", 2, 60)))):
        body = re.sub(r"<style>.*?</style>", "", picture, flags=re.DOTALL)
        assert not re.findall(r'(?:fill|stroke|color)="(?!none|currentColor)[^"]*"', body)
        assert "style=" not in body


@pytest.mark.parametrize("shape", [WIDE, TALL])
def test_a_live_picture_has_every_region_in_three_layers_with_its_state(shape: str) -> None:
    scene = scene_of_game(game_after("warcraft", 3, 60))
    name = next(iter(scene.spots))
    state = RegionState("legal tagged own", price_tag("3", Icons(smallworld.load_variant("warcraft"))))
    picture = live_svg(scene, shape, {name: state})
    assert picture.count("<svg") == (len(scene.drawing.islands) if shape == TALL else 1)
    for kind in ("land", "rim-group", "mark"):
        assert len(re.findall(rf'<g class="{kind}\b[^"]*" data-region="', picture)) == len(scene.spots)
    for kind in (f"land t-{scene.spots[name].terrain.id}", "rim-group", "mark"):
        assert f'<g class="{kind} legal tagged own" data-region="{name}"' in picture
    assert ">3</text>" in picture


def test_contents_are_the_same_in_every_shape() -> None:
    scene = scene_of_game(game_after("base", 3, 120))
    contents = [re.findall(r'<g class="contents">(.*?)</g><g class="tag">', live_svg(scene, s)) for s in (WIDE, TALL)]
    assert contents[0] == contents[1] and len(contents[0]) == len(scene.spots)


def test_owners_differ_without_colours() -> None:
    """By shape; a race in decline has an outline more and another class."""
    icons = Icons(smallworld.load_variant("base"))
    assert len(set(SHAPES)) == len(SHAPES) == len(PLAYERS)
    active, declined = token(0, "orcs", 3, False, icons), token(0, "orcs", 3, True, icons)
    assert "shape0" in declined and "shape0" not in active and " gone" in declined


def test_marks_show_numbers_pieces_and_locks() -> None:
    base = smallworld.load_variant("base")
    icons, scene = Icons(base), scene_of_board(base.board_files["base-3p"], base)
    spot = next(spot for spot in scene.spots.values() if spot.region.symbols)
    occupied = replace(spot, seat=2, owner="<cid>", race="Orcs", race_id="orcs", tokens=12, natives=0)
    assert ">12</text>" in draw_marks(occupied, icons) and "icon-races-orcs" in draw_marks(occupied, icons)
    assert "lock" not in draw_marks(occupied, icons)
    pieces = ((base.pieces["hero"], 1), (base.pieces["encampment"], 3))
    guarded = draw_marks(replace(occupied, pieces=pieces), icons)
    assert "lock" in guarded and ">3</text>" in guarded and "icon-pieces-hero" in guarded
    crowded = draw_marks(replace(occupied, pieces=tuple((piece, 2) for piece in base.pieces.values())), icons)
    assert re.search(r"translate\(0,-32\) scale\(0\.\d+\)", crowded), "a long row is drawn smaller"


@pytest.mark.parametrize("colour", [*OWNERS, "#d9b84a", "#2f7d4f", "#7a6a4f", "#5aa9d6", "#8d8a86"])
def test_letters_can_be_read_on_their_ground(colour: str) -> None:
    """WCAG asks for a contrast of 4.5 for text, 3 for large letters; ours are large."""
    one, other = sorted((brightness(colour), brightness(ink(colour))))
    assert (other + 0.05) / (one + 0.05) >= 4.5
