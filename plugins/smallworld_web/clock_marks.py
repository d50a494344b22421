"""The clock of a player as a page shows it."""

from __future__ import annotations

from typing import NamedTuple

from smallworld_web.table import Table
from smallworld_web.table_terms import written

LOW_TIME = 60
"""Seconds below which a clock warns, if it has had four times as many."""


class Clock(NamedTuple):
    """The time that is left to a person.

    :ivar text: the time in words. :ivar due: the time of day at which it is over, None while it does not run.
    :ivar low: seconds below which it warns.
    """

    player: str
    text: str
    due: float | None
    low: int
    is_low: bool


def clock_of(table: Table, player: str) -> Clock | None:
    """Return the time that is left to a person; None without a clock."""
    seconds = table.time_left(player) if player and not table.is_over else None
    if seconds is None:
        return None
    moment = table.moment_due() if player == table.game.to_move else None
    low = min(LOW_TIME, table.log.clock.terms.seconds // 4)
    due = None if moment is None else round(table.time.now() + moment - table.time(), 1)
    return Clock(player, written(seconds), due, low, seconds < low)
