"""Changes of the turn order and of the number of rounds by abilities; most games have none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from smallworld.errors import PluginError
from smallworld.model.aliases import Player

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


class Course(NamedTuple):
    """The changes of the turn order and of the number of rounds.

    :ivar order: the players in the order of their turns in this round; empty = clockwise.
    :ivar next_order: the order of the next round and of those after it; empty = as in this one.
    :ivar again: the player of this turn has a further one.
    :ivar rounds: the number of rounds; 0 = that of the table.
    """

    order: tuple[Player, ...] = ()
    next_order: tuple[Player, ...] = ()
    again: bool = False
    rounds: int = 0


UNCHANGED: Final = Course()


def choose_turn_order(state: GameState, players: Sequence[Player]) -> None:
    """Let the players take their turns in this order in the next round and those after it.

    Example: ``state.choose_turn_order(sorted(range(state.players), key=state.coins.__getitem__))``

    :param players: all of them; or one, and the others follow clockwise.
    :raises PluginError: some players are missing, or there twice.
    """
    if len(players) == 1 and 0 <= players[0] < state.players:
        players = _clockwise(state, players[0])
    if sorted(players) != list(range(state.players)):
        raise PluginError(
            f"the order of turns {list(players)} is impossible; it has each player from 0 to {state.players - 1} once"
        )
    _replace(state, _course(state)._replace(next_order=tuple(players)))


def grant_turn(state: GameState) -> None:
    """Let the player of this turn have a further turn after it.

    Example: ``state.grant_turn()``
    """
    _replace(state, _course(state)._replace(again=True))


def change_rounds(state: GameState, rounds: int) -> None:
    """Let the game have so many rounds.

    Example: ``state.change_rounds(state.rounds + 1)``

    :raises PluginError: that round is over already.
    """
    if rounds < state.round:
        raise PluginError(f"the game cannot have {rounds} rounds; it is in round {state.round}")
    _replace(state, _course(state)._replace(rounds=rounds))


def rounds_of(state: GameState) -> int:
    """Return how many rounds the game has."""
    return state.table.rounds if state.course is None else state.course.rounds or state.table.rounds


def turn_order(state: GameState) -> tuple[Player, ...]:
    """Return the players in the order of their turns in this round."""
    return _course(state).order or _clockwise(state, state.first_seat)


def place_in_round(state: GameState, player: Player) -> int:
    """Return how many players have their turn before a player in each round."""
    if state.course is not None and state.course.order:
        return state.course.order.index(player)
    return (player - state.first_seat) % state.players


def next_player(state: GameState) -> Player:
    """Return the player after the one of this turn; after the last one of a round, its first."""
    if state.course is not None and state.course.order:
        order = state.course.order
        return order[(order.index(state.turn) + 1) % state.players]
    return (state.turn + 1) % state.players


def begins_again(state: GameState) -> bool:
    """Return whether the player of this turn has a further one, and forget it."""
    course = _course(state)
    _replace(state, course._replace(again=False))
    return course.again


def begin_order(state: GameState) -> None:
    """Put the order that was chosen for the round that starts now in force."""
    course = _course(state)
    if course.next_order:
        order = course.next_order
        state.first_seat = order[0]
        clockwise = order == _clockwise(state, order[0])
        _replace(state, course._replace(order=() if clockwise else order, next_order=()))


def _course(state: GameState) -> Course:
    return state.course or UNCHANGED


def _replace(state: GameState, course: Course) -> None:
    state.course = None if course == UNCHANGED else course


def _clockwise(state: GameState, first: Player) -> tuple[Player, ...]:
    return tuple([(first + step) % state.players for step in range(state.players)])
