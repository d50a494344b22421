"""Words on the cells of a board: letters of any language, and what remains where there is hardly room."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest

import smallworld
from smallworld.languages import in_language
from smallworld_draw.labels import ascii_only, label_text
from smallworld_draw.scene import scene_of_game
from smallworld_draw.text import board_picture, board_text
from smallworld_output.text_width import display_width

BASE = smallworld.load_variant("base")


def game_of(*players: str) -> smallworld.Game:
    game = smallworld.new_game(BASE, players=list(players), seed=5, options={"first_player": 1})
    for action in ("pick 1", "conquer r02"):
        game.apply(action)
    return game


@pytest.mark.parametrize(
    ("text", "columns", "plain"),
    [("Žofie", "Žofie", "Zofie"), ("лес", "лес", "???"), ("獣", "獣", "?"), ("Z\u030cofie", "Žofie", "Zofie")],
)
def test_accents_are_on_their_letters_or_left_out(text: str, columns: str, plain: str) -> None:
    assert (label_text(text), ascii_only(text)) == (columns, plain)


def test_wide_letters_take_two_columns_of_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "utf-8"))
    wide, plain = (board_text(game_of(name, "bob"), width=100, colour=False) for name in ("獣獣", "anna"))
    monkeypatch.setattr("smallworld_draw.text._has_box_lines", lambda: True)
    boards = [board_text(game_of(name, "bob"), width=100).splitlines() for name in ("獣獣", "anna")]
    rows = [row for row in zip(*boards, strict=True) if "獣獣 " in row[0] and "players" not in row[0]]
    assert rows and all(display_width(row[0]) == display_width(row[1]) for row in rows)
    assert "獣" not in wide and "anna" in plain


def test_names_keep_their_accents_where_the_encoding_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("Žofie", "bob")
    for encoding, name in (("utf-8", "Žofie "), ("ascii", "Zofie ")):
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding))
        assert name in board_text(game, width=100)


def test_symbols_are_written_in_the_language_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "utf-8"))
    with in_language("cs"):
        picture = board_text(game_of("ann", "bob"), width=100)
    assert "jeskyně" in picture and "cavern" not in picture


def test_a_region_with_only_a_piece_shows_the_piece_where_there_is_little_room() -> None:
    game = smallworld.new_game(BASE, players=["ann", "bob", "cid"], seed=5)
    scene = scene_of_game(game, 80 / 24)
    dragon = BASE.pieces["dragon"]
    spot = replace(scene.spots["r06"], seat=1, owner="bob", tokens=0, natives=0, pieces=((dragon, 1),), short_id="r6")
    scene = replace(scene, spots={**scene.spots, "r06": spot})
    rows = ["".join(glyph.letter for glyph in row) for row in board_picture(scene, 80, 12).rows]
    assert any(re.search(r"r0?6[^│]*\bb\w* D_*│", row) for row in rows), "\n".join(rows)


def test_a_region_with_little_room_shows_its_owner() -> None:
    game = smallworld.new_game(BASE, players=["ann", "bob", "cid"], seed=5)
    scene = scene_of_game(game, 80 / 24)
    spot = replace(scene.spots["r06"], seat=1, owner="bob", tokens=2, natives=0, changed=True, short_id="r6")
    scene = replace(scene, spots={**scene.spots, "r06": spot})
    rows = ["".join(glyph.letter for glyph in row) for row in board_picture(scene, 80, 12).rows]
    assert any(re.search(r"r0?6![^│]*\bb(ob )?2", row) for row in rows), "\n".join(rows)
