"""Conquests for fewer tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.abilities.base import Ability
from smallworld.abilities.parameters import Amount, Symbol, Terrain
from smallworld.hooks.decorators import hookimpl
from smallworld.languages import N_
from smallworld.model.aliases import Race
from smallworld.model.game_board import Board
from smallworld.model.values import NATIVES, CostChange

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


class FlatDiscount(Ability):
    """Every region costs less.

    :param tokens: tokens saved.
    """

    rule = "R-COM-1"
    ledger_label = N_("every conquest")
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, board: Board) -> CostChange:
        return ((-self.tokens, board.all),)


class TerrainDiscount(Ability):
    """Regions of one terrain cost less.

    :param terrain: the terrain that is cheaper.
    :param tokens: tokens saved.
    """

    rule = "R-MOUNT-1"
    ledger_label = "{terrain}"
    terrain: Terrain
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, board: Board) -> CostChange:
        return ((-self.tokens, board.terrain(self.terrain)),)


class SymbolDiscount(Ability):
    """Regions with one symbol cost less.

    :param symbol: the symbol that makes them cheaper.
    :param tokens: tokens saved.
    """

    rule = "R-UND-1"
    ledger_label = "{symbol}"
    symbol: Symbol
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, board: Board) -> CostChange:
        return ((-self.tokens, board.symbol(self.symbol)),)


class CoastDiscount(Ability):
    """Land next to water costs less.

    :param tokens: tokens saved.
    """

    rule = "R-TRITON-1"
    ledger_label = N_("land next to water")
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, board: Board) -> CostChange:
        return ((-self.tokens, board.coast),)


class NextToOwnDiscount(Ability):
    """Regions next to an own region of one terrain cost less.

    :param terrain: the terrain that the race must hold.
    :param tokens: tokens saved, however many such regions it holds.
    """

    rule = "R-GIANT-1"
    ledger_label = N_("next to an own {terrain}")
    terrain: Terrain
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, state: GameState, race: Race, board: Board) -> CostChange:
        regions = state.regions[race] & board.terrain(self.terrain)
        return ((-self.tokens, state.adjacent_regions(race, regions, effect=True)),) if regions else ()


class NonEmptyDiscount(Ability):
    """Regions with a native or a race token cost less.

    :param tokens: tokens saved.
    """

    rule = "W-TROLL-1"
    ledger_label = N_("not empty")
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, state: GameState, race: Race, board: Board) -> CostChange:
        regions = state.occupied_regions()
        if not state.table.own_counts_non_empty:
            regions &= ~state.regions_of(state.owner(race))
        return ((-self.tokens, regions),)


class IgnoreTokens(Ability):
    """Tokens of opponents do not add to the cost of a region, up to a number in each.

    :param tokens: how many in each region; 0 = all.
    :param natives: native tokens are ignored as well.
    """

    rule = "R-COST-2"
    ledger_label = N_("tokens that are ignored")
    tokens: Amount = 1
    natives: bool = True

    @hookimpl
    def conquest_cost(self, state: GameState, race: Race) -> CostChange:
        owner = state.owner(race)
        for region, (occupant, count) in enumerate(zip(state.occupant, state.tokens, strict=True)):
            is_opponent = occupant >= 0 and state.owner(occupant) != owner
            if count and (is_opponent or (self.natives and occupant == NATIVES)):
                yield -min(count, self.tokens or count), 1 << region


ABILITIES = (
    FlatDiscount, TerrainDiscount, SymbolDiscount, CoastDiscount, NextToOwnDiscount, NonEmptyDiscount, IgnoreTokens,
)  # fmt: skip
