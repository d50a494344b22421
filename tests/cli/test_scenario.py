"""``smallworld scenario run``: boards that scenarios name."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import Run

BOARDS = Path(__file__).parents[1] / "boards"
SCENARIO = """\
scenario: x
variant: base
board: BOARD
players: [ann, bob]
steps:
  - pick 1
"""


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    file = tmp_path / "x.scenario.yaml"
    file.write_text(SCENARIO.replace("BOARD", "mini"), "utf-8")
    return file


@pytest.mark.parametrize("command", [("scenario", "run"), ("validate",)])
def test_a_board_from_nowhere_names_place_and_remedy(command: tuple[str, ...], scenario: Path, run: Run) -> None:
    code, text = run(*command, str(scenario))
    assert code == 1
    assert "x.scenario.yaml:3:8: error[unknown-board]: there is no board 'mini'" in text
    assert "tiny; --boards DIR adds the boards of a folder" in text


@pytest.mark.parametrize("command", [("scenario", "run"), ("validate",)])
def test_the_remedy_helps(command: tuple[str, ...], scenario: Path, run: Run) -> None:
    code, text = run(*command, "--boards", str(BOARDS), str(scenario))
    assert code == 0, text


def test_a_slip_of_the_pen_is_corrected(scenario: Path, run: Run) -> None:
    scenario.write_text(SCENARIO.replace("BOARD", "[base-2p, bse-3p]"), "utf-8")
    _, text = run("scenario", "run", str(scenario))
    assert "3:18: error[unknown-board]: there is no board 'bse-3p'; did you mean 'base-3p'?" in text


def test_every_line_of_a_failure_is_indented(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "x.scenario.yaml"
    path.write_text("scenario: t\nvariant: base\nplayers: [ann, 7]\nsteps: done\n", "utf-8")
    _, text = run("scenario", "run", str(path))
    lines = text.splitlines()
    assert [line.startswith(f"     {path}:") for line in lines] == [False, True, True, False]
