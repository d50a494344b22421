"""The log of a game, one pass over its steps: as lines for a terminal, and as sentences for a page.

Moves of one kind in a row are one. A region in a sentence is its terrain between :data:`OPEN`, its id and
:data:`SEPARATOR`, and :data:`CLOSE`; a page turns that into an element, and :func:`plain` into words alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

from smallworld import NATIVES, Conquest, Game, Region
from smallworld.events import Answered, Scored
from smallworld.languages import _, and_list
from smallworld.languages.messages import format_count
from smallworld.model.names import word_of
from smallworld_play import step_text
from smallworld_play.seats import default_name
from smallworld_play.standings import result_line
from smallworld_play.turns import Step, TurnHistory, score_sources, step_of
from smallworld_records.record_lines import HIDDEN

RETREAT_VERBS = ("deploy", "place")
"""Verbs of actions that may belong to a retreat in the turn of another player."""


class _Part(NamedTuple):
    """A part of a log.

    :ivar place: place of its first event.
    :ivar event: an event that belongs to no step. :ivar round: the number of a round that begins; 0 in other parts.
    :ivar steps: successive steps that are one line.
    """

    place: int
    event: Mapping[str, Any] = MappingProxyType({})
    round: int = 0
    steps: Sequence[Step] = ()


def _parts(
    game: Game, steps: Mapping[int, Step], start: int, joins: Callable[[Step, Step], bool], ends: Callable[[Step], bool]
) -> Iterator[_Part]:
    """Yield the parts of a log since an event.

    :param steps: place of an action in the log → its step.
    :param joins: whether two successive steps are one line. :param ends: whether nothing joins a step.
    """
    number = max((step.round for place, step in steps.items() if place < start), default=0)
    group: list[Step] = []
    in_step = False
    for place, event in enumerate(game.log_since(start), start):
        step = steps.get(place)
        in_step = step is not None or ("chance" in event and in_step)
        if step is None:
            if not in_step:
                yield _Part(place, event)
            continue
        if group and not joins(group[-1], step):
            yield _Part(group[0].place, steps=group)
            group = []
        if step.round != number:
            number = step.round
            yield _Part(place, round=number)
        group.append(step)
        if ends(step):
            yield _Part(group[0].place, steps=group)
            group = []
    if group:
        yield _Part(group[0].place, steps=group)


def is_deployment(step: Step) -> bool:
    """Return whether a step puts tokens into a region."""
    return step.action.verb == "deploy" and not step.action.ability


def joins(earlier: Step, later: Step) -> bool:
    """Return whether two deployments are one line."""
    return is_deployment(later) and (earlier.player, earlier.round) == (later.player, later.round)


def _kind(step: Step) -> str:
    """Return what joins successive steps to one sentence; empty for a step with a sentence of its own."""
    phrases, lines = step_text.step_parts(step)
    if lines or len(phrases) > 1:
        return ""
    return "conquer" if _conquest(step) is not None else "deploy" if is_deployment(step) else ""


def _conquest(step: Step) -> Conquest | None:
    """Return the conquest of a step; None for another action."""
    return step.conquest if step.action.verb == "conquer" else None


def _loser(step: Step, conquest: Conquest) -> tuple[str, str]:
    """Return the player who has lost a region, or the declined race of the same player; both empty for nobody's."""
    if conquest.loser < 0:
        return "", ""
    owner = conquest.loser % len(step.names)
    return ("", step.table.rulebook.races[conquest.loser_race].name) if owner == step.turn else (step.names[owner], "")


def event_line(event: Mapping[str, Any], players: Sequence[str]) -> str:
    """Write an event that belongs to no step: the set-up, or an action that was not seen; empty for a hidden one."""
    if "do" in event:
        return f"{event['by']}: {event['do']}"
    if event["chance"] in HIDDEN:
        return ""
    result = event["result"]
    if event["chance"] == "first_player":
        result = players[int(result) - 1]
    return step_text.chance_line(event["chance"], result)


# --- lines for a terminal: regions by their ids


def game_lines(game: Game, steps: Mapping[int, Step]) -> Iterator[str]:
    """Yield the whole log of a game, then its result."""
    yield from log_lines(game, steps)
    if game.over:
        yield result_line(game)


def log_lines(game: Game, steps: Mapping[int, Step], start: int = 0) -> Iterator[str]:
    """Yield the log since an event; successive deployments of a player are one line.

    :param steps: place of an action in the log → its step; other actions are listed as they were written.
    """
    for part in _parts(game, steps, start, joins, lambda step: _kind(step) != "deploy"):
        if part.steps and is_deployment(last := part.steps[-1]):
            (_action, *phrases), lines = step_text.step_parts(last)
            phrase = step_text.deployment_phrase(step_text.deployed_tokens(part.steps))
            yield f"{last.names[last.player]}: {'; '.join([phrase, *phrases])}"
            yield from lines
        elif part.steps:
            yield from step_text.step_lines(part.steps[-1])
        elif part.round:
            yield _("round {number}", number=part.round)
        elif line := event_line(part.event, game.players):
            yield line


def own_turn_end(game: Game) -> int:
    """Return the place in the log where the last turn of the player who decides ended; 0 where it did not."""
    log, others_decided = game.log, False
    for place in range(len(log) - 1, -1, -1):
        event = log[place]
        if "by" not in event:
            continue
        if event["by"] != game.to_move:
            others_decided = True
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
            regions.setdefault(_loser(step, conquest), []).append(step.region(conquest.region))
        elif step.action.verb == "pick":
            texts += [step_text.picks(step, has_coins=False) or step_text.action_phrase(step)] if has_pick else []
        elif step.action.verb not in ("deploy", "done"):
            texts.append(step_text.action_phrase(step))
        totals = [sum(score_sources(event).values()) for event in step.scores]
        texts += [format_count(total, "coin") for total in totals]
    groups = [_regions_from(*loser, ids) for loser, ids in sorted(regions.items())]
    for text in texts:
        yield text or _("takes {regions}", regions=", ".join(groups))


def _regions_from(player: str, race: str, ids: list[str]) -> str:
    """List regions that one player, a declined race of the same player, or nobody has lost."""
    regions = " ".join(ids)
    if race:
        return _("{regions} from their declined {race}", regions=regions, race=race)
    return _("{regions} from {player}", regions=regions, player=player) if player else regions


# --- sentences for a page: moves of one kind in a row are one, and their regions can be pointed at


OPEN, SEPARATOR, CLOSE = "\ue000", "\ue001", "\ue002"
"""Around and inside of a region in a sentence: characters that no name contains."""
MARK = re.compile(f"{OPEN}([^{SEPARATOR}]*){SEPARATOR}([^{CLOSE}]*){CLOSE}")
"""A region in a sentence: its id and its terrain."""


class Sentence(NamedTuple):
    """A sentence of the log.

    :ivar place: place of its first event in the log.
    :ivar end: place of its last action.
    :ivar seat: number of the player whom it is about; -1 for a heading and for events of nobody.
    :ivar text: the sentence, with marks around its regions.
    :ivar is_heading: whether a round begins.
    """

    place: int
    end: int
    seat: int
    text: str
    is_heading: bool = False


class _Shown(Step):
    """A step that writes its regions as terrains with marks."""

    __slots__ = ()

    def region(self, region: Region) -> str:
        spec = self.table.board.regions[region]
        terrain = self.table.rulebook.variant.terrains.get(spec.terrain)
        word = terrain.name.lower() if terrain is not None else spec.terrain
        return f"{OPEN}{spec.id}{SEPARATOR}{word}{CLOSE}"


def plain(text: str) -> str:
    """Return a sentence without marks."""
    return MARK.sub(r"\2", text)


def sentences(game: Game, steps: Mapping[int, Step], start: int = 0) -> Iterator[Sentence]:
    """Yield the sentences about the events of a log.

    :param steps: place of an action in the log → its step.
    :param start: place of the first event, see :func:`sentence_start`.
    """

    def is_alike(earlier: Step, later: Step) -> bool:
        return (_kind(earlier), earlier.player, earlier.round) == (_kind(later), later.player, later.round)

    for part in _parts(game, steps, start, is_alike, lambda step: not _kind(step)):
        if part.steps:
            yield from _written(part.steps)
        elif part.round:
            yield Sentence(part.place, part.place, -1, _("Round {number}", number=part.round), True)
        elif line := event_line(_named(part.event, game), game.players):
            yield Sentence(part.place, part.place, -1, line)


def _named(event: Mapping[str, Any], game: Game) -> Mapping[str, Any]:
    """Return an event of the set-up with the name of the board or island that chance has drawn."""
    names = {face.id: face.name for face in game.state.board.faces if face.name}
    result = event.get("result")
    return {**event, "result": names[result]} if isinstance(result, str) and result in names else event


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
        group = [*(self._deployed if replaces else ()), step]
        self._deployed = group if _kind(step) == "deploy" else []
        lines = [row.text for row in _written(group)] or step_text.step_lines(_Shown(*step))
        return "\n".join(map(plain, lines)), replaces


def sentence_start(rows: Sequence[Sentence], steps: Mapping[int, Step], place: int) -> int:
    """Return the place from which sentences are written again when a log changes after its first events.

    :param rows: the sentences about the whole log. :param place: number of the events that stay.
    """
    last = next((number for number in reversed(list(steps)) if number < place), -1)
    if last < 0:
        return 0
    latest = takewhile(lambda row: row.end >= last, reversed(rows))
    return min((row.place for row in latest if row.place <= last), default=last)


def _written(steps: Sequence[Step]) -> Iterator[Sentence]:
    """Write steps of one kind; everything else that happened is on lines of its own.

    The end of a phase without any effect has no sentence.
    """
    group = [_Shown(*step) for step in steps]
    first, last = group[0], group[-1]
    has_action = last.action.verb != "done"
    (action, *phrases), lines = step_text.step_parts(last, is_named=has_action, has_scores=False)
    if is_deployment(last):
        tokens_of = step_text.deployed_tokens(group)
        regions = ", ".join(f"{region} {count}" if count > 1 else region for region, count in tokens_of.items())
        action = _("places {tokens}: {regions}", tokens=format_count(sum(tokens_of.values()), "token"), regions=regions)
    elif _conquest(last) is not None:
        action = _("takes {regions}", regions=and_list(map(_conquered_region, group)))
    elif any(isinstance(event, Answered) for event in last.events):
        yield from (Sentence(last.place, last.place, last.player, line.strip()) for line in step_text.step_lines(last))
        return
    if has_action:
        player, text = last.names[last.player], "; ".join([action, *phrases])
        # The phrases, also those of plugins, are about a third person: not "you takes".
        text = f"{player}: {text}" if player == default_name() else _("{player} {does}", player=player, does=text)
        yield Sentence(first.place, last.place, last.player, text)
    elif phrases:
        yield Sentence(last.place, last.place, last.player, "; ".join(phrases))
    yield from (Sentence(last.place, last.place, last.player, line.strip()) for line in lines)
    yield from (Sentence(last.place, last.place, event.player, _earned(last, event)) for event in last.scores)


def _earned(step: Step, scored: Scored) -> str:
    """Write the coins of a turn, by source."""
    player, (total, sources) = step.names[scored.player], step_text.score_terms(step, scored)
    if player == default_name():
        return step_text.score_phrase(step, scored)
    if not sources:
        return _("{player} earns {coins}", player=player, coins=total)
    return _("{player} earns {coins}: {sources}", player=player, coins=total, sources=sources)


def _conquered_region(step: Step) -> str:
    """Write a region that was taken, from whom, and by which means."""
    conquest = _conquest(step)
    assert conquest is not None
    text, (player, race) = step.region(conquest.region), _loser(step, conquest)
    if race:
        text = _("{regions} from their declined {race}", regions=text, race=race)
    elif player or conquest.loser == NATIVES:
        text = _("{region} from {loser}", region=text, loser=player or step.race_name(NATIVES) or _("natives"))
    means = [word_of(step.table.rulebook.variant, name) for name in conquest.means if name != "die"]
    return _("{region} by {means}", region=text, means=and_list(means)) if means else text
