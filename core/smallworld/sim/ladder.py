"""A ladder: bots play against each other at every table that they can form, and get ratings."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from hashlib import blake2b
from itertools import combinations
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld.sim.analysis.ratings import Rating, elo_ratings
from smallworld.sim.analysis.stats import wilson
from smallworld.sim.executors import Backend
from smallworld.sim.run import Run, chunk_size
from smallworld.sim.worker import play_chunk, read_parquet


def list_tables(run: Run) -> list[Run]:
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
    for rows in _played(list_tables(run), how, limit):
        done(len(rows))
        for row in rows:
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


def _played(tables: list[Run], how: Backend, limit: float | None) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of each chunk, in the same order for every number of workers."""
    waiting: deque[Future[bytes]] = deque()
    try:
        with how.open() as executor:
            for table in tables:
                for chunk in table.chunks():
                    waiting.append(executor.submit(play_chunk, table, *chunk, None, limit))
                    if len(waiting) >= how.width:
                        yield read_parquet(waiting.popleft().result()).to_pylist()
            while waiting:
                yield read_parquet(waiting.popleft().result()).to_pylist()
    except BrokenExecutor as error:
        raise SmallWorldError(lazy("a worker died; is there enough memory? try fewer --jobs")) from error


def _table_seed(seed: int, table: int) -> int:
    """Return the seed of a table, 63 bits."""
    digest = blake2b(f"{seed} {table}".encode(), person=b"ladder", digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1
