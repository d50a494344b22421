"""Majorities: the race that holds most regions around a place (W-DEFEND, W-WELL)."""

from __future__ import annotations

from collections.abc import Iterable

from smallworld import (
    NATIVES,
    NOBODY,
    Ability,
    Action,
    Amount,
    Coins,
    GameState,
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


ABILITIES = (MajorityBonus, MajorityPiece)
