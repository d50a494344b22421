"""The studio of a running server: jobs of worker processes, streams to the pages of drafts, trial tables, sweeping."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import time
import zlib
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool

from smallworld import Game, SmallWorldError, _
from smallworld.languages import current_language
from smallworld_play.seats import HUMAN
from smallworld_studio.draft_files import EditedFolder
from smallworld_studio.draft_store import DraftStore
from smallworld_studio.drafts import Drafts
from smallworld_web.answers import sentence
from smallworld_web.bot_workers import BotFailed, Workers, WorkersClosed
from smallworld_web.database import StoreError
from smallworld_web.page_updates import PAUSE, RETRY, SILENCE
from smallworld_web.request_checks import CLIENT, FairPlaces, OverBudget, Rates
from smallworld_web.role_links import WrongLink
from smallworld_web.site import Site

SECONDS = 10.0
"""Limit of a job."""
MOST_OF_ONE = 8
"""Requests of one draft that are answered or wait."""
MODULE = "smallworld_studio.jobs.worker"


class Rank(StrEnum):
    """The order in which jobs in the background begin."""

    QUICK = "0"
    """A quick picture."""
    FULL = "1"
    TESTS = "2"
    GAMES = "3"


class JobFailed(SmallWorldError):
    """A job that took too long, or with which a worker ended."""


class JobQueue:
    """Two sets of workers, so that a page never waits behind pictures.

    :param plugin_names: further plugins of the server.
    """

    def __init__(self, plugin_names: Sequence[str] = (), *, seconds: float = SECONDS) -> None:
        cores = os.cpu_count() or 1
        self._quick = Workers(plugin_names, seconds=seconds, most=cores, module=MODULE)
        self._slow = Workers(plugin_names, seconds=seconds, most=max(1, cores - 1), module=MODULE)
        self._background = FairPlaces(max(1, cores - 1), cores, rank=float)
        self._drafts = FairPlaces(sys.maxsize, 1)
        self._time = Rates(0.9, 60.0)
        """Seconds of workers that each client may use: in the long run, and at once."""
        self._warming: list[asyncio.Future[Any]] = []
        self._threads: set[asyncio.Future[dict[str, Any]]] = set()

    async def quick(self, draft_id: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Do a job for an answer, one of each draft at a time.

        :raises OverBudget: the client has used more than its share. :raises SmallWorldError: the job was refused.
        """
        client = CLIENT.get()
        if self._drafts.count_of(draft_id) >= MOST_OF_ONE or self._time.take(client, 0.0) < 0:
            raise OverBudget
        async with self._drafts.place(draft_id):
            try:
                reply = await self._ask(self._quick, {**request, "language": current_language()})
            except JobFailed:
                self._time.take(client, self._quick.seconds)
                raise
            self._time.take(client, float(reply.get("seconds", 0.0)))
        if "error" in reply:
            raise SmallWorldError(str(reply["error"]))
        return reply

    def warm(self) -> None:
        """Start a worker of each kind before the first job needs it, once; it imports for a while."""
        if not self._warming:
            files = {"variant.yaml": "variant: first\nname: First\nextends: base\n"}
            asks = [self._ask(workers, {"job": "check", "files": files}) for workers in (self._quick, self._slow)]
            self._warming = [asyncio.gather(*asks, return_exceptions=True)]

    async def slow(self, request: Mapping[str, Any], language: str, rank: Rank, client: str = "") -> dict[str, Any]:
        """Do a job in the background; a failure is the sentence in ``error``.

        :param client: who is charged; nobody by default, as for games, which wait for everything else.
        """
        reply: dict[str, Any] = {"seconds": self._slow.seconds}
        try:
            async with self._background.place(rank):
                reply = await self._ask(self._slow, {**request, "language": language})
        except SmallWorldError as error:
            reply["error"] = error.sentence
        if client:
            self._time.take(client, float(reply["seconds"]))
        return reply

    async def close(self) -> None:
        """End all workers, and the threads that wait for them."""
        self._quick.close()
        self._slow.close()
        await asyncio.gather(*self._threads, return_exceptions=True)

    async def _ask(self, workers: Workers, request: Mapping[str, Any]) -> dict[str, Any]:
        """Wait for the reply of a worker; it is waited for even where nobody wants it any more."""
        thread = asyncio.ensure_future(asyncio.to_thread(workers.ask, request))
        self._threads.add(thread)
        thread.add_done_callback(self._threads.discard)
        try:
            return await asyncio.shield(thread)
        except WorkersClosed:
            raise
        except BotFailed:
            raise JobFailed(
                _("this took longer than {seconds:g} seconds, or too much memory, and was ended",
                  seconds=workers.seconds)
            ) from None  # fmt: skip


# --- streams


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
        self._watchers: dict[str, set[asyncio.Queue[str]]] = {}
        """Draft → what waits for each of its open streams."""
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
        client = CLIENT.get()
        watchers = self._watchers.setdefault(draft_id, set())
        if len(watchers) >= MOST_OF_DRAFT or self._clients[client] >= MOST_OF_CLIENT:
            yield message("gone", {"error": _("this draft is open too often; close some windows")})
            return
        messages: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        watchers.add(messages)
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
                    yield await asyncio.wait_for(messages.get(), TICK)
        finally:
            watchers.discard(messages)
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
        for messages in self._watchers.get(draft_id, ()):
            with suppress(asyncio.QueueFull):
                messages.put_nowait(message(kind, data))

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


# --- the whole studio


LOG = logging.getLogger(__name__)
FOLDER, SECRET = "studio folder", "studio secret"
"""Settings of the pages: a folder to edit, and the secret of the link to its draft."""
LOOK = 1.0
"""Seconds between two looks into a folder."""
SWEEP = 3600.0
"""Seconds between two removals of idle drafts and trial tables."""
TRIAL_LIFE = 86400.0
"""Seconds after its last use until a trial table is removed."""
BOTS = ("greedy", "random")
"""The bots of a trial, the first that the server has."""


class Studio:
    """Everything of the studio in one server process."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.drafts = Drafts(DraftStore(site.tables.store))
        self.jobs = JobQueue(site.plugin_names)
        self.live = Live(self.drafts, self.jobs, lambda: site.streams.is_closed)
        if FOLDER in site.page_settings:
            folder = EditedFolder(Path(site.page_settings[FOLDER]))
            self.drafts.open_folder(folder, site.page_settings[SECRET])

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Sweep now and then until the block ends."""
        tasks = [asyncio.create_task(work) for work in (self._sweep(), self._watch_folders())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            self.live.close()
            await self.jobs.close()

    async def _watch_folders(self) -> None:
        """Look every second for files that another program has changed."""
        while self.drafts.folders:
            for draft_id in self.drafts.folders:
                with suppress(SmallWorldError):  # the next revision of the page reports it
                    if await run_in_threadpool(self.drafts.take_in, draft_id):
                        number = self.drafts.get(draft_id).number
                        self.live.publish(draft_id, "changed", {"revision": number})
            await asyncio.sleep(LOOK)

    async def _sweep(self) -> None:
        while True:
            try:
                await run_in_threadpool(self.sweep)
            except SmallWorldError as error:
                LOG.warning("old drafts and trials cannot be removed now: %s", error.sentence)
            await asyncio.sleep(SWEEP)

    def sweep(self, trial_life: float = TRIAL_LIFE) -> None:
        """Remove trial tables that nobody uses any more, and drafts after the days of ``--idle-days``."""
        for table in self.drafts.store.old_trials(trial_life):
            with suppress(SmallWorldError):
                self.site.tables.remove(table)
        if self.site.idle:
            for draft in self.drafts.store.sweep(self.site.idle):
                self.drafts.forget(draft)

    def open_trial(self, draft_id: str, reply: Mapping[str, Any], people: int) -> dict[str, str]:
        """Open a table for a game that a worker has set up; return the paths of its first person and of its host."""
        game = Game.loads(str(reply["record"]), plugins=self.site.catalog.plugins)
        bot = next((name for name in BOTS if name in self.site.catalog.bots()), HUMAN)
        seats = {name: HUMAN if place < max(1, people) else bot for place, name in enumerate(game.players)}
        table, secret = self.site.tables.create(game, seats)
        self.drafts.store.mark_trial(table, draft_id)
        return {"url": self.site.people.first_path(table, secret), "host": f"/t/{table}/{secret}"}

    def trial_record(self, draft_id: str, path: str) -> tuple[str, int]:
        """Return the record of a trial table of a draft, and the number of its last action.

        :param path: of any link to the table.
        :raises SmallWorldError: it is not a trial of this draft.
        """
        parts = path.strip("/").split("/")
        if len(parts) != 3 or parts[0] != "t" or self.drafts.store.trial_of(parts[1]) != draft_id:
            raise SmallWorldError(_("this table does not try this draft"))
        table, _role = self.site.tables.enter(parts[1], parts[2])
        with table.lock:
            return table.game.dumps(), table.game.log_length
