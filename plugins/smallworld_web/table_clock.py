"""The clock of a table: the time that each person has used, kept in the events of the table.

Only the person who decides uses time; bots never do. The first decision of each person is not timed, so that everybody
can come to the table in peace. An action that was taken back gives no time back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from smallworld_web.table_terms import EACH_TURN, NO_CLOCK, Terms


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
