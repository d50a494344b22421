"""The terms of a table: its clock, and what happens when time is over or a player leaves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import N_, _

NO_CLOCK, EACH_TURN, EACH_PLAYER = "none", "turn", "player"
CLOCKS = {
    NO_CLOCK: N_("no clock"), EACH_TURN: N_("for each turn"), EACH_PLAYER: N_("for each player"),
}  # fmt: skip
"""Kind of clock → its words on the form of a table."""
WAIT, BOT, END = "wait", "bot", "end"
LEAVING = {
    BOT: N_("a bot plays on"), WAIT: N_("everybody waits"), END: N_("the game ends"),
}  # fmt: skip
"""Effect of time that is over, and of a player who leaves → its words on the form."""
UNITS = {"minutes": 60, "days": 86400}
"""Unit of time on the form → its seconds."""
UNIT_WORDS = {"minutes": N_("minutes"), "days": N_("days")}
MOST_UNITS = 999
"""The longest time, in minutes or days."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The choices of the host of a table.

    :ivar seconds: the time of each turn, or of each player; 0 without a clock.
    :ivar leaving: ``bot``, ``wait`` or ``end``: when time is over, or a player leaves.
    :ivar lessons: the page shows the first player the lessons of the tutorial.
    """

    clock: str = NO_CLOCK
    seconds: int = 0
    leaving: str = BOT
    lessons: bool = False

    def as_event(self) -> dict[str, Any]:
        """Return the event of a table that keeps the terms."""
        return {"terms": asdict(self)}

    def sentences(self) -> list[str]:
        """Write the terms for the people at the table."""
        time = written(self.seconds)
        return {
            NO_CLOCK: list[str](),
            EACH_TURN: [_("Each turn has {time}.", time=time)],
            EACH_PLAYER: [_("Each player has {time} for the whole game.", time=time)],
        }[self.clock] + [
            {
                BOT: _("When time is over or somebody leaves, a bot plays on."),
                WAIT: _("When time is over or somebody leaves, everybody waits."),
                END: _("When time is over or somebody leaves, the game ends."),
            }[self.leaving]
        ]

    def after_leaving(self) -> str:
        """Write what happens when the reader leaves."""
        return {
            BOT: _("A bot plays on for you. The host can give your seat back."),
            WAIT: _("Everybody waits, and your seat is free for somebody else. Your link still opens it."),
            END: _("The game ends for everybody, and nobody wins."),
        }[self.leaving]


USUAL = Terms()
"""The terms of a table without any choice of its host."""


def read_terms(form: Mapping[str, str]) -> Terms:
    """Read the fields ``clock``, ``time``, ``unit`` and ``leaving`` of the form of a table.

    :raises SmallWorldError: a field has no value that a table can have.
    """
    clock, leaving = form.get("clock", NO_CLOCK), form.get("leaving", BOT)
    _check("clock", clock, CLOCKS)
    _check("leaving", leaving, LEAVING)
    if clock == NO_CLOCK:
        return Terms(leaving=leaving)
    unit, number = form.get("unit", "minutes"), form.get("time", "").strip()
    _check("unit", unit, UNITS)
    if not (number.isascii() and number.isdecimal() and len(number) < 8 and 1 <= int(number) <= MOST_UNITS):
        raise SmallWorldError(
            _("{number!r} is not the time of a clock; write a whole number from 1 to {most}",
              number=number[:20], most=MOST_UNITS)
        )  # fmt: skip
    return Terms(clock, int(number) * UNITS[unit], leaving)


def _check(field: str, value: str, choices: Mapping[str, object]) -> None:
    if value not in choices:
        raise SmallWorldError(
            _("{value!r} cannot be chosen for {field!r}; choose one of: {choices}",
              value=value[:20], field=field, choices=", ".join(choices))
        )  # fmt: skip


def written(seconds: float) -> str:
    """Write a time: ``0:42``, ``12:05``, ``3:00:00``, ``2 d 5 h``."""
    rest = max(0, -int(-seconds // 1))
    if rest >= UNITS["days"]:
        return _("{days} d {hours} h", days=rest // 86400, hours=rest % 86400 // 3600)
    hours, minutes = rest // 3600, f"{rest // 60 % 60:02}" if rest >= 3600 else f"{rest // 60}"
    return ":".join([*([str(hours)] if hours else []), minutes, f"{rest % 60:02}"])
