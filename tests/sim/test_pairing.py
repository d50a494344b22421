"""Two sets of results are compared game by game where their seeds are equal."""

from __future__ import annotations

from functools import cache
from math import sqrt
from pathlib import Path

import pytest
from simulating import Simulate, rows

from smallworld_cli import main
from smallworld_lab.analysis.aggregate import Aggregate, aggregate
from smallworld_lab.analysis.pairing import Pairing, pair_games
from smallworld_lab.analysis.report_page import changes
from smallworld_lab.analysis.result_tables import ResultTable, comparisons
from smallworld_lab.analysis.stats import Interval
from smallworld_lab.result_file import run_of

pytest.importorskip("pyarrow")
OPTIONS = ("--players", "2", "--player", "random", "--seed", "6", "--games")
GAMES = 100
RICH = """\
variant: rich
name: Rich
extends: base
powers: {wealthy: {name: Wealthy, badge: 4, text: Nine coins., source: x, abilities: [{once_bonus: {coins: 9}}]}}
"""


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same games, with nine coins for Wealthy and with seven; no test changes the files."""
    folder = tmp_path_factory.mktemp("both")
    (folder / "rich.yaml").write_text(RICH, "utf-8")
    for edition, name in ((str(folder / "rich.yaml"), "after"), ("base", "before")):
        main(["simulate", edition, *OPTIONS, str(GAMES), "--out", str(folder / f"{name}.parquet")])
    return folder / "after.parquet", folder / "before.parquet"


@cache
def totals(file: Path) -> Aggregate:
    """The sums of a file; no test changes them."""
    return aggregate([file])


def table_of(files: tuple[Path, Path], pairing: Pairing, name: str) -> ResultTable:
    after, before = map(totals, files)
    return next(table for table in comparisons(after, before, pairing) if table.name == name)


def widths(table: ResultTable, column: str) -> list[float]:
    cells = [row[table.head.index(column)] for row in table.rows]
    return [cell.high - cell.low for cell in cells if isinstance(cell, Interval)]


def test_pairs_make_intervals_narrower(both: tuple[Path, Path]) -> None:
    pairing = pair_games([both[0]], [both[1]])
    assert pairing.games == GAMES
    for name, column in (("compared_race", "difference"), ("compared_power", "coins difference")):
        paired, alone = (widths(table_of(both, each, name), column) for each in (pairing, Pairing()))
        assert sum(paired) < 0.6 * sum(alone)


def test_the_change_is_found_by_its_coins(both: tuple[Path, Path]) -> None:
    after, before = map(totals, both)
    runs = [[run_of(file)] for file in both]
    lines = changes(after, runs[0], before, runs[1], pair_games([both[0]], [both[1]]))
    assert f"{GAMES} games are compared with one of the same seed each." in lines
    pays = next(line for line in lines if line.startswith("Sources that pay"))
    assert pays.startswith("Sources that pay clearly more coins a combo here: 1 of ") and "wealthy (+2.00 coins" in pays
    powers = next(line for line in lines if line.startswith("Powers that score clearly more coins here: "))
    assert "1 of 20, most of all wealthy" in powers
    unpaired = changes(after, runs[0], before, runs[1], Pairing())
    assert "Powers that score clearly more coins here: none of 20. Clearly fewer: none of 20." in unpaired


def test_equal_results_do_not_differ(both: tuple[Path, Path]) -> None:
    after = (both[0], both[0])
    pairing = pair_games(*([file] for file in after))
    for name in ("compared_race", "compared_power", "compared_order"):
        assert max(widths(table_of(after, pairing, name), "difference")) == pytest.approx(0, abs=1e-6)


def test_the_variance_is_that_of_the_differences_by_game(both: tuple[Path, Path]) -> None:
    """By hand, for the coins of one race: the sum over games of the squared difference of their contributions."""
    pairing, race = pair_games([both[0]], [both[1]]), "orcs"
    after, before = (totals(file).groups["race"][race,] for file in both)
    contributions = []
    for file, group in zip(both, (after, before), strict=True):
        mean = group.values["coins"].mean
        contributions.append([
            sum(combo["coins"] - mean for combo in game["combos"] if combo["race"] == race) / group.count
            for game in rows(file)
        ])  # fmt: skip
    alone = sqrt(sum(one**2 + two**2 for one, two in zip(*contributions, strict=True)))
    paired = sqrt(sum((one - two) ** 2 for one, two in zip(*contributions, strict=True)))
    narrowed = pairing.narrow(Interval(0.0, -1.0, 1.0), "race", (race,), "coins", after, before)
    assert narrowed.high == pytest.approx(paired / alone)


def test_the_order_of_files_does_not_matter(simulate: Simulate, both: tuple[Path, Path]) -> None:
    """Games wait for their partners; shards are found in any order."""
    few = (*OPTIONS, "30")
    shards = [simulate("base", *few, "--shard", f"{part}/2", name=f"{part}.parquet") for part in (1, 2)]
    alone = simulate("base", *few, name="alone.parquet")
    whole, parts = pair_games([both[0]], [alone]), pair_games([both[0]], shards[::-1])
    assert whole.games == parts.games == 30
    after, before = (totals(file).groups["race"]["orcs",] for file in (both[0], alone))
    wide = Interval(0.0, -1.0, 1.0)
    assert whole.narrow(wide, "race", ("orcs",), "lift", after, before).high == pytest.approx(
        parts.narrow(wide, "race", ("orcs",), "lift", after, before).high
    )


def test_games_of_other_seeds_or_players_are_no_pairs(simulate: Simulate, both: tuple[Path, Path]) -> None:
    for option, value in (("--seed", "7"), ("--players", "3")):
        options = [value if before == option else part for before, part in zip(("", *OPTIONS), OPTIONS, strict=False)]
        other = simulate("base", *options, "9", name=f"other{option}.parquet")
        assert pair_games([both[0]], [other]).games == 0
