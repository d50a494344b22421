"""The ladder: every table is played, and ratings and their intervals are right."""

from __future__ import annotations

import json
from dataclasses import replace
from math import exp, log, sqrt
from pathlib import Path
from random import Random

import click
import pytest
from simulating import fails

from hostile_plugin import write_hostile_plugin
from smallworld_cli import main
from smallworld_lab.analysis.stats import Z
from smallworld_lab.commands.comparison import _check_entrants
from smallworld_lab.ladder import AVERAGE, PRIOR, SCALE, Ranks, elo_ratings, list_line_ups
from smallworld_lab.run_plan import Run
from tiers import FULL

RUN = Run("base", "", (("a", "easy"), ("b", "normal"), ("c", "random"), ("d", "greedy")), (2,), games=4, seed=5)
QUICK = ("ladder", "--player", "normal", "--player", "random", "--games", "4", "--seed", "3")


def won(winner: int, loser: int, games: int) -> list[Ranks]:
    """Games of two, all with the same result."""
    return [[(winner, 1), (loser, 2)]] * games


def half_width(games: list[Ranks]) -> float:
    """Half the width of the interval of the first bot."""
    elo = elo_ratings(2, games)[0]
    return elo.high - elo.value


def test_two_bots_have_the_rating_of_their_odds() -> None:
    first, second = elo_ratings(2, won(0, 1, 76) + won(1, 0, 24))
    difference = SCALE * log((76 + PRIOR) / (24 + PRIOR))
    assert first.value - second.value == pytest.approx(difference)
    assert first.value + second.value == pytest.approx(2 * AVERAGE)
    share = (76 + PRIOR) / (100 + 2 * PRIOR)
    # Their difference has the error of the log odds; each of them moves half as far.
    error = SCALE / sqrt((100 + 2 * PRIOR) * share * (1 - share)) / 2
    assert first.high - first.value == pytest.approx(Z * error, rel=0.03)


def test_a_bot_that_never_loses_has_a_finite_rating_and_a_wide_interval() -> None:
    winner, loser = elo_ratings(2, won(0, 1, 20))
    assert winner.low > loser.high
    assert 100 < winner.high - winner.value < 1000


def test_a_tie_is_half_a_victory_of_each() -> None:
    tied = elo_ratings(3, [[(0, 1), (1, 1)], *won(2, 0, 5), *won(2, 1, 5)])
    assert tied[0].value == pytest.approx(tied[1].value)
    assert tied[2].value > tied[0].value


def test_two_seats_of_one_bot_do_not_make_an_interval_narrower() -> None:
    """Both seats of the winner are ahead of both of the loser: four pairs, but no more is known than by one."""
    pairs = won(0, 1, 60) + won(1, 0, 40)
    seats: list[Ranks] = [[(a, 1), (a, 2), (b, 3), (b, 4)] for (a, _), (b, _) in pairs]
    assert half_width(seats) == pytest.approx(half_width(pairs), rel=0.05)


def test_neither_the_order_of_bots_nor_of_games_matters() -> None:
    games = won(0, 1, 7) + won(1, 2, 5) + won(2, 0, 3) + won(1, 0, 2)
    elo = elo_ratings(3, games)
    turned = elo_ratings(3, [[((bot + 1) % 3, rank) for bot, rank in game] for game in reversed(games)])
    for bot in range(3):
        assert turned[(bot + 1) % 3] == pytest.approx(elo[bot])


@pytest.mark.parametrize("players", [2, 3])
def test_intervals_hold_the_true_rating(players: int) -> None:
    """At 95 %; the order of a game of three follows the strengths (Plackett and Luce)."""
    true = [0.8, 0.1, -0.9]
    rng = Random(8)
    hits = 0
    for _ in range(150):
        games = [order_by_chance(rng.sample(range(3), players), true, rng) for _ in range(60)]
        for bot, elo in enumerate(elo_ratings(3, games)):
            hits += elo.low <= AVERAGE + SCALE * true[bot] <= elo.high
    assert 0.92 < hits / 450 < 0.995


def order_by_chance(bots: list[int], strengths: list[float], rng: Random) -> Ranks:
    """Rank bots by draws; the odds of the next place are the exponential of the strength."""
    ranks = []
    while bots:
        (bot,) = rng.choices(bots, [exp(strengths[bot]) for bot in bots])
        bots.remove(bot)
        ranks.append((bot, len(ranks) + 1))
    return ranks


def test_every_set_of_bots_has_a_table_with_games_of_its_own() -> None:
    two, three = list_line_ups(RUN), list_line_ups(replace(RUN, counts=(3,)))
    assert len(two) == 6 and len({table.entrants for table in two}) == 6
    assert len(three) == 4 and all(len(set(table.entrants)) == 3 for table in three)
    assert len({table.game_seed(game) for table in two for game in range(4)}) == 24
    assert list_line_ups(replace(RUN, counts=(2, 3)))[:6] == two


def test_few_bots_at_a_large_table_sit_down_again() -> None:
    (table,) = list_line_ups(replace(RUN, entrants=RUN.entrants[:2], counts=(4,)))
    assert [name for name, _ in table.seating(1)] == ["b", "a", "b", "a"]


def ladder(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    main([*QUICK, *arguments])
    return capsys.readouterr().out


def test_the_better_bot_is_above(capsys: pytest.CaptureFixture[str]) -> None:
    text = ladder(capsys)
    head, best, worst, summary = text.splitlines()
    assert head.split() == ["bot", "Elo", "interval", "games", "wins", "interval"]
    assert best.startswith("normal ") and worst.startswith("random ")
    assert summary == "base, games: 4, tables: 1, seed: 3"
    document = json.loads(ladder(capsys, "--json"))
    assert [row["name"] for row in document["ratings"]] == ["normal", "random"]
    assert document["games"] == 4 and document["ratings"][0]["games"] == 4
    value, low, high = document["ratings"][0]["elo"]
    assert low < value < high


@FULL
@pytest.mark.timeout(180)
def test_jobs_do_not_change_the_ladder(capsys: pytest.CaptureFixture[str]) -> None:
    assert ladder(capsys, "--players", "2-4") == ladder(capsys, "--players", "2-4", "--jobs", "2")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--player", "greedy"), "a ladder needs two bots"),
        (("--player", "greedy", "--player", "greedy"), "'greedy' is listed twice"),
        (("--player", "greedy", "--player", "easy", "--players", "1"), "at least 2 players, not 1"),
        (("--player", "greedy", "--player", "greedi"), "did you mean 'greedy'"),
        (("--player", "greedy", "--player", "easy", "--players", "four"), "--players 'four' must be a number"),
        (("nowhere", "--player", "greedy", "--player", "easy"), "nowhere"),
        (("--games", "0"), "--games '0' must be a whole number"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    status, text = fails("ladder", *arguments)
    assert status == 2
    assert sentence in text.splitlines()[0]


def test_an_edition_for_one_player_has_no_ladder_of_one() -> None:
    with pytest.raises(click.UsageError, match="two players or more"):
        _check_entrants(replace(RUN, counts=(1, 2)))


def test_a_bot_that_fails_ends_the_ladder(tmp_path: Path) -> None:
    edition, *plugin = write_hostile_plugin(tmp_path, bot="raise ValueError('no idea')")
    status, text = fails("ladder", edition, *plugin, "--player", "rude-bot", "--player", "random", "--games", "1")
    assert status == 1
    assert "bot 'rude-bot' of p" in text and "no idea" in text
