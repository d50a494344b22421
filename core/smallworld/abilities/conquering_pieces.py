"""Pieces that conquer: some are tokens of the hand, some conquer and hold a region alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal

from smallworld.abilities.base import Ability
from smallworld.abilities.once_a_turn_conquests import OnceATurn
from smallworld.abilities.parameters import Amount, Name, PlacedPiece, Terrain
from smallworld.actions import Action
from smallworld.errors import Refusal
from smallworld.hooks.decorators import hookimpl
from smallworld.languages import _, lazy
from smallworld.model.aliases import Race, Region, Regions, Tokens
from smallworld.model.names import shown_sentence
from smallworld.model.regions import indexes
from smallworld.model.values import Conquest, SpecialConquest

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


@cache
def _unplaced(piece: str) -> Refusal:
    """Refuse to end a redeployment; made once, because the text takes longer than all the rest of a decision."""
    return Refusal("pieces_left", lazy("the {piece} has to be placed", piece=piece))


class TokenPiece(Ability):
    """Each turn adds a token piece for each region of a terrain; the pieces leave when the next turn starts.

    :param piece: the kind; it must be a ``token``.
    :param terrain: the terrain that brings one.
    """

    rule = "W-BEAST-1"
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
                state.take_away(self.piece, region)

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
        state.take_all_away(self.piece, state.regions[race])

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
        if self._places(state, race, "redeploy"):
            return _unplaced(self.piece)
        return None

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {f"{self.means}_used": bool(state.recall_turn(self))}


ABILITIES = (TokenPiece, HoldingPiece)
