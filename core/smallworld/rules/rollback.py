"""Restoration of the state from before an action that failed half way.

A copy before each action would cost a fifth of all time. So a game that uses only abilities of this program keeps
only its first state; after an error its actions are played again up to the failed one, with the recorded chance.
A game with other abilities copies its state before each action, because they may fail at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from smallworld.errors import PluginError
from smallworld.rules.state.fields import LISTS, SHARED
from smallworld.rules.state.state import GameState
from smallworld.rules.turn import advance


class Start(NamedTuple):
    """The beginning of a game.

    :ivar state: a state that never changes. :ivar drawn: fields with other values at the beginning of this game.
    """

    state: GameState
    drawn: Mapping[str, Any]


def put_back(state: GameState, before: GameState) -> None:
    """Make a state equal to an earlier copy, in place, because other objects refer to it."""
    for name in LISTS:
        getattr(state, name)[:] = getattr(before, name)
    for name in SHARED:
        setattr(state, name, getattr(before, name))


def played_again(start: Start, log: Any, random: int, script: Mapping[str, tuple[Any, ...]]) -> GameState:
    """Return the state after the events of a log.

    :param random: state of the generator afterwards. :param script: the rest of the script afterwards.
    :raises PluginError: an ability fails where it did not fail before.
    """
    state = start.state.copy()
    for name, value in start.drawn.items():
        setattr(state, name, value)
    actions: list[Any] = []
    results: dict[str, list[Any]] = {}
    link = log
    while link is not state.log:
        link, source, event = link
        if isinstance(source, int):
            actions.append(event)
        else:
            results.setdefault(source, []).append(event)
    state.script = {kind: tuple(reversed(kind_results)) for kind, kind_results in results.items()}
    try:
        for action in reversed(actions):
            state.log = (state.log, state.to_move, action)
            action.run(state, action)
            if state.phase_over or state.phase == "retreat":
                advance(state)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise PluginError(
            f"an action failed, and the game cannot go back, because earlier ones fail now, too ({problem}); "
            "load it from its record"
        ) from error
    state.log, state.random, state.script = log, random, script
    return state
