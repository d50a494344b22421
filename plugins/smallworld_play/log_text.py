"""The log of a game as lines of text: one pass over its steps, in the language of the reader."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from smallworld.events import Picked
from smallworld.game import Game
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld.model.aliases import Region
from smallworld.model.values import NATIVES
from smallworld.model.variant import combo_name
from smallworld_play.standings import result_line
from smallworld_play.step_text import (
    action_phrase,
    chance_line,
    deployed_tokens,
    deployment_phrase,
    step_lines,
    step_parts,
)
from smallworld_play.turns import Step, TurnHistory, score_sources
from smallworld_records.record_lines import HIDDEN

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
    (_action, *phrases), lines = step_parts(steps[-1])
    phrases = [deployment_phrase(deployed_tokens(steps)), *phrases]
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


# --- the latest turn of a player in a few words


def last_turn(
    history: TurnHistory, player: str, *, has_pick: bool = True, names: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Summarise the latest turn of a player: ``takes r02 r08, r05 from you; 8 coins``; empty before the first.

    :param has_pick: else the combo that was picked is left out.
    :param names: id of a region → how it is written.
    """

    class Named(Step):
        def region(self, region: Region) -> str:
            name = super().region(region)
            return names.get(name, name)

    turns = [Named(*step) for step in history.steps.values() if step.names[step.turn] == player]
    latest = [step for step in turns if step.round == turns[-1].round]
    return "; ".join(_texts(latest, has_pick=has_pick))


def _texts(steps: Sequence[Step], *, has_pick: bool) -> Iterator[str]:
    """Yield the texts of a turn; conquests are one, at the place of the first, grouped by the players who lost."""
    texts: list[str] = []
    regions: dict[tuple[str, str], list[str]] = {}
    for step in steps:
        conquest = _conquest(step)
        if conquest is not None:
            if not regions:
                texts.append("")
            regions.setdefault(conquest[1], []).append(conquest[0])
        elif has_pick or step.action.verb != "pick":
            texts += filter(None, [_text(step)])
        totals = [sum(score_sources(event).values()) for event in step.scores]
        texts += [format_count(total, "coin") for total in totals]
    groups = [_regions_from(*loser, ids) for loser, ids in sorted(regions.items())]
    for text in texts:
        yield text or _("takes {regions}", regions=", ".join(groups))


def _conquest(step: Step) -> tuple[str, tuple[str, str]] | None:
    """Return the region of a conquest and its loser (player, or race of the same player); None without one."""
    conquest = step.conquest
    if conquest is None or step.action.verb != "conquer":
        return None
    player = race = ""
    if conquest.loser >= 0 and conquest.loser != NATIVES:
        owner = conquest.loser % len(step.names)
        if owner == step.turn:
            race = step.table.rulebook.races[conquest.loser_race].name
        else:
            player = step.names[owner]
    return step.region(conquest.region), (player, race)


def _text(step: Step) -> str:
    """Write an action in a few words; nothing for a deployment and the end of a phase."""
    picked = next((event for event in step.events if isinstance(event, Picked)), None)
    if step.action.verb == "pick" and picked is not None:
        book = step.table.rulebook
        return _("picks {combo}", combo=combo_name(book.powers[picked.badge], book.races[picked.banner]))
    return "" if step.action.verb in ("deploy", "done") else action_phrase(step)


def _regions_from(player: str, race: str, ids: list[str]) -> str:
    """List regions that one player, a declined race of the same player, or nobody has lost."""
    regions = " ".join(ids)
    if race:
        return _("{regions} from their declined {race}", regions=regions, race=race)
    return _("{regions} from {player}", regions=regions, player=player) if player else regions


__all__ = ["Entry", "action_phrase", "game_lines", "log_lines", "own_turn_end", "placed_lines"]
