"""Choices at the end of a turn: where pieces and tokens go, and which region is given up."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from smallworld.bots.greedy.conquest_gains import region_of
from smallworld.bots.position_value import income
from smallworld.model.aliases import Player, Regions
from smallworld.rules.game_state import GameState

if TYPE_CHECKING:
    from smallworld.game import Game
    from smallworld.player_view import View

SAFE = 99.0
"""Safety of a region that nobody can take."""
REMOTE = 4.0
"""Tokens that a region far from all attackers is safer by."""


def choose_placement(view: View, legal: Sequence[str], rng: Random) -> str:
    """Place pieces first, then a token where attackers are nearest; never more than a free region needs."""
    placing = [action for action in legal if not action.startswith(("deploy", "done", "abandon"))]
    if placing:
        return _best_piece(view.imagine(rng), placing, rng)
    single = [action for action in legal if action.startswith("deploy") and action.endswith(" 1")]
    if single:
        return _least_safe(view.blanked().state, single, rng)
    giving = [action for action in legal if action.startswith("abandon")]
    return _least_loss(view.imagine(rng), giving or legal)


def _best_piece(game: Game, actions: Sequence[str], rng: Random) -> str:
    """Return the placement after which the turn brings most."""
    seat = game.state.to_move

    def worth(action: str) -> tuple[float, float]:
        after = game.after(action).state
        return (float(income(after, seat)) if after.to_move == seat else 0.0, rng.random())

    return max(actions, key=worth)


def _least_safe(state: GameState, actions: Sequence[str], rng: Random) -> str:
    """Return the placement of a token in the region that is easiest to take."""
    foes = _foes(state, state.to_move)
    best, chosen = (SAFE + 1.0, 0.0), actions[0]
    for action in actions:
        safety = (_safety(state, action, foes), rng.random())
        if safety < best:
            best, chosen = safety, action
    return chosen


def _least_loss(game: Game, actions: Sequence[str]) -> str:
    """Return the first action after which the turn brings most."""
    seat = game.state.to_move
    return max(actions, key=lambda action: income(game.after(action).state, seat))


def _foes(state: GameState, seat: Player) -> Regions:
    """Return the regions of the others' active races."""
    foes = 0
    for race in range(state.players):
        if race != seat:
            foes |= state.regions[race]
    return foes


def _safety(state: GameState, action: str, foes: Regions) -> float:
    """Return how hard a region is to take; a region far from all attackers needs no help."""
    region = region_of(state, action)
    if state.immune >> region & 1:
        return SAFE
    threatened = state.board.neighbours[region] & foes or state.board.entry >> region & 1
    return state.defence[region] + (0.0 if threatened else REMOTE)
