"""The report: numbers that can be counted by hand, a page that stands alone, sentences for wrong files."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from simulating import Simulate, rows

from smallworld.cli import cli, main
from smallworld.sim.tally import tally

pytest.importorskip("matplotlib")
OPTIONS = ("--games", "40", "--player", "random", "--players", "2-3")


@pytest.fixture
def results(simulate: Simulate) -> Path:
    return simulate(*OPTIONS, "--seed", "8")


def report(*arguments: str) -> None:
    cli.main(["report", *arguments], standalone_mode=False)


def test_race_counts_are_those_of_the_rows(results: Path, tmp_path: Path) -> None:
    report(str(results), "--csv", str(tmp_path / "tables"))
    with (tmp_path / "tables" / "race.csv").open() as file:
        table = {row["race"]: row for row in csv.DictReader(file)}
    held: dict[str, list[tuple[float, int, float]]] = {}
    for game in rows(results):
        for combo in game["combos"]:
            held.setdefault(combo["race"], []).append((combo["won"], combo["coins"], 1 / game["players"]))
    assert set(table) == set(held)
    for race, found in held.items():
        count = len(found)
        assert int(table[race]["picked"]) == count
        assert float(table[race]["win_rate"]) == pytest.approx(sum(won for won, _, _ in found) / count, abs=1e-4)
        assert float(table[race]["coins"]) == pytest.approx(sum(coins for _, coins, _ in found) / count, abs=1e-4)
        lift = sum(won - even for won, _, even in found) / count
        assert float(table[race]["against_even"]) == pytest.approx(lift, abs=1e-4)


def test_totals_of_every_group_agree(results: Path) -> None:
    found, games = tally([results]), rows(results)
    combos = sum(len(game["combos"]) for game in games)
    for group in ("race", "power", "pair", "position", "combo_number", "race_players", "power_players", "decline"):
        assert found.total(group).count == combos
    assert found.games == found.total("players").count == found.total("board").count == 40
    assert found.total("order").values["won"].total == pytest.approx(40)
    coins = sum(combo["coins"] for game in games for combo in game["combos"])
    assert found.total("source").values["coins"].total == coins


def test_shards_add_up(simulate: Simulate, results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shards = [simulate(*OPTIONS, "--seed", "8", "--shard", f"{i}/2", name=f"{i}.parquet") for i in (1, 2)]
    whole, parts = tally([results]), tally(shards)
    assert whole.games == parts.games
    for name, groups in whole.groups.items():
        assert {key: group.count for key, group in groups.items()} == {
            key: group.count for key, group in parts.groups[name].items()
        }
    for twice in ([results, results], [results, shards[0]], [shards[0], results]):
        assert wrong(capsys, *map(str, twice)).endswith("hold the same games; name one of them")


class Page(HTMLParser):
    """Tags, and everything that the page would load from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.opened.append(tag)
        self.loaded += [
            value or "" for name, value in attributes
            if name in ("src", "href", "xlink:href") and not (value or "").startswith(("#", "data:"))
        ]  # fmt: skip


def test_the_page_stands_alone(results: Path, tmp_path: Path) -> None:
    html = tmp_path / "page.html"
    report(str(results), "--html", str(html))
    text = html.read_text("utf-8")
    page = Page()
    page.feed(text)
    assert page.loaded == []
    assert page.opened.count("svg") == 9 and page.opened.count("table") == 14
    assert not {"script", "link", "img", "iframe"} & set(page.opened)
    assert "url(http" not in text and "@import" not in text
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) > 100


def test_charts_are_grey(results: Path, tmp_path: Path) -> None:
    report(str(results), "--html", str(tmp_path / "page.html"))
    for colour in set(re.findall(r"(?:fill|stroke): #([0-9a-f]{6})", (tmp_path / "page.html").read_text("utf-8"))):
        assert len({colour[:2], colour[2:4], colour[4:]}) == 1, colour


def test_a_change_shows_in_the_comparison(simulate: Simulate, tmp_path: Path) -> None:
    """A race that is given twenty tokens more is found out."""
    strong = tmp_path / "strong.yaml"
    strong.write_text(STRONG, "utf-8")
    options = ("--games", "80", "--player", "random", "--players", "2", "--seed", "4")
    before = simulate("base", *options, name="before.parquet")
    after = simulate(str(strong), *options, name="after.parquet")
    html, tables = tmp_path / "change.html", tmp_path / "tables"
    report(str(after), "--against", str(before), "--html", str(html), "--csv", str(tables))
    with (tables / "compared_race.csv").open() as file:
        table = {row["race"]: row for row in csv.DictReader(file)}
    assert float(table["humans"]["coins_difference_low"]) > 0
    assert float(table["humans"]["d"]) > 0.5
    assert "Compared with" in html.read_text("utf-8")


STRONG = """\
variant: strong
name: Strong Humans
extends: base
races:
  humans: {name: Humans, banner: 15, supply: 30, abilities: [{terrain_bonus: {terrain: farmland}}]}
"""


def wrong(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    with pytest.raises(SystemExit) as stop:
        main(["report", *arguments])
    assert stop.value.code == 2
    told = capsys.readouterr().err.strip()
    assert "\n" not in told
    return told


def test_wrong_files_are_one_sentence(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    assert "there is no file" in wrong(capsys, str(tmp_path / "nothing.parquet"))
    (tmp_path / "text.parquet").write_text("no Parquet")
    assert "is no file of results" in wrong(capsys, str(tmp_path / "text.parquet"))
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    assert "is no file of results" in wrong(capsys, str(tmp_path / "other.parquet"))
    (tmp_path / "cut.parquet").write_bytes(results.read_bytes()[:-2000])
    assert "is no file of results" in wrong(capsys, str(tmp_path / "cut.parquet"))
    told = wrong(capsys, str(results), "--html", str(results / "page.html"))
    assert told.startswith("error: cannot write ")


def test_what_is_printed_without_files(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    report(str(results))
    told = capsys.readouterr().out
    assert told.startswith("40 games of base") and "first of 2:" in told and "tie-break" in told


def test_the_example_of_the_page_runs(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text("utf-8")
    example = page.split("```python\n")[1].split("```")[0]
    monkeypatch.chdir(tmp_path)
    results.rename(tmp_path / "base.parquet")
    capsys.readouterr()
    exec(compile(example, "simulate.md", "exec"), {})
    best = max(combo["coins"] for game in rows(tmp_path / "base.parquet") for combo in game["combos"])
    assert str(best) in capsys.readouterr().out.split()
