"""A game event by event, as a page shows it: words, what lies where, who has what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from smallworld.game import Game, new_game
from smallworld.records.hidden import HIDDEN
from smallworld.render.scene import Scene, Spot, scene_of_game

Words = Callable[[Game, Mapping[str, Any], Game], str]
"""Says one event of a log in words, from the game before its action and after it; empty for what is not to be told."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after one event.

    :ivar words: the event in words. :ivar by: who decided; empty for chance. :ivar round: in which it happened.
    :ivar spots: region id → what lies there.
    :ivar coins: of each player; None where they are hidden.
    """

    words: str
    by: str
    round: int
    spots: Mapping[str, Spot]
    coins: Mapping[str, int | None]
    players: tuple[Line, ...]
    column: tuple[str, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A player in words.

    :ivar races: his races, the active one first. :ivar turn: it is his turn.
    """

    name: str
    coins: int | None
    races: str
    turn: bool


@dataclass(frozen=True, slots=True)
class Film:
    """All frames of a game.

    :ivar scene: the board at the beginning.
    :ivar rounds: coins of each player when each round had ended; None where they are hidden.
    """

    scene: Scene
    frames: tuple[Frame, ...]
    rounds: tuple[Mapping[str, int | None], ...] = field(default=())


def film(game: Game, words: Words, viewer: str | None, ratio: float) -> Film:
    """Play a game again and look at it after every event.

    :param viewer: the player for whom it is made; coins that he could not see are left out.
    """
    again = restarted(game)
    frames, rounds = [_frame(again, "the game begins", "", viewer, again.round)], [_coins(again, viewer)]
    scene, log = scene_of_game(again, ratio), game.log
    for number, event in enumerate(log):
        if "do" not in event:
            continue
        before = again.copy()
        again.apply(event["do"])
        if again.round != before.round:
            rounds.append(_coins(again, viewer))
        for happened in _with_chance(log, number):
            told = words(before, happened, again)
            if told:
                frames.append(_frame(again, told, happened.get("by", ""), viewer, before.round))
    if again.over:
        rounds.append(_coins(again, viewer))
    return Film(scene, tuple(frames), tuple(rounds))


def restarted(game: Game) -> Game:
    """The same game before its first action, with the same chance to come."""
    origin = game.origin
    script: dict[str, list[Any]] = {}
    for event in game.log:
        if "chance" in event:
            script.setdefault(event["chance"], []).append(event["result"])
    faces = game.position.board.faces if origin["named"] else None
    return new_game(
        game.variant, game.players, seed=origin["seed"], board=faces, options=origin["options"],
        given=origin["given"], script=script, plugins=origin["loaded"],
    )  # fmt: skip


def _with_chance(log: list[dict[str, Any]], number: int) -> Iterator[Mapping[str, Any]]:
    """An action and what chance decided in its course."""
    yield log[number]
    for event in log[number + 1 :]:
        if "do" in event:
            return
        if event["chance"] not in HIDDEN:
            yield event


def _coins(game: Game, viewer: str | None) -> dict[str, int | None]:
    return dict(game.view(viewer).coins) if viewer else dict(game.scores())


def _frame(game: Game, words: str, by: str, viewer: str | None, number: int) -> Frame:
    coins = _coins(game, viewer)
    lines = tuple(
        Line(name, coins[name], "; ".join(_races(game, seat)) or "no race", not game.over and game.turn == name)
        for seat, name in enumerate(game.players)
    )
    return Frame(words, by, number, dict(scene_of_game(game).spots), coins, lines, tuple(_column(game)), game.over)


def _races(game: Game, seat: int) -> Iterator[str]:
    """The races of a player: name, regions, tokens in hand."""
    position, book = game.position, game.position.table.rulebook
    for race in (seat, *position.declined_of(seat)):
        kit = position.kit[race]
        if kit.race >= 0:
            power = f"{book.powers[kit.power].name} " if kit.power >= 0 else ""
            hand = f", {position.hands_of(race)} in hand" if position.hands_of(race) else ""
            state = " in decline" if race >= position.players else ""
            count = position.regions[race].bit_count()
            yield f"{power}{book.races[kit.race].name}{state} ({count} region{'s' if count != 1 else ''}{hand})"


def _column(game: Game) -> Iterator[str]:
    """The combos on offer, with the coins on them."""
    book = game.position.table.rulebook
    for race, power, coins in game.position.column:
        name = f"{book.powers[power].name} {book.races[race].name}"
        yield f"{name} (+{coins} coin{'s' if coins > 1 else ''})" if coins else name
