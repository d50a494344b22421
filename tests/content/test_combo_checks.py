"""Enough races and powers for the players and the column."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import run

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


def test_a_full_column_for_everybody_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("variant: x\nextends: base\ncolumn: 9\n", "utf-8")
    assert "no problems" in run(str(path)).output
