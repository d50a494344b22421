"""Served time: the clock of all tables, which stops while no process serves them.

Players can do nothing while their server or its database has failed. So that nobody loses time by it, the
clocks of tables count only seconds in which some process has given signs of life.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Column, Connection, Float, Integer, Table, case, insert, select, update
from sqlalchemy.exc import IntegrityError

from smallworld_web.store import METADATA, Store

SERVED = Table(
    "smallworld_served", METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seconds", Float, nullable=False),
    Column("seen", Float, nullable=False),
)  # fmt: skip
GAP = 10.0
"""Seconds without a sign of life after which tables count as not served."""


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
