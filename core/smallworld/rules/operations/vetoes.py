"""Vetoes: abilities of a race refuse actions that the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.hooks.decorators import VETO_SLOTS
from smallworld.model.aliases import Race, Regions
from smallworld.model.values import EVERYWHERE, Bar

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState
    from smallworld.rules.prepared.hook_table import Calls


def is_vetoed(state: GameState, race: Race, subject: str) -> bool:
    """Return whether an ability of the race vetoes the subject, such as ``decline``, in this phase."""
    for call in vetoes_of(state, race, subject):
        if call(state, race, subject) is not None:
            return True
    return False


def refused_regions(state: GameState, race: Race, subject: str) -> Regions:
    """Return the regions in which abilities of the race veto the subject, ``abandon`` or ``deploy``."""
    regions = 0
    for call in vetoes_of(state, race, subject):
        answer = call(state, race, subject)
        if answer is not None:
            regions |= answer.regions if isinstance(answer, Bar) else EVERYWHERE
    return regions


def vetoes_of(state: GameState, race: Race, subject: str) -> Calls:
    """Return the calls of the race's abilities that may veto the subject in this phase."""
    attribute = VETO_SLOTS.get((subject, state.phase))
    calls: Calls = getattr(state.hook_tables[race], attribute) if attribute else ()
    return calls
