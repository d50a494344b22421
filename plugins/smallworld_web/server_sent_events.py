"""Server-sent events: every page of a table gets at once what has changed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from smallworld_web.middleware.visitor import Visitor
from smallworld_web.page_updates import Update

MOST_STREAMS = 60
"""Open streams of one table."""
MOST_TOGETHER = 3000
"""Open streams of one process."""
PAUSE = 15.0
"""Seconds after which a silent stream shows that it is still there."""
RETRY = "retry: 1000\n\n"
"""Browsers try again after a second."""


class TooManyStreams(Exception):
    """A table that is watched too often."""


@dataclass(slots=True, eq=False)
class Viewer:
    """An open stream.

    :ivar last: number of the event that its page shows; -1 = none, or it has to be sent everything.
    """

    secret: str
    visitor: Visitor
    last: int
    tick: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever the table changes."""


class Streams:
    """The open streams of this process, by table."""

    def __init__(self) -> None:
        self._viewers: dict[str, set[Viewer]] = {}
        self.is_closed = False
        """Set when the server stops: streams end at their next look."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def attach(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Choose the loop of the streams."""
        self._loop = loop

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

    @contextmanager
    def subscribe(self, table_id: str, viewer: Viewer) -> Iterator[None]:
        """Open a stream, which is woken by changes until the block ends.

        :raises TooManyStreams: the table has too many already.
        """
        viewers = self._viewers.get(table_id, set())
        if len(viewers) >= MOST_STREAMS or sum(map(len, self._viewers.values())) >= MOST_TOGETHER:
            raise TooManyStreams
        self._viewers[table_id] = viewers
        viewers.add(viewer)
        try:
            yield
        finally:
            viewers.discard(viewer)
            if not viewers:
                self._viewers.pop(table_id, None)

    def notify(self, table_id: str) -> None:
        """Wake the streams of a table; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, table_id)

    def wake(self, table_id: str) -> None:
        """Wake the streams of a table; from the thread of the loop."""
        for viewer in self._viewers.get(table_id, ()):
            viewer.tick.set()


def update_message(update: Update) -> str:
    """Write an update as a server-sent event; its id is the number of the event that the page shows then."""
    return f"id: {update.number}\nevent: update\ndata: {update.text}\n\n"


def message(kind: str, value: Mapping[str, str]) -> str:
    """Write any other server-sent event."""
    return f"event: {kind}\ndata: {json.dumps(value, separators=(',', ':'))}\n\n"
