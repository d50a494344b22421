"""The log of a game as lines of text: one pass over its steps, in the language of the reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from smallworld.game import Game
from smallworld.languages import _
from smallworld.replays.writer import HIDDEN
from smallworld_play.standings import result_line
from smallworld_play.step_text import action_phrase, chance_line, deployment, deployment_phrase, step_lines, step_parts
from smallworld_play.steps import Step, step_of

RETREAT_VERBS = ("deploy", "place")
"""Verbs of actions that may belong to a retreat in the turn of another player."""


class Entry(NamedTuple):
    """A line of the log, with the place of its event; headings have that of the event after them."""

    place: int
    text: str


def game_lines(game: Game, steps: Mapping[int, Step]) -> Iterator[str]:
    """Yield the whole log of a game, then its result."""
    yield from log_lines(game, steps)
    if game.over:
        yield result_line(game)


def log_lines(game: Game, steps: Mapping[int, Step], start: int = 0) -> Iterator[str]:
    """Yield the log since an event.

    :param steps: place of an action in the log → its step; other actions are listed as they were written.
    """
    return (entry.text for entry in placed_lines(game, steps, start))


def placed_lines(game: Game, steps: Mapping[int, Step], start: int = 0, *, joined: bool = True) -> Iterator[Entry]:
    """Yield the lines of :func:`log_lines` with their places.

    :param joined: successive deployments of a player are one line.
    """
    number = max((step.round for place, step in steps.items() if place < start), default=0)
    in_step, deployed = False, list[Step]()
    for place, event in enumerate(game.log_since(start), start):
        step = steps.get(place)
        in_step = step is not None or ("chance" in event and (in_step or bool(deployed)))
        if step is None:
            if not in_step:
                yield from (Entry(place, line) for line in [event_line(event, game.players)] if line)
            continue
        if deployed and not joins(deployed[-1], step):
            yield _deployed(deployed)
            deployed = []
        if step.round != number:
            number = step.round
            yield Entry(place, _("round {number}", number=number))
        if joined and is_deployment(step):
            deployed.append(step)
        else:
            yield from (Entry(place, line) for line in step_lines(step))
        if deployed and not is_plain(deployed[-1]):
            yield from _last_deployed(deployed)
            deployed = []
    if deployed:
        yield _deployed(deployed)


def is_deployment(step: Step) -> bool:
    """Return whether a step puts tokens into a region."""
    return step.action.verb == "deploy" and not step.action.ability


def is_plain(step: Step) -> bool:
    """Return whether a step is a deployment that did nothing else."""
    phrases, lines = step_parts(step)
    return len(phrases) == 1 and not lines


def joins(earlier: Step, later: Step) -> bool:
    """Return whether two deployments are one line."""
    return is_deployment(later) and (earlier.player, earlier.round) == (later.player, later.round)


def deployed_lines(steps: Sequence[Step]) -> list[str]:
    """Write successive deployments of a player as one, with everything that the last one did."""
    tokens_of: dict[str, int] = {}
    for step in steps:
        region, count = deployment(step)
        tokens_of[region] = tokens_of.get(region, 0) + count
    (_action, *phrases), lines = step_parts(steps[-1])
    phrases = [deployment_phrase(tokens_of), *phrases]
    return [f"{steps[-1].names[steps[-1].player]}: {'; '.join(phrases)}", *lines]


def _deployed(steps: Sequence[Step]) -> Entry:
    return Entry(steps[0].place, deployed_lines(steps)[0])


def _last_deployed(steps: Sequence[Step]) -> Iterator[Entry]:
    for number, line in enumerate(deployed_lines(steps)):
        yield Entry(steps[-1 if number else 0].place, line)


def event_line(event: Mapping[str, Any], players: Sequence[str]) -> str:
    """Write an event that belongs to no step: the set-up, or an action that was not seen; empty for a hidden one."""
    if "do" in event:
        return f"{event['by']}: {event['do']}"
    if event["chance"] in HIDDEN:
        return ""
    result = event["result"]
    if event["chance"] == "first_player":
        result = players[int(result) - 1]
    return chance_line(event["chance"], result)


class Narrator:
    """Writes the steps of a game one after the other, for a page to step through."""

    def __init__(self) -> None:
        self._deployed: list[Step] = []

    def __call__(self, before: Game, after: Game) -> tuple[str, bool]:
        """Write the step between two positions; return it, and whether it replaces the one before.

        Successive deployments of a player are one step.
        """
        step = step_of(before, after)
        replaces = bool(self._deployed) and joins(self._deployed[-1], step)
        self._deployed = [*(self._deployed if replaces else ()), step] if is_deployment(step) else []
        lines = deployed_lines(self._deployed) if self._deployed else step_lines(step)
        if self._deployed and not is_plain(step):
            self._deployed = []
        return "\n".join(lines), replaces


def own_turn_end(game: Game) -> int:
    """Return the place in the log where the last turn of the player who decides ended; 0 in their first turn."""
    log, others_decided = game.log, False
    for place in range(len(log) - 1, -1, -1):
        event = log[place]
        if event.get("by") != game.to_move:
            others_decided = others_decided or "by" in event
        elif others_decided and game.read(event["do"]).verb not in RETREAT_VERBS:
            return place
    return 0


__all__ = ["Entry", "Narrator", "action_phrase", "game_lines", "log_lines", "own_turn_end", "placed_lines"]
