"""Reveals: hidden facts that an action has shown, after which it cannot be taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from smallworld.events import (
    UNSEEN,
    Answered,
    BadgeChanged,
    ComboShown,
    Decided,
    Ended,
    Event,
    RelicMoved,
    Said,
)
from smallworld.rules.state.player_secrets import PREFIX

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState

Reveal = Literal["chance", "combo", "relic", "answer", "secret", "end"]
"""Kinds of hidden facts: a result of chance, a new combo, a face-down relic, sealed answers, a card or sentence for one
player, and all coins at the end of the game."""
SHOWING: dict[type, Reveal] = {Decided: "chance", ComboShown: "combo", BadgeChanged: "combo", Ended: "end"}
"""Event → the hidden fact that it shows in any case."""


def reveal_of(before: GameState, after: GameState) -> Reveal | None:
    """Return the first hidden fact that one action has shown to anybody; None if everybody knew everything.

    :param before: the position before the action. :param after: the position after it, of a game that listens.
    """
    reveal = _first_shown(after.events or ())
    if reveal is None and after.memory is not before.memory:
        hands = [[value for key, value in state.memory.items() if key.startswith(PREFIX)] for state in (before, after)]
        reveal = "secret" if hands[0] != hands[1] else None
    return reveal


def _first_shown(events: Iterable[Event]) -> Reveal | None:
    """Return the hidden fact that the first of some events shows."""
    is_sealed = False
    for event in events:
        if type(event) in SHOWING:
            return SHOWING[type(event)]
        if isinstance(event, RelicMoved) and event.source in (UNSEEN, event.target):
            return "relic"
        if isinstance(event, Said) and event.only >= 0:
            return "secret"
        if isinstance(event, Answered):
            if is_sealed and event.action is not None:
                return "answer"
            is_sealed = is_sealed or event.action is None
    return None
