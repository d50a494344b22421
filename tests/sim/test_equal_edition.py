"""Equal races, powers, pairs and seats are seldom called out of line, by ``report`` and by ``balance`` alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from equal_edition import write_equal_edition

from smallworld_cli import main
from smallworld_lab.analysis.aggregate import Aggregate, clear_differences, flat
from smallworld_lab.analysis.result_tables import list_tables
from smallworld_lab.analysis.stopping import _placed
from tiers import quick_first

pytest.importorskip("pyarrow")
PLAYERS = ("--players", "3", "--player", "random")
GROUPS = ("race", "power", "pair", "first_race", "first_power", "race_players")


@pytest.fixture(scope="module")
def play(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int], Any]:
    """Play so many games of the edition; those of the longest run so far are not played again."""
    import pyarrow.parquet as pq

    folder = tmp_path_factory.mktemp("equal")
    edition, longest = str(write_equal_edition(folder)), []

    def games(count: int) -> Any:
        if not longest or len(longest[0]) < count:
            out = str(folder / f"{count}.parquet")
            main(["simulate", edition, "--games", str(count), *PLAYERS, "--seed", "12", "--out", out])
            longest[:] = [pq.read_table(out)]
        return longest[0].slice(0, count).combine_chunks()

    return games


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize("runs", [1, 20])
def test_an_edition_of_equals_stays_equal(play: Callable[[int], Any], runs: int) -> None:
    """Each run of 150 games is judged by itself; at most 5 % of the entries may be flagged."""
    games = play(150 * runs)
    judged, flagged, called = 0, list[str](), list[str]()
    for run in range(runs):
        results = Aggregate()
        results.add(flat(games.slice(150 * run, 150).combine_chunks()))
        for table in list_tables(results):
            if "clear" in table.head:
                clear = [row[table.head.index("clear")] for row in table.rows]
                judged += len(clear)
                flagged += [f"{table.name} {verdict}" for verdict in clear if verdict != "–"]
        for name in ("race", "power"):
            for key in results.groups[name]:
                sentence = _placed(results, name, key, 0.04, enough=True).sentence()
                called += [] if "it fits among the others" in sentence else [sentence]
    assert judged > 300 * runs
    assert len(flagged) <= 0.05 * judged, flagged
    assert len(called) <= 0.05 * 34 * runs, called


@pytest.mark.parametrize("name", quick_first(["race", "pair", "order"]))
def test_a_group_that_wins_more_is_flagged(play: Callable[[int], Any], name: str) -> None:
    """The judgement is not blind: winners of all games are found, in the same edition."""
    results = Aggregate()
    results.add(flat(play(150 if name == "pair" else 60)))
    key, group = max(results.groups[name].items(), key=lambda item: item[1].count)
    moments = group.values["won"]
    group.values["won"] = moments._replace(total=float(moments.n), squares=float(moments.n))
    clear = clear_differences(results.groups[name], name)
    assert clear[key].low > 0
    assert not [other for other, interval in clear.items() if other != key and interval.low > 0]
