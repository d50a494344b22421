"""Placement of pieces that are tokens: ``place PIECE R [N]`` in redeployment and retreat (W-BEAST-5).

The engine offers it for every race with such pieces in hand, unless an ability offers the same action.
"""

from __future__ import annotations

from collections.abc import Collection
from operator import attrgetter
from typing import TYPE_CHECKING

from smallworld.actions import Action
from smallworld.model.aliases import PieceKind, Race
from smallworld.rules.operations.deploy_limits import Limits, deploy_pieces
from smallworld.rules.prepared.game_table import select_actions

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def place_actions(state: GameState, race: Race, rooms: Limits, offered: Collection[Action]) -> list[Action]:
    """List the placements of the pieces in hand of a race that no ability offers.

    :param rooms: regions, with the most pieces that may go to each. :param offered: actions of abilities.
    """
    actions: list[Action] = []
    for (kind, carrier), number in state.carried.items():
        for count in range(1, number + 1) if carrier == race else ():
            regions = sum([regions for regions, most in rooms if most >= count])
            actions += select_actions(_placements(state, kind, count), regions)
    return sorted([action for action in actions if action not in offered], key=attrgetter("region"))


def _placements(state: GameState, kind: PieceKind, count: int) -> tuple[Action, ...]:
    piece = state.table.rulebook.pieces[kind].id
    return state.table.region_actions(f"place {piece}", f" {count}" if count > 1 else "", place_piece, number=count)


def place_piece(state: GameState, action: Action) -> None:
    """Put pieces that are tokens from the hand, or withdrawn ones, into an own region."""
    if state.phase == "redeploy":
        state.fresh = False
    deploy_pieces(state, state.occupant[action.region], action.operands[0], action.region, action.number)
