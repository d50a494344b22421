"""Vetoes: abilities of a race refuse actions that the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.hooks.decorators import VETO_SLOTS
from smallworld.model.aliases import Race

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState
    from smallworld.rules.prepared.hook_table import Calls


def is_vetoed(state: GameState, race: Race, subject: str) -> bool:
    """Return whether an ability of the race vetoes the subject, such as ``decline``, in this phase."""
    for call in vetoes_of(state, race, subject):
        if call(state, race, subject) is not None:
            return True
    return False


def vetoes_of(state: GameState, race: Race, subject: str) -> Calls:
    """Return the calls of the race's abilities that may veto the subject in this phase."""
    attribute = VETO_SLOTS.get((subject, state.phase))
    calls: Calls = getattr(state.hook_tables[race], attribute) if attribute else ()
    return calls
