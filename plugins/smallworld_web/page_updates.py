"""Updates of pages, full ones or differences, and the streams of server-sent events that bring them."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from smallworld_web.role_links import SEAT, SPECTATOR, Role

State = Mapping[str, Any]
"""Everything on the page of a table that changes, as plain data; ``regions`` and ``panels`` are mappings."""
PARTS = ("regions", "panels")
"""Parts of a state of which an update has only what has changed."""
MOST_STATES = 3
"""States that are remembered for differences."""
MOST_SPECTATORS = 60
"""Open streams of people who watch one table; players have places of their own."""
MOST_OF_CLIENT = 20
"""Those of one client."""
MOST_OF_SEAT = 12
"""Open streams of one seat; the oldest ends for a further one, so that a player always gets one."""
MOST_BY_CLIENT = {True: 200, False: 60}
"""Open streams of one client at all tables: of seats, and of those who watch."""
MOST_TOGETHER = {True: 3000, False: 1500}
"""Open streams of one process: of seats, and of those who watch."""
MOST_SHARED = 16
"""Tables in one stream."""
PAUSE = 15.0
"""Seconds after which a silent stream shows that it is still there."""
SILENCE = ": still here\n\n"
"""A sign of life of a stream without news."""
RETRY = "retry: 1000\n\n"
"""Browsers try again after a second."""


class Update(NamedTuple):
    """An update as it is sent."""

    number: int
    """The event after which the page shows it."""
    text: str
    """The JSON text."""


class RoleStates:
    """The latest states of a table as the owners of one role see it in one language, and their updates as text.

    Everybody with this role shares them.
    """

    def __init__(self) -> None:
        self._states: dict[int, State] = {}
        self._updates: dict[int, Update] = {}
        """Event that a page shows → its update to the latest state."""

    def state(self, number: int, write: Callable[[], State]) -> State:
        """Return the state after an event, written by the first who needs it."""
        if number not in self._states:
            state = write()
            self._updates.clear()
            self._states[number] = state
            while len(self._states) > MOST_STATES:
                del self._states[min(self._states)]
        return self._states[number]

    def ready(self, number: int, since: int) -> Update | None:
        """Return an update to the state after an event, if it was written already."""
        update = self._updates.get(since)
        return update if update is not None and update.number == number else None

    def write(self, state: State, since: int, extras: State) -> Update:
        """Write an update to a state.

        :param since: the event that the page shows; a state that is not remembered gives a full update.
        :param extras: more values, which a page does not keep.
        """
        before, number = self._states.get(since), state["number"]
        value = {**(state if before is None else difference(before, state)), **extras}
        value["since"] = None if before is None else since
        update = Update(number, json.dumps(value, ensure_ascii=False, separators=(",", ":")))
        if before is not None or since < 0:
            self._updates[since] = update
        return update


def difference(before: State, after: State) -> State:
    """Return a state without the regions and panels that a page shows already.

    The page applies it only to the state before, the one after the event ``since``, and else asks for a full update.
    """
    changed = {
        part: {key: value for key, value in after[part].items() if before[part].get(key) != value} for part in PARTS
    }
    return {**after, **changed}


class TooManyStreams(Exception):
    """A table that is watched too often, or a client that watches too many."""


class News(NamedTuple):
    """A message of a stream.

    :ivar kind: ``update``, ``presence``, ``trouble`` (it goes on later) or ``gone`` (it does not).
    """

    kind: str
    text: str
    """The JSON text."""

    @classmethod
    def of_fault(cls, kind: str, sentence: str) -> News:
        """Return the message about a fault."""
        return cls(kind, json.dumps({"error": sentence}, separators=(",", ":")))


@dataclass(slots=True, eq=False)
class Viewer:
    """A table in an open stream.

    :ivar last: number of the event that its page shows; -1 = none, or it has to be sent everything.
    """

    table_id: str
    secret: str
    language: str
    last: int
    client: str = ""
    role: Role = field(default_factory=lambda: Role(SPECTATOR))
    tick: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever the table changes."""
    present: frozenset[str] = frozenset()
    """The players of whom its page knows that they are at the table."""
    knows_trouble: bool = False
    """Whether its page shows that the store cannot be read."""
    is_replaced: bool = False
    """Set when the seat has got a newer stream instead."""

    @property
    def is_player(self) -> bool:
        """Whether it has a place of players."""
        return self.role.kind == SEAT


class Streams:
    """The open streams of this process, by table."""

    def __init__(self) -> None:
        self._viewers: dict[str, dict[Viewer, None]] = {}
        """Table → its viewers, the oldest first."""
        self._clients: Counter[tuple[str, bool]] = Counter()
        """Client, and whether they play → open streams."""
        self.is_closed = False
        """Set when the server stops: streams end at their next look."""
        self.loop: asyncio.AbstractEventLoop | None = None

    def close(self) -> None:
        """End all streams."""
        self.is_closed = True
        for table_id in self._viewers:
            self.wake(table_id)

    def watched(self) -> list[str]:
        """List the tables with open streams."""
        return list(self._viewers)

    def viewers(self, table_id: str) -> list[Viewer]:
        """List the open streams of a table; from any thread."""
        return list(self._viewers.get(table_id, ()))

    def players(self, table_id: str) -> frozenset[str]:
        """Return the players who have a page of a table open; from any thread."""
        return frozenset(viewer.role.player for viewer in self.viewers(table_id) if viewer.is_player)

    def count(self, is_player: bool) -> int:
        """Count the open streams of players, or of those who watch."""
        return sum(count for (_client, plays), count in self._clients.items() if plays == is_player)

    @contextmanager
    def subscribe(self, viewer: Viewer) -> Iterator[None]:
        """Open a stream, which is woken by changes until the block ends.

        :raises TooManyStreams: there are too many already.
        """
        self._make_room(viewer)
        key = viewer.client, viewer.is_player
        self._viewers.setdefault(viewer.table_id, {})[viewer] = None
        self._clients[key] += 1
        self.notify(viewer.table_id)  # everybody sees who is there
        try:
            yield
        finally:
            self._clients[key] -= 1
            if not self._clients[key]:
                del self._clients[key]
            viewers = self._viewers[viewer.table_id]
            del viewers[viewer]
            if not viewers:
                del self._viewers[viewer.table_id]
            self.notify(viewer.table_id)

    def _make_room(self, viewer: Viewer) -> None:
        """End the oldest stream of a seat that has too many."""
        plays, at_table = viewer.is_player, self._viewers.get(viewer.table_id, {})
        if self.count(plays) >= MOST_TOGETHER[plays] or self._clients[viewer.client, plays] >= MOST_BY_CLIENT[plays]:
            raise TooManyStreams
        if plays:
            same = [other for other in at_table if other.role == viewer.role and not other.is_replaced]
            for other in same[: max(0, len(same) + 1 - MOST_OF_SEAT)]:
                other.is_replaced = True
                other.tick.set()
            return
        watching = [other.client for other in at_table if not other.is_player]
        if len(watching) >= MOST_SPECTATORS or watching.count(viewer.client) >= MOST_OF_CLIENT:
            raise TooManyStreams

    def notify(self, table_id: str) -> None:
        """Wake the streams of a table; from any thread."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.wake, table_id)

    def wake(self, table_id: str) -> None:
        """Wake the streams of a table; from the thread of the loop."""
        for viewer in self._viewers.get(table_id, ()):
            viewer.tick.set()


def message(news: News | None, viewers: Sequence[Viewer], place: int | None = None) -> str:
    """Write a server-sent event; the id has the numbers of the events that the pages show then.

    So a browser that connects again misses nothing. It has one stream for all of its tables, because it opens only six
    connections to a server at once.

    :param news: None for a sign of life. :param place: of its table: the data of a shared stream begins with it.
    """
    if news is None:
        return SILENCE
    numbers = ",".join(str(viewer.last) for viewer in viewers)
    head = "" if place is None else f"{place} "
    return f"id: {numbers}\nevent: {news.kind}\ndata: {head}{news.text}\n\n"
