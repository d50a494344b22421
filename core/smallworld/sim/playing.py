"""One game of a run, and one chunk of games: what every worker does, wherever it is."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from smallworld.bots import make
from smallworld.editions import boards_of, load_variant
from smallworld.errors import SmallWorldError
from smallworld.game import Game, new_game
from smallworld.model.board import BoardFile
from smallworld.model.content import Variant
from smallworld.plugins import Plugins, default_plugins
from smallworld.sim.collect import Collector
from smallworld.sim.columns import GAME, schema
from smallworld.sim.run import Run
from smallworld.sim.store import writing

KEYS = {*(column.name for column in GAME), "seats", "combos"}
"""What the row of a game holds."""
SEATS = tuple(f"p{seat}" for seat in range(1, 13))


class GameFailed(SmallWorldError):
    """A game of a run could not be played to its end."""

    exit_code = 1


@lru_cache(maxsize=4)
def table_of(run: Run) -> tuple[Variant, Plugins, tuple[str | BoardFile, ...] | None]:
    """Edition, plugins and boards of a run; loaded once by each worker.

    :raises SmallWorldError: the edition here is not the one that the run was started with.
    """
    plugins = Plugins(run.plugins) if run.plugins else default_plugins()
    variant = load_variant(run.variant, plugins=plugins)
    if run.content and variant.digest != run.content:
        raise SmallWorldError(f"variant {run.variant!r} is not the same on every worker; install the same files there")
    return variant, plugins, boards_of(variant, run.boards)


def open_game(run: Run, number: int) -> Game:
    """The fresh game of this number."""
    variant, plugins, boards = table_of(run)
    names = SEATS[: len(run.seating(number))]
    return new_game(
        variant, names, seed=run.game_seed(number), board=boards, options=dict(run.options), plugins=plugins
    )


def play_game(run: Run, number: int) -> dict[str, Any]:
    """Play a game to its end; a row of the results.

    :raises GameFailed: a bot or an ability failed; says in which game.
    """
    seed, seating = run.game_seed(number), run.seating(number)
    try:
        game = open_game(run, number)
        collector = Collector(game)
        _play(run, collector, [bot for _, bot in seating], seed)
    except Exception as error:
        raise GameFailed(f"game {number} (seed {seed}) failed: {error}") from error
    row = {"game": number, "seed": seed, **collector.row()}
    for seat, (name, bot) in zip(row["seats"], seating, strict=True):
        seat["name"], seat["bot"] = name, bot
    return row


def _play(run: Run, collector: Collector, specs: list[str], seed: int) -> None:
    """Let the bots play, exactly as ``play --seed`` does with the same seats."""
    game, rng = collector.game, random.Random(seed)
    position = game.position
    plugins = table_of(run)[1]
    bots = [make(spec, plugins) for spec in specs]
    seats = [
        (name, bot.choose, game.view(name) if getattr(bot, "blind", False) else None)
        for name, bot in zip(game.players, bots, strict=True)
    ]
    try:
        while position.phase != "over":
            name, choose, unseen = seats[position.to_move]
            legal = game.legal_actions()
            choice = choose(unseen or game.view(name), legal, rng)
            if choice not in legal:
                raise SmallWorldError(f"bot of {name} answered {str(choice)[:80]!r}, which is not legal")
            collector.apply(choice)
    finally:
        for bot in bots:
            close = getattr(bot, "close", None)
            if close is not None:
                close()


def play_chunk(run: Run, first: int, last: int, spool: str | None = None) -> bytes:
    """Play the games ``first`` to ``last - 1``; the rows as a Parquet file.

    :param spool: file to which each game is added as it ends; games in it already are not played again.
    """
    rows = {row["game"]: row for row in _spooled(spool) if first <= row["game"] < last}
    missing = [number for number in range(first, last) if number not in rows]
    if missing:
        table_of(run)
    if spool is None:
        rows.update((number, play_game(run, number)) for number in missing)
    else:
        _fill(run, missing, Path(spool), rows)
    return parquet([rows[number] for number in range(first, last)])


def _fill(run: Run, missing: list[int], spool: Path, rows: dict[int, dict[str, Any]]) -> None:
    with writing(spool), spool.open("ab", buffering=0) as file:
        for number in missing:
            rows[number] = play_game(run, number)
            file.write(json.dumps(rows[number], separators=(",", ":")).encode() + b"\n")


def _spooled(spool: str | None) -> Iterator[dict[str, Any]]:
    """Games that an interrupted worker has left; from the first line on that is not whole they are dropped."""
    if spool is None or not os.path.exists(spool):
        return
    path = Path(spool)
    whole = 0
    content = path.read_bytes()
    for line in content.splitlines(keepends=True):
        try:
            row = json.loads(line) if line.endswith(b"\n") else None
        except ValueError:
            row = None
        if not (isinstance(row, dict) and row.keys() == KEYS):
            break
        whole += len(line)
        yield row
    if whole < len(content):
        path.write_bytes(content[:whole])


def parquet(rows: list[dict[str, Any]]) -> bytes:
    """Rows as the bytes of a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for row in rows:
        for combo in row["combos"]:
            combo["sources"] = list(combo["sources"].items())
    sink = BytesIO()
    pq.write_table(pa.Table.from_pylist(rows, schema=schema()), sink, compression="zstd")
    return sink.getvalue()
