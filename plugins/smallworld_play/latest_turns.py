"""The turns of a game: outcomes of actions, coins, latest turns in a few words, changed regions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from smallworld.game import Game
from smallworld.languages import _
from smallworld.model.values import NATIVES
from smallworld.plurals import format_count
from smallworld_play.outcomes.outcome_text import Outcomes
from smallworld_play.outcomes.position_changes import turn_ended
from smallworld_play.priced_actions import combo_of

Contents = tuple[Any, ...]
"""Everything on a region that players see."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action in the turn of a player."""

    round: int
    player: str
    """The player who has the turn; defenders decide in it, too."""
    text: str = ""
    """The action in a few words; empty for a deployment and for a conquest."""
    region: str = ""
    """The region of a conquest."""
    loser: str = ""
    """The player who has lost it."""
    is_pick: bool = False
    """Whether a combo was picked."""


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
        self.outcomes = Outcomes()
        """Place of an action in the log → its lines."""
        self._start: tuple[Contents, ...] = ()
        self._steps: dict[int, Step] = {}
        self._ends: dict[int, tuple[str, tuple[Contents, ...]]] = {}
        self._scores: dict[int, Score] = {}
        self._coins: dict[int, Mapping[str, int]] = {}
        """Place of the action that ended a round, or -1 for the beginning → coins of each player."""

    def add(self, before: Game, action: str, after: Game) -> None:
        """Add an action that was read or played."""
        place = before.log_length
        if not self._coins:
            self._start, self._coins[-1] = region_contents(before), before.scores()
        self.outcomes.add(before, action, after)
        self._steps[place] = _step(before, action, after)
        ended = turn_ended(before, after)
        if ended is not None:
            coins = {source: count for source, count in after.state.scoring_of(ended.player).items() if count}
            self._scores[place] = Score(after.players[ended.player], before.round, coins)
        if (before.round, before.turn) != (after.round, after.turn) or after.over:
            self._ends[place] = before.turn, region_contents(after)
        if before.round != after.round or after.over:
            self._coins[place] = after.scores()

    def forget(self, start: int) -> None:
        """Forget everything from a place of the log on, because it was taken back."""
        entries: MutableMapping[int, Any]
        for entries in (self.outcomes, self._steps, self._ends, self._scores, self._coins):
            for place in [place for place in entries if place >= start]:
                del entries[place]

    def scores(self, player: str) -> list[Score]:
        """List the scores of a player, one for each of their turns."""
        return [score for score in self._scores.values() if score.player == player]

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
        steps = [step for step in self._steps.values() if step.player == player]
        return "; ".join(
            _join(step for step in steps if step.round == steps[-1].round and (has_pick or not step.is_pick))
        )

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


def _join(steps: Iterator[Step]) -> Iterator[str]:
    """Yield the texts of a turn; conquests are one, at the place of the first, grouped by the players who lost."""
    texts: list[str] = []
    regions: dict[str, list[str]] = {}
    for step in steps:
        if step.region:
            if not regions:
                texts.append("")
            regions.setdefault(step.loser, []).append(step.region)
        elif step.text:
            texts.append(step.text)
    groups = [_regions_from(loser, ids) for loser, ids in sorted(regions.items())]
    for text in texts:
        yield text or _("takes {regions}", regions=", ".join(groups))


def _regions_from(loser: str, ids: list[str]) -> str:
    """List regions that one player, or nobody, has lost."""
    return _("{regions} from {player}", regions=" ".join(ids), player=loser) if loser else " ".join(ids)


def _step(before: Game, action: str, after: Game) -> Step:
    verb = action.partition(" ")[0]
    if verb == "conquer":
        return _conquest(before, action, after)
    texts = {"deploy": "", "done": "", "decline": _("declines"), "pick": _picked(before, action)}
    parts = [texts.get(verb, action), _score(before, after)]
    return Step(before.round, before.turn, "; ".join(filter(None, parts)), is_pick=verb == "pick")


def _picked(before: Game, action: str) -> str:
    if not action.startswith("pick "):
        return ""
    return _("picks {combo}", combo=combo_of(before, int(action.split()[1])).name)


def _conquest(before: Game, action: str, after: Game) -> Step:
    region = action.split()[1]
    if len(after.state.conquests) == len(before.state.conquests):
        return Step(before.round, before.turn, _("fails at {region}", region=region))
    loser = before.state.occupant[before.state.board.index[region]]
    name = "" if loser < 0 or loser == NATIVES else before.players[before.state.owner(loser)]
    return Step(before.round, before.turn, region=region, loser=name)


def _score(before: Game, after: Game) -> str:
    """Write the coins of the turn that ended with an action."""
    ended = turn_ended(before, after)
    return "" if ended is None else format_count(sum(after.state.scoring_of(ended.player).values()), "coin")
