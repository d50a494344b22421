"""Boards that come from other programs: one slip of the whole board is one error."""

from __future__ import annotations

import shutil
from pathlib import Path

from running import run

from corpus import BOARDS


def test_numbers_as_ids_are_one_error_and_are_quoted(tmp_path: Path) -> None:
    path = tmp_path / "numbered-regions.yaml"
    shutil.copy(BOARDS / path.name, path)
    output = run(str(path)).output
    assert "7:10: error[wrong-type]: ids of regions are text, but 1 is a number\n" in output
    assert 'help: quote all such ids, as in "1"; validate --fix does\n' in output
    assert output.endswith("\n1 file checked: 1 error\n")
    assert run("--fix", str(path)).output == "1 file checked: no problems; 1 problem fixed\n"
    assert '{id: "2", terrain: forest, border: true, adjacent: ["1", "3", "4"]}' in path.read_text("utf-8")


def test_a_large_board_with_numbers_is_quoted_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    regions = [f"- {{id: {n}, terrain: hill, border: true, adjacent: [{n - 1}, {n + 1}]}}" for n in range(1, 150)]
    path.write_text("\n".join(["regions:", *regions]).replace("[0, ", "[").replace(", 150]", "]") + "\n", "utf-8")
    assert run(str(path)).output.endswith("\n1 file checked: 1 error\n")
    assert run("--fix", str(path)).output == "1 file checked: no problems; 1 problem fixed\n"


def test_centers_in_pixels_are_one_error() -> None:
    output = run(str(BOARDS / "pixel-centres.yaml")).output
    assert "8:53: error[out-of-range]: a center is in percent of the board, so it is at most 100, not 183\n" in output
    assert "help: write percent of the width and of the height: pixels times 100 / the size of the picture" in output
    assert output.endswith("\n1 file checked: 1 error\n")
