"""Columns of names in every script."""

from __future__ import annotations

import pytest
from wcwidth import wcswidth

from smallworld.game import new_game
from smallworld_cli.console import break_line, fixed_width
from smallworld_editions.editions import load_variant
from smallworld_output.text_width import cut, display_width, pad, wrap
from smallworld_play.turns import TurnHistory
from smallworld_terminal.game_lines import arrange_in_columns, final_table, player_lines
from smallworld_terminal.panes import ScreenView, player_rows

NAMES = ["獣人の王", "Жанна", "Bob"]


def test_tables_align_names_in_every_script() -> None:
    game = new_game(load_variant("base"), NAMES, seed=3)
    starts = {wcswidth(line[: line.index(" coin")]) for line in player_lines(game, NAMES[0])}
    assert len(starts) == 1
    assert len({wcswidth(line[: line.index(" coin")]) for line in final_table(game) if " coin" in line}) == 1


def test_rows_of_players_on_the_screen_align() -> None:
    game = new_game(load_variant("base"), NAMES, seed=3)
    view = ScreenView(game, TurnHistory(), viewer=NAMES[0])
    for is_compact in (True, False):
        rows = player_rows(view, 80, is_compact=is_compact)
        assert len({wcswidth("".join(fragment.text for fragment in row[:3])) for row in rows if len(row) > 3}) == 1
        assert all(wcswidth("".join(fragment.text for fragment in row)) <= 80 for row in rows)


def test_lists_align_in_columns() -> None:
    with fixed_width(30):
        lines = ["".join(row) for row in arrange_in_columns(["獣人の王 a", "Zoe\u0301 a", "Bob e\u0301", "x a"])]
    assert len(lines) == 2
    assert [wcswidth(line[: line.index(word)]) for line, word in zip(lines, ["Zoe", "x a"], strict=True)] == [12, 12]


@pytest.mark.parametrize("columns", [1, 4, 5, 7, 12])
@pytest.mark.parametrize(
    "text", ["獣人の王国です", "Zoe\u0301 a\u0301b\u0301c\u0301 d", "plain words", "Přílišně žluťoučký"]
)
def test_cut_texts_fit(text: str, columns: int) -> None:
    short = cut(text, columns)
    assert wcswidth(short) <= columns and (short == text or short.endswith("…"))
    assert display_width(pad(short, 12)) == 12


def test_lines_break_where_they_are_full() -> None:
    lines = wrap("獣人の王国です。 Zoe\u0301 se brání až do konce hry", 12, "- ", "  ")
    assert all(wcswidth(line) <= 12 for line in lines) and len(lines) > 3
    assert "".join("".join(lines).split()).replace("-", "") == "獣人の王国です。Zoe\u0301sebráníaždokoncehry"


def test_accented_lines_break_as_plain_ones_do() -> None:
    plain, accented = "  undo    take back your last action now", "  undo    táke báck yóur lást actión nów"
    lines = [break_line(text, 30) for text in (plain, accented)]
    assert list(map(len, lines[0])) == list(map(len, lines[1])) and len(lines[0]) == 2
