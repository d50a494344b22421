"""The board in a terminal."""

from __future__ import annotations

import io
import re
from functools import cache
from itertools import pairwise
from math import dist
from pathlib import Path
from random import Random

import pytest

import smallworld
from adjacency_map import rasterize
from smallworld.errors import SmallWorldError
from smallworld_draw import text
from smallworld_draw.colours import OWNERS, PLAIN, brightness, in_cube, ink, rgb
from smallworld_draw.scene import draw, scene_of_game
from smallworld_draw.svg import board_svg
from smallworld_editions.load import load_board

ROOT = Path(__file__).parents[2]
BASE = smallworld.load_variant("base")


@cache
def game_after(variant: str, players: int, actions: int) -> smallworld.Game:
    """A game some random actions on, or to its end; nobody changes it."""
    names = ["ann", "bob", "cid", "dora", "eve"][:players]
    game = smallworld.new_game(smallworld.load_variant(variant), players=names, seed=3)
    rng = Random(1)
    for _ in range(actions):
        if game.over:
            break
        game.apply(rng.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize(
    ("variant", "players", "width"),
    [
        ("base", 2, 80),
        ("base", 2, 100),
        ("base", 5, 100),
        ("warcraft", 2, 100),
        ("warcraft", 5, 140),
    ],
)
def test_every_region_has_its_label(variant: str, players: int, width: int) -> None:
    game = game_after(variant, players, 30 * players)
    picture = text.board_text(game, colour=False, width=width)
    assert picture.isascii()
    assert max(map(len, picture.splitlines())) <= width
    for region in game.state.board.regions:
        assert re.search(rf"\b{region.id}\b", picture), region.id


def test_terrain_symbols_natives_are_written() -> None:
    game = smallworld.new_game(BASE, players=["ann", "bob"], seed=1)
    picture = text.board_text(game, colour=False, width=100)
    for label in ("r02 farmland", "magic", "cavern", "1 native", "r01 sea"):
        assert label in picture


def test_owner_tokens_and_decline_are_written() -> None:
    game = game_after("base", 2, 120)
    rows = text.board_text(game, colour=False, width=100)
    state, seen = game.state, 0
    for index, occupant in enumerate(state.occupant):
        if occupant >= 0:
            owner, tokens = game.players[state.owner(occupant)], state.tokens[index]
            assert (f"({owner} {tokens}" if occupant >= 2 else f"{owner} {tokens}") in rows
            seen += 1
    assert seen > 5
    assert "players: ann  bob" in rows


@pytest.mark.parametrize(("terminal", "code"), [("truecolor", "48;2;198;40;40"), ("", "48;5;160")])
def test_colours_are_those_that_the_terminal_has(terminal: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann is red, #c62828."""
    monkeypatch.setenv("COLORTERM", terminal)
    assert f"{code};1m ann " in text.board_text(game_after("base", 2, 0), colour=True, width=100)


def test_short_colours_are_those_of_style_sheets() -> None:
    assert (rgb("#fa0"), rgb("fa0"), rgb("x")) == (rgb("#ffaa00"), (255, 170, 0), (200, 200, 192))


def test_colours_change_no_letter_of_the_labels() -> None:
    game = game_after("base", 2, 120)
    coloured = text.board_text(game, colour=True, width=100)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert "\x1b[" in coloured
    word = re.compile(r"[a-z0-9]+")
    legend = text.board_text(game, colour=False, width=100)
    assert word.findall(bare) == word.findall(legend)


def test_no_colours_without_a_terminal_or_with_no_color(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert not text.terminal_has_colours()
    monkeypatch.setattr("sys.stdout", _Terminal())
    assert text.terminal_has_colours()
    monkeypatch.setenv("NO_COLOR", "1")
    assert not text.terminal_has_colours()


class _Terminal:
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_a_narrow_window_is_refused_in_one_sentence() -> None:
    game = smallworld.new_game(BASE, players=["ann", "bob"], seed=1)
    with pytest.raises(SmallWorldError, match=r"^the board needs 60 columns, but the window has 40; make it wider$"):
        text.board_text(game, width=40)


def test_words_that_have_no_room_are_not_squeezed_in() -> None:
    game = game_after("base", 2, 60)
    with pytest.raises(SmallWorldError, match="the words on the board need more than 60 columns"):
        text.board_text(game, width=60)


def test_islands_that_do_not_fit_side_by_side_are_below_each_other() -> None:
    game = game_after("warcraft", 5, 150)
    rows = text.board_text(game, colour=False, width=80).splitlines()
    for face in game.state.board.faces:
        assert any(face.name in row for row in rows), face.name
    picture = "\n".join(rows)
    assert all(region.id in picture for region in game.state.board.regions)
    assert max(map(len, rows)) <= 80
    terrains = next(row for row in rows if row.startswith("terrains: "))
    texts = picture.split()
    for name in terrains.removeprefix("terrains: ").split(", "):
        short, whole = name.split(" ")
        assert whole.startswith(short) and any(short in word and whole not in word for word in texts)


def test_a_wide_window_is_used_for_whole_words() -> None:
    game = game_after("warcraft", 5, 150)
    picture = text.board_text(game, colour=False, width=200)
    assert 100 < max(map(len, picture.splitlines())) <= 200
    for spot in scene_of_game(game).spots.values():
        count = sum(other.terrain is spot.terrain for other in scene_of_game(game).spots.values())
        assert len(re.findall(spot.terrain.name.lower(), picture)) >= count, spot.terrain.name


def test_entry_regions_are_marked_where_they_are_not_simply_the_edge() -> None:
    """W-TERM-2, R-TERM-4."""
    game = game_after("warcraft", 2, 0)
    picture, drawn = text.board_text(game, colour=False, width=100), board_svg(game)
    for region in game.state.board.regions:
        assert (f"{region.id}* " in f"{picture} ".replace("|", " ")) == region.entry
        arrow = f'<g class="entry-mark entry" data-region="{region.id}">'
        assert (arrow in drawn) == region.entry
    assert "* entry region: a first conquest may begin there" in picture and ">entry region<" in drawn
    assert "entry region" not in text.board_text(game_after("base", 2, 0), colour=False, width=100)


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_letters_can_be_read_on_every_colour(edition: str) -> None:
    """A contrast of 4.5 (WCAG), in true colour and in that of a terminal with 256."""
    grounds = {terrain.color or PLAIN for terrain in smallworld.load_variant(edition).terrains.values()}
    for ground in {*grounds, *OWNERS}:
        for shown in (ground, in_cube(ground)[1]):
            bright, dark = sorted((brightness(shown), brightness(ink(shown))), reverse=True)
            assert (bright + 0.05) / (dark + 0.05) >= 4.5, shown


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_owners_do_not_look_like_terrain(edition: str) -> None:
    """Also in a terminal with 256 colours."""
    for terrain in smallworld.load_variant(edition).terrains.values():
        for owner in OWNERS:
            assert dist(rgb(in_cube(owner)[1]), rgb(in_cube(terrain.color or PLAIN)[1])) > 90, (owner, terrain.id)


def test_the_lines_of_a_map_depend_on_the_encoding_and_not_on_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_after("base", 2, 0)
    for encoding, corner in (("utf-8", "┌"), ("ascii", ".")):
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding))
        assert text.board_text(game, width=100).startswith(corner)
    assert text.board_text(game, colour=False, width=100).startswith(".")


@pytest.mark.parametrize(("variant", "players", "width"), [("base", 3, 100), ("warcraft", 3, 160), ("base", 2, 80)])
def test_a_map_has_one_width_during_a_game(variant: str, players: int, width: int) -> None:
    widths = set()
    for actions in (0, 40, 80, 160):
        rows = text.board_text(game_after(variant, players, actions), colour=False, width=width).splitlines()
        widths.add((max(map(len, (row for row in rows if not row.startswith(("players", "pieces"))))), rows.index(
            next(row for row in rows if row.startswith("players")))))  # fmt: skip
    assert len(widths) == 1


def test_neighbours_meet_in_characters_too() -> None:
    """Where regions are drawn side by side in characters they are adjacent, and nearly all that are adjacent meet."""
    board = load_board(ROOT / "variants/base/boards/base-2p.yaml")
    raster = rasterize(draw(board), 100)
    adjacent = {frozenset((region.id, other)) for region in board.regions for other in region.adjacent}
    met = set[frozenset[str]]()
    for row in raster.region:
        met |= {frozenset(pair) for pair in pairwise(row) if pair[0] != pair[1] and all(pair)}
    assert met <= adjacent
    assert len(met) > 0.7 * len(adjacent)
