"""Enough races and powers for the players and the column."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import BOARD, run

TEN = "amazons, dwarves, elves, ghouls, giants, halflings, humans, orcs, ratmen, skeletons"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"remove:\n  races: [{TEN}]", "x.yaml:3:1: error[too-few-combos]: after these changes 5 players need 5 races"),
        ("column: 12", "x.yaml:3:1: warning[too-few-combos]: 5 players and a column of 12 need 17 races, but there"),
        ("column: 12", "add 3 or more, or make the column 9 or less"),
    ],
)
def test_too_few_combos(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"variant: x\nextends: base\n{text}\n", "utf-8")
    assert said in run(str(path)).output


def test_a_stand_in_race_has_no_supply(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(
        "variant: x\nextends: base\nraces:\n  elks: {name: Elks, banner: 5, stands_in_for: ratmen, supply: 13}\n",
        "utf-8",
    )
    assert "x.yaml:4:56: warning[stand-in]: elks use the tokens of 'ratmen'" in run(str(path)).output


def test_a_board_for_another_number_of_players(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "vale.yaml").write_text(
        BOARD.replace("rounds: 10   # kept", "rounds: 10\nplayers: [3]"), "utf-8"
    )
    path = tmp_path / "variant.yaml"
    path.write_text("variant: x\nextends: base\nboards: {2: vale}\n", "utf-8")
    said = "variant.yaml:3:13: warning[bad-value]: the board 'vale' is for 3 players, not for 2"
    assert said in run(str(path)).output


def test_a_cycle_of_variants_has_tidy_paths(tmp_path: Path) -> None:
    for name, other in (("la", "lb"), ("lb", "la")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "variant.yaml").write_text(f"variant: {name}\nextends: ../{other}\n", "utf-8")
    out = run(str(tmp_path / "la" / "variant.yaml")).output
    assert "extends-cycle" in out and ".." not in out.split(": error")[0]


def test_a_full_column_for_everybody_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("variant: x\nextends: base\ncolumn: 9\n", "utf-8")
    assert "no problems" in run(str(path)).output
