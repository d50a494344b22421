"""Changes of the turn order and of the number of rounds, in the engine's memory; most games have none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from smallworld.errors import PluginError
from smallworld.model.aliases import Player

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState

ORDER = "turn_order"
"""Memory of the engine: the order of this round, if it is not clockwise."""
NEXT_ORDER = "next_turn_order"
"""Memory of the engine: the order of the next round and of those after it."""
AGAIN = "further_turn"
"""Memory of the engine: the player of this turn has a further one."""
ROUNDS = "rounds"
"""Memory of the engine: the number of rounds, if it was changed."""


def choose_turn_order(state: GameState, players: Sequence[Player]) -> None:
    """Let the players take their turns in this order in the next round and those after it.

    :param players: all of them; or one, and the others follow clockwise.
    :raises PluginError: some players are missing, or there twice.
    """
    if len(players) == 1 and 0 <= players[0] < state.players:
        players = _clockwise(state, players[0])
    if sorted(players) != list(range(state.players)):
        raise PluginError(
            f"the order of turns {list(players)} is impossible; it has each player from 0 to {state.players - 1} once"
        )
    state.memory = {**state.memory, NEXT_ORDER: tuple(players)}


def grant_turn(state: GameState) -> None:
    """Let the player of this turn have a further turn after it."""
    state.memory = {**state.memory, AGAIN: True}


def change_rounds(state: GameState, rounds: int) -> None:
    """Let the game have so many rounds.

    :raises PluginError: that round is over already.
    """
    if rounds < state.round:
        raise PluginError(f"the game cannot have {rounds} rounds; it is in round {state.round}")
    state.memory = {**state.memory, ROUNDS: rounds}


def rounds_of(state: GameState) -> int:
    """Return how many rounds the game has."""
    rounds: int = state.memory.get(ROUNDS, state.table.rounds) if state.memory else state.table.rounds
    return rounds


def turn_order(state: GameState) -> tuple[Player, ...]:
    """Return the players in the order of their turns in this round."""
    order: tuple[Player, ...] | None = state.memory.get(ORDER)
    return _clockwise(state, state.first_seat) if order is None else order


def place_in_round(state: GameState, player: Player) -> int:
    """Return how many players have their turn before a player in each round."""
    if state.memory and ORDER in state.memory:
        return turn_order(state).index(player)
    return (player - state.first_seat) % state.players


def next_player(state: GameState) -> Player:
    """Return the player after the one of this turn; after the last one of a round, its first."""
    if state.memory and ORDER in state.memory:
        order = turn_order(state)
        return order[(order.index(state.turn) + 1) % state.players]
    return (state.turn + 1) % state.players


def begins_again(state: GameState) -> bool:
    """Return whether the player of this turn has a further one, and forget it."""
    return _forget(state, AGAIN) is not None


def begin_order(state: GameState) -> None:
    """Put the order that was chosen for the round that starts now in force."""
    order: tuple[Player, ...] | None = _forget(state, NEXT_ORDER)
    if order is not None:
        _forget(state, ORDER)
        state.first_seat = order[0]
        if order != _clockwise(state, order[0]):
            state.memory = {**state.memory, ORDER: order}


def _clockwise(state: GameState, first: Player) -> tuple[Player, ...]:
    return tuple([(first + step) % state.players for step in range(state.players)])


def _forget(state: GameState, key: str) -> Any:
    """Return what the engine remembers, and forget it."""
    if key not in state.memory:
        return None
    value = state.memory[key]
    state.memory = {other: kept for other, kept in state.memory.items() if other != key}
    return value
