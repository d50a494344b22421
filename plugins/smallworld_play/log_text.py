"""The log of a game as lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from smallworld.game import Game
from smallworld.languages import _
from smallworld.replays.hidden_events import HIDDEN
from smallworld_play.outcomes.outcome_text import outcome_lines
from smallworld_play.outcomes.position_changes import chance_in_outcomes
from smallworld_play.standings import result_line

DEPLOY = re.compile(r"(?P<player>[^:;]+): deploy (?P<region>\S+) (?P<count>\d+)(?P<suffix>[^;]*)\Z")
RETREAT_VERBS = ("deploy", "place")
"""First words of actions that may belong to a retreat in the turn of another player."""


def game_lines(game: Game, outcomes: Mapping[int, tuple[str, ...]]) -> Iterator[str]:
    """Yield the whole log of a game, then its result."""
    yield from log_lines(game, outcomes)
    if game.over:
        yield result_line(game)


def log_lines(game: Game, outcomes: Mapping[int, tuple[str, ...]], start: int = 0) -> Iterator[str]:
    """Yield the log since an event, each action with its outcome.

    :param outcomes: place of an action in the log → its lines; other actions are listed as they were written.
    """
    return (line for _, line in placed_lines(game, outcomes, start))


def placed_lines(game: Game, outcomes: Mapping[int, tuple[str, ...]], start: int = 0) -> Iterator[tuple[int, str]]:
    """Yield the lines of :func:`log_lines`, each with the place of its event."""
    chance_kinds, has_outcome = chance_in_outcomes(game), False
    for place, event in enumerate(game.log_since(start), start):
        has_outcome = place in outcomes if "do" in event else has_outcome
        if has_outcome and event.get("chance") in chance_kinds:
            continue
        lines = outcomes.get(place) or (event_line(event, game.players),)
        yield from ((place, line) for line in lines if line)


def event_line(event: Mapping[str, Any], players: Sequence[str]) -> str:
    """Write one event without its outcome; empty for events that nobody sees."""
    if "do" in event:
        return f"{event['by']}: {event['do']}"
    if event["chance"] in HIDDEN:
        return ""
    result = event["result"]
    if event["chance"] == "first_player":
        result = players[int(result) - 1]
    shown = ", ".join(map(str, result)) if isinstance(result, list) else result
    return _("  chance: {kind} = {result}", kind=_(event["chance"].replace("_", " ")), result=shown)


def event_text(before: Game, event: Mapping[str, Any], after: Game) -> str:
    """Write one event of a record with its outcome; empty for chance that is part of the outcome of an action."""
    if "do" in event:
        return "\n".join(outcome_lines(before, event["do"], after))
    return "" if event["chance"] in chance_in_outcomes(after) else event_line(event, after.players).strip()


def merge_deploys(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines; successive deploys of a player become one: ``ann: deploy r01 2, r05 1``."""
    player, sums = "", dict[tuple[str, str], int]()
    for line in lines:
        deploy = DEPLOY.match(line)
        if sums and (deploy is None or deploy["player"] != player):
            yield _deploy_line(player, sums)
            sums = {}
        if deploy is None:
            yield line
            continue
        player, target = deploy["player"], (deploy["region"], deploy["suffix"])
        sums[target] = sums.get(target, 0) + int(deploy["count"])
    if sums:
        yield _deploy_line(player, sums)


def _deploy_line(player: str, sums: Mapping[tuple[str, str], int]) -> str:
    return f"{player}: deploy {', '.join(f'{region} {count}{suffix}' for (region, suffix), count in sums.items())}"


def own_turn_end(game: Game) -> int:
    """Return the place in the log where the last turn of the player who decides ended; 0 in their first turn."""
    log, others_decided = game.log, False
    for place in range(len(log) - 1, -1, -1):
        event = log[place]
        if event.get("by") != game.to_move:
            others_decided = others_decided or "by" in event
        elif others_decided and event["do"].split()[0] not in RETREAT_VERBS:
            return place
    return 0
