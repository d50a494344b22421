"""Where a race may conquer, what that costs, and what others pay first."""

from __future__ import annotations

from functools import cache
from typing import Literal

from smallworld import (
    N_,
    NATIVES,
    Ability,
    Amount,
    Bar,
    Board,
    Coins,
    CostChange,
    GameState,
    Race,
    Regions,
    Symbol,
    Terrain,
    Travel,
    hookimpl,
    lazy,
)


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


class TravelCost(Ability):
    """Entry regions can be conquered from everywhere, but a distant one costs extra.

    :param tokens: extra tokens in an entry region that is not adjacent to the race.
    :param minimum: such a conquest takes at least three tokens, discounts included.
    """

    rule = "W-ENTRY-3"
    tokens: Amount = 1
    minimum: bool = False

    @hookimpl
    def conquest_reach(self, board: Board, first: bool) -> Regions:
        return 0 if first else board.entry

    @hookimpl
    def travel_cost(self, board: Board) -> Travel:
        return Travel(self.tokens, board.entry, 3 if self.minimum else 0)


class NoTravelCost(Ability):
    """Distant entry regions cost nothing extra."""

    rule = "W-SAIL-1"

    @hookimpl
    def travel_cost(self, board: Board) -> Travel:
        return Travel(0, board.all)


@cache
def _reason(coins: Coins, terrain: str) -> str:
    return lazy("{coins} for its {terrain}", coins=coins, terrain=terrain)


class TerrainToll(Ability):
    """Opponents pay before each attack on a region of one terrain.

    :param terrain: the terrain that is guarded.
    :param coins: coins for each attempt, to the owner.
    """

    rule = "W-MARSH-1"
    terrain: Terrain
    coins: Amount = 1

    @hookimpl
    def bars(self, state: GameState, race: Race, attempt: str) -> Bar | None:
        guarded = state.regions[race] & state.board.terrain(self.terrain)
        if not guarded or attempt not in ("conquest", "explosion"):
            return None
        return Bar(guarded, "toll", _reason(self.coins, self.terrain), self.coins, state.owner(race))


ABILITIES = (
    EnterAnywhere, ReachAnywhere, SymbolAdjacency, WaterAccess, FlatDiscount, TerrainDiscount, SymbolDiscount,
    CoastDiscount, NextToOwnDiscount, NonEmptyDiscount, IgnoreTokens, TravelCost, NoTravelCost, TerrainToll,
)  # fmt: skip
