"""Forts everywhere, Objectives with a bounty, majorities around a place (W-DEFEND, W-WELL)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from smallworld import (
    NATIVES,
    NOBODY,
    Ability,
    Action,
    Amount,
    Coins,
    Conquest,
    GameState,
    Name,
    PlacedPiece,
    Race,
    Refusal,
    Regions,
    Terrain,
    hookimpl,
    indexes,
    lazy,
    mask_of,
)

SharedPiece = Annotated[str, Name("piece", never=("token", "own"), placed=True)]
"""A kind of piece that its owner places in regions of others, so it must not be ``own``."""


class PieceEverywhere(Ability):
    """Every region of the race gets a piece at the end of the turn; if there are too few, the owner chooses.

    :param piece: the kind.
    :param placement: automatic, or the owner places them.
    """

    rule = "W-GARR-1"
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    piece: PlacedPiece
    placement: Literal["automatic", "optional"] = "automatic"

    def _missing(self, state: GameState, race: Race) -> int:
        return state.regions[race] & ~state.regions_with(self.piece)

    def _short(self, state: GameState, race: Race) -> bool:
        free = state.supply_of(self.piece)
        return 0 < free < self._missing(state, race).bit_count()

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if not state.supply_of(self.piece):
            return ()
        chooses = self.placement == "optional" or self._short(state, race)
        return state.actions_at(self, f"place {self.piece} {{}}", self._missing(state, race)) if chooses else ()

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.place(self.piece, action.region)

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        if self.placement == "automatic" and self._short(state, race):
            return Refusal("pieces_left", lazy("there are too few of {piece}: choose where they go", piece=self.piece))
        return None

    @hookimpl
    def redeployment_ended(self, state: GameState, race: Race) -> None:
        if self.placement == "automatic":
            for region in indexes(self._missing(state, race)):
                state.place(self.piece, region)


class Bounty(Ability):
    """Pieces on regions of others; the conqueror of such a region earns coins, and so does the owner of the pieces.

    :param piece: the kind; all of them come back when redeployment starts.
    :param coins: coins for the conqueror, and for the owner of the pieces if it is another player.
    :param not_on: not on regions of races of this faction.
    :param not_for: a conqueror of this faction earns nothing, and the piece stays.
    :param placement: as many as the owner likes, or as many as have a region.
    """

    rule = "W-HUMAN-1"
    conquests_of = "all"
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    piece: SharedPiece
    coins: Amount = 2
    not_on: str = ""
    not_for: str = ""
    placement: Literal["optional", "all"] = "optional"

    def _collect(self, state: GameState) -> None:
        state.take_all_away(self.piece, state.board.all)

    @hookimpl
    def conquests_ended(self, state: GameState, race: Race) -> None:
        self._collect(state)

    @hookimpl
    def race_declined(self, state: GameState, race: Race) -> None:
        self._collect(state)

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        if not state.supply_of(self.piece):
            return ()
        return state.actions_at(self, f"place {self.piece} {{}}", self._places(state))

    def _places(self, state: GameState) -> Regions:
        """Return the regions that may get a piece: without one, and not held by a race of the closed faction."""
        closed = state.regions_with(self.piece)
        for other, regions in enumerate(state.regions):
            if regions and state.faction_of(other) == self.not_on:
                closed |= regions
        return state.board.all & ~closed

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        if self.placement == "all" and state.supply_of(self.piece) and self._places(state):
            return Refusal("pieces_left", lazy("every {piece} has to be placed", piece=self.piece))
        return None

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.place(self.piece, action.region)

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        if not state.pieces_at(self.piece, conquest.region) or state.faction_of(conquest.race) == self.not_for:
            return
        state.take_away(self.piece, conquest.region)
        taker, owner = state.owner(conquest.race), state.owner(race)
        for player in (taker,) if taker == owner else (taker, owner):
            state.gain_coins(player, self.coins, self)


def holds_most(state: GameState, race: Race, around: Regions, natives: bool) -> bool:
    """Return whether the race holds more of the regions than every other race instance (and the natives)."""
    occupants = [state.occupant[region] for region in indexes(around)]
    count = occupants.count(race)
    if not count:
        return False
    for other in set(occupants):
        if other not in (race, NOBODY) and (natives or other != NATIVES) and occupants.count(other) >= count:
            return False
    return True


class MajorityBonus(Ability):
    """Coins for the race, of any player, that holds most regions around this relic, in decline too.

    :param coins: coins for the majority.
    :param natives: natives compete.
    """

    rule = "W-WELL-4"
    common = True
    users = ("relic",)
    in_decline: bool = True
    coins: Amount = 2
    natives: bool = True

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        region = state.relics.region_of[self.source]
        if region < 0:
            return 0
        return self.coins if holds_most(state, race, state.board.neighbours[region], self.natives) else 0


class MajorityPiece(Ability):
    """Regions of one terrain get a piece while the race holds most regions around them.

    The pieces are set at the end of the turn; if there are too few, the owner chooses.

    :param piece: the kind.
    :param terrain: the terrain that gets it.
    :param natives: natives compete.
    """

    rule = "W-DEFEND-1"
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    piece: PlacedPiece
    terrain: Terrain
    natives: bool = True

    def _due(self, state: GameState, race: Race) -> Regions:
        around = state.board.neighbours
        candidates = indexes(state.regions[race] & state.board.terrain(self.terrain))
        return mask_of(region for region in candidates if holds_most(state, race, around[region], self.natives))

    def _missing(self, state: GameState, race: Race) -> tuple[Regions, int]:
        """Return the regions that lack a piece, and the number of pieces in the supply."""
        due, present = self._due(state, race), state.regions_with(self.piece)
        return due & ~present, state.supply_of(self.piece) + (present & ~due).bit_count()

    def _clear(self, state: GameState, race: Race) -> None:
        state.take_all_away(self.piece, state.board.all & ~self._due(state, race))

    def _choices(self, state: GameState, race: Race) -> Regions:
        candidates = state.regions[race] & state.board.terrain(self.terrain)
        if candidates.bit_count() <= state.supply_of(self.piece):
            return 0  # there are enough for all candidates
        missing, pieces = self._missing(state, race)
        return missing if pieces and missing.bit_count() > pieces else 0

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        return state.actions_at(self, f"place {self.piece} {{}}", self._choices(state, race))

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        self._clear(state, race)
        state.place(self.piece, action.region)

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        if self._choices(state, race):
            return Refusal("pieces_left", lazy("there are too few of {piece}: choose where they go", piece=self.piece))
        return None

    @hookimpl
    def redeployment_ended(self, state: GameState, race: Race) -> None:
        self._clear(state, race)
        for region in indexes(self._missing(state, race)[0]):
            state.place(self.piece, region)


ABILITIES = (PieceEverywhere, Bounty, MajorityBonus, MajorityPiece)
