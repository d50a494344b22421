"""A game step by step, as a page shows it: sentence, contents of the regions, state of the players."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from smallworld.game import Game, new_game
from smallworld.languages import _
from smallworld.model.variant import combo_name
from smallworld.plurals import format_count
from smallworld.replays.hidden_events import HIDDEN
from smallworld.tools import recorded_chances
from smallworld_draw.scene import RegionView, Scene, scene_of_game
from smallworld_play.player_summaries import race_summaries

DEPLOY = re.compile(r"(\S+) ([0-9]+)([^,;\n]*)")
"""Region, number and further words of a deployment."""
Narrator = Callable[[Game, Mapping[str, Any], Game], str]
"""Formats one event of a log as a sentence, from the game before its action and after it; empty for a hidden event."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A step of the page: the table after one event, or after a whole deployment.

    :ivar sentence: the event in words. :ivar by: who decided; empty for chance. :ivar round: in which it happened.
    :ivar spots: region id → its contents.
    :ivar coins: of each player; None where they are hidden.
    """

    sentence: str
    by: str
    round: int
    spots: Mapping[str, RegionView]
    coins: Mapping[str, int | None]
    players: tuple[PlayerLine, ...]
    column: tuple[str, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in words.

    :ivar races: their races, the active one first. :ivar turn: it is their turn.
    """

    name: str
    coins: int | None
    races: str
    turn: bool


@dataclass(frozen=True, slots=True)
class ReplayFrames:
    """All frames of a game.

    :ivar scene: the board at the beginning.
    :ivar rounds: coins of each player when each round had ended; None where they are hidden.
    """

    scene: Scene
    frames: tuple[Frame, ...]
    rounds: tuple[Mapping[str, int | None], ...]


def replay_frames(game: Game, narrator: Narrator, viewer: str | None, ratio: float) -> ReplayFrames:
    """Play a game again and describe the table after every event.

    :param viewer: the player for whom it is made; coins that they could not see are left out.
    """
    again = restart(game)
    frames, rounds = [_frame(again, _("the game begins"), "", viewer, again.round)], [_coins(again, viewer)]
    scene, log = scene_of_game(again, ratio), game.log
    for number, event in enumerate(log):
        if "do" not in event:
            continue
        before = again.copy()
        again.apply(event["do"])
        if again.round != before.round:
            rounds.append(_coins(again, viewer))
        for happened in _action_with_chance(log, number):
            sentence = narrator(before, happened, again)
            if sentence:
                frame = _frame(again, sentence, happened.get("by", ""), viewer, before.round)
                merged = _merge_deploys(frames[-1], frame)
                frames[-1:] = [merged] if merged is not None else [frames[-1], frame]
    if again.over:
        rounds.append(_coins(again, viewer))
    return ReplayFrames(scene, tuple(frames), tuple(rounds))


def _merge_deploys(before: Frame, frame: Frame) -> Frame | None:
    """Return the frame of a whole deployment, for two deployments of a player one after the other; else None."""
    start = f"{frame.by}: deploy "
    is_first = not before.sentence.startswith(start) or ";" in before.sentence
    if is_first or not DEPLOY.match(frame.sentence.removeprefix(start)):
        return None
    counts, outcomes = dict[tuple[str, str], int](), list[str]()
    for sentence in (before.sentence, frame.sentence):
        line, *outcome_lines = sentence.split("\n")
        outcomes += outcome_lines
        for region, count, suffix in DEPLOY.findall(line.removeprefix(start)):
            counts[region, suffix] = counts.get((region, suffix), 0) + int(count)
    deployments = ", ".join(f"{region} {count}{suffix}" for (region, suffix), count in counts.items())
    return replace(frame, sentence="\n".join([f"{start}{deployments}", *outcomes]))


def restart(game: Game) -> Game:
    """Return the same game before its first action, with the same results of chance to come."""
    origin = game.origin
    faces = game.state.board.faces if origin["named"] else None
    return new_game(
        game.variant, game.players, seed=origin["seed"], board=faces, options=origin["options"],
        given=origin["given"], script=recorded_chances(game.log), plugins=origin["loaded"],
    )  # fmt: skip


def _action_with_chance(log: list[dict[str, Any]], number: int) -> Iterator[Mapping[str, Any]]:
    """Yield an action and the results of chance that followed it."""
    yield log[number]
    for event in log[number + 1 :]:
        if "do" in event:
            return
        if event["chance"] not in HIDDEN:
            yield event


def _coins(game: Game, viewer: str | None) -> dict[str, int | None]:
    return dict(game.view(viewer).coins) if viewer else dict(game.scores())


def _frame(game: Game, sentence: str, by: str, viewer: str | None, number: int) -> Frame:
    coins = _coins(game, viewer)
    lines = tuple(
        PlayerLine(name, coins[name], "; ".join(race_summaries(game, seat)) or _("no race"),
             not game.over and game.turn == name)
        for seat, name in enumerate(game.players)
    )  # fmt: skip
    return Frame(sentence, by, number, dict(scene_of_game(game).spots), coins, lines, tuple(_column(game)), game.over)


def _column(game: Game) -> Iterator[str]:
    """Yield the combos on offer, with the coins on them."""
    book = game.state.table.rulebook
    for race, power, coins in game.state.column:
        name = combo_name(book.powers[power], book.races[race])
        yield f"{name} (+{format_count(coins, 'coin')})" if coins else name
