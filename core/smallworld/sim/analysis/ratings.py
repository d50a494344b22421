"""Elo ratings of bots, fitted to all games at once (Bradley and Terry 1952).

A game counts for each pair of different bots at its table: the one that is ahead beats the other. With more than two
players the pairs of a game depend on each other, so an interval is the wider one of two: that of the model, for which
all pairs are independent, and the robust one, for which all games are (Liang and Zeger 1986).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from smallworld.sim.analysis.stats import Interval, Z

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
    wins = [[PRIOR if one != two else 0.0 for two in range(bots)] for one in range(bots)]
    for ranks in games:
        for winner, loser, share in _pairs(ranks):
            wins[winner][loser] += share
    strengths = _fit(wins)
    inverse = _inverse(_information(strengths, wins))
    spread = [[0.0] * bots for _ in range(bots)]
    for ranks in games:
        score = _score(strengths, ranks)
        for one, part in score.items():
            for two, other in score.items():
                spread[one][two] += part * other
    robust = _product(_product(inverse, spread), inverse)
    constraint = 1 / bots**2  # the share of the fixed mean in the inverse
    intervals = []
    for bot in range(bots):
        value = AVERAGE + SCALE * strengths[bot]
        half = Z * SCALE * sqrt(max(inverse[bot][bot] - constraint, robust[bot][bot]))
        intervals.append(Interval(value, value - half, value + half))
    return intervals


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


def _chance(strengths: Sequence[float], one: int, two: int) -> float:
    return 1 / (1 + exp(strengths[two] - strengths[one]))


def _fit(wins: Sequence[Sequence[float]]) -> list[float]:
    """Return the most likely strengths, as log odds with the mean 0."""
    bots = range(len(wins))
    strengths = [0.0 for _ in bots]
    for _ in range(STEPS):
        slope = [
            sum(
                wins[one][two] - (wins[one][two] + wins[two][one]) * _chance(strengths, one, two)
                for two in bots
                if two != one
            )
            for one in bots
        ]
        inverse = _inverse(_information(strengths, wins))
        step = [sum(inverse[one][two] * slope[two] for two in bots) for one in bots]
        longest = max(map(abs, step))
        shrink = min(1.0, 1 / longest) if longest else 1.0  # a full step from far away may overshoot
        strengths = [strength + shrink * change for strength, change in zip(strengths, step, strict=True)]
        if longest < 1e-10:
            break
    mean = sum(strengths) / len(strengths)
    return [strength - mean for strength in strengths]


def _information(strengths: Sequence[float], wins: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the information of the games about the strengths, and 1 everywhere, which fixes their mean."""
    bots = range(len(wins))
    matrix = [[1.0 for _ in bots] for _ in bots]
    for one in bots:
        for two in range(one):
            chance = _chance(strengths, one, two)
            weight = (wins[one][two] + wins[two][one]) * chance * (1 - chance)
            matrix[one][one] += weight
            matrix[two][two] += weight
            matrix[one][two] -= weight
            matrix[two][one] -= weight
    return matrix


def _score(strengths: Sequence[float], ranks: Ranks) -> Mapping[int, float]:
    """Return for each bot of a game how much better it did than expected, in victories over others."""
    score: dict[int, float] = {}
    for winner, loser, share in _pairs(ranks):
        surprise = share * (1 - _chance(strengths, winner, loser))
        score[winner] = score.get(winner, 0.0) + surprise
        score[loser] = score.get(loser, 0.0) - surprise
    return score


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a symmetric positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(1.0 if column == place else 0.0 for column in range(size))] for place, row in enumerate(matrix)]
    for pivot in range(size):
        divisor = rows[pivot][pivot]
        rows[pivot] = [value / divisor for value in rows[pivot]]
        for place in range(size):
            factor = rows[place][pivot]
            if place != pivot and factor:
                rows[place] = [value - factor * part for value, part in zip(rows[place], rows[pivot], strict=True)]
    return [row[size:] for row in rows]


def _product(one: Sequence[Sequence[float]], two: Sequence[Sequence[float]]) -> list[list[float]]:
    columns = list(zip(*two, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in one]
