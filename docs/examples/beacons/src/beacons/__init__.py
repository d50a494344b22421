"""Beacons: a power that lights fires and is paid for the regions around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from smallworld import Ability, Action, Coins, GameState, Piece, Race, hookimpl

__version__ = "1.0.0"
SMALLWORLD_API = 1


class BeaconKeeping(Ability):
    """Once a turn a beacon is lit for a coin; regions next to beacons pay.

    :param piece: the kind of piece.
    :param coins: coins for each region of the race next to one of its beacons.
    """

    rule = "BEACON-1"
    offers_in = ("redeploy",)
    verbs: ClassVar[Mapping[str, str]] = {"light": "REGION"}
    piece: Piece
    coins: int = 1

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        poor = not state.coins[state.owner(race)]
        if poor or state.recall_turn(self) or not state.supply_of(self.piece):
            return ()
        return state.actions_at(self, "light {}", state.regions[race] & ~state.regions_with(self.piece))

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.pay(state.owner(race), 1, reason=self)
        state.place(self.piece, action.region)
        state.remember_turn(self, True)  # until the turn ends

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        lit = state.regions_with(self.piece) & state.regions[race]
        return self.coins * (state.board.around(lit) & state.regions[race]).bit_count()


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return the abilities of this package."""
    return [BeaconKeeping]


@hookimpl
def smallworld_variants() -> Sequence[Path]:
    """Return the folder of the variant."""
    return [Path(__file__).parent / "variants"]
