"""Turns out of order: another player begins the next round, or a player has a further turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.errors import PluginError
from smallworld.model.aliases import Player

if TYPE_CHECKING:
    from smallworld.rules.state.state import GameState

FIRST = "first_player"
"""Memory of the engine: the player who begins the next round."""
AGAIN = "further_turn"
"""Memory of the engine: the player of this turn has a further one."""


def choose_first_player(state: GameState, player: Player) -> None:
    """Let a player begin the next round and those after it; the others follow clockwise.

    :raises PluginError: nobody has this seat.
    """
    if not 0 <= player < state.players:
        raise PluginError(f"player {player} cannot begin a round; the players are 0 to {state.players - 1}")
    state.memory = {**state.memory, FIRST: player}


def grant_turn(state: GameState) -> None:
    """Let the player of this turn have a further turn after it."""
    state.memory = {**state.memory, AGAIN: True}


def begins_again(state: GameState) -> bool:
    """Return whether the player of this turn has a further one, and forget it."""
    return _forget(state, AGAIN) is not None


def new_first_player(state: GameState) -> Player:
    """Return the player who begins the round that starts now."""
    chosen: Player | None = _forget(state, FIRST)
    return state.first_seat if chosen is None else chosen


def _forget(state: GameState, key: str) -> Player | None:
    """Return what the engine remembers, and forget it."""
    if key not in state.memory:
        return None
    value: Player = state.memory[key]
    state.memory = {other: kept for other, kept in state.memory.items() if other != key}
    return value
