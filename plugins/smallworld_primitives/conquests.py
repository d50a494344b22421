"""Where a race may conquer, also in decline, what that costs, and what others pay first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

from smallworld import (
    N_,
    NATIVES,
    Ability,
    Action,
    Amount,
    Bar,
    Board,
    Coins,
    Conquest,
    CostChange,
    Count,
    GameState,
    Race,
    Refusal,
    Region,
    Regions,
    Symbol,
    Terrain,
    Tokens,
    Traits,
    Travel,
    hookimpl,
    lazy,
    lazy_n,
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


class MinTokens(Ability):
    """Every region and every conquest needs several tokens.

    :param tokens: the least number.
    """

    rule = "W-TAUREN-1"
    tokens: Count

    @hookimpl
    def traits(self) -> Traits:
        return Traits(garrison=self.tokens)


class ReserveTokens(Ability):
    """Tokens beyond banner and badge that serve for conquests only.

    :param tokens: how many; they are in hand again after every redeployment.
    :param shortfall: with too few tokens, regions are abandoned, or every region keeps one token.
    """

    rule = "R-AMAZON-3"
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    tokens: Amount
    shortfall: Literal["abandon_regions", "keep_one_each"] = "abandon_regions"

    @hookimpl
    def traits(self) -> Traits:
        return Traits(extra_tokens=self.tokens)

    @hookimpl
    def reserved_tokens(self) -> Tokens:
        return self.tokens

    def _short(self, state: GameState, race: Race) -> bool:
        missing = state.hand[race] < self.tokens and bool(state.regions[race])
        return missing and self.shortfall == "abandon_regions"

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        return state.actions_at(self, "abandon {}", state.regions[race]) if self._short(state, race) else ()

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.leave(race, action.region)

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        if self._short(state, race):
            text = lazy_n(
                "{count} token has to leave the map; abandon a region",
                "{count} tokens have to leave the map; abandon a region",
                self.tokens,
            )
            return Refusal("reserve", text)
        return None


class ActsInDecline(Ability):
    """In decline the race conquers and redeploys like an active one, before its owner's active race.

    :param die: the race has a final die of its own, or shares one with the active race.
    :param loses: one token is lost with a region, or all.
    :param own_attack: when tokens of the owner's active race that it drives out may act again.
    """

    rule = "R-GHOUL-2"
    in_decline: bool = True
    die: Literal["per_race", "one_per_turn"] = "per_race"
    loses: Literal["normal", "all"] = "normal"
    own_attack: Literal["end_of_turn", "usable_now"] = "end_of_turn"

    @hookimpl
    def traits(self) -> Traits:
        return Traits(acts_in_decline=True)

    @hookimpl
    def losses(self, state: GameState, race: Race, region: Region) -> Tokens:
        return state.tokens[region] if self.loses == "all" and state.is_declined(race) else 1

    @hookimpl
    def die_rolled(self, state: GameState, race: Race, free: bool) -> None:
        if not free and self.die == "one_per_turn" and state.is_declined(race):
            state.spend_final_die()

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        loser = conquest.loser
        if self.own_attack == "usable_now" and state.is_declined(race) and state.owner(loser) == state.owner(race):
            state.rejoin(loser)


ABILITIES = (
    EnterAnywhere, ReachAnywhere, SymbolAdjacency, WaterAccess, FlatDiscount, TerrainDiscount, SymbolDiscount,
    CoastDiscount, NextToOwnDiscount, NonEmptyDiscount, IgnoreTokens, TravelCost, NoTravelCost, TerrainToll, MinTokens,
    ReserveTokens, ActsInDecline,
)  # fmt: skip
