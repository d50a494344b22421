"""The report: numbers that can be counted by hand, a page without other files, sentences for wrong files."""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from simulating import Simulate, rows

from smallworld.errors import SmallWorldError
from smallworld_cli import cli, main
from smallworld_draw.colours import brightness
from smallworld_lab.analysis import charts
from smallworld_lab.analysis.aggregate import VALUES, Aggregate, Group, aggregate
from smallworld_lab.analysis.pairing import Pairing
from smallworld_lab.analysis.report_page import (
    _extremes,
    _html,
    _picks,
    changes,
    check_comparable,
    display_names,
    with_display_names,
)
from smallworld_lab.analysis.result_tables import ResultTable, combo_table, compare_group
from smallworld_lab.analysis.stats import Moments
from smallworld_lab.result_file import seal_file
from smallworld_lab.run_plan import Run
from tiers import FULL

pytestmark = pytest.mark.skipif(find_spec("matplotlib") is None, reason="needs matplotlib")
OPTIONS = ("--games", "40", "--player", "random", "--players", "2-3")


@pytest.fixture(scope="module")
def forty_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("games") / "results.parquet"
    cli.main(["simulate", *OPTIONS, "--seed", "8", "--out", str(out)], standalone_mode=False)
    return out


@pytest.fixture
def results(forty_games: Path, tmp_path: Path) -> Path:
    """Forty games, simulated once; each test has a file of its own."""
    return Path(shutil.copy(forty_games, tmp_path))


@pytest.fixture(scope="module")
def totals(forty_games: Path) -> Aggregate:
    """The sums of the forty games; no test changes them."""
    return aggregate([forty_games])


def report(*arguments: str) -> None:
    cli.main(["report", *arguments], standalone_mode=False)


def test_race_counts_are_those_of_the_rows(results: Path, tmp_path: Path) -> None:
    report(str(results), "--csv", str(tmp_path / "tables"))
    with (tmp_path / "tables" / "race.csv").open() as file:
        table = {row["race"]: row for row in csv.DictReader(file)}
    combos_of: dict[str, list[tuple[float, int, float]]] = {}
    for game in rows(results):
        for combo in game["combos"]:
            combos_of.setdefault(combo["race"], []).append((combo["won"], combo["coins"], 1 / game["players"]))
    assert set(table) == set(combos_of)
    for race, combos in combos_of.items():
        count = len(combos)
        assert int(table[race]["picked"]) == count
        assert float(table[race]["win_rate"]) == pytest.approx(sum(won for won, _, _ in combos) / count, abs=1e-4)
        assert float(table[race]["coins"]) == pytest.approx(sum(coins for _, coins, _ in combos) / count, abs=1e-4)
        lift = sum(won - even for won, _, even in combos) / count
        assert float(table[race]["against_even"]) == pytest.approx(lift, abs=1e-4)


def test_totals_of_every_group_agree(forty_games: Path, totals: Aggregate) -> None:
    games = rows(forty_games)
    combos = sum(len(game["combos"]) for game in games)
    for group in ("race", "power", "pair", "position", "combo_number", "race_players", "power_players", "decline"):
        assert totals.total(group).count == combos
    assert totals.games == totals.total("players").count == totals.total("board").count == 40
    assert totals.total("order").values["won"].total == pytest.approx(40)
    coins = sum(combo["coins"] for game in games for combo in game["combos"])
    assert totals.total("source").values["coins"].total == coins


def test_shards_add_up(
    simulate: Simulate, results: Path, totals: Aggregate, capsys: pytest.CaptureFixture[str]
) -> None:
    shards = [simulate(*OPTIONS, "--seed", "8", "--shard", f"{i}/2", name=f"{i}.parquet") for i in (1, 2)]
    whole, parts = totals, aggregate(shards)
    assert whole.games == parts.games
    for name, groups in whole.groups.items():
        assert {key: group.count for key, group in groups.items()} == {
            key: group.count for key, group in parts.groups[name].items()
        }
    for twice in ([results, results], [results, shards[0]], [shards[0], results]):
        assert wrong(capsys, *map(str, twice)).endswith("too; name each game once")


def test_sums_do_not_depend_on_the_groups_of_rows(
    forty_games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each game is a batch of its own: more batches than are kept apart."""
    pq = pytest.importorskip("pyarrow.parquet")
    together, single = tmp_path / "together.parquet", tmp_path / "single.parquet"
    for file, size in ((together, 8), (single, 1)):
        pq.write_table(pq.read_table(forty_games).slice(0, 8), file, row_group_size=size)
        seal_file(file)
    whole = aggregate([together])
    monkeypatch.setattr("smallworld_lab.analysis.aggregate.BATCH", 1)
    monkeypatch.setattr("smallworld_lab.analysis.aggregate.MOST_PARTS", 3)
    parts = aggregate([single])
    assert (parts.games, parts.observed) == (8, whole.observed)
    for name, groups in whole.groups.items():
        assert set(groups) == set(parts.groups[name])
        for key, group in groups.items():
            for value, moments in group.values.items():
                assert parts.groups[name][key].values[value] == pytest.approx(moments)


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


@pytest.fixture(scope="module")
def html_page(forty_games: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of the forty games."""
    html = tmp_path_factory.mktemp("page") / "page.html"
    report(str(forty_games), "--html", str(html))
    return html.read_text("utf-8")


def test_the_page_needs_no_other_file(html_page: str) -> None:
    text, page = html_page, Page()
    page.feed(text)
    assert page.loaded == []
    assert page.opened.count("svg") == 8 and page.opened.count("table") == 17
    assert not {"script", "link", "img", "iframe"} & set(page.opened)
    assert "url(http" not in text and "@import" not in text
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids)) > 100
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', text)) <= set(ids)
    headings = re.findall(r'<h2 id="([^"]+)">', text)
    assert len(headings) == len(set(headings)) == 8 + 17 + 1
    assert re.findall(r'<a href="#([^"]+)">', text) == headings
    assert "none of none" not in text and "most of all none" not in text


def test_the_page_begins_with_a_picture_and_three_sentences(html_page: str) -> None:
    text = html_page
    top, _, rest = text.partition("<nav>")
    assert top.count("<svg") == 1
    assert len(re.findall(r"<p>(.*?)</p>", top)) == 3
    assert top.index("<svg") < top.index("<p>")
    assert "seed 8" in rest.rpartition("<h2")[2]
    assert "40 games of Small World" in top
    assert "Sorcerers" in top
    assert "Dragon Master" in text


def test_an_edition_that_is_gone_has_no_names() -> None:
    run = Run("no-such-edition", "", (("a", "random"),), (2,), 1)
    assert display_names([run]) == {}
    races = with_display_names(many_races({"dragon_riders": 60}), {}).groups["race"]
    assert next(iter(races)) == ("Dragon riders",)


def test_pairs_are_drawn_when_some_were_picked_often(
    totals: Aggregate, html_page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert charts.PAIRS not in html_page
    monkeypatch.setattr(charts, "FEW", 1)
    for other in ("lifts", "coins", "orders", "places", "turns", "lengths"):
        monkeypatch.setattr(charts, other, lambda *_: "")
    drawn = charts.draw_charts(pairs_of(totals, ("sorcerers", "elves")))
    assert list(drawn) == [charts.PAIRS] and "sorcerers" in drawn[charts.PAIRS]


def pairs_of(totals: Aggregate, races: Sequence[str]) -> Aggregate:
    """The sums of some races: a large map of pairs is drawn slowly."""
    sums = Aggregate()
    for key, pair in totals.groups["pair"].items():
        if key[0] in races:
            sums.groups["pair"][key] = pair
            for name, one in (("race", key[0]), ("power", key[1])):
                sums.groups[name][one,] = totals.groups[name][one,]
    return sums


def many_races(won: Mapping[str, int]) -> Aggregate:
    """Races that two players picked a hundred times; those not named won half of the games."""
    totals = Aggregate()
    columns = {**VALUES_OF_NOTHING, "even": Moments(100, 50.0, 25.0)}
    for race in (*won, *(f"other {number}" for number in range(14 - len(won)))):
        wins = float(won.get(race, 50))
        totals.groups["race"][race,] = Group({**columns, "won": Moments(100, wins, wins)})
    return totals


VALUES_OF_NOTHING = {name: Moments(100, 0.0, 0.0) for name in VALUES["combos"]}


def column_of(table: ResultTable, name: str) -> dict[str, Any]:
    return {str(row[0]): row[table.head.index(name)] for row in table.rows}


def test_clear_holds_for_all_rows_together() -> None:
    """61 of 100 differs from the others by itself, not among fourteen races; 70 of 100 does."""
    totals = many_races({"lucky": 61, "strong": 70, "weak": 30})
    table = combo_table(totals, "race", "Races")
    assert column_of(table, "against others")["lucky"].low > 0
    clear = column_of(table, "clear")
    assert (clear["lucky"], clear["strong"], clear["weak"]) == ("–", "stronger", "weaker")
    before = many_races({"lucky": 45, "strong": 40, "weak": 30})
    differing = compare_group(totals, before, Pairing(), "race", "Races")
    assert column_of(differing, "difference")["lucky"].low > 0
    clear = column_of(differing, "clear")
    assert (clear["lucky"], clear["strong"], clear["weak"]) == ("no", "yes", "no")


def test_all_picks_together_are_reported() -> None:
    """One of two players wins each game, so the picks of one game depend on each other."""
    assert _picks(games_of_two([(4, 5)] * 90 + [(5, 4)] * 10)) == (
        "All 900 picks together against even: −4.4 points, −5.1 to −3.8 (losers pick more often)."
    )
    assert _picks(games_of_two([(5, 4)] * 50 + [(4, 5)] * 50)) == (
        "All 900 picks together against even: 0.0 points, −1.1 to +1.1."
    )


def games_of_two(picks: Sequence[tuple[int, int]]) -> Aggregate:
    """Games of two players, with the picks of the winner and of the loser."""
    totals = Aggregate()
    counts, gains = [sum(both) for both in picks], [(winner - loser) / 2 for winner, loser in picks]

    def moments(numbers: Sequence[float]) -> Moments:
        return Moments(len(numbers), sum(numbers), sum(number**2 for number in numbers))

    products = [count * gain for count, gain in zip(counts, gains, strict=True)]
    totals.groups["players"][2,] = Group(
        {"picks": moments(counts), "gain": moments(gains), "picks_gain": moments(products)}
    )
    return totals


def test_picks_are_compared_with_other_picks_and_not_with_even() -> None:
    """Losers pick more often: all fourteen races are below even, and none of them is weak."""
    totals = Aggregate()
    for number in range(14):
        values = {name: Moments(3000, 0.0, 0.0) for name in VALUES["combos"]}
        won, even = Moments(3000, 900.0 + number, 900.0 + number), Moments(3000, 1000.0, 1000 / 3)
        totals.groups["race"][f"race {number}",] = Group({**values, "won": won, "even": even})
    table = combo_table(totals, "race", "Races")
    assert all(lift.high < 0 for lift in column_of(table, "against even").values())
    assert set(column_of(table, "clear").values()) == {"–"}
    assert (
        "Races with holders that win clearly more often than those of all others: none of 14. Clearly less often: "
        "none of 14." in _extremes(totals, "race")
    )


def test_differences_are_points_with_their_sign() -> None:
    page = _html(combo_table(many_races({"strong": 70}), "race", "Races"))
    assert '<th scope="col">against even, points</th>' in page and '<th scope="col">win rate, %</th>' in page
    assert "<td>+20.0 <small>+10.4 … +28.1</small></td>" in page and "<td>70.0 <small>" in page


def test_charts_can_be_read_in_grey() -> None:
    """A dot is darker than its bar, in every pair of colours."""
    for dot, bar in (charts.ABOVE, charts.BELOW, charts.BETWEEN):
        assert brightness(bar) - brightness(dot) > 0.3


def test_a_chart_colours_what_its_sentence_names() -> None:
    """61 of 100 is above the others by itself, but not clearly, so neither the sentence nor the colour claims it."""
    chart = charts.lifts(many_races({"lucky": 61, "strong": 70, "weak": 30}), "race")
    for bar in (charts.ABOVE[1], charts.BELOW[1]):
        assert len(re.findall(rf"stroke: {bar}", chart)) == 1
    assert len(re.findall(rf"stroke: {charts.BETWEEN[1]}", chart)) == 12


@FULL
def test_a_change_shows_in_the_comparison(simulate: Simulate, tmp_path: Path) -> None:
    """A race that is given twenty tokens more is found out."""
    strong = tmp_path / "strong.yaml"
    strong.write_text(STRONG, "utf-8")
    options = ("--games", "160", "--player", "random", "--players", "2", "--seed", "4")
    before = simulate("base", *options, name="before.parquet")
    after = simulate(str(strong), *options, name="after.parquet")
    html, tables = tmp_path / "change.html", tmp_path / "tables"
    report(str(after), "--against", str(before), "--html", str(html), "--csv", str(tables))
    with (tables / "compared_race.csv").open() as file:
        table = {row["race"]: row for row in csv.DictReader(file)}
    assert float(table["humans"]["coins_difference_low"]) > 0
    assert float(table["humans"]["d"]) > 0.5
    assert "Differences between the runs: edition " in html.read_text("utf-8")


def test_a_comparison_is_printed_without_files(
    simulate: Simulate, results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The sentences of the page are printed, too: the changes, and other differences."""
    other = simulate("--games", "30", "--player", "a=random", "--player", "b=random", "--board", "base-2p", "--seed",
                     "8", "--option", "tie_break=shared", name="other.parquet")  # fmt: skip
    capsys.readouterr()
    report(str(results), "--against", str(other))
    output = capsys.readouterr().out
    assert "\nCompared with\n30 games of base" in output
    assert (
        "Differences between the runs: players 2, 3 here, 2 there; boards – here, base-2p there; "
        "options – here, tie_break=shared there.\n15 games are compared with one of the same seed "
        "each.\nRaces that win clearly more often here: none of 14."
    ) in output
    report(str(results), "--against", str(results), "--json")
    answer = json.loads(capsys.readouterr().out)
    assert answer["comparison"][0] == "Differences between the runs: nothing, these may be the same games."
    assert answer["against"] == answer["runs"]


def test_who_changed_clearly_is_named() -> None:
    totals, other = many_races({"lucky": 60, "strong": 70}), many_races({"lucky": 45, "strong": 40})
    run = Run("base", "0" * 64, (("random", "random"),), (2,), 100, seed=1)
    lines = changes(totals, [run], other, [replace(run, seed=2)], Pairing())
    assert lines == [
        "Differences between the runs: the seed alone.",
        "Races that win clearly more often here: 1 of 14, most of all strong (+30.0 points, +16.3 to +42.2). "
        "Clearly less often: none of 14.",
        "Races that score clearly more coins here: none of 14. Clearly fewer: none of 14.",
    ]
    assert changes(totals, [run], other, [replace(run, content="1" * 64)], Pairing())[0] == (
        "Differences between the runs: the content of the edition."
    )


def test_conditions_that_differ_are_reported() -> None:
    """A bot counts once for each of its seats; several runs may be one run in parts."""
    totals = many_races({})
    run = Run("base", "0" * 64, (("a", "random"), ("b", "random"), ("c", "greedy")), (2, 3), 100, seed=1)

    def differences(*runs: Run) -> str:
        return changes(totals, [run], totals, runs, Pairing())[0].removeprefix("Differences between the runs: ")

    two = replace(run, entrants=(("a", "greedy"), ("b", "random"), ("c", "greedy")), seed=2)
    assert differences(two) == "bots greedy, 2 × random here, 2 × greedy, random there."
    assert differences(replace(run, counts=(2,)), replace(run, counts=(3,))) == "players 2, 3 here, 2 and 3 there."
    assert differences(replace(run, plugins=("fen",))) == "plugins – here, fen there."
    assert differences(replace(run, variant="./base")) == "nothing, these may be the same games."
    assert differences(replace(run, variant="mine", content="1" * 64)) == "edition base here, mine there."


def test_games_by_different_rules_are_not_added_up(
    simulate: Simulate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = ("--games", "6", "--player", "random", "--players", "2", "--seed", "3")
    usual = simulate(*games, name="usual.parquet")
    longer = simulate(*games, "--games", "8", "--option", "tie_break=tokens_then_shared", name="longer.parquet")
    shared = simulate(*games, "--option", "tie_break=shared", name="shared.parquet")
    # The default is the same with and without the option.
    assert wrong(capsys, str(usual), str(longer)).startswith("error: 6 games of ")
    assert "of different rulings (the defaults / tie_break=shared)" in wrong(capsys, str(usual), str(shared))
    file = tmp_path / "mine.yaml"
    for name, coins in (("one", 5), ("two", 6)):
        file.write_text(f"variant: mine\nname: Mine\nextends: base\ncoins: {coins}\n", "utf-8")
        simulate(str(file), *games, name=f"{name}.parquet")
    mixed = wrong(capsys, str(tmp_path / "one.parquet"), str(tmp_path / "two.parquet"))
    assert f"are of different states of the edition {file}" in mixed and "--against" in mixed


def test_a_page_is_not_written_over_results(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = results.read_bytes()
    assert "holds results of games; choose another name" in wrong(capsys, str(results), "--html", str(results))
    assert results.read_bytes() == before


def test_results_without_games_or_columns_are_refused(
    simulate: Simulate, results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import pyarrow.parquet as pq

    empty = simulate("--games", "2", "--shard", "3/4", "--player", "random", name="empty.parquet")
    for more in ((), ("--html", str(tmp_path / "x.html"))):
        assert wrong(capsys, str(empty), *more) == f"error: there are no games in {empty}"
    whole = pq.read_table(results)
    for column in ("margin", "combos"):
        file = tmp_path / f"no-{column}.parquet"
        pq.write_table(whole.drop_columns([column]), file)
        seal_file(file)
        assert f"lacks the column '{column}'; simulate its games again" in wrong(capsys, str(file))
    for meta in (b"\xff", b'{"counts": 3}', b"[]"):
        file = tmp_path / "meta.parquet"
        pq.write_table(whole.replace_schema_metadata({"smallworld": meta}), file)
        seal_file(file)
        assert "do not name their run" in wrong(capsys, str(file))


def test_every_line_of_a_csv_file_has_all_cells(simulate: Simulate, results: Path, tmp_path: Path) -> None:
    """A race that is in one set alone has no intervals, but their columns."""
    file = tmp_path / "mine.yaml"
    file.write_text(
        "variant: mine\nname: Mine\nextends: base\nraces: {reeds: {name: Reeds, banner: 5, supply: 12}}\n", "utf-8"
    )
    mine = simulate(str(file), "--games", "12", "--player", "random", "--seed", "4", name="mine.parquet")
    report(str(mine), "--against", str(results), "--csv", str(tmp_path / "csv"))
    for table in (tmp_path / "csv").glob("*.csv"):
        widths = {len(row) for row in csv.reader(table.read_text("utf-8").splitlines())}
        assert len(widths) == 1, table.name
    assert "reeds" in (tmp_path / "csv" / "compared_race.csv").read_text("utf-8")
    assert (
        ResultTable("x", "X", "", ("name", "difference"), ()).csv()
        == "name,difference,difference_low,difference_high\n"
    )


def test_results_without_a_common_race_are_not_compared() -> None:
    check_comparable(many_races({}), many_races({"lucky": 60}))
    with pytest.raises(SmallWorldError, match="no race and no power in common; compare results of one edition"):
        check_comparable(many_races({}), Aggregate())


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
    message = capsys.readouterr().err.strip()
    assert "\n" not in message
    return message


def test_wrong_files_are_one_sentence(results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    assert "does not exist; make it with" in wrong(capsys, str(tmp_path / "nothing.parquet"))
    (tmp_path / "text.parquet").write_text("no Parquet")
    assert "is not a file of results" in wrong(capsys, str(tmp_path / "text.parquet"))
    pq.write_table(pa.table({"a": [1]}), tmp_path / "other.parquet")
    assert "is not a file of results" in wrong(capsys, str(tmp_path / "other.parquet"))
    (tmp_path / "cut.parquet").write_bytes(results.read_bytes()[:-2000])
    assert "is not a file of results" in wrong(capsys, str(tmp_path / "cut.parquet"))
    message = wrong(capsys, str(results), "--html", str(results / "page.html"))
    assert "page.html: cannot write this file: " in message


def test_the_report_without_files(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    report(str(results))
    output = capsys.readouterr().out
    assert output.startswith("40 games of base") and "first of 2:" in output and "tie-break" in output


def test_an_edition_of_this_folder_is_named_by_its_id(
    simulate: Simulate, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "variant.yaml").write_text("variant: mine\nname: Mine\nextends: base\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    games = simulate(".", "--games", "1", "--player", "random")
    assert capsys.readouterr().err.startswith("mine, 1 game, ")
    report(str(games))
    assert capsys.readouterr().out.startswith("1 game of mine (content ")
    (tmp_path / "variant.yaml").write_text("variant: mine\nname: Mine\nextends: warcraft\n", "utf-8")
    report(str(games))
    assert capsys.readouterr().out.startswith("1 game of . (content ")  # another edition is there now


def test_the_example_of_the_page_runs(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text("utf-8")
    example = page.split("```python\n")[3].split("```")[0]
    monkeypatch.chdir(tmp_path)
    results.rename(tmp_path / "base.parquet")
    capsys.readouterr()
    exec(compile(example, "lab.md", "exec"), {})
    best = max(combo["coins"] for game in rows(tmp_path / "base.parquet") for combo in game["combos"])
    assert str(best) in capsys.readouterr().out.split()
