"""Conquests in more places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from smallworld.abilities.base import Ability
from smallworld.abilities.parameters import Symbol
from smallworld.hooks.decorators import hookimpl
from smallworld.model.aliases import Race, Regions
from smallworld.model.game_board import Board

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


class EnterAnywhere(Ability):
    """A First Conquest may go to any region."""

    rule = "R-HALF-1"

    @hookimpl
    def conquest_reach(self, board: Board, first: bool) -> Regions:
        return board.all if first else 0


class ReachAnywhere(Ability):
    """Every conquest may go to any region."""

    rule = "R-FLY-1"

    @hookimpl
    def conquest_reach(self, board: Board, first: bool) -> Regions:
        return board.all


class SymbolAdjacency(Ability):
    """All regions with one symbol count as adjacent to each other.

    :param symbol: the symbol.
    :param from_own: only while the race holds one of them.
    :param effects: also for discounts and other abilities that depend on adjacency.
    """

    rule = "R-UND-2"
    symbol: Symbol
    from_own: bool = True
    effects: bool = True

    @hookimpl
    def adjacency(self, state: GameState, race: Race, board: Board, regions: Regions, effect: bool) -> Regions:
        if effect and not self.effects:
            return 0
        linked = board.symbol(self.symbol)
        return linked if regions & linked or not self.from_own else 0


class WaterAccess(Ability):
    """Seas and lakes may be conquered.

    :param entry: water where a First Conquest may go: only at the edge of the board, or any.
    :param enters: whether a First Conquest may go to water at all.
    """

    rule = "R-SEA-1"
    entry: Literal["border", "any"] = "border"
    enters: bool = True

    @hookimpl
    def terrain_access(self, board: Board, first: bool) -> Regions:
        return board.waters if self.enters or not first else 0

    @hookimpl
    def conquest_reach(self, board: Board, first: bool) -> Regions:
        if not first:
            return 0
        return board.waters if self.entry == "any" else board.waters & board.border


ABILITIES = (EnterAnywhere, ReachAnywhere, SymbolAdjacency, WaterAccess)
