"""Drafts in the database of the tables: append-only events, and the hashes of their links."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from smallworld_web.store import LINKS, TABLES, Link, NumberTaken, Store, add_links, replace_link

METADATA = sa.MetaData()
DRAFTS = sa.Table(
    "smallworld_drafts", METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(120), nullable=False),
    sa.Column("used", sa.Float, nullable=False),
    sa.Column("bytes", sa.Integer, nullable=False),
    sa.Column("parent", sa.String(32), nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
)  # fmt: skip
EVENTS = sa.Table(
    "smallworld_draft_events", METADATA,
    sa.Column("draft", sa.String(32), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("time", sa.Float, nullable=False),
    sa.Column("line", sa.Text, nullable=False),
)  # fmt: skip
TRIALS = sa.Table(
    "smallworld_trials", METADATA,
    sa.Column("game", sa.String(32), primary_key=True),
    sa.Column("draft", sa.String(32), nullable=False),
)  # fmt: skip
"""Tables on which drafts are tried."""
SNAPSHOT = '{"snapshot"%'
"""An event with all files, as a pattern."""


class Event(NamedTuple):
    """A kept change of a draft.

    :ivar line: ``{"file", "edits"}``, ``{"file", "text"}`` (null removes it), ``{"name"}`` or ``{"snapshot"}``.
    """

    number: int
    time: float
    line: str


class DraftRow(NamedTuple):
    """The facts about a draft apart from its files."""

    name: str
    bytes: int
    parent: str
    revision: int


class DraftStore:
    """The drafts in the database of a store.

    Two processes that append the same number exclude each other: the second is refused.

    :raises StoreError: the database cannot be used.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        store.transaction(lambda connection: METADATA.create_all(connection))

    def create(self, draft: str, row: DraftRow, lines: Sequence[str], links: Iterable[Link]) -> None:
        """Keep a new draft.

        :raises StoreError: nothing was kept.
        """

        def create(connection: sa.Connection) -> None:
            values = {"id": draft, "used": time.time(), **row._asdict(), "bytes": sum(map(len, lines))}
            connection.execute(sa.insert(DRAFTS), [values])
            connection.execute(sa.insert(EVENTS), _rows(draft, 0, lines))
            add_links(connection, draft, links)

        self.store.transaction(create)

    def append(self, draft: str, number: int, lines: Sequence[str], name: str | None = None) -> None:
        """Append events, all or none; they are on the disk afterwards.

        :param number: that of the first one. :param name: a new name of the draft.
        :raises NumberTaken: another request was first, or the draft was removed. :raises StoreError: nothing was kept.
        """

        def append(connection: sa.Connection) -> None:
            connection.execute(sa.insert(EVENTS), _rows(draft, number, lines))
            size = DRAFTS.c.bytes + sum(map(len, lines))
            values: dict[str, Any] = {"used": time.time(), "bytes": size} | ({"name": name} if name is not None else {})
            if connection.execute(sa.update(DRAFTS).where(DRAFTS.c.id == draft).values(**values)).rowcount != 1:
                raise NumberTaken(f"the draft {draft} was removed")

        try:
            self.store.transaction(append)
        except IntegrityError:
            raise NumberTaken(f"event {number} of this draft was made elsewhere") from None

    def row(self, draft: str) -> DraftRow | None:
        """Return what is known of a draft; None for an unknown one."""
        columns = (DRAFTS.c.name, DRAFTS.c.bytes, DRAFTS.c.parent, DRAFTS.c.revision)
        rows = self.store.rows(sa.select(*columns).where(DRAFTS.c.id == draft))
        return DraftRow(*rows[0]) if rows else None

    def events(self, draft: str, start: int = 0) -> list[Event]:
        """Return the events of a draft from a number on, in order."""
        query = sa.select(EVENTS.c.number, EVENTS.c.time, EVENTS.c.line)
        is_later = (EVENTS.c.draft == draft) & (EVENTS.c.number >= start)
        return [Event(*row) for row in self.store.rows(query.where(is_later).order_by(EVENTS.c.number))]

    def last_snapshot(self, draft: str, before: int | None = None) -> int:
        """Return the number of the last event with all files, up to a number; 0 if it has none."""
        chosen = (EVENTS.c.draft == draft) & EVENTS.c.line.like(SNAPSHOT)
        if before is not None:
            chosen &= EVENTS.c.number <= before
        return int(self.store.rows(sa.select(sa.func.max(EVENTS.c.number)).where(chosen))[0][0] or 0)

    def join(self, draft: str, number: int, snapshot: str) -> None:
        """Replace the events up to a number by one with all files; the history before it is gone."""

        def join(connection: sa.Connection) -> None:
            old = (EVENTS.c.draft == draft) & (EVENTS.c.number <= number)
            when = connection.execute(sa.select(sa.func.max(EVENTS.c.time)).where(old)).scalar_one()
            connection.execute(sa.delete(EVENTS).where(old))
            connection.execute(sa.insert(EVENTS), [{"draft": draft, "number": number, "time": when, "line": snapshot}])
            length = sa.func.sum(sa.func.length(EVENTS.c.line))
            size = connection.execute(sa.select(length).where(EVENTS.c.draft == draft)).scalar_one()
            connection.execute(sa.update(DRAFTS).where(DRAFTS.c.id == draft).values(bytes=size))

        self.store.transaction(join)

    def replace_links(self, draft: str, links: Iterable[Link]) -> None:
        """Replace links; those of other roles stay."""

        def replace(connection: sa.Connection) -> None:
            for link in links:
                replace_link(connection, draft, link)

        self.store.transaction(replace)

    def count(self) -> int:
        """Return the number of drafts."""
        return int(self.store.rows(sa.select(sa.func.count()).select_from(DRAFTS))[0][0])

    def remove(self, draft: str) -> None:
        """Remove a draft with its history and links."""
        self.store.transaction(lambda connection: _remove(connection, [draft]))

    def sweep(self, idle: float) -> list[str]:
        """Remove drafts that nobody has changed within some seconds; return their ids."""

        def sweep(connection: sa.Connection) -> list[str]:
            is_old = DRAFTS.c.used < time.time() - idle
            drafts = list(connection.execute(sa.delete(DRAFTS).where(is_old).returning(DRAFTS.c.id)).scalars())
            _remove(connection, drafts)
            return drafts

        return self.store.transaction(sweep)

    # --- trial tables

    def mark_trial(self, game: str, draft: str) -> None:
        """Note that a table is a trial of a draft."""
        self.store.transaction(lambda c: c.execute(sa.insert(TRIALS), [{"game": game, "draft": draft}]))

    def trial_of(self, game: str) -> str | None:
        """Return the draft that a table tries; None for any other table."""
        rows = self.store.rows(sa.select(TRIALS.c.draft).where(TRIALS.c.game == game))
        return str(rows[0][0]) if rows else None

    def old_trials(self, idle: float) -> list[str]:
        """Return the trial tables that nobody has used within some seconds; their marks are removed."""

        def take(connection: sa.Connection) -> list[str]:
            is_used = TABLES.c.used >= time.time() - idle
            used = sa.select(TABLES.c.id).where(is_used)
            query = sa.delete(TRIALS).where(TRIALS.c.game.not_in(used)).returning(TRIALS.c.game)
            return list(connection.execute(query).scalars())

        return self.store.transaction(take)


def _rows(draft: str, number: int, lines: Sequence[str]) -> list[dict[str, Any]]:
    now = time.time()
    return [{"draft": draft, "number": place, "time": now, "line": line} for place, line in enumerate(lines, number)]


def _remove(connection: sa.Connection, drafts: Sequence[str]) -> None:
    for table, column in ((DRAFTS, DRAFTS.c.id), (EVENTS, EVENTS.c.draft), (LINKS, LINKS.c.game)):
        connection.execute(sa.delete(table).where(column.in_(drafts)))
