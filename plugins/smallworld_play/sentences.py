"""The log of a game as sentences: moves of one kind in a row are one, and their regions can be pointed at.

A region in a sentence is its terrain between :data:`OPEN`, its id and :data:`SEPARATOR`, and :data:`CLOSE`; a page
turns that into an element, and :func:`plain` into words alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from smallworld.events import Answered, Scored
from smallworld.game import Game
from smallworld.languages import _, and_list
from smallworld.languages.messages import format_count
from smallworld.model.aliases import Region
from smallworld.model.names import word_of
from smallworld.model.values import NATIVES, Conquest
from smallworld_play.log_text import event_line, is_deployment, joins
from smallworld_play.seats import default_name
from smallworld_play.step_text import deployed_tokens, score_phrase, score_terms, step_lines, step_parts
from smallworld_play.turns import Step, step_of

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
    number = max((step.round for place, step in steps.items() if place < start), default=0)
    group: list[_Shown] = []
    in_step = False
    for place, event in enumerate(game.log_since(start), start):
        step = _Shown(*steps[place]) if place in steps else None
        in_step = step is not None or ("chance" in event and in_step)
        if step is None:
            if not in_step and (line := event_line(_named(event, game), game.players)):
                yield Sentence(place, place, -1, line)
            continue
        if group and (_kind(step), step.player, step.round) != (_kind(group[-1]), group[-1].player, group[-1].round):
            yield from _written(group)
            group = []
        if step.round != number:
            number = step.round
            yield Sentence(place, place, -1, _("Round {number}", number=number), True)
        group.append(step)
        if not _kind(step):
            yield from _written(group)
            group = []
    if group:
        yield from _written(group)


def _named(event: Mapping[str, Any], game: Game) -> Mapping[str, Any]:
    """Return an event of the set-up with the name of the board or island that chance has drawn."""
    names = {face.id: face.name for face in game.state.board.faces if face.name}
    result = event.get("result")
    return {**event, "result": names[result]} if isinstance(result, str) and result in names else event


class Narrator:
    """Writes the steps of a game one after the other, for a page to step through."""

    def __init__(self) -> None:
        self._deployed: list[_Shown] = []

    def __call__(self, before: Game, after: Game) -> tuple[str, bool]:
        """Write the step between two positions; return it, and whether it replaces the one before.

        Successive deployments of a player are one step.
        """
        step = _Shown(*step_of(before, after))
        replaces = bool(self._deployed) and joins(self._deployed[-1], step)
        group = [*(self._deployed if replaces else ()), step]
        self._deployed = group if _kind(step) == "deploy" else []
        lines = [row.text for row in _written(group)] or step_lines(step)
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


def _kind(step: Step) -> str:
    """Return what joins successive steps to one sentence; empty for a step with a sentence of its own."""
    phrases, lines = step_parts(step)
    if lines or len(phrases) > 1:
        return ""
    if _conquest(step) is not None:
        return "conquer"
    return "deploy" if is_deployment(step) else ""


def _conquest(step: Step) -> Conquest | None:
    """Return the conquest of a step; None for another action."""
    return step.conquest if step.action.verb == "conquer" else None


def _written(group: Sequence[_Shown]) -> Iterator[Sentence]:
    """Write steps of one kind; everything else that happened is on lines of its own."""
    first, last = group[0], group[-1]
    if is_deployment(last):
        phrase = _deployed(deployed_tokens(group))
    elif _conquest(last) is not None:
        phrase = _("takes {regions}", regions=and_list(_conquered_region(step) for step in group))
    else:
        yield from _single(last)
        return
    (_action, *phrases), lines, scores = _parts(last)
    yield _sentence(first, last, "; ".join([phrase, *phrases]))
    yield from _later(last, lines, scores)


def _single(step: _Shown) -> Iterator[Sentence]:
    """Write a step of another kind; the end of a phase without any effect has no sentence."""
    if any(isinstance(event, Answered) for event in step.events):
        yield from (Sentence(step.place, step.place, step.player, line.strip()) for line in step_lines(step))
        return
    has_action = step.action.verb != "done"
    phrases, lines, scores = _parts(step, is_named=has_action)
    if has_action:
        yield _sentence(step, step, "; ".join(phrases))
    elif phrases[1:]:
        yield Sentence(step.place, step.place, step.player, "; ".join(phrases[1:]))
    yield from _later(step, lines, scores)


def _parts(step: Step, *, is_named: bool = True) -> tuple[list[str], list[str], list[Scored]]:
    """Return the phrases and the lines of a step without its scores, and the scores."""
    texts = [score_phrase(step, event) for event in step.scores]
    phrases, lines = step_parts(step, is_named=is_named)
    return [text for text in phrases if text not in texts], [text for text in lines if text not in texts], step.scores


def _later(step: Step, lines: Sequence[str], scores: Sequence[Scored]) -> Iterator[Sentence]:
    """Write everything that follows the action of a step."""
    yield from (Sentence(step.place, step.place, step.player, line.strip()) for line in lines)
    yield from (Sentence(step.place, step.place, event.player, _earned(step, event)) for event in scores)


def _earned(step: Step, scored: Scored) -> str:
    """Write the coins of a turn, by source."""
    player, (total, sources) = step.names[scored.player], score_terms(step, scored)
    if player == default_name():
        return score_phrase(step, scored)
    if not sources:
        return _("{player} earns {coins}", player=player, coins=total)
    return _("{player} earns {coins}: {sources}", player=player, coins=total, sources=sources)


def _deployed(tokens_of: Mapping[str, int]) -> str:
    """Write deployments, region → tokens: ``places 3 tokens: hill 2, swamp``."""
    regions = ", ".join(f"{region} {count}" if count > 1 else region for region, count in tokens_of.items())
    return _("places {tokens}: {regions}", tokens=format_count(sum(tokens_of.values()), "token"), regions=regions)


def _sentence(first: Step, last: Step, text: str) -> Sentence:
    player = first.names[first.player]
    # The phrases, also those of plugins, are about a third person: not "you takes".
    text = f"{player}: {text}" if player == default_name() else _("{player} {does}", player=player, does=text)
    return Sentence(first.place, last.place, first.player, text)


def _conquered_region(step: _Shown) -> str:
    """Write a region that was taken, from whom, and by which means."""
    conquest = _conquest(step)
    assert conquest is not None
    text = step.region(conquest.region)
    if conquest.loser == NATIVES:
        text = _("{region} from {loser}", region=text, loser=step.race_name(NATIVES) or _("natives"))
    elif conquest.loser >= 0 and conquest.loser % len(step.names) == step.player:
        race = step.table.rulebook.races[conquest.loser_race].name
        text = _("{regions} from their declined {race}", regions=text, race=race)
    elif conquest.loser >= 0:
        text = _("{region} from {loser}", region=text, loser=step.names[conquest.loser % len(step.names)])
    means = [word_of(step.table.rulebook.variant, name) for name in conquest.means if name != "die"]
    return _("{region} by {means}", region=text, means=and_list(means)) if means else text
