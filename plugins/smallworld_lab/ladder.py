"""A ladder: bots play against each other at every table that they can form, and get ratings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import combinations
from math import log
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from smallworld_lab.analysis.stats import Interval, Z, wilson
from smallworld_lab.executors import Backend, play_in_order
from smallworld_lab.run_plan import Run, chunk_size


def list_line_ups(run: Run) -> list[Run]:
    """Return a run for each set of bots that can sit together, with a seed of its own.

    :param run: all bots, the numbers of players, and the games of each table. With fewer bots than players all of them
        sit at one table, some of them twice.
    """
    tables: list[Run] = []
    for count in run.counts:
        for entrants in combinations(run.entrants, min(count, len(run.entrants))):
            digest = blake2b(f"{run.seed} {len(tables)}".encode(), person=b"ladder", digest_size=8).digest()
            seed = int.from_bytes(digest, "big") >> 1  # 63 bits
            tables.append(replace(run, entrants=entrants, counts=(count,), seed=seed, chunk=chunk_size(run.games)))
    return tables


def play_ladder(run: Run, how: Backend, done: Callable[[int], None], limit: float | None = None) -> dict[str, Rating]:
    """Play all tables of a run; name of the bot → rating, the best first.

    :param done: called with the number of games of each chunk that has ended.
    :param limit: seconds for one decision; None = the usual limit.
    :raises SmallWorldError: a game fails or workers die.
    """
    names = [name for name, _ in run.entrants]
    games = []
    won, seats = [0.0] * len(names), [0] * len(names)
    present = [0] * len(names)
    for rows in play_in_order(list_line_ups(run), how, limit):
        done(rows.num_rows)
        for row in rows.to_pylist():
            bots = [names.index(seat["name"]) for seat in row["seats"]]
            games.append([(bot, seat["rank"]) for bot, seat in zip(bots, row["seats"], strict=True)])
            for bot, seat in zip(bots, row["seats"], strict=True):
                won[bot] += seat["won"]
                seats[bot] += 1
            for bot in set(bots):
                present[bot] += 1
    elo = elo_ratings(len(names), games)
    ratings = [Rating(elo[bot], present[bot], wilson(won[bot], seats[bot])) for bot in range(len(names))]
    order = sorted(range(len(names)), key=lambda bot: -elo[bot].value)
    return {names[bot]: ratings[bot] for bot in order}


# --- Elo ratings, fitted to all games at once (Bradley and Terry 1952). A game counts for each pair of different bots
# at its table: the one that is ahead beats the other. With more than two players the pairs of a game depend on each
# other, so an interval is the wider one of two: that of the model, for which all pairs are independent, and the robust
# one, for which all games are (Liang and Zeger 1986).


Array: TypeAlias = npt.NDArray[np.float64]
Ranks = Sequence[tuple[int, int]]
"""Number of the bot and its rank, for each seat of a game; 1 = the best."""

SCALE = 400 / log(10)
"""Elo points of a unit of log odds."""
AVERAGE = 1500.0
"""Mean of the ratings of a ladder."""
PRIOR = 0.5
"""Victories of either side, in each pair of bots, that are added to the games: without them, one that never loses
would have no finite rating."""
STEPS = 200
"""Most steps of Newton's method."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of one bot."""

    elo: Interval
    games: int
    """Games in which it had a seat."""
    win_rate: Interval
    """Share of victories among its seats."""


def elo_ratings(bots: int, games: Sequence[Ranks]) -> list[Interval]:
    """Return the Elo rating of each bot with its interval, against the average of all.

    :param bots: number of bots. :param games: ranks at the end of each game.
    """
    wins = PRIOR * (1 - np.eye(bots))
    for ranks in games:
        for winner, loser, share in _pairs(ranks):
            wins[winner, loser] += share
    strengths = _fit(wins)
    inverse = np.linalg.inv(_information(strengths, wins))
    spread, chances = np.zeros((bots, bots)), _chances(strengths)
    for ranks in games:
        score = _score(chances, ranks)
        spread += np.outer(score, score)
    robust = inverse @ spread @ inverse
    constraint = 1 / bots**2  # the share of the fixed mean in the inverse
    values = AVERAGE + SCALE * strengths
    halves = Z * SCALE * np.sqrt(np.maximum(inverse.diagonal() - constraint, robust.diagonal()))
    return [
        Interval(value, value - half, value + half)
        for value, half in zip(values.tolist(), halves.tolist(), strict=True)
    ]


def _pairs(ranks: Ranks) -> Iterable[tuple[int, int, float]]:
    """Yield winner, loser and share of a victory for each pair of different bots; equal ranks are half each."""
    for place, (one, rank) in enumerate(ranks):
        for two, other in ranks[:place]:
            if one == two:
                continue
            if rank == other:
                yield one, two, 0.5
                yield two, one, 0.5
            else:
                yield (one, two, 1.0) if rank < other else (two, one, 1.0)


def _chances(strengths: Array) -> Array:
    """Return how likely the bot of a row beats that of a column."""
    chances: Array = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    return chances


def _fit(wins: Array) -> Array:
    """Return the most likely strengths, as log odds with the mean 0."""
    strengths = np.zeros(len(wins))
    for _ in range(STEPS):
        slope = (wins - (wins + wins.T) * _chances(strengths)).sum(1)
        step = np.linalg.solve(_information(strengths, wins), slope)
        longest = np.abs(step).max()
        strengths += step * min(1.0, 1 / longest if longest else 1.0)  # a full step from far away may overshoot
        if longest < 1e-10:
            break
    return strengths - strengths.mean()


def _information(strengths: Array, wins: Array) -> Array:
    """Return the information of the games about the strengths, and 1 everywhere, which fixes their mean."""
    chances = _chances(strengths)
    weights = (wins + wins.T) * chances * (1 - chances)
    information: Array = 1 + np.diag(weights.sum(1)) - weights
    return information


def _score(chances: Array, ranks: Ranks) -> Array:
    """Return how much better each bot did in a game than expected, in victories over others."""
    score = np.zeros(len(chances))
    for winner, loser, share in _pairs(ranks):
        surprise = share * (1 - chances[winner, loser])
        score[winner] += surprise
        score[loser] -= surprise
    return score
