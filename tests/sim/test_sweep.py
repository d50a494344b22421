"""``smallworld sweep``: what other values of an edition would change."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from smallworld import lab
from smallworld.errors import SmallWorldError
from smallworld_cli import main
from smallworld_lab.analysis.charts import ABOVE, BELOW
from smallworld_lab.sweep import parse_values

pytest.importorskip("pyarrow")

QUICK = ("--player", "random", "--players", "2", "--games", "6")


def sweep(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    main(["sweep", *arguments])
    return capsys.readouterr().out


def test_the_table_is_that_of_games_with_the_same_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    """The differences are those of lab.compare; a value that is that of the edition has none."""
    document = json.loads(sweep(capsys, "races.ratmen.banner=8,16", *QUICK, "--json"))
    same, strong = document["rows"]
    assert same["values"] == {"races.ratmen.banner": 8} and same["difference"] is None
    setting: dict[str, Any] = {"bots": "random", "games": 6, "seed": 1, "players": 2}
    before, after = lab.play(**setting), lab.play(changes={"races.ratmen.banner": 16}, **setting)
    rows = [row for row in lab.compare(after, before).to_pylist() if row["name"] == "ratmen"]
    (expected,) = rows
    assert strong["picked"] == expected["picked_here"]
    assert strong["difference"] == pytest.approx(
        [expected["difference"], expected["difference_low"], expected["difference_high"]]
    )
    assert strong["coins difference"][0] == pytest.approx(expected["coins_difference"])
    assert document["games_needed"] > 10


def test_all_combinations_of_several_paths(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, picture = tmp_path / "sweep.csv", tmp_path / "sweep.svg"
    paths = ("races.orcs.banner=4..5", "powers.wealthy.coins=3,12")
    printed = sweep(capsys, *paths, *QUICK, "--csv", str(file), "--svg", str(picture)).splitlines()
    rows = list(csv.reader(file.read_text("utf-8").splitlines()))
    settings = [("as it is", "as it is"), ("4", "3"), ("4", "12"), ("5", "3"), ("5", "12")]
    assert [tuple(row[:3]) for row in rows[1:]] == [
        (*values, name) for name in ("orcs", "wealthy") for values in settings
    ]
    assert rows[0][:4] == ["races.orcs.banner", "powers.wealthy.coins", "name", "picked"]
    assert len(printed) == 12 and printed[0].split()[:3] == rows[0][:3]
    assert printed[-1].startswith("6 games of each value; differences ±2 points: about ")
    text = picture.read_text("utf-8")
    assert text.startswith("<svg") and text.count("wealthy.coins=12") == 4
    clear = sum(row[rows[0].index("clear")] != "–" for row in rows[1:])
    assert sum(text.count(colour) > 0 for colour in (ABOVE[0], BELOW[0])) <= clear, "colours are those of the table"


def test_values_of_the_edition_are_judged_by_the_seats(capsys: pytest.CaptureFixture[str]) -> None:
    rows = json.loads(sweep(capsys, "coins=9", *QUICK, "--json"))["rows"]
    assert [(row["values"]["coins"], row["name"]) for row in rows] == [
        ("as it is", "1 of 2"), (9, "1 of 2"), ("as it is", "2 of 2"), (9, "2 of 2")
    ]  # fmt: skip
    assert 2 < rows[1]["coins difference"][0] < 6, "four coins more for everybody"


def test_other_entries_can_be_compared(capsys: pytest.CaptureFixture[str]) -> None:
    printed = sweep(capsys, "rounds.2=3", *QUICK, "--of", "hill orcs", "--of", "elves")
    assert "hill orcs" in printed and "elves" in printed and "1 of 2" not in printed


def test_from_python() -> None:
    table = lab.sweep({"races.orcs.banner": range(4, 6)}, "base", "random", games=10, seed=1, players=2)
    assert table["races.orcs.banner"].to_pylist() == [4, 5]
    assert table["name"].to_pylist() == ["orcs", "orcs"] and table["difference"].to_pylist()[1] is None


@pytest.mark.parametrize(
    ("text", "values"),
    [("a.b=3..5", [3, 4, 5]), ("a.b=3, 5", [3, 5]), ("a=-1..1", [-1, 0, 1]), ("a=x,true", ["x", True]),
     ("die=[0, 1]", [[0, 1]])],
)  # fmt: skip
def test_values(text: str, values: list[Any]) -> None:
    assert parse_values(text)[1] == values


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["races.orcs.banner"], "must be PATH=VALUE"),
        (
            ["races.orcs.banner=7..3"],
            "from low to high, like races.orcs.banner=3..7",
        ),
        (["races.orcs.banner=3..x"], "must be a range of 1 to 200 whole numbers"),
        (["races.orcs.banner=1..201"], "must be a range of 1 to 200 whole numbers"),
        (["races.orz.banner=3"], "the extended variants have no race 'orz'"),
        (["coins=1..20", "races.orcs.banner=1..15"], "these are 300 combinations; name at most 200"),
        (["coins=3", "coins=4"], "coins is named twice; write its values together, e.g. coins=3,5"),
        (["coins=4", "--of", "orc"], "unknown race or power 'orc'; did you mean 'orcs'?"),
        (["coins=5", *QUICK, "--svg", "x.svg"], "no difference can be drawn"),
    ],
)
def test_wrong_questions_are_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["sweep", *arguments])
    message = capsys.readouterr().err
    assert stop.value.code == 2 and sentence in message and message.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_picture_of_no_name_is_refused_from_python() -> None:
    with pytest.raises(SmallWorldError, match="no race 'orz'"):
        lab.sweep({"races.orz.banner": [3]}, games=2)
