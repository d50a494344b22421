"""Pieces that come and go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from smallworld.abilities.base import Ability
from smallworld.abilities.parameters import Amount, Count, LaidPiece, PlacedPiece, Terrain
from smallworld.actions import Action
from smallworld.errors import Refusal
from smallworld.hooks.decorators import hookimpl
from smallworld.languages import lazy_n
from smallworld.model.aliases import Race, Region, Regions
from smallworld.model.regions import indexes
from smallworld.model.values import Conquest

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


@cache
def _unplaced(count: int, piece: str) -> Refusal:
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
        printed = state.board.regions[region]
        if (not self.terrain or printed.terrain == self.terrain) and not state.pieces_at(self.piece, region):
            state.place(self.piece, region)


class _Placed(Ability):
    """Base of pieces that their owner places with ``place PIECE R``."""

    piece: PlacedPiece

    def _actions(self, state: GameState, regions: Regions, most: int = 1) -> list[Action]:
        if not regions:
            return []
        text = f"place {self.piece} {{}}"
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
    piece: PlacedPiece
    per_region: Amount = 0
    terrain: Terrain = ""
    per_terrain: bool = False
    retreats: bool = False

    @hookimpl
    def conquests_ended(self, state: GameState, race: Race) -> None:
        state.take_all_away(self.piece, state.regions[race])

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
            return _unplaced(supply, self.piece)
        return None


class BuiltPiece(_Placed):
    """A number of new pieces a turn, each in a region without one; they stay.

    :param piece: the kind.
    :param per_turn: most in one turn.
    :param terrain: only regions of this terrain may get one; empty = all.
    """

    rule = "R-FORT-1"
    offers_in = ("redeploy",)
    piece: PlacedPiece
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


ABILITIES = (PieceOnConquest, MovablePiece, BuiltPiece)
