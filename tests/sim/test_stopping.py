"""Runs that end when they know enough keep the error that they promise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import click
import pytest
from simulating import Simulate, rows

from smallworld import lab
from smallworld.errors import SmallWorldError
from smallworld_cli import main
from smallworld_lab.analysis import stopping
from smallworld_lab.analysis.aggregate import VALUES, Group
from smallworld_lab.analysis.stats import Moments, wilson
from smallworld_lab.analysis.stopping import FEWEST, LOOKING, Rule, Watch, games_needed, is_narrow, parse_rule
from tiers import FULL

np = pytest.importorskip("numpy")

QUICK = ("--player", "random", "--players", "2", "--seed", "1")


def group(wins: float, count: int) -> Group:
    columns = {name: Moments(count, 0.0, 0.0) for name in VALUES["combos"]}
    return Group({**columns, "won": Moments(count, wins, wins)})


def coverage(rate: float, half: float, step: int) -> float:
    """How often a run that ends by the rule covers the rate: exactly, over all paths of wins and losses.

    :param step: games between two looks.
    """
    longest = int(LOOKING**2 / (4 * half * half)) + FEWEST + 2 * step
    chances = np.zeros(longest + 2)
    chances[0] = 1.0
    covered = 0.0
    for count in range(1, longest + 1):
        chances[1:] = chances[1:] * (1 - rate) + chances[:-1] * rate
        chances[0] *= 1 - rate
        if count >= FEWEST and not (count - FEWEST) % step:
            for wins in np.flatnonzero(chances > 1e-12):
                if is_narrow(group(float(wins), count), half):
                    interval = wilson(float(wins), count, LOOKING)
                    covered += chances[wins] * (interval.low <= rate <= interval.high)
                    chances[wins] = 0.0
    assert chances.sum() < 1e-6, "every path ends"
    return float(covered)


def test_a_run_covers_the_rate_as_often_as_it_promises() -> None:
    assert min(coverage(rate, 0.08, 10) for rate in (0.25, 1 / 3, 0.5)) >= 0.95


@FULL
@pytest.mark.timeout(600)
@pytest.mark.parametrize("half", [0.10, 0.06, 0.04])
def test_the_promise_holds_for_other_rates_and_widths(half: float) -> None:
    """Below one win in ten a share of a hundred games is coarse, and 95 % interval of any size can cover 94.7 %."""
    covered = {rate: coverage(rate, half, 10) for rate in (0.06, 0.1, 0.15, 0.2, 0.25, 1 / 3, 0.4, 0.5, 0.7)}
    assert min(covered[rate] for rate in covered if rate >= 0.1) >= 0.95, covered
    assert covered[0.06] >= 0.945


@FULL
@pytest.mark.timeout(600)
def test_games_in_which_picks_depend_on_each_other_are_covered_too() -> None:
    """Real games are drawn again and again; the rates of all of them are the truth."""
    games = lab.play("base", "random", games=1500, seed=9, players=2)
    truth = Watch(Rule("races", 0.09))
    truth.add(games)
    rates = {key: one.share("won").value for key, one in truth.results.groups["race"].items()}
    rng, covered, intervals = Random(4), 0, 0
    for _run in range(60):
        watch = Watch(Rule("races", 0.09))
        while not watch.add(games.take([rng.randrange(1500) for _ in range(100)])):
            pass
        for key, one in watch.results.groups["race"].items():
            interval = one.share("won", LOOKING)
            covered += interval.low <= rates[key] <= interval.high
            intervals += 1
            assert interval.high - interval.low <= 0.18
    assert intervals == 60 * 14 and covered / intervals >= 0.94


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A run that knew enough, where fewer games are believed than usually; no test changes the file."""
    out = tmp_path_factory.mktemp("ended") / "results.parquet"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stopping, "FEWEST", 40)
        main(["simulate", *QUICK, "--until", "±17", "--out", str(out)])
        yield out


def test_a_run_ends_at_the_same_game_for_every_number_of_workers(simulate: Simulate, ended: Path) -> None:
    """The games are the first ones of a longer run, and --resume of a finished run plays nothing."""
    games = [row["game"] for row in rows(ended)]
    assert games == list(range(len(games))) and 40 <= len(games) <= 60
    longer = simulate(*QUICK, "--games", str(len(games) + 5), name="longer.parquet")
    assert [row["digest"] for row in rows(ended)] == [row["digest"] for row in rows(longer)][: len(games)]
    before = ended.read_bytes()
    main(["simulate", *QUICK, "--until", "±17", "--resume", "--out", str(ended)])
    assert ended.read_bytes() == before


@FULL
@pytest.mark.timeout(120)
def test_jobs_do_not_change_where_a_run_ends(simulate: Simulate) -> None:
    one = simulate(*QUICK, "--until", "±6")
    assert simulate(*QUICK, "--until", "±6", "--jobs", "2", name="two.parquet").read_bytes() == one.read_bytes()


def test_a_run_that_was_interrupted_ends_at_the_same_game(
    simulate: Simulate, ended: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from smallworld_lab import worker

    original, count = worker.play_game, 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal count
        count += 1
        if count == 20:
            raise KeyboardInterrupt
        return original(*arguments)

    monkeypatch.setattr(worker, "play_game", interrupted)
    with pytest.raises(click.Abort):
        simulate(*QUICK, "--until", "±17")
    assert simulate(*QUICK, "--until", "±17", "--resume").read_bytes() == ended.read_bytes()


def test_the_cap_and_the_games_that_are_missing_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "x.parquet")
    main(["simulate", *QUICK, "--until", "races=3", "--games", "20", "--out", out])
    assert "the cap of games was reached; races ±3 points: about " in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["simulate", *QUICK, "--until", "races=4", "--games", "20", "--out", out, "--resume"])
    assert "is from a run with another width of intervals" in capsys.readouterr().err


def test_the_estimate_of_games_is_close() -> None:
    """A third of 300 picks of 600 games: ±2 points need 2,100 picks (2.07² · 2/9 / 0.02²), twice as many games."""
    needed = games_needed(group(100.0, 300), 0.02, 600)
    assert 4500 <= needed <= 4900
    assert is_narrow(group(needed / 6, needed // 2), 0.0205)


@pytest.mark.parametrize(
    ("text", "rule"),
    [("±2", Rule("seats", 0.02)), ("2", Rule("seats", 0.02)), ("races=±3", Rule("races", 0.03)),
     ("players=+-1.5", Rule("players", 0.015)), ("+/-4 %", Rule("seats", 0.04))],
)  # fmt: skip
def test_rules(text: str, rule: Rule) -> None:
    assert parse_rule(text) == rule
    assert parse_rule(str(rule)) == rule


@pytest.mark.parametrize("text", ["", "x", "0", "60", "races=", "animals=2", "2,5", "±-2"])
def test_a_wrong_rule_is_one_sentence(text: str) -> None:
    with pytest.raises(SmallWorldError, match=r"must be percentage points from 0.1 to 50, or KIND=POINTS"):
        parse_rule(text)
