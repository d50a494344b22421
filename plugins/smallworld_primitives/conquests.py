"""Where a race may conquer, what that costs, what others pay first, and special conquests once a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    Conquest,
    CostChange,
    GameState,
    LaidPiece,
    Piece,
    Race,
    Region,
    Regions,
    SpecialConquest,
    Symbol,
    Terrain,
    Travel,
    Word,
    _,
    hookimpl,
    indexes,
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


# --- special conquests once a turn


class SpecialConquestAbility(Ability):
    """A special conquest, once a turn.

    :param means: the word of the notation.
    :param reach: the ordinary reach, only adjacent regions, or any region.
    :param tokens: exact price in tokens; without it the cost of the region, less the discount.
    :param discount: tokens saved.
    :param ignores_pieces: with an exact price: terrain and pieces add nothing to it.
    :param piece: a single piece that moves into the conquered region.
    """

    name = "special_conquest"
    rule = "R-DRAGON-1"
    means: Word
    reach: Literal["normal", "adjacent", "anywhere"] = "normal"
    tokens: int | None = None
    discount: int = 0
    ignores_pieces: bool = True
    piece: LaidPiece = ""

    @hookimpl
    def special_conquests(self, state: GameState, race: Race) -> Iterable[SpecialConquest]:
        if state.recall_turn(self):
            return ()
        targets = None
        if self.reach != "normal":
            targets = state.adjacent[race] if self.reach == "adjacent" else state.board.all
        if self.tokens is None or self.ignores_pieces:
            far, joins = self.reach == "anywhere", self.tokens is None
            return (SpecialConquest(self.means, targets, self.tokens, -self.discount, far=far, joins=joins),)
        return self._priced(state, state.targets(race) if targets is None else targets)

    def _priced(self, state: GameState, targets: Regions) -> list[SpecialConquest]:
        """One entry for each price: the exact tokens and what terrain and pieces add."""
        prices: dict[int, int] = {}
        base = state.table.rulebook.variant.base_cost
        for region in indexes(targets):
            markers = state.defence[region] - state.tokens[region] - base
            prices[markers] = prices.get(markers, 0) | 1 << region
        tokens = self.tokens or 0
        return [
            SpecialConquest(self.means, mask, tokens + markers, needs=tokens + markers)
            for markers, mask in prices.items()
        ]

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        if self.means in conquest.means:
            state.remember_turn(self, True)
            if self.piece:
                state.move_piece(self.piece, conquest.region)

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        return _("{word!r} was used this turn", word=f"by {self.means}") if state.recall_turn(self) else ""

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {f"{self.means}_used": bool(state.recall_turn(self))}


class Conversion(Ability):
    """Once a turn for each opponent, a lone active token of theirs is replaced by one from the tray.

    :param means: the word of the notation.
    :param reach: every region that the race could conquer, or only those next to its regions on the map.
    :param needs_token: a token in hand is needed, but not spent.
    :param blocked_by: pieces that shelter a lone token.
    :param uses: one token of each opponent in a turn, or one token in all.
    """

    rule = "R-SORC-1"
    means: Word = "sorcery"
    reach: Literal["conquerable", "map_adjacent"] = "conquerable"
    needs_token: bool = False
    blocked_by: tuple[Piece, ...] = ()
    uses: Literal["each_opponent", "once"] = "each_opponent"

    @hookimpl
    def special_conquests(self, state: GameState, race: Race) -> Iterable[SpecialConquest]:
        if not state.tray[state.hook_tables[race].race_index]:
            return ()
        within = state.adjacent[race] if self.reach == "map_adjacent" else state.reach(race, entry=False, effect=True)
        lone = self._lone_tokens(state, race, within)
        if not lone:
            return ()
        return (SpecialConquest(self.means, lone, 0, from_tray=1, needs=int(self.needs_token), replaces=True),)

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        name, holder, count = state.board.regions[region].id, state.occupant[region], state.tokens[region]
        if not state.tray[state.hook_tables[race].race_index]:
            return _("no token of the race is left on the tray")
        if not 0 <= holder < state.players or holder == race % state.players:
            return _("only an active token of an opponent can be replaced, and {region} holds none", region=name)
        if count != 1:
            return _("only a single token can be replaced, and {region} holds {count}", region=name, count=count)
        if holder in state.recall_turn(self, ()):
            return _("a token of {player} was replaced this turn", player=state.names[holder])
        if self.uses == "once" and state.recall_turn(self, ()):
            return _("a token was replaced this turn")
        if any(state.pieces_at(piece, region) for piece in self.blocked_by):
            return _("a piece shelters the token in {region}", region=name)
        return _("{region} is out of reach of the race", region=name)

    def _lone_tokens(self, state: GameState, race: Race, within: Regions) -> Regions:
        """Regions in reach with one active token of an opponent who was not yet converted this turn."""
        done = state.recall_turn(self, ())
        if done and self.uses == "once":
            return 0
        regions = 0
        for other in range(state.players):
            if other != race and other not in done:
                regions |= state.regions[other]
        regions &= within
        if not regions:
            return 0
        for piece in self.blocked_by:
            regions &= ~state.regions_with(piece)
        return state.with_tokens(regions, 1)

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        if self.means in conquest.means:
            state.remember_turn(self, (*state.recall_turn(self, ()), state.owner(conquest.loser)))

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {N_("converted"): [state.names[player] for player in state.recall_turn(self, ())]}


ABILITIES = (
    EnterAnywhere, ReachAnywhere, SymbolAdjacency, WaterAccess, FlatDiscount, TerrainDiscount, SymbolDiscount,
    CoastDiscount, NextToOwnDiscount, NonEmptyDiscount, IgnoreTokens, TravelCost, NoTravelCost, TerrainToll,
    SpecialConquestAbility, Conversion,
)  # fmt: skip
