"""Special conquests once a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from smallworld import (
    N_,
    Ability,
    Conquest,
    GameState,
    LaidPiece,
    Piece,
    Race,
    Region,
    Regions,
    SpecialConquest,
    Word,
    _,
    hookimpl,
    indexes,
)


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
    SpecialConquestAbility, Conversion,
)  # fmt: skip
