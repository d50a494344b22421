"""Undo an action that failed half way.

A copy before each action would cost a fifth of all time. So a game that uses only abilities of this program keeps
only one earlier state; after an error the actions since then are played again up to the failed one, with the recorded
chance.
A game with other abilities copies its state before each action, because they may fail at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from smallworld.actions import Action
from smallworld.errors import PluginError
from smallworld.rules.game_state import GameState
from smallworld.rules.state.fields import NAMES
from smallworld.rules.turn import carry_out


def roll_back(state: GameState, checkpoint: GameState, script: Mapping[str, tuple[Any, ...]]) -> None:
    """Undo the last action of a state in place, because other objects refer to it.

    :param checkpoint: an earlier state, which stays as it is. :param script: the script before the action.
    :raises PluginError: an ability fails where it did not fail before.
    """
    log = _log_before(state)
    before = checkpoint.copy()
    _play_again(before, log)
    before.log, before.script = log, script
    for name in NAMES:
        if name != "events":
            setattr(state, name, getattr(before, name))


def _log_before(state: GameState) -> Any:
    """Return the log before the last action: without it and the chance that it has had."""
    log, source, _ = state.log
    while not isinstance(source, int):
        log, source, _ = log
    return log


def _play_again(state: GameState, log: Any) -> None:
    """Play the events of a log that a state does not have yet; the generator of chance ends as it did."""
    actions: list[Action] = []
    results: dict[str, list[Any]] = {}
    while log is not state.log:
        log, source, event = log
        if isinstance(source, int):
            actions.append(event)
        else:
            results.setdefault(source, []).append(event)
    state.script = {kind: tuple(reversed(kind_results)) for kind, kind_results in results.items()}
    try:
        for action in reversed(actions):
            carry_out(state, action)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise PluginError(
            f"an action failed, and the game cannot go back, because earlier ones fail now, too ({problem}); "
            "load it from its record"
        ) from error
