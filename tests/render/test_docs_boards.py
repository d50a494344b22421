"""The examples of docs/boards.md work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from smallworld_draw.scene import draw
from smallworld_editions.load import load_board

PAGE = (Path(__file__).parents[2] / "docs" / "boards.md").read_text("utf-8")


def test_the_example_board_is_valid_and_drawn(tmp_path: Path) -> None:
    file = tmp_path / "three-hills.yaml"
    file.write_text(_block("yaml"), "utf-8")
    cells = draw(load_board(file)).cells
    assert cells["west"].touches(cells["mid"])
    assert not cells["west"].touches(cells["east"])


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, str] = {}
    exec(compile(_block("python"), "boards.md", "exec"), names)
    assert "r01" in capsys.readouterr().out
    assert names["picture"].startswith("<svg ")


def _block(language: str) -> str:
    match = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert match
    return match[1]
