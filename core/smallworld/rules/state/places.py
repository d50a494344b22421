"""Moves of tokens from one place to another, and of coins, with their events.

A few functions that run at every decision write the same out: a call would cost more than the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.events import HAND, TRAY, WITHDRAWN, Event, Moved, Paid
from smallworld.model.aliases import Coins, Race, RaceIndex, Tokens
from smallworld.model.values import NOBODY, new_tuple

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.state.fields import Fields


def move_tokens(state: Fields, race: Race, number: Tokens, source: int, target: int) -> None:
    """Move tokens of a race or natives; regions keep their holder.

    :param source: a region, ``HAND``, ``WITHDRAWN``, ``TRAY``, or ``PIECE`` if they are pieces.
    :param target: the same.
    """
    if source >= 0:
        state.tokens[source] -= number
        state.defence[source] -= number
    elif source == HAND:
        state.hand[race] -= number
    elif source == WITHDRAWN:
        state.withdrawn[race] -= number
    elif source == TRAY and race >= 0:  # the box of natives is counted by what is on the map
        state.tray[state.hook_tables[race].race_index] -= number
    if target >= 0:
        state.tokens[target] += number
        state.defence[target] += number
    elif target == HAND:
        state.hand[race] += number
    elif target == WITHDRAWN:
        state.withdrawn[race] += number
    elif target == TRAY and race >= 0:
        state.tray[state.hook_tables[race].race_index] += number
    if state.events is not None:
        report_moved(state.events, race, number, source, target)


def report_moved(events: list[Event], race: Race, number: Tokens, source: int, target: int) -> None:
    """Write that tokens have moved, if there are any."""
    if number:
        events.append(new_tuple(Moved, (race, number, source, target)))


def report_paid(
    events: list[Event], payer: int, receiver: int, number: Coins, reason: Ability | str, banner: RaceIndex = NOBODY
) -> None:
    """Write that coins have changed hands, if there are any; a negative number goes the other way.

    :param reason: an ability, or the name of the reason.
    """
    if number < 0:
        payer, receiver, number = receiver, payer, -number
    if number:
        source = reason if isinstance(reason, str) else reason.source
        events.append(new_tuple(Paid, (payer, receiver, number, source, banner)))
