"""The turns of a game: steps, coins, latest turns in a few words, changed regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

from smallworld.events import Conquered, Picked, Scored
from smallworld.game import Game
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld.model.values import NATIVES
from smallworld.model.variant import combo_name
from smallworld_play.step_text import action_phrase
from smallworld_play.steps import Step, step_of

Contents = tuple[Any, ...]
"""Everything on a region that players see."""


@dataclass(frozen=True, slots=True)
class Score:
    """The coins of a turn."""

    player: str
    round: int
    sources: Mapping[str, int]
    """Source → coins, without sources of nothing."""

    @property
    def total(self) -> int:
        """All coins of the turn."""
        return sum(self.sources.values())


class TurnHistory:
    """Every turn so far, collected while a game is played or read.

    Before a player's first turn ends, the regions are compared with the game as it was before the first action.
    """

    def __init__(self) -> None:
        self.steps: dict[int, Step] = {}
        """Place of an action in the log → its step."""
        self._start: tuple[Contents, ...] = ()
        self._ends: dict[int, tuple[str, tuple[Contents, ...]]] = {}
        self._coins: dict[int, Mapping[str, int]] = {}
        """Place of the action that ended a round, or -1 for the beginning → coins of each player."""

    def add(self, before: Game, action: str, after: Game) -> None:
        """Add an action that was read or played; the game listens."""
        step = step_of(before, after)
        if not self._coins:
            self._start, self._coins[-1] = region_contents(before), before.scores()
        self.steps[step.place] = step
        if (before.round, before.turn) != (after.round, after.turn) or after.over:
            self._ends[step.place] = before.turn, region_contents(after)
        if before.round != after.round or after.over:
            self._coins[step.place] = after.scores()

    def forget(self, start: int) -> None:
        """Forget everything from a place of the log on, because it was taken back."""
        entries: MutableMapping[int, Any]
        for entries in (self.steps, self._ends, self._coins):
            for place in [place for place in entries if place >= start]:
                del entries[place]

    def scores(self, player: str) -> list[Score]:
        """List the scores of a player, one for each of their turns."""
        return [
            Score(player, step.round, _sources(event))
            for step in self.steps.values()
            for event in step.events
            if isinstance(event, Scored) and step.names[event.player] == player
        ]

    def coins_by_source(self, player: str) -> dict[str, int]:
        """Add up the scored coins of a player: source → coins, the largest first."""
        sums = Counter[str]()
        for score in self.scores(player):
            sums.update(score.sources)
        return dict(sorted(sums.items(), key=lambda item: -item[1]))

    def coins_after_rounds(self) -> list[Mapping[str, int]]:
        """List the coins of each player at the beginning and after each round."""
        return list(self._coins.values())

    def last_turn(self, player: str, *, has_pick: bool = True) -> str:
        """Summarise the latest turn of a player: ``takes r02 r08, r05 from you; 8 coins``; empty before the first.

        :param has_pick: else the combo that was picked is left out.
        """
        steps = [step for step in self.steps.values() if step.names[step.turn] == player]
        latest = [step for step in steps if step.round == steps[-1].round]
        return "; ".join(_texts(latest, has_pick=has_pick))

    def changed_regions(self, game: Game, player: str) -> set[str]:
        """Return the ids of the regions that others have changed since the end of a player's latest turn.

        Tokens that the player has taken into the hand when the turn began are not a change.
        """
        ends = list(self._ends.values())
        earlier = next((contents for name, contents in reversed(ends) if name == player), self._start)
        later = region_contents(game)
        hand_race: int | None = None
        if game.turn == player and not game.over:  # as it was when the turn began
            later = ends[-1][1] if ends else self._start
            hand_race = game.players.index(player)
        pairs = zip(game.state.board.regions, earlier, later, strict=False)
        return {region.id for region, old, new in pairs if _differs(old, new, hand_race)}


def _differs(old: Contents, new: Contents, hand_race: int | None) -> bool:
    """Return whether contents differ; the tokens of a race that takes them into the hand are not compared."""
    if old[0] == new[0] == hand_race:
        return old[2:] != new[2:]
    return old != new


def region_contents(game: Game) -> tuple[Contents, ...]:
    """Return the contents of every region, in the order of the board."""
    state = game.state
    pieces: dict[int, list[tuple[int, int]]] = {}
    for (kind, region), count in sorted(state.pieces.items()):
        pieces.setdefault(region, []).append((kind, count))
    return tuple(
        (occupant, state.tokens[region], tuple(pieces.get(region, ())), tuple(state.relics.get(region, ())))
        for region, occupant in enumerate(state.occupant)
    )


def _sources(scored: Scored) -> dict[str, int]:
    """Add up the coins of a score by source, without sources of nothing."""
    sums = Counter[str]()
    for _race, source, coins in scored.lines:
        sums[source] += coins
    return {source: coins for source, coins in sums.items() if coins}


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
        totals = [sum(_sources(event).values()) for event in step.events if isinstance(event, Scored)]
        texts += [format_count(total, "coin") for total in totals]
    groups = [_regions_from(*loser, ids) for loser, ids in sorted(regions.items())]
    for text in texts:
        yield text or _("takes {regions}", regions=", ".join(groups))


def _conquest(step: Step) -> tuple[str, tuple[str, str]] | None:
    """Return the region of a conquest and its loser (player, or race of the same player); None without one."""
    conquest = next((event.conquest for event in step.events if isinstance(event, Conquered)), None)
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
