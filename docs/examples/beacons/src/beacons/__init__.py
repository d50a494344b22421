"""Beacons: a power that lights fires and is paid for what lies around them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from smallworld import Ability, Action, Position, hookimpl
from smallworld.ability import Piece

__version__ = "1.0.0"
SMALLWORLD_API = 1


class BeaconKeeping(Ability):
    """Once a turn a beacon is lit for a coin; regions next to beacons pay.

    :param piece: the kind of piece.
    :param coins: coins for each own region that touches an own beacon.
    """

    rule = "BEACON-1"
    offers_in = ("redeploy",)
    verbs: ClassVar[Mapping[str, str]] = {"light": "REGION"}
    piece: Piece
    coins: int = 1

    @hookimpl
    def offer_actions(self, game: Position, race: int, phase: str) -> Iterable[Action]:
        poor = not game.coins[game.owner(race)]
        if poor or game.recall_turn(self) or not game.free(self.piece):
            return ()
        return game.actions_at(self, "light {}", game.regions[race] & ~game.where(self.piece))

    @hookimpl
    def perform(self, game: Position, race: int, action: Action) -> None:
        game.pay(game.owner(race), 1)
        game.place(self.piece, action.region)
        game.note(self, True)  # until the turn ends

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        lit = game.where(self.piece) & game.regions[race]
        return self.coins * (game.board.around(lit) & game.regions[race]).bit_count()


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """The one new idea."""
    return [BeaconKeeping]


@hookimpl
def smallworld_variants() -> Sequence[Path]:
    """The base game with beacons."""
    return [Path(__file__).parent / "variants"]
