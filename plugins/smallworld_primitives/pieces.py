"""Special conquests once a turn, and pieces: placed in redeployment, tokens of the hand, or conquerors of regions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Annotated, Literal

from smallworld import (
    N_,
    Ability,
    Action,
    Amount,
    Conquest,
    Count,
    GameState,
    LaidPiece,
    Name,
    OnceATurn,
    Piece,
    PlacedPiece,
    Race,
    Refusal,
    Region,
    Regions,
    SpecialConquest,
    Terrain,
    Tokens,
    Word,
    _,
    hookimpl,
    indexes,
    lazy,
    lazy_n,
)
from smallworld.model.names import shown_sentence


@cache
def _pieces_left(count: int, piece: str) -> Refusal:
    """Refuse to end a redeployment; made once, because the text takes longer than all the rest of a decision."""
    text = lazy_n("{count} × {piece} has to be placed", "{count} × {piece} have to be placed", count, piece=piece)
    return Refusal("pieces_left", text)


class PieceOnConquest(Ability):
    """Every region that the race conquers gets a piece, as long as the supply lasts.

    :param piece: the kind.
    :param terrain: only regions of this terrain; empty = all.
    :param restock: when the combo is picked, all pieces that had left the game return to the supply.
    """

    rule = "R-TROLL-1"
    piece: LaidPiece
    terrain: Terrain = ""
    restock: bool = False

    @hookimpl
    def combo_taken(self, state: GameState, race: Race) -> None:
        if self.restock:
            state.restock(self.piece)

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        region = conquest.region
        if state.occupant[region] != race or state.pieces_at(self.piece, region):
            return  # an explosion leaves the region empty (W-GOBLIN-6)
        if self.terrain in ("", state.board.regions[region].terrain):
            state.place(self.piece, region)


class _Placed(Ability):
    """Base of pieces that their owner places with ``place PIECE R``."""

    piece: PlacedPiece

    @cached_property
    def _notation(self) -> str:
        return f"place {self.piece} {{}}"

    def _actions(self, state: GameState, regions: Regions, most: int = 1) -> list[Action]:
        if not regions:
            return []
        text = self._notation
        actions = state.actions_at(self, text, regions, number=1)
        for count in range(2, most + 1):
            actions += state.actions_at(self, f"{text} {count}", regions, number=count)
        return actions

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.place(self.piece, action.region, action.number)


class MovablePiece(_Placed):
    """Pieces that are placed again in every redeployment, all of them as far as possible.

    :param piece: the kind; all pieces of it belong to the race.
    :param per_region: most in one region; 0 = any number.
    :param terrain: only regions of this terrain may get one; empty = all.
    :param per_terrain: at most one in all regions of each terrain.
    :param retreats: pieces of a lost region are placed with the withdrawn tokens; otherwise they wait in hand.
    """

    rule = "R-BIV-1"
    offers_in = ("redeploy", "retreat")
    refuses = ("done",)
    refuses_in = ("redeploy",)
    per_region: Amount = 0
    terrain: Terrain = ""
    per_terrain: bool = False
    retreats: bool = False

    @hookimpl
    def conquests_ended(self, state: GameState, race: Race) -> None:
        held_by_pieces = state.with_tokens(state.regions[race], 0)  # there they stay
        state.take_all_away(self.piece, state.regions[race] & ~held_by_pieces, unused=True)  # only to be placed again

    def _open(self, state: GameState, race: Race) -> Regions:
        """Regions of the race that may get one more."""
        regions = state.regions[race]
        if self.terrain:
            regions &= state.board.terrain(self.terrain)
        if self.per_terrain:
            for region in indexes(state.regions_with(self.piece)):
                regions &= ~state.board.terrain(state.board.regions[region].terrain)
        return regions & ~state.regions_with(self.piece) if self.per_region == 1 else regions

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        supply = state.supply_of(self.piece)
        if not supply or (phase == "retreat" and not self.retreats):
            return ()
        most = 1 if self.per_terrain else self.per_region if 0 < self.per_region < supply else supply
        return self._actions(state, self._open(state, race), most)

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        supply = state.supply_of(self.piece)
        if supply and self._open(state, race):
            return _pieces_left(supply, self.piece)
        return None


class BuiltPiece(_Placed):
    """A number of new pieces a turn, each in a region without one; they stay.

    :param piece: the kind.
    :param per_turn: most in one turn.
    :param terrain: only regions of this terrain may get one; empty = all.
    """

    rule = "R-FORT-1"
    offers_in = ("redeploy",)
    per_turn: Count = 1
    terrain: Terrain = ""

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if state.recall_turn(self, 0).bit_count() >= self.per_turn or not state.supply_of(self.piece):
            return ()
        regions = state.regions[race] & ~state.regions_with(self.piece)
        return self._actions(state, regions & state.board.terrain(self.terrain) if self.terrain else regions)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.place(self.piece, action.region)
        state.remember_turn(self, state.recall_turn(self, 0) | 1 << action.region)

    @hookimpl
    def region_left(self, state: GameState, race: Race, region: Region, pieces: tuple[str, ...]) -> None:
        new = state.recall_turn(self, 0)
        if new >> region & 1 and state.phase == "redeploy" and self.piece in pieces:
            # Pieces are only in regions that are held to the end (R-REDEP-5): it was not built.
            state.remember_turn(self, new & ~(1 << region))
            if not state.piece_spec(self.piece).reusable:  # else it is in the supply already
                state.change_supply(self.piece, 1)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {f"{self.piece}_placed": state.recall_turn(self, 0).bit_count()}


@cache
def _piece_left(piece: str) -> Refusal:
    """Refuse to end a redeployment; made once, because the text takes longer than all the rest of a decision."""
    return Refusal("pieces_left", lazy("the {piece} has to be placed", piece=piece))


class TokenPiece(Ability):
    """Each turn adds a token piece for each region of a terrain; the pieces leave when the next turn starts.

    :param piece: the kind; it must be a ``token``.
    :param terrain: the terrain that brings one.
    """

    rule = "W-BEAST-1"
    users = ("race", "power", "edition")
    piece: Annotated[str, Name("piece", trait="token", placed=True)]
    terrain: Terrain

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        state.lift_piece_tokens(race, self.piece)
        state.enlist(race, self.piece, (state.regions[race] & state.board.terrain(self.terrain)).bit_count())

    @hookimpl
    def is_regrouping(self, state: GameState, race: Race) -> bool:
        return bool(state.carried_pieces(race, self.piece) or state.regions_with(self.piece) & state.regions[race])


class HoldingPiece(OnceATurn):
    """Once a turn a single piece conquers an adjacent region without a token; it can hold a region alone.

    :param piece: the kind; its key ``holds`` decides whether it holds a region alone.
    :param means: the word of the notation.
    :param needs_token: a token in hand is needed, but not spent.
    :param garrison: if a region of the race needs two tokens, two must be in hand, or one is enough.
    :param ransom: coins that its owner pays to the conqueror of its region.
    :param poor: an owner without coins gets the piece back for nothing, or loses it for good.
    """

    rule = "W-CHAMP-1"
    users = ("race", "power", "edition")
    offers_in = ("redeploy", "retreat")
    refuses = ("done",)
    refuses_in = ("redeploy",)
    piece: PlacedPiece
    needs_token: bool = True
    garrison: Literal["two", "one"] = "two"
    ransom: Amount = 1
    poor: Literal["waived", "champion_lost"] = "waived"

    @property
    def discards_pieces(self) -> bool:
        return self.poor == "champion_lost"

    @hookimpl
    def combo_taken(self, state: GameState, race: Race) -> None:
        state.restock(self.piece)

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        for region in indexes(state.regions_with(self.piece) & state.regions[race]):
            if state.tokens[region]:
                state.take_away(self.piece, region, unused=True)

    @hookimpl
    def special_conquests(self, state: GameState, race: Race) -> Iterable[SpecialConquest]:
        if self.spent(state) or not state.supply_of(self.piece) or not state.regions[race]:
            return ()
        full = self.garrison == "two"
        return (SpecialConquest(self.means, state.adjacent_regions(race), 0, needs=int(self.needs_token), full=full),)

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        if self.means in conquest.means:
            state.place(self.piece, conquest.region)

    @hookimpl
    def losses(self, state: GameState, race: Race, region: Region, attempt: str) -> Tokens:
        conquered = attempt in ("conquest", "explosion")  # a token that is scared off is lost all the same (W-INTIM-3)
        return 0 if conquered and state.pieces_at(self.piece, region) else 1

    @hookimpl
    def region_left(
        self, state: GameState, race: Race, region: Region, attacker: Race, pieces: tuple[str, ...]
    ) -> None:
        owner, taker = state.owner(race), state.owner(attacker)
        if self.piece not in pieces or taker < 0 or taker == owner:
            return
        if state.coins[owner] >= self.ransom:
            state.pay(owner, self.ransom, taker, self)
        elif self.poor == "champion_lost":
            state.change_supply(self.piece, -1)

    @hookimpl
    def is_regrouping(self, state: GameState, race: Race) -> bool:
        return bool(state.supply_of(self.piece) or state.regions_with(self.piece) & state.regions[race])

    @hookimpl
    def conquests_ended(self, state: GameState, race: Race) -> None:
        state.take_all_away(self.piece, state.regions[race], unused=True)  # only to be placed again

    def why_unavailable(self, state: GameState, race: Race, region: Region) -> str:
        if not state.supply_of(self.piece):
            return shown_sentence(state.table.rulebook.variant, lazy("the {piece} is on the map", piece=self.piece))
        reason = super().why_unavailable(state, race, region)
        if reason or state.regions[race]:
            return reason
        return _("only regions next to the race can be taken, and it has no region yet")

    def _places(self, state: GameState, race: Race, phase: str) -> Regions:
        if not state.supply_of(self.piece):
            return 0
        return state.regions[race] if phase == "retreat" else state.regions_for_holder(race)

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        return state.actions_at(self, f"place {self.piece} {{}}", self._places(state, race, phase), number=1)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.place(self.piece, action.region)

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        return _piece_left(self.piece) if self._places(state, race, "redeploy") else None

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {f"{self.means}_used": bool(state.recall_turn(self))}


# --- special conquests without a piece of their own


class SpecialConquestAbility(Ability):
    """A special conquest, once a turn.

    :param means: the word of the notation.
    :param reach: the ordinary reach, only adjacent regions, or any region.
    :param tokens: exact price in tokens; without it the cost of the region, less the discount.
    :param discount: tokens saved.
    :param ignores_pieces: with an exact price: terrain and pieces add nothing to it.
    :param piece: a single piece that moves into the conquered region, unless it is all that holds its region.
    """

    name = "special_conquest"
    rule = "R-DRAGON-1"
    means: Word
    reach: Literal["normal", "adjacent", "anywhere"] = "normal"
    tokens: Count | None = None
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
            far = self.reach == "anywhere"
            return (SpecialConquest(self.means, targets, self.tokens, -self.discount, far=far, joins=True),)
        return self._priced(state, state.targets(race) if targets is None else targets)

    def _priced(self, state: GameState, targets: Regions) -> list[SpecialConquest]:
        """One entry for each price: the exact tokens and what terrain and pieces add."""
        prices: dict[int, int] = {}
        free = (self.tokens or 0) - state.table.rulebook.variant.base_cost
        for region in indexes(targets):
            price = free + state.defence[region] - state.tokens[region]
            prices[price] = prices.get(price, 0) | 1 << region
        return [SpecialConquest(self.means, mask, price, needs=price) for price, mask in prices.items()]

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        if self.means in conquest.means:
            state.remember_turn(self, True)
            regions = indexes(state.regions_with(self.piece)) if self.piece else ()
            if self.piece and all(state.tokens[old] or state.occupant[old] < 0 for old in regions):
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
    PieceOnConquest, MovablePiece, BuiltPiece, TokenPiece, HoldingPiece, SpecialConquestAbility, Conversion,
)  # fmt: skip
