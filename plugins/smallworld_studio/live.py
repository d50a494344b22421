"""The stream to the pages of a draft: pictures, results of tests and balance, changes of other windows."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass, field
from typing import Any

from starlette.concurrency import run_in_threadpool

from smallworld.languages import _, current_language
from smallworld_studio.drafts import Drafts
from smallworld_studio.job_queue import JobQueue, Rank
from smallworld_web.answers import sentence
from smallworld_web.client_limits import current_client
from smallworld_web.database import StoreError
from smallworld_web.page_updates import PAUSE, RETRY, SILENCE
from smallworld_web.role_links import WrongLink

REST = 1.0
"""Seconds without a newer picture after which the full one is drawn."""
TICK = 0.5
"""Seconds between two looks whether the server closes."""
MOST_OF_DRAFT = 30
MOST_OF_CLIENT = 20
"""Open streams of one draft, and of one client."""
MOST_WAITING = 50
"""Messages that wait for a slow reader; a page that misses some asks for them when it reads again."""
MOST_REQUESTS = 500
"""Drafts with a picture that waits for somebody to look."""
MOST_BATCHES = 60
"""Batches of games of one estimate."""


@dataclass(slots=True, eq=False)
class Watcher:
    """An open stream of a draft."""

    draft: str
    client: str
    messages: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))


@dataclass(frozen=True, slots=True)
class PictureRequest:
    """A picture that somebody looks at, and the tests of the draft."""

    files: Mapping[str, str]
    board: str
    revision: int
    language: str
    has_tests: bool
    client: str
    """Who uses the time."""


class Live:
    """The streams of all drafts, and the work in the background for them.

    :param is_closed: whether the server closes.
    """

    def __init__(self, drafts: Drafts, jobs: JobQueue, is_closed: Callable[[], bool]) -> None:
        self.drafts, self.jobs, self.is_closed = drafts, jobs, is_closed
        self._watchers: dict[str, set[Watcher]] = {}
        self._clients: Counter[str] = Counter()
        self._requests: dict[str, PictureRequest] = {}
        self._news: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._estimates: dict[str, asyncio.Task[None]] = {}

    # --- streams

    async def events(self, draft_id: str, secret: str, since: int) -> AsyncGenerator[str]:
        """Yield the messages for one page.

        :param since: the revision that it shows.
        """
        client = current_client()
        watchers = self._watchers.setdefault(draft_id, set())
        if len(watchers) >= MOST_OF_DRAFT or self._clients[client] >= MOST_OF_CLIENT:
            yield message("gone", {"error": _("this draft is open too often; close some windows")})
            return
        watcher = Watcher(draft_id, client)
        watchers.add(watcher)
        self._clients[client] += 1
        self._begin(draft_id)
        try:
            yield RETRY
            last_sign = 0.0
            while not self.is_closed():
                if time.monotonic() - last_sign >= PAUSE:
                    last_sign = time.monotonic()
                    text, since = await self._look(draft_id, secret, since)
                    yield text
                    if text.startswith("event: gone"):
                        return
                with suppress(TimeoutError):
                    yield await asyncio.wait_for(watcher.messages.get(), TICK)
        finally:
            watchers.discard(watcher)
            self._clients[client] -= 1
            if not watchers:
                self._watchers.pop(draft_id, None)

    async def _look(self, draft_id: str, secret: str, since: int) -> tuple[str, int]:
        """Look whether the link is still good, and whether another process has changed the draft."""
        try:
            draft, _role = await run_in_threadpool(self.drafts.enter, draft_id, secret)
        except WrongLink as error:
            return message("gone", {"error": sentence(error)}), since
        except StoreError as error:
            return message("trouble", {"error": sentence(error)}), since
        if draft.number > since >= 0:
            return message("changed", {"revision": draft.number}), draft.number
        return SILENCE, max(since, draft.number)

    def publish(self, draft_id: str, kind: str, data: Mapping[str, Any]) -> None:
        """Send a message to all pages of a draft; a page that reads too slowly misses it."""
        for watcher in self._watchers.get(draft_id, ()):
            with suppress(asyncio.QueueFull):
                watcher.messages.put_nowait(message(kind, data))

    # --- pictures and tests

    def want(self, draft_id: str, request: PictureRequest) -> None:
        """Draw a board and run the tests soon; of several requests for a draft the newest wins."""
        self._requests[draft_id] = request
        if draft_id in self._watchers:
            self._begin(draft_id)
        while len(self._requests) > MOST_REQUESTS:
            del self._requests[next(iter(self._requests))]

    def _begin(self, draft_id: str) -> None:
        """Begin to draw, where somebody looks and a picture is wanted."""
        if draft_id not in self._requests:
            return
        self._news.setdefault(draft_id, asyncio.Event()).set()
        if draft_id not in self._tasks:
            self._tasks[draft_id] = asyncio.create_task(self._work(draft_id))

    async def _work(self, draft_id: str) -> None:
        """Draw quickly, and after a moment without changes in full; then run the tests."""
        news = self._news[draft_id]
        try:
            while draft_id in self._requests:
                news.clear()
                request = self._requests.pop(draft_id)
                is_drawn = not request.board or await self._draw(draft_id, request, "quick")
                with suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), REST)
                if draft_id not in self._requests and not is_drawn:
                    await self._draw(draft_id, request, "full")
                if draft_id not in self._requests and request.has_tests:
                    await self._test(draft_id, request)
        finally:
            self._tasks.pop(draft_id, None)
            self._news.pop(draft_id, None)

    async def _draw(self, draft_id: str, request: PictureRequest, quality: str) -> bool:
        """Send a drawing; return whether nothing better is to come."""
        job = {"job": "picture", "files": request.files, "board": request.board, "quality": quality}
        reply = await self.jobs.slow(job, request.language, Rank[quality.upper()], request.client)
        if "error" in reply:
            reply = {"board": request.board, "error": reply["error"]}
        self.publish(draft_id, "picture", {**reply, "revision": request.revision})
        return reply.get("quality") != "quick"

    async def _test(self, draft_id: str, request: PictureRequest) -> None:
        reply = await self.jobs.slow(
            {"job": "tests", "files": request.files}, request.language, Rank.TESTS, request.client
        )
        self.publish(draft_id, "tests", {**reply, "revision": request.revision})

    # --- balance

    def estimate(self, draft_id: str, files: Mapping[str, str], kind: str, name: str) -> None:
        """Play games with a race or a power until its result is known well; an earlier estimate ends."""
        self.end_estimate(draft_id)
        work = self._estimate(draft_id, files, kind, name, current_language())
        self._estimates[draft_id] = asyncio.create_task(work)

    def end_estimate(self, draft_id: str) -> None:
        """End the estimate of a draft."""
        task = self._estimates.pop(draft_id, None)
        if task is not None:
            task.cancel()

    async def _estimate(self, draft_id: str, files: Mapping[str, str], kind: str, name: str, language: str) -> None:
        values: list[float] = []
        for batch in range(MOST_BATCHES):
            if draft_id not in self._watchers:
                return
            request = {"job": "games", "files": files, "kind": kind, "id": name, "batch": batch, "values": values}
            reply = await self.jobs.slow(request, language, Rank.GAMES)
            head = {"kind": kind, "id": name}
            if "error" in reply:
                self.publish(draft_id, "balance", {**head, "error": reply["error"]})
                return
            values = reply.pop("values")
            is_done = bool(reply["done"]) or batch == MOST_BATCHES - 1
            self.publish(draft_id, "balance", {**head, **reply, "done": is_done})
            if is_done:
                return

    def close(self) -> None:
        """End all work."""
        for task in [*self._tasks.values(), *self._estimates.values()]:
            task.cancel()


def message(kind: str, data: Mapping[str, Any]) -> str:
    """Write a server-sent event."""
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n"


async def compressed(messages: AsyncGenerator[str]) -> AsyncIterator[bytes]:
    """Compress a stream by gzip so that each message arrives at once: a picture is five times as long without."""
    packer = zlib.compressobj(5, wbits=31)
    async with aclosing(messages):
        async for text in messages:
            yield packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
