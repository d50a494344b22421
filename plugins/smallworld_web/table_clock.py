"""The terms of a table, the time that each person has used, and the clock of all tables.

Only the person who decides uses time, from their second decision on, so that everybody can come to the table in peace.
An action that was taken back gives no time back. Clocks count only seconds in which a process has given signs of life.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy import Connection, case, insert, select, update
from sqlalchemy.exc import IntegrityError

from smallworld import N_, SmallWorldError, _
from smallworld_web.store import METADATA, Store

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
SERVED = sql.Table(
    "smallworld_served", METADATA,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("seconds", sql.Float, nullable=False),
    sql.Column("seen", sql.Float, nullable=False),
)  # fmt: skip
GAP = 10.0
"""Seconds without a sign of life after which tables count as not served."""


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


class Decider(NamedTuple):
    """Who decides, and in which turn.

    :ivar player: a person; empty if a bot decides, or nobody.
    :ivar turn: round and player of the turn, ``3 ann``.
    """

    player: str
    turn: str


class TableClock:
    """The times of all people at a table, in served seconds."""

    def __init__(self) -> None:
        self.terms = Terms()
        self.since = 0.0
        """The moment from which the person who decides has used time."""
        self._used: dict[tuple[str, str], float] = {}
        """Player, and turn if each turn has a time → seconds that were used."""
        self._started: set[str] = set()
        """Players who have decided once."""

    @property
    def is_on(self) -> bool:
        """Whether the table has a clock."""
        return self.terms.clock != NO_CLOCK

    def add(self, event: Mapping[str, Any]) -> None:
        """Read an event that the clock has written."""
        self.since = event["at"]
        if event["clock"]:
            self._started.add(event["clock"])
            self._used[self._key(Decider(event["clock"], event["turn"]))] = event["used"]

    def restart(self, player: str) -> None:
        """Give a person who gets a seat back the whole time."""
        for key in [key for key in self._used if key[0] == player]:
            del self._used[key]

    def event(self, decider: Decider, now: float, *, has_decided: bool, is_late: bool = False) -> dict[str, Any]:
        """Return the event that charges the person who has decided until now.

        :param has_decided: the person has decided; a change by others does not begin the clock of a person.
        :param is_late: all of the time is used.
        """
        event: dict[str, Any] = {"clock": "", "at": round(now, 1)}
        if decider.player and (has_decided or decider.player in self._started):
            rest = self.time_left(decider, now)
            used = self.terms.seconds - (0.0 if is_late else max(rest, 0.0))
            event |= {"clock": decider.player, "turn": decider.turn, "used": round(used, 1)}
        return event | ({"late": True} if is_late else {})

    def time_left(self, decider: Decider, now: float | None = None) -> float:
        """Return the seconds that are left to a person.

        :param now: the present moment, if the person decides; None for everybody else.
        """
        running = now - self.since if now is not None and decider.player in self._started else 0.0
        return self.terms.seconds - self._used.get(self._key(decider), 0.0) - max(running, 0.0)

    def due(self, decider: Decider) -> float | None:
        """Return the moment at which the time of the person who decides is over; None if no time runs."""
        rest = self.time_left(decider)
        is_running = self.is_on and decider.player in self._started and rest > 0
        return self.since + rest if is_running else None

    def _key(self, decider: Decider) -> tuple[str, str]:
        return decider.player, decider.turn if self.terms.clock == EACH_TURN else ""


class ServedTime:
    """Seconds in which the tables of a store were served, for all of its processes.

    :param now: the time of day in seconds.
    """

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._store, self.now = store, now
        self._seconds, self._seen = 0.0, now()

    def __call__(self) -> float:
        """Return the served seconds until now."""
        return self._seconds + min(max(self.now() - self._seen, 0.0), GAP)

    def begin(self) -> None:
        """Begin to serve; the seconds since the last sign of life of any process do not count.

        :raises StoreError: the database cannot be used.
        """
        with suppress(IntegrityError):  # another process creates it at the same moment
            self._store.transaction(_create)
        self._sign(counts=False)

    def sign(self) -> None:
        """Give a sign of life.

        :raises StoreError: the database cannot be used.
        """
        self._sign(counts=True)

    def _sign(self, *, counts: bool) -> None:
        now = self.now()
        gap = now - SERVED.c.seen
        added = case((gap.between(0, GAP), gap), else_=0.0) if counts else 0.0
        seen = case((gap.between(-GAP, 0), SERVED.c.seen), else_=now)  # the clock of another machine is ahead

        def note(connection: Connection) -> float:
            connection.execute(update(SERVED).values(seconds=SERVED.c.seconds + added, seen=seen))
            return float(connection.execute(select(SERVED.c.seconds)).scalar_one())

        self._seconds, self._seen = self._store.transaction(note), now


def _create(connection: Connection) -> None:
    if connection.execute(select(SERVED.c.id)).first() is None:
        connection.execute(insert(SERVED), [{"id": 1, "seconds": 0.0, "seen": 0.0}])
