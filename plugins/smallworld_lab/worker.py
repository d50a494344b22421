"""Play one game of a run, or one chunk of games; every worker does this."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from smallworld.actions import Action
from smallworld.decision_limit import DecisionLimit, alarm_kept, exits_refused, patience_for
from smallworld.errors import IllegalAction, PluginError, SmallWorldError, sentence_of
from smallworld.events import Event
from smallworld.game import Game, new_game
from smallworld.languages import lazy, lazy_number
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.player_view import View
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_bots import make
from smallworld_bots.bot_description import seat_generator
from smallworld_editions.editions import boards_of
from smallworld_lab.changes import changed_variant
from smallworld_lab.observers import Audience, Collector, numbers_of, observer_classes
from smallworld_lab.result_file import GAME, Values, open_line, pack, seal_line, values_of, writing
from smallworld_lab.run_plan import Run

Report = Callable[[Iterable[Event]], None]
Seat = tuple[str, Callable[..., str], View | None, Random]
"""Name of the player, their bot's choice, what a bot that sees nothing gets, the bot's chance."""
SEATS = tuple(f"p{seat}" for seat in range(1, 13))
MOST_DECISIONS = 200_000
"""Decisions after which a game counts as endless; the longest real ones have some thousands."""
SPOOL_PAUSE = 0.2
"""Seconds of play that a worker which is killed may lose. A line of the spool costs a quick game three per cent."""


class GameFailed(SmallWorldError):
    """A game of a run could not be played to its end.

    :ivar number: the number of the game; -1 if it is not known.
    :ivar record: the game up to the decision that failed; empty if it could not begin.
    """

    exit_code = 1

    def __init__(self, message: str, number: int = -1, record: str = "") -> None:
        super().__init__(message)
        self.number, self.record = number, record


@lru_cache(maxsize=4)
def table_of(run: Run) -> tuple[Variant, Plugins, tuple[str | BoardFile, ...] | None]:
    """Load edition, plugins and boards of a run, once in each worker.

    :raises SmallWorldError: the edition here is not the one that the run was started with.
    """
    plugins = Plugins(run.plugins) if run.plugins else default_plugins()
    variant = changed_variant(run.variant, run.changes, plugins)
    if run.content and variant.digest != run.content:
        raise SmallWorldError(
            lazy("variant {name!r} is not the same on every worker; install the same files there", name=run.variant)
        )
    return variant, plugins, boards_of(variant, run.boards)


def open_game(run: Run, number: int) -> Game:
    """Set up the game of this number."""
    variant, plugins, boards = table_of(run)
    names = SEATS[: len(run.seating(number))]
    return new_game(
        variant, names, seed=run.game_seed(number), board=boards, options=dict(run.options), plugins=plugins
    )


def play_game(
    run: Run, number: int, limit: float | None = None, classes: Mapping[str, type] | None = None
) -> dict[str, Any]:
    """Play a game to its end and return its row of the results.

    :param limit: seconds for one decision; None = the usual limit.
    :param classes: observers that no plugin has, by their names in the run.
    :raises GameFailed: a bot or an ability failed; the sentence names the game.
    """
    seed, seating = run.game_seed(number), run.seating(number)
    game: Game | None = None
    try:
        with exits_refused():
            game = open_game(run, number)
            by_name = {**observer_classes(table_of(run)[1]), **(classes or {})} if run.observers else {}
            observers, collector = {name: by_name[name]() for name in run.observers}, Collector()
            audience = Audience(game, [collector, *observers.values()])
            report = audience.report if observers else collector.events.extend
            decisions = _play(run, game, report, [bot for _, bot in seating], seed, limit)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plugin may not end the program with any exception
        message = lazy("{game} failed: {error}", game=run.describe(number), error=_sentence(error))
        raise GameFailed(message, number, _record(game)) from error
    row = collector.game_ended(game)
    row |= {"game": number, "seed": seed, "decisions": decisions, "observed": numbers_of(game, observers)}
    for seat, (name, bot) in zip(row["seats"], seating, strict=True):
        seat["name"], seat["bot"] = name, bot
    return row


def _record(game: Game | None) -> str:
    """Write a game that failed; empty if that fails too."""
    try:
        return game.dumps() if game is not None else ""
    except Exception:  # a plugin broke the game
        return ""


def _sentence(error: BaseException) -> str:
    """Format an error as a sentence in one line; an error of another package is named."""
    return " ".join(sentence_of(error).split())


def _play(run: Run, game: Game, report: Report, specs: list[str], seed: int, limit: float | None) -> int:
    """Let the bots play, exactly as ``play --seed`` does with the same seats; return the number of decisions."""
    state, decisions = game.state, 0
    plugins = table_of(run)[1]
    bots = [make(spec, plugins) for spec in specs]
    begin, unseen = game.log_length, game.view(game.players[0])  # three views would cost 2 % of a random game
    seats: list[Seat] = [
        (name, bot.choose, unseen if getattr(bot, "blind", False) else None, seat_generator(seed, seat, begin))
        for seat, (name, bot) in enumerate(zip(game.players, bots, strict=True))
    ]
    try:
        with DecisionLimit(patience_for(bots, limit), lambda: decisions):
            for decisions in range(MOST_DECISIONS):  # noqa: B007 - the limit reads it
                if state.phase == "over":
                    break
                name, choose, seen, rng = seats[state.to_move]
                legal = game.legal_actions()
                try:
                    choice = choose(seen or game.view(name), legal, rng)
                except (KeyboardInterrupt, PluginError):  # the fault of an ability is not that of the bot
                    raise
                except BaseException as error:
                    raise _failed(specs[state.to_move], name, error) from error
                if type(choice) is not Action and choice not in legal:
                    raise _illegal(name, choice)
                try:
                    game.apply(choice)
                except IllegalAction as error:
                    raise (error if choice in legal else _illegal(name, choice)) from error
                if state.turn_events:
                    report(state.turn_events)
            else:
                raise SmallWorldError(
                    lazy("no end after {most} decisions; does an ability offer actions again and again?",
                         most=lazy_number(MOST_DECISIONS))
                )  # fmt: skip
    finally:
        for bot in bots:
            close = getattr(bot, "close", None)
            if close is not None:
                close()
    return decisions


def _failed(spec: str, name: str, error: BaseException) -> SmallWorldError:
    """Return the error of a bot that failed."""
    sentence = _sentence(error)
    return SmallWorldError(lazy("bot {bot!r} of {player} failed: {error}", bot=spec, player=name, error=sentence))


def _illegal(name: str, choice: object) -> SmallWorldError:
    """Return the error of a bot with an answer that is not legal."""
    answer = str(choice)[:80]
    return SmallWorldError(lazy("bot of {player} answered {answer!r}, which is not legal", player=name, answer=answer))


def play_chunk(
    run: Run,
    first: int,
    last: int,
    spool: str | None = None,
    limit: float | None = None,
    *,
    skip: bool = False,
    classes: Mapping[str, type] | None = None,
) -> tuple[bytes, list[GameFailed]]:
    """Play the games ``first`` to ``last - 1``; return their rows as a chunk, and the games that failed.

    :param spool: file to which games are added as they end; games in it already are not played again.
    :param limit: seconds for one decision; None = the usual limit.
    :param skip: leave out games that fail. :param classes: observers that no plugin has.
    :raises GameFailed: a game cannot be played to its end, and is not to be left out.
    """
    games = {values[0]: values for values in _spooled(spool) if first <= values[0] < last}
    missing = [number for number in range(first, last) if number not in games]
    failures: list[GameFailed] = []
    if missing:
        table_of(run)
    with _spool_writer(spool) as write, alarm_kept():
        for number in missing:
            try:
                games[number] = values_of(play_game(run, number, limit, classes))
            except GameFailed as error:
                if not skip:
                    raise
                failures.append(error)
            else:
                write(games[number])
    return pack([games[number] for number in sorted(games)]), failures


@contextmanager
def _spool_writer(spool: str | None) -> Iterator[Callable[[Values], None]]:
    """Open a spool and return a function that adds a game to it, at the latest when :data:`SPOOL_PAUSE` is over.

    Games that wait are written when the chunk ends early, and not when it ends with its own file.
    """
    if spool is None:
        yield lambda _values: None
        return
    encode = json.JSONEncoder(separators=(",", ":")).encode
    waiting: list[Values] = []
    written = monotonic()

    def add(values: Values) -> None:
        waiting.append(values)
        if monotonic() - written > SPOOL_PAUSE:
            write()

    def write() -> None:
        nonlocal written
        file.write(b"".join(seal_line(encode(values).encode()) for values in waiting))
        waiting.clear()
        written = monotonic()

    with writing(Path(spool)), open(spool, "ab", buffering=0) as file:
        try:
            yield add
        except BaseException:
            write()
            raise


def _spooled(spool: str | None) -> Iterator[Values]:
    """Yield the finished games of an interrupted worker, and cut the file at the first damaged line."""
    if spool is None or not os.path.exists(spool):
        return
    path = Path(spool)
    whole = 0
    content = path.read_bytes()
    for line in content.splitlines(keepends=True):
        text = open_line(line)
        values = _as_tuples(json.loads(text)) if text is not None else ()
        if not isinstance(values, tuple) or len(values) != len(GAME) + 3:
            break
        whole += len(line)
        yield values
    if whole < len(content):
        os.truncate(path, whole)


def _as_tuples(value: Any) -> Any:
    return tuple(map(_as_tuples, value)) if isinstance(value, list) else value
