"""The table of instructions is whole, and a row that rises is a warning."""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import counts

pytestmark = pytest.mark.bench
TABLE = tomllib.loads(counts.TABLE.read_text("utf-8"))


def test_every_row_has_a_name_of_today() -> None:
    rows = {*counts.STARTS, *counts.UNITS}
    assert TABLE["counts"].keys() <= rows
    assert TABLE["bars"].keys() <= rows


@pytest.mark.parametrize(("count", "warning"), [
    (1_000, ""), (1_020, ""), (1_021, "it has risen"), (900, ""), (1_101, "above its bar of 1,100"),
])  # fmt: skip
def test_a_rise_and_a_bar_are_warnings(count: int, warning: str) -> None:
    row = "new_game of base from Python"
    table = {"counts": {row: 1_000}, "bars": {row: 1_100}}
    line = counts.compare(row, {"import click": 500, row: count}, table, True)
    assert (warning in line) if warning else ("WARNING" not in line)
    assert f"{count / 500:.2f} × import click" in line
    assert "has risen" not in counts.compare(row, {row: 5_000}, table, False)


def test_counts_are_written_into_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "counts.toml"
    table.write_text('# note\npython = "3.8"\n\n[bars]\n"import click" = 5\n\n[counts]\n"a copy of a base game" = 1\n')
    monkeypatch.setattr(counts, "TABLE", table)
    counts.write({"import click": 7}, tomllib.loads(table.read_text("utf-8")))
    written = tomllib.loads(table.read_text("utf-8"))
    assert written["counts"] == {"import click": 7, "a copy of a base game": 1}
    assert (written["bars"], written["python"]) == ({"import click": 5}, counts._version())
    assert table.read_text("utf-8").startswith("# note")


@pytest.mark.skipif(not shutil.which("valgrind"), reason="Valgrind is not installed")
def test_a_start_is_counted(tmp_path: Path) -> None:
    assert counts.count_start("pass", str(tmp_path)) > 10_000_000
