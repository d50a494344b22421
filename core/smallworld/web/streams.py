"""Server-sent events: every page of a table hears at once that it has changed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

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


class Streams:
    """The open streams of this process, by table."""

    def __init__(self) -> None:
        self._ticks: dict[str, set[asyncio.Event]] = {}
        self.is_closed = False
        """Set when the server stops: streams end at their next look."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def attach(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Choose the loop of the streams."""
        self._loop = loop

    def close(self) -> None:
        """End all streams."""
        self.is_closed = True
        for table_id in self._ticks:
            self._wake(table_id)

    def watched(self) -> list[str]:
        """List the tables with open streams."""
        return list(self._ticks)

    @contextmanager
    def subscribe(self, table_id: str) -> Iterator[asyncio.Event]:
        """Open a stream: an event that is set whenever the table changes.

        :raises TooManyStreams: the table has too many already.
        """
        ticks = self._ticks.get(table_id, set())
        if len(ticks) >= MOST_STREAMS or sum(map(len, self._ticks.values())) >= MOST_TOGETHER:
            raise TooManyStreams
        self._ticks[table_id] = ticks
        tick = asyncio.Event()
        ticks.add(tick)
        try:
            yield tick
        finally:
            ticks.discard(tick)
            if not ticks:
                self._ticks.pop(table_id, None)

    def notify(self, table_id: str) -> None:
        """Wake the streams of a table; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, table_id)

    def _wake(self, table_id: str) -> None:
        for tick in self._ticks.get(table_id, ()):
            tick.set()


def message(kind: str, value: Mapping[str, Any], number: int | None = None) -> str:
    """Write one server-sent event; its id is the number of an event of the table."""
    head = f"id: {number}\n" if number is not None else ""
    return f"{head}event: {kind}\ndata: {json.dumps(value, ensure_ascii=True, separators=(',', ':'))}\n\n"


def difference(before: Mapping[str, Any] | None, after: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an update without the regions and panels that a page shows already."""
    if before is None:
        return after
    changed = {
        part: {key: value for key, value in after[part].items() if before[part].get(key) != value}
        for part in ("regions", "panels")
    }
    return {**after, **changed}
