"""The store: append-only events of every table (:mod:`smallworld_web.table_log`), and the hashes of its links."""

from __future__ import annotations

import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sql
from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from smallworld import SmallWorldError, _
from smallworld_web.database import DatabaseFile, StoreError, engine_at, hide_from_others, prepare_sqlite

METADATA = sql.MetaData()
TABLES = sql.Table(
    "smallworld_tables", METADATA,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("used", sql.Float, nullable=False),
)  # fmt: skip
EVENTS = sql.Table(
    "smallworld_events", METADATA,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("line", sql.Text, nullable=False),
)  # fmt: skip
LINKS = sql.Table(
    "smallworld_links", METADATA,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("role", sql.String(80), primary_key=True),
    sql.Column("generation", sql.Integer, nullable=False),
    sql.Column("digest", sql.String(64), nullable=False),
)  # fmt: skip
SERVERS = sql.Table(
    "smallworld_servers", METADATA,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("seen", sql.Float, nullable=False),
)  # fmt: skip
DEADLINES = sql.Table(
    "smallworld_deadlines", METADATA,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("due", sql.Float, nullable=False),
)  # fmt: skip
ACTION = '%"do":%'
"""An event that is an action, as a pattern."""
CHANNEL = "smallworld_events"
"""The channel on which PostgreSQL announces new events."""
ALIVE = 9.0
"""Seconds after its last sign of life until a process counts as ended."""
PART = 10
"""A sweep removes at most one of so many tables."""
LISTENING = 1.0
"""Seconds between two looks whether listening is to stop."""
Link = tuple[str, int, str]
"""Role, generation and digest of a link."""
T = TypeVar("T")
INSERT = insert(EVENTS)
USE = update(TABLES).where(TABLES.c.id.in_(bindparam("games", expanding=True))).values(used=bindparam("now"))
"""Note that tables are played."""
USE_AND_ANNOUNCE = USE.returning(func.pg_notify(CHANNEL, TABLES.c.id + " " + bindparam("sender", type_=sql.String)))


class NumberTaken(SmallWorldError):
    """Another process has appended an event with this number."""


@dataclass(slots=True, eq=False)
class Append:
    """Events that wait to be kept.

    :ivar number: that of the first one.
    :ivar link: a link that replaces that of its role.
    """

    game: str
    number: int
    lines: Sequence[str]
    link: Link | None
    due: float | None
    """The moment at which the time of a person is over, on a table with a clock; 0 if none runs."""
    is_done: bool = False
    error: BaseException | None = None
    """Why nothing was kept."""


class Store:
    """The events and links of all tables in one database.

    Several processes may use it: of two that append the same number, the second is refused. Appends of several threads
    share a transaction: the thread that writes first also writes the events of those that wait.

    :param url: of the database, as SQLAlchemy reads it: ``sqlite:///tables.db``, ``postgresql+psycopg://…``.
    :raises StoreError: the database cannot be opened.
    """

    def __init__(self, url: str) -> None:
        self.engine = engine_at(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._driver_error: type[Exception] = self.engine.dialect.loaded_dbapi.Error
        if self.is_sqlite and self.engine.url.database in (None, "", ":memory:"):  # each connection would have its own
            raise StoreError(_("--database {url!r} names no file, so nothing is kept; write sqlite:///FILE", url=url))
        self._writing = threading.Lock()
        """Held by the thread that writes, for all that wait."""
        self._waiting: deque[Append] = deque()
        self._writer: Connection | None = None
        """The connection of the thread that writes."""
        self._sender = secrets.token_hex(8)
        """Marks the announcements of this process."""
        self._file = DatabaseFile(Path(str(self.engine.url.database))) if self.is_sqlite else None
        if self.is_sqlite:
            sql.event.listen(self.engine, "connect", prepare_sqlite)
            hide_from_others(Path(str(self.engine.url.database)))
        try:
            self._create_tables()
        except StoreError:  # another process may have created them at the same moment
            try:
                self._create_tables()
            except StoreError as error:
                raise StoreError(
                    _("{problem}; address: {address}; --database names another one", problem=error, address=self.name)
                ) from None
        if self._file is not None:
            self._file.remember()

    @property
    def name(self) -> str:
        """The address of the database without its password, for people."""
        return str(self.engine.url.render_as_string(hide_password=True))

    def _create_tables(self) -> None:
        with self._guard():
            METADATA.create_all(self.engine)

    @contextmanager
    def _guard(self) -> Iterator[None]:
        """Report every fault of the database in one sentence."""
        try:
            yield
        except IntegrityError:
            raise
        except (SQLAlchemyError, self._driver_error) as error:  # the listener uses the driver itself
            cause = (error.orig if isinstance(error, DBAPIError) else None) or error
            problem, *_more = str(cause).strip().splitlines() or [type(cause).__name__]
            raise StoreError(_("the database cannot be used: {problem}", problem=problem)) from error

    def _run(self, work: Callable[[Connection], T]) -> T:
        """Run a function in a transaction, again if the connection has ended since it was last used."""
        if self._file is not None:
            self._file.require()
        try:
            with self.engine.begin() as connection:
                return work(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self.engine.begin() as connection:
            return work(connection)

    def _run_on_kept(self, work: Callable[[Connection], T]) -> T:
        """Run a function in a transaction on the connection of all appends, or on a new one if it has ended."""
        if self._file is not None:
            self._file.require()
        connection, self._writer = self._writer or self.engine.connect(), None
        try:
            with connection.begin():
                result = work(connection)
        except BaseException as error:
            connection.close()
            if not (isinstance(error, DBAPIError) and error.connection_invalidated):
                raise
            return self._run(work)
        self._writer = connection  # not given back for each append: that costs as much as the append itself
        return result

    def transaction(self, work: Callable[[Connection], T]) -> T:
        """Run a function in a transaction; another package keeps its own rows in this database so.

        :raises StoreError: the database cannot be used; nothing was kept.
        :raises IntegrityError: a row is there already.
        """
        with self._guard():
            return self._run(work)

    def rows(self, query: Any) -> Sequence[Any]:
        """Return the rows of a query.

        :raises StoreError: the database cannot be used.
        """
        return self.transaction(lambda connection: connection.execute(query).all())

    # --- events

    def create(self, game: str, lines: Sequence[str], links: Iterable[Link]) -> None:
        """Keep a new table: its first events and its links.

        :raises StoreError: nothing was kept.
        """

        def create(connection: Connection) -> None:
            connection.execute(insert(TABLES), [{"id": game, "used": time.time()}])
            connection.execute(INSERT, _rows(game, 0, lines))
            add_links(connection, game, links)

        self.transaction(create)

    def append(
        self, game: str, number: int, lines: Sequence[str], link: Link | None = None, due: float | None = None
    ) -> None:
        """Append events, all or none; they are on the disk afterwards.

        :param number: that of the first one.
        :param link: a link that replaces that of its role.
        :param due: the moment at which the time of a person is over; 0 = none; None = as before.
        :raises NumberTaken: another process was first, or has removed the table; nothing was appended.
        :raises StoreError: nothing was appended.
        """
        append = Append(game, number, lines, link, due)
        self._waiting.append(append)
        with self._writing:
            if not append.is_done:
                self._write([self._waiting.popleft() for _place in range(len(self._waiting))])
        try:
            with self._guard():
                if append.error is not None:
                    raise append.error
        except IntegrityError:
            raise NumberTaken(f"event {number} of this table was decided elsewhere") from None

    def _write(self, appends: Sequence[Append]) -> None:
        """Keep events of several tables in one transaction; if one is refused, each in its own."""
        try:
            self._run_on_kept(lambda connection: self._keep(connection, appends))
        except (IntegrityError, NumberTaken) as error:
            if len(appends) == 1:
                appends[0].error = error
            else:
                for append in appends:
                    self._write([append])
        except BaseException as error:  # an interrupted thread acknowledges nothing for those that wait either
            for append in appends:
                append.error = error
        for append in appends:
            append.is_done = True

    def _keep(self, connection: Connection, appends: Sequence[Append]) -> None:
        """Write events of several tables.

        :raises NumberTaken: a table was removed. :raises IntegrityError: an event has the number of another one.
        """
        rows = [row for append in appends for row in _rows(append.game, append.number, append.lines)]
        connection.execute(INSERT, rows if len(rows) > 1 else rows[0])  # a single row is cheaper without a list
        games = list(dict.fromkeys(append.game for append in appends))
        values = {"games": games, "now": time.time()}
        if self.is_sqlite:
            use = connection.execute(USE, values)
        else:
            use = connection.execute(USE_AND_ANNOUNCE, {**values, "sender": self._sender})
        if use.rowcount != len(games):
            raise NumberTaken(_("this table was removed"))
        for append in appends:
            if append.link is not None:
                replace_link(connection, append.game, append.link)
            if append.due is not None:
                connection.execute(delete(DEADLINES).where(DEADLINES.c.game == append.game))
            if append.due:
                connection.execute(insert(DEADLINES), [{"game": append.game, "due": append.due}])

    def overdue(self, now: float) -> list[str]:
        """List the tables at which the time of a person is over, those first that have waited longest."""
        query = select(DEADLINES.c.game).where(DEADLINES.c.due <= now).order_by(DEADLINES.c.due)
        return [row.game for row in self.rows(query)]

    def lines(self, game: str, start: int = 0) -> list[str]:
        """Return the events of a table from a number on, in order; empty for an unknown table."""
        is_later = (EVENTS.c.game == game) & (EVENTS.c.number >= start)
        query = select(EVENTS.c.line).where(is_later).order_by(EVENTS.c.number)
        return [row.line for row in self.rows(query)]

    def last_numbers(self, games: Iterable[str]) -> dict[str, int]:
        """Return table → number of its last event."""
        query = select(EVENTS.c.game, func.max(EVENTS.c.number)).where(EVENTS.c.game.in_(list(games)))
        return {row.game: row[1] for row in self.rows(query.group_by(EVENTS.c.game))}

    def announced(self, is_stopped: Callable[[], bool]) -> Iterator[str]:
        """Yield the tables with new events of other processes as PostgreSQL announces them, until it is to stop.

        SQLite announces nothing.

        :raises StoreError: the connection is lost.
        """
        if self.is_sqlite:
            return
        with self._guard(), self.engine.connect() as connection:
            driver: Any = connection.execution_options(isolation_level="AUTOCOMMIT").connection.driver_connection
            driver.execute(f"LISTEN {CHANNEL}")
            try:
                while not is_stopped():
                    for note in driver.notifies(timeout=LISTENING):
                        game, _space, sender = str(note.payload).partition(" ")
                        if sender != self._sender:
                            yield game
            finally:
                connection.invalidate()  # another user of the connection would get the announcements

    # --- links

    def links(self, game: str) -> list[Link]:
        """Return the links of a table; empty for an unknown one."""
        query = select(LINKS.c.role, LINKS.c.generation, LINKS.c.digest).where(LINKS.c.game == game)
        return [(row.role, row.generation, row.digest) for row in self.rows(query)]

    def with_link(self, role: str, digest: str, most: int) -> list[tuple[str, float]]:
        """Return the tables that a link opens, the latest first: id and time of the last use."""
        is_link = (LINKS.c.role == role) & (LINKS.c.digest == digest)
        query = select(TABLES.c.id, TABLES.c.used).join_from(TABLES, LINKS, LINKS.c.game == TABLES.c.id).where(is_link)
        return [(row.id, row.used) for row in self.rows(query.order_by(TABLES.c.used.desc()).limit(most))]

    # --- all tables

    def used(self, games: Iterable[str]) -> dict[str, float]:
        """Return table → time of its last use."""
        rows = self.rows(select(TABLES.c.id, TABLES.c.used).where(TABLES.c.id.in_(list(games))))
        return {row.id: row.used for row in rows}

    def count(self) -> int:
        """Return the number of tables."""
        return int(self.rows(select(func.count()).select_from(TABLES))[0][0])

    def latest(self, most: int) -> list[tuple[str, float, str]]:
        """Return the tables that were used last: id, time of the last use, and the first event."""
        query = select(TABLES.c.id, TABLES.c.used, EVENTS.c.line).join_from(
            TABLES, EVENTS, EVENTS.c.game == TABLES.c.id
        )
        rows = self.rows(query.where(EVENTS.c.number == 0).order_by(TABLES.c.used.desc()).limit(most))
        return [(row.id, row.used, row.line) for row in rows]

    def sweep(self, idle: float) -> list[str]:
        """Remove the oldest tables that nobody has begun to play within some seconds, but only a part of all.

        :return: the ids of the tables that were removed.
        """
        is_old = TABLES.c.used < time.time() - idle
        is_played = exists().where((EVENTS.c.game == TABLES.c.id) & (EVENTS.c.number > 0) & EVENTS.c.line.like(ACTION))
        query = select(TABLES.c.id).where(is_old & ~is_played).order_by(TABLES.c.used)

        def remove(connection: Connection) -> list[str]:
            most = int(connection.execute(select(func.count()).select_from(TABLES)).scalar_one()) // PART
            unplayed = TABLES.c.id.in_(list(connection.execute(query.limit(most)).scalars()))
            # First these rows, which every append changes: a table on which somebody acts at this moment stays.
            games = list(connection.execute(delete(TABLES).where(unplayed & is_old).returning(TABLES.c.id)).scalars())
            _remove(connection, games)
            return games

        return self.transaction(remove)

    def remove(self, game: str) -> None:
        """Remove a table with its links."""
        self.transaction(lambda connection: _remove(connection, [game]))

    # --- processes

    def sign_of_life(self) -> bool:
        """Note that this process serves the tables; return whether it is the only one."""
        now = time.time()

        def note(connection: Connection) -> int:
            old = (SERVERS.c.id == self._sender) | (SERVERS.c.seen < now - ALIVE)
            connection.execute(delete(SERVERS).where(old))
            connection.execute(insert(SERVERS), [{"id": self._sender, "seen": now}])
            return int(connection.execute(select(func.count()).select_from(SERVERS)).scalar_one())

        return self.transaction(note) == 1

    def sign_off(self) -> None:
        """Note that this process serves the tables no longer."""
        self.transaction(lambda connection: connection.execute(delete(SERVERS).where(SERVERS.c.id == self._sender)))

    def close(self) -> None:
        """Close all connections."""
        with self._writing:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        self.engine.dispose()


def _rows(game: str, number: int, lines: Sequence[str]) -> list[Mapping[str, Any]]:
    return [{"game": game, "number": place, "line": line} for place, line in enumerate(lines, number)]


def add_links(connection: Connection, game: str, links: Iterable[Link]) -> None:
    """Keep the links of something new: a table, or a draft of the studio."""
    rows = [{"game": game, "role": role, "generation": number, "digest": digest} for role, number, digest in links]
    connection.execute(insert(LINKS), rows)


def replace_link(connection: Connection, game: str, link: Link) -> None:
    """Replace the link of its role."""
    role, generation, digest = link
    same = (LINKS.c.game == game) & (LINKS.c.role == role)
    connection.execute(update(LINKS).where(same).values(generation=generation, digest=digest))


def _remove(connection: Connection, games: Sequence[str]) -> None:
    connection.execute(delete(TABLES).where(TABLES.c.id.in_(games)))
    for table in METADATA.sorted_tables:
        if "game" in table.c:
            connection.execute(delete(table).where(table.c.game.in_(games)))
