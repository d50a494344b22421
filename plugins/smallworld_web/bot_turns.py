"""Turns of bots: who thinks next, when a table sleeps, and what happens after a fault."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from starlette.concurrency import run_in_threadpool

from smallworld import ActionError, PluginError, SmallWorldError
from smallworld.languages import ENGLISH, set_language
from smallworld_play.seats import HUMAN, EndlessRound
from smallworld_web.answers import detail, sentence
from smallworld_web.bot_workers import BotFailed, WorkersClosed
from smallworld_web.page_updates import Streams
from smallworld_web.request_checks import FairPlaces
from smallworld_web.role_links import WrongLink
from smallworld_web.table import Outdated, Table
from smallworld_web.table_registry import TableRegistry

Choose = Callable[[str, str, str], str]
"""Return the action of a bot: record, player and kind of bot → action."""
REPLACEMENT = "random"
"""The bot that takes the seat of one that fails."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""Seconds until bots try again after a fault; the pause doubles with each further one."""
PACE = 5.0
"""A client's bots wait so much longer than the server needed to carry their actions out: they use a sixth of it."""
HUMAN_PACE = 0.6
"""Seconds from one action of a bot to the next while somebody looks on, unless a player has chosen another pace."""
MOST_CLIENTS = 20_000
"""Tables of which the client is remembered."""
LOG = logging.getLogger(__name__)


class BotTurns:
    """Plays the bots of all tables.

    :param choose: asks a bot in another process, see :class:`smallworld_web.bot_workers.Workers`.
    :param places: bots that think at the same time.
    """

    def __init__(self, tables: TableRegistry, streams: Streams, choose: Choose, places: int) -> None:
        self.places = FairPlaces(places)
        self._tables, self._streams, self._choose = tables, streams, choose
        self._threads = ThreadPoolExecutor(places, thread_name_prefix="bots")
        self.loop: asyncio.AbstractEventLoop | None = None
        """Where bots play; None while they do not."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """Table → the task that plays its bots."""
        self._patient: set[str] = set()
        """Tables with a task that waits for another process."""
        self._resting: set[str] = set()
        """Tables with a task that waits after a fault."""
        self._begins: dict[str, float] = {}
        """Client → the moment from which its bots may think again."""
        self._clients: OrderedDict[str, str] = OrderedDict()
        """Table → the client that its bots think for."""
        self._paces: OrderedDict[str, float] = OrderedDict()
        """Table → seconds that a player has chosen for each action of its bots."""

    def end(self) -> None:
        """Play no bots any more."""
        self.loop = None
        for task in self._tasks.values():
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def assign(self, table_id: str, client: str) -> None:
        """Let the bots of a table think for the client that opened it, or has seen it first since the server began."""
        if client:
            self._clients.setdefault(table_id, client)
            while len(self._clients) > MOST_CLIENTS:
                self._clients.popitem(last=False)

    def set_pace(self, table_id: str, seconds: float) -> None:
        """Choose how long each action of the bots of a table takes while somebody looks on."""
        self._paces[table_id] = min(max(seconds, 0.0), HUMAN_PACE)
        while len(self._paces) > MOST_CLIENTS:
            self._paces.popitem(last=False)

    def play_soon(self, table_id: str, patience: float, *, is_changed: bool = False) -> None:
        """Play the bots of a table; from any thread.

        :param patience: seconds in which another process may play them first.
        :param is_changed: the table has new events, so that a pause after a fault ends.
        """
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._begin_task, table_id, patience, is_changed)

    def _begin_task(self, table_id: str, patience: float, is_changed: bool) -> None:
        running = self._tasks.get(table_id)
        if running is not None:
            is_idle = (table_id in self._patient and not patience) or (table_id in self._resting and is_changed)
            if not is_idle:
                return
            running.cancel()
        self._tasks[table_id] = asyncio.create_task(self._play(table_id, patience))

    async def _play(self, table_id: str, patience: float) -> None:
        """Let bots decide until a person does, or nobody looks on; after a fault it begins again."""
        set_language(ENGLISH)  # not that of the person who acted last
        pause = FIRST_PAUSE
        number = -1
        try:
            while True:
                try:
                    table = await run_in_threadpool(self._tables.get, table_id)
                    is_watched = HUMAN in table.seats.values() or bool(self._streams.viewers(table_id))
                    if not table.bot_to_move or not is_watched:
                        return
                    if patience and table.number != number:
                        number = table.number
                        await self._wait(self._patient, table_id, patience)
                        continue
                    patience = 0.0
                    await self._decide(table)
                    pause = FIRST_PAUSE
                except (WrongLink, WorkersClosed):
                    return
                except Exception as error:
                    LOG.warning("bots of table %s try again in %g s: %s", table_id, pause, detail(error))
                    await self._wait(self._resting, table_id, pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            if self._tasks.get(table_id) is asyncio.current_task():
                del self._tasks[table_id]

    async def _wait(self, kind: set[str], table_id: str, seconds: float) -> None:
        """Wait, until a reason to go on at once cancels the task."""
        kind.add(table_id)
        try:
            await asyncio.sleep(seconds)
        finally:
            kind.discard(table_id)

    async def _decide(self, table: Table) -> None:
        """Let the bot that is to move decide; one that fails is replaced by a random one.

        Where an ability fails, or asks for ever, no bot can help: a person has the seat then.

        :raises SmallWorldError: no bot can decide now.
        """
        player, number, record = table.bot_to_move, table.number, table.record()
        kind, loop, client = table.seats[player], asyncio.get_running_loop(), self._clients.get(table.id, "")
        await asyncio.sleep(self._begins.get(client, 0.0) - loop.time())
        try:
            async with self.places.place(client):
                start = loop.time()
                action = await loop.run_in_executor(self._threads, self._choose, record, player, kind)
            if self._streams.viewers(table.id):
                await asyncio.sleep(start + self._paces.get(table.id, HUMAN_PACE) - loop.time())
            used = await run_in_threadpool(self._carry_out, table.id, number, action)
            if len(self._begins) > MOST_CLIENTS:
                self._begins.clear()
            self._begins[client] = max(loop.time(), self._begins.get(client, 0.0)) + PACE * used
        except Outdated:
            return
        except (BotFailed, ActionError) as error:
            if kind == REPLACEMENT:
                raise
            await self._replace(table.id, number, REPLACEMENT, error)
        except (PluginError, EndlessRound) as error:
            await self._replace(table.id, number, HUMAN, error)

    def _carry_out(self, table_id: str, number: int, action: str) -> float:
        """Carry out the action of a bot; return the seconds of a processor that it took, with the pages of viewers."""
        start = time.thread_time()
        self._tables.change(table_id, lambda table: table.apply_bot(number, action))
        return time.thread_time() - start

    async def _replace(self, table_id: str, number: int, kind: str, error: SmallWorldError) -> None:
        """Give the seat that decides after an event to another bot, or to a person."""
        LOG.warning("a bot of table %s is replaced by %s: %s", table_id, kind, detail(error))
        problem = sentence(error)
        with suppress(Outdated):
            await run_in_threadpool(
                self._tables.change, table_id, lambda table: table.replace_bot(number, kind, problem)
            )
