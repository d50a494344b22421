"""All tables of a store; those that were used last are in memory."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from typing import Any

from smallworld import Game, Plugins, SmallWorldError, _
from smallworld_play.seats import HUMAN
from smallworld_records.record_lines import line_of, lines
from smallworld_web.role_links import SEAT, NotAllowed, Role, WrongLink, first_links, new_secret, role_of
from smallworld_web.store import Link, NumberTaken, Store
from smallworld_web.table import Outdated, Table
from smallworld_web.table_log import USUAL, ServedTime, Terms


class TooManyTables(SmallWorldError):
    """A new table where the store has as many as it may have."""


class TableRegistry:
    """All tables of a store, the latest ones in memory.

    Each method with the id of a table raises :class:`smallworld_web.role_links.WrongLink` if it does not exist, and
    :class:`smallworld_web.database.StoreError` if the store cannot be read.

    :param on_change: receives the id of a table with new events.
    :param on_catch_up: receives the id of a table in memory that now has events of another process; from any thread.
    """

    most = 500
    """Tables that are kept in memory."""
    limit = 10_000
    """Tables that the store may hold."""

    def __init__(
        self, store: Store, plugins: Plugins, *, on_change: Callable[[str], None] = lambda _: None,
        on_catch_up: Callable[[str], None] = lambda _: None,
    ) -> None:  # fmt: skip
        self.time = ServedTime(store)
        """The clock of all tables."""
        self.store, self.plugins, self.on_change, self.on_catch_up = store, plugins, on_change, on_catch_up
        self._lock = threading.Lock()
        self._tables: dict[str, Table] = {}

    def create(
        self, game: Game, seats: Mapping[str, str], links: Iterable[Link] | None = None, terms: Terms = USUAL
    ) -> tuple[str, str]:
        """Keep a new table with a game that may have begun already; return its id and the secret of its host.

        :param seats: player → ``human`` or the description of a bot.
        :param links: links of an earlier table of the same people, which open this one, too; by default new ones.
        :raises TooManyTables: the store is full. :raises StoreError: the table cannot be kept.
        """
        if self.store.count() >= self.limit:
            raise TooManyTables(_("this server has as many tables as it may have; try again later"))
        game.origin = {**game.origin, "seats": {name: kind for name, kind in seats.items() if kind != HUMAN}}
        table_id, secret = secrets.token_hex(8), new_secret()
        record = list(lines(game))
        record = record[:-1] if game.over else record
        self.store.create(
            table_id, record if terms == USUAL else [*record, line_of({"terms": asdict(terms)})],
            first_links(secret, game.players) if links is None else list(links),
        )  # fmt: skip
        return table_id, secret

    def get(self, table_id: str, number: int = -1) -> Table:
        """Return a table, from memory or from the store.

        :param number: an event that the person has seen, perhaps at another process; the table has it, too.
        """
        with self._lock:
            table = self._tables.pop(table_id, None)
            if table is not None:
                self._tables[table_id] = table  # the last one was used last
                if table.number >= number:
                    return table
        return self.catch_up(table_id)

    def peek(self, table_id: str) -> Table | None:
        """Return a table if it is in memory."""
        return self._tables.get(table_id)

    def enter(self, table_id: str, secret: str, number: int = -1) -> tuple[Table, Role]:
        """Return a table and the role that a link to it gives.

        :param number: as for :meth:`get`. :raises WrongLink: it opens nothing.
        """
        table = self.get(table_id, number)
        role = role_of(table.links, secret)
        if role.is_shared and role.player in table.log.taken_seats:  # somebody has it at another screen
            raise WrongLink
        return table, role

    def enter_seat(self, table_id: str, secret: str, number: int = -1) -> tuple[Table, Role]:
        """Return a table and the role of the seat to which a link belongs.

        :param number: as for :meth:`get`. :raises NotAllowed: the link belongs to no seat.
        """
        table, role = self.enter(table_id, secret, number)
        if role.kind != SEAT:
            raise NotAllowed(_("only players decide; this link does not belong to a seat"))
        return table, role

    def finished(self, table_id: str) -> Table:
        """Return a table with a game that is over, which has a public page.

        :raises WrongLink: its game goes on.
        """
        table = self.get(table_id)
        if not table.is_over:
            raise WrongLink
        return table

    def catch_up(self, table_id: str) -> Table:
        """Play the events that other processes have appended to a table; read it if it is not in memory."""
        with self._lock:
            table = self._tables.get(table_id)
        if table is not None:
            with table.lock:
                later = self.store.lines(table_id, table.number + 1)
                if table.follow(later):
                    if later:
                        self.on_catch_up(table_id)
                    return table
                self._abandon(table)
            self.on_catch_up(table_id)  # its streams read it again
        return self._read(table_id)

    def _read(self, table_id: str) -> Table:
        """Read a table from the store."""
        table = self._restore(table_id)
        with self._lock:
            present = self._tables.get(table_id)
            if present is not None and present.number >= table.number:
                return present
            self._tables[table_id] = table
            while len(self._tables) > self.most:
                del self._tables[next(iter(self._tables))]
        return table

    def glance(self, table_id: str) -> Table:
        """Return a table only to look at it; one that is not in memory is not kept there."""
        return self.peek(table_id) or self._restore(table_id)

    def _restore(self, table_id: str) -> Table:
        store_lines = self.store.lines(table_id)
        if not store_lines:
            raise WrongLink
        return Table(table_id, store_lines, self.store.links(table_id), self.store, self.plugins, self.time)

    def change(self, table_id: str, decide: Callable[[Table], Any], number: int = -1) -> Table:
        """Change a table; if it cannot be kept, or another process was first, it is read again.

        :param number: the event that the change answers.
        :raises Outdated: the table has gone on meanwhile.
        """
        while not self._change(table := self.get(table_id, number), decide):
            continue
        self.on_change(table_id)
        return table

    def _change(self, table: Table, decide: Callable[[Table], Any]) -> bool:
        """Change a table; return whether it was still the one in memory."""
        with table.lock:
            if table.is_abandoned:
                return False
            start = table.number
            try:
                decide(table)
            except (NumberTaken, Outdated) as error:
                if isinstance(error, NumberTaken):  # the game is ahead of the store
                    self._abandon(table)
                if self.catch_up(table.id).number != start:
                    self.on_change(table.id)
                raise Outdated from None
            except BaseException:
                if table.game.log_length != len(table.log.events):  # ahead of the store
                    self._abandon(table)
                raise
        return True

    def _abandon(self, table: Table) -> None:
        table.is_abandoned = True
        self.forget(table.id)

    def forget(self, table_id: str) -> None:
        """Remove a table from memory."""
        with self._lock:
            self._tables.pop(table_id, None)

    def remove(self, table_id: str) -> None:
        """Remove a table for good."""
        self.store.remove(table_id)
        self.forget(table_id)
        self.on_catch_up(table_id)

    def in_memory(self) -> dict[str, int]:
        """Return the tables in memory → number of their last event."""
        with self._lock:
            return {table_id: table.number for table_id, table in self._tables.items()}
