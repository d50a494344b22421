"""Jobs of worker processes: quick ones for answers, slow ones for pictures, tests and estimates."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _, current_language
from smallworld_web.bot_workers import BotFailed, Workers, WorkersClosed
from smallworld_web.client_limits import OverBudget, Rates, current_client

SECONDS = 10.0
"""Limit of a job."""
MOST_WAITING = 8
"""Requests of one draft that are answered or wait."""
MODULE = "smallworld_studio.jobs.worker"


class Rank(IntEnum):
    """The order in which jobs in the background begin."""

    QUICK = 0
    """A quick picture."""
    FULL = 1
    TESTS = 2
    GAMES = 3


class Turns:
    """Lets a number of jobs run at the same time; of those that wait the first of the lowest rank is next."""

    def __init__(self, most: int) -> None:
        self._free = most
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._numbers = count()

    @asynccontextmanager
    async def turn(self, rank: int) -> AsyncIterator[None]:
        """Wait for a turn, and hold it until the block ends."""
        if self._free:
            self._free -= 1
        else:
            mine = asyncio.get_running_loop().create_future()
            heappush(self._waiting, (rank, next(self._numbers), mine))
            try:
                await mine
            except asyncio.CancelledError:
                if mine.done() and not mine.cancelled():  # it had its turn just now
                    self._go_on()
                raise
        try:
            yield
        finally:
            self._go_on()

    def _go_on(self) -> None:
        while self._waiting:
            *_order, following = heappop(self._waiting)
            if not following.done():
                following.set_result(None)
                return
        self._free += 1


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
        self._background = Turns(max(1, cores - 1))
        self._waiting: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}
        self._time = Rates(0.9, 60.0)
        """Seconds of workers that each client may use: in the long run, and at once."""
        self._warming: list[asyncio.Task[None]] = []
        self._threads: set[asyncio.Future[dict[str, Any]]] = set()

    async def quick(self, draft_id: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Do a job for an answer, one of each draft at a time.

        :raises OverBudget: the client has used more than its share. :raises SmallWorldError: the job was refused.
        """
        client = current_client()
        if self._waiting[draft_id] >= MOST_WAITING or self._time.take(client, 0.0) < 0:
            raise OverBudget
        self._waiting[draft_id] += 1
        try:
            async with self._turns.setdefault(draft_id, asyncio.Lock()):
                try:
                    reply = await self._ask(self._quick, {**request, "language": current_language()})
                except JobFailed:
                    self._time.take(client, self._quick.seconds)
                    raise
                self._time.take(client, float(reply.get("seconds", 0.0)))
        finally:
            self._waiting[draft_id] -= 1
            if not self._waiting[draft_id]:
                del self._waiting[draft_id]
                self._turns.pop(draft_id, None)
        if "error" in reply:
            raise SmallWorldError(str(reply["error"]))
        return reply

    def warm(self) -> None:
        """Start a worker of each kind before the first job needs it, once; it imports for a while."""
        if not self._warming:
            files = {"variant.yaml": "variant: first\nname: First\nextends: base\n"}
            request = {"job": "check", "files": files}
            self._warming = [
                asyncio.create_task(self._start(workers, request)) for workers in (self._quick, self._slow)
            ]

    async def _start(self, workers: Workers, request: Mapping[str, Any]) -> None:
        with suppress(SmallWorldError):
            await self._ask(workers, request)

    async def slow(self, request: Mapping[str, Any], language: str, rank: Rank, client: str = "") -> dict[str, Any]:
        """Do a job in the background; a failure is the sentence in ``error``.

        :param client: who is charged; nobody by default, as for games, which wait for everything else.
        """
        reply: dict[str, Any] = {"seconds": self._slow.seconds}
        try:
            async with self._background.turn(rank):
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
