"""A ladder: bots play against each other at every table that they can form, and get ratings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from itertools import combinations

from smallworld_lab.analysis.ratings import Rating, elo_ratings
from smallworld_lab.analysis.stats import wilson
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
            seed = _table_seed(run.seed, len(tables))
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


def _table_seed(seed: int, table: int) -> int:
    """Return the seed of a table, 63 bits."""
    digest = blake2b(f"{seed} {table}".encode(), person=b"ladder", digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
