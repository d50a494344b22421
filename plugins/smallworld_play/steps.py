"""The steps of a game: an action with everything that it did, from which texts in any language are written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from smallworld.actions import Action
from smallworld.events import Event
from smallworld.game import Game
from smallworld.model.aliases import Player, Race, Region
from smallworld.model.values import NATIVES
from smallworld.replays.writer import visible
from smallworld.tools import GameTable, HookTable


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
    occupant: tuple[Race, ...]
    pieces: Mapping[tuple[int, Region], int]

    def region(self, region: Region) -> str:
        """Return the id of a region."""
        return self.table.board.regions[region].id

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
        state.names, state.table, state.hook_tables, tuple(state.occupant), state.pieces,
    )  # fmt: skip
