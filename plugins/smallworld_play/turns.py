"""The turns of a game: each action with everything that it did, the coins of turns and rounds, changed regions.

Texts in any language are written from these steps (:mod:`smallworld_play.step_text`, :mod:`smallworld_play.log_text`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from smallworld import NATIVES, Action, Conquest, Game, Player, Race, Region
from smallworld import events as happened
from smallworld.events import Event, Scored
from smallworld.tools import GameTable, HookTable
from smallworld_records.record_lines import visible


class Step(NamedTuple):
    """An action that was carried out, with its events and the facts of the position before it that texts need."""

    place: int
    """Place of the action in the log."""
    round: int
    player: Player
    """Who has decided."""
    turn: Player
    """Who had the turn; defenders decide in it, too."""
    phase: str
    action: Action
    events: Sequence[Event]
    """The part that everybody at the table sees."""
    names: tuple[str, ...]
    table: GameTable
    hook_tables: tuple[HookTable, ...]
    coins: tuple[int, ...]
    occupant: tuple[Race, ...]
    pieces: Mapping[tuple[int, Region], int]

    def region(self, region: Region) -> str:
        """Return the id of a region."""
        return self.table.board.regions[region].id

    @property
    def conquest(self) -> Conquest | None:
        """The first conquest of the step; None without one."""
        return next((event.conquest for event in self.events if isinstance(event, happened.Conquered)), None)

    @property
    def scores(self) -> list[Scored]:
        """The scores of the step."""
        return [event for event in self.events if isinstance(event, Scored)]

    def race_name(self, race: Race) -> str:
        """Return the name of a race instance, or of the natives."""
        book = self.table.rulebook
        if race == NATIVES:
            return book.variant.natives.name if book.variant.natives else ""
        return book.races[self.hook_tables[race].race_index].name


def step_of(before: Game, after: Game) -> Step:
    """Return the step between two positions of a game that listens."""
    state, link = before.state, after.state.log
    while link[0] is not state.log:
        link = link[0]
    action: Action = link[2]
    return Step(
        before.log_length, state.round, state.to_move, state.turn, state.phase, action,
        tuple([visible(event, -1) for event in after.events]),
        state.names, state.table, state.hook_tables, tuple(state.coins), tuple(state.occupant), state.pieces,
    )  # fmt: skip


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
    """Every turn so far, collected while a game is played or read."""

    def __init__(self) -> None:
        self.steps: dict[int, Step] = {}
        """Place of an action in the log → its step."""

    def add(self, before: Game, action: str, after: Game) -> None:
        """Add an action that was read or played; the game listens."""
        self.steps[before.log_length] = step_of(before, after)

    def forget(self, start: int) -> None:
        """Forget everything from a place of the log on, because it was taken back."""
        self.steps = {place: step for place, step in self.steps.items() if place < start}

    def scores(self, player: str) -> list[Score]:
        """List the scores of a player, one for each of their turns."""
        return [
            Score(player, step.round, score_sources(event))
            for step in self.steps.values()
            for event in step.scores
            if step.names[event.player] == player
        ]

    def coins_by_source(self, player: str) -> dict[str, int]:
        """Add up the scored coins of a player: source → coins, the largest first."""
        sums = Counter[str]()
        for score in self.scores(player):
            sums.update(score.sources)
        return dict(sorted(sums.items(), key=lambda item: -item[1]))

    def coins_after_rounds(self) -> list[Mapping[str, int]]:
        """List the coins of each player at the beginning and after each round."""
        steps = list(self.steps.values())
        if not steps:
            return []
        names, number, coins = steps[0].names, steps[0].round, list(steps[0].coins)
        rows: list[Mapping[str, int]] = [dict(zip(names, coins, strict=True))]
        for event in (event for step in steps for event in step.events):
            if isinstance(event, happened.Paid):
                for player, change in ((event.payer, -event.number), (event.receiver, event.number)):
                    if player >= 0:
                        coins[player] += change
            elif isinstance(event, happened.Ended) or (isinstance(event, happened.TurnBegan) and event.round != number):
                number = event.round if isinstance(event, happened.TurnBegan) else number
                rows.append(dict(zip(names, coins, strict=True)))
        return rows

    def changed_regions(self, game: Game, player: str) -> set[str]:
        """Return the ids of the regions that others have changed since the end of a player's latest turn.

        Before a player's first turn ends, all changes since the first action count. While it is the player's turn,
        those before it do: tokens that the player has taken into the hand since are not a change.
        """
        seat, events = game.players.index(player), [(step, e) for step in self.steps.values() for e in step.events]
        if not events:
            return set()
        in_turn, start, end = events[0][0].turn == seat, 0, 0
        for place, (_step, event) in enumerate(events):
            if isinstance(event, happened.TurnBegan | happened.Ended):
                start = place if in_turn else start
                in_turn, end = isinstance(event, happened.TurnBegan) and event.player == seat, place
        first = events[start][0]
        holders = _holders_after(first.occupant, [event for step, event in events[:start] if step is first])
        changed = changed_places([event for _step, event in events[start : end if in_turn else None]], holders)
        return {game.state.board.regions[region].id for region in changed}


def changed_places(events: Sequence[Event], holders: Sequence[Race]) -> set[Region]:
    """Return the regions that are different after events; what goes and comes back does not count.

    :param holders: the race instance in each region before the events.
    """
    sums, changed = Counter[tuple[int, object]](), set[Region]()
    for event in events:
        match event:
            case happened.Moved(race, number, source, target) | happened.PieceMoved(race, number, source, target, _):
                thing = (type(event), race)
                sums[source, thing] -= number
                sums[target, thing] += number
            case happened.RelicMoved(relic, source, target):
                sums[source, relic] -= source != target
                sums[target, relic] += 1
            case happened.TerrainChanged():
                changed.add(event.region)
    changed.update(region for (region, _thing), number in sums.items() if number and region >= 0)
    now = _holders_after(holders, events)
    return changed.union(region for region, race in enumerate(now) if race != holders[region])


def _holders_after(holders: Sequence[Race], events: Sequence[Event]) -> list[Race]:
    """Return the race instance in each region after events."""
    now = list(holders)
    for event in events:
        if isinstance(event, happened.Occupied):
            now[event.region] = event.race
        elif isinstance(event, happened.Renumbered):
            now = [event.new if race == event.old else race for race in now]
    return now


def score_sources(scored: Scored) -> dict[str, int]:
    """Add up the coins of a score by source, without sources of nothing."""
    sums = Counter[str]()
    for _race, source, coins in scored.lines:
        sums[source] += coins
    return {source: coins for source, coins in sums.items() if coins}
