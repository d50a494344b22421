"""Choices at the end of a turn: where pieces and tokens go, and which region is given up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from smallworld.actions import Action
from smallworld.api import GameState
from smallworld.model.aliases import Player, Region, Regions
from smallworld_bots.position_value import income

if TYPE_CHECKING:
    from smallworld.game import Game
    from smallworld.player_view import View

SAFE: Final = 99.0
"""Safety of a region that nobody can take."""
REMOTE: Final = 4.0
"""Tokens that a region far from all attackers is safer by."""


def choose_placement(view: View, legal: Sequence[Action], rng: Random) -> str:
    """Place pieces first, then a token where attackers are nearest; never more than a free region needs."""
    placing = [action for action in legal if action.verb not in ("deploy", "done", "abandon")]
    if placing:
        return _best_piece(view.imagine(rng), placing, rng)
    single = [action for action in legal if action.verb == "deploy" and action.number == 1]
    if single:
        return _least_safe(view.blanked().state, single, rng)
    giving = [action for action in legal if action.verb == "abandon"]
    return _least_loss(view.imagine(rng), giving or legal)


def _best_piece(game: Game, actions: Sequence[Action], rng: Random) -> str:
    """Return the placement after which the turn brings most."""
    seat = game.state.to_move
    return max(actions, key=lambda action: (coins_after(game, action, seat), rng.random()))


def coins_after(game: Game, action: Action, seat: Player) -> float:
    """Return the coins that the turn of a player brings after an action; 0 if it ends the turn."""
    after = game.after(action).state
    return float(income(after, seat)) if after.to_move == seat else 0.0


def _least_safe(state: GameState, actions: Sequence[Action], rng: Random) -> str:
    """Return the placement of a token in the region that is easiest to take."""
    threat = threatened_regions(state, state.to_move)
    return min(actions, key=lambda action: (safety(state, action.region, threat), rng.random()))


def _least_loss(game: Game, actions: Sequence[Action]) -> str:
    """Return the first action after which the turn brings most."""
    seat = game.state.to_move
    return max(actions, key=lambda action: income(game.after(action).state, seat))


def threatened_regions(state: GameState, seat: Player) -> Regions:
    """Return the regions in reach of the others: entry regions, and those next to their active races."""
    threat = state.board.entry
    for rival in range(state.players):
        if rival != seat:
            threat |= state.adjacent[rival]
    return threat


def safety(state: GameState, region: Region, threat: Regions) -> float:
    """Return how hard a region is to take; a region far from all attackers needs no help."""
    if state.immune >> region & 1:
        return SAFE
    return state.defence[region] + (0.0 if threat >> region & 1 else REMOTE)
