"""The running site: tables, streams and bots together."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress

from starlette.concurrency import run_in_threadpool

from smallworld.errors import SmallWorldError
from smallworld.languages import _, current_language, in_language
from smallworld_web import bot_turns, page_data, table_people, table_registry, webhooks
from smallworld_web.answers import detail, sentence
from smallworld_web.database import StoreError
from smallworld_web.edition_catalog import EditionCatalog
from smallworld_web.page_sets import PageSet
from smallworld_web.page_updates import PAUSE, News, Streams, TooManyStreams, Update, Viewer, message
from smallworld_web.request_checks import CLIENT
from smallworld_web.role_links import WrongLink, new_secret, role_of
from smallworld_web.store import LISTENING, Store
from smallworld_web.table import Outdated

LOG = logging.getLogger(__name__)
LOOK = 1.0
"""Seconds between two looks into the store for events of other processes."""
PATIENCE = 4.0
"""Seconds that another process has to play a bot before this one does."""
SIGN = 3.0
"""Seconds between two signs of life for other processes."""
SWEEP = 3600.0
"""Seconds between two removals of idle tables."""


class Site:
    """Everything that one server process keeps.

    :param choose: asks a bot in another process, see :class:`smallworld_web.bot_workers.Workers`.
    :param url: the address under which players reach the server; empty = that of their requests.
    :param idle: seconds after which a table that nobody has begun to play is removed; 0 = never.
    """

    def __init__(
        self, store: Store, catalog: EditionCatalog, choose: bot_turns.Choose, *, url: str = "", threads: int = 2,
        idle: float = 0.0, patience: float = PATIENCE,
    ) -> None:  # fmt: skip
        self.catalog, self.url, self.idle = catalog, url.rstrip("/"), idle
        self.streams = Streams()
        self.tables = table_registry.TableRegistry(
            store, catalog.plugins, on_change=self._on_change, on_catch_up=self._on_catch_up
        )
        self.patience, self.started = patience, time.time()
        self.admin_secret = new_secret()
        """The secret of the link to the page of the server's host, until the process ends."""
        self.trouble: StoreError | None = None
        """Why the store could not be read at the last look."""
        self.is_alone = False
        """Whether no other process serves these tables."""
        self.bots = bot_turns.BotTurns(self.tables, self.streams, choose, threads)
        self.webhooks = webhooks.Webhooks(self.tables, self.streams)
        self.people = table_people.TablePeople(self.tables, catalog, self.streams)
        self.lobby: table_people.Lobby | None = None
        """The tables on the start page with seats for anybody, if the host of the server wants it."""
        self.plugin_names: tuple[str, ...] = ()
        """Further plugins, by which worker processes load the same ones."""
        self.page_settings: Mapping[str, str] = {}
        """Settings of the pages of other packages, from the command."""
        self.page_sets: list[PageSet] = []
        """Pages of other packages."""
        self._loop: asyncio.AbstractEventLoop | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Look for events of other processes, and play bots, until the block ends."""
        self._loop = self.streams.loop = self.bots.loop = self.webhooks.loop = asyncio.get_running_loop()
        with suppress(SmallWorldError):  # the look of every second reports it
            await run_in_threadpool(self.tables.time.begin)
            await run_in_threadpool(self._give_sign)
        works = self._look(), self._sweep(), _repeat(self._give_sign, SIGN), _repeat(self.end_times, LOOK)
        tasks = [asyncio.create_task(work) for work in works]
        listener = threading.Thread(target=self._listen, name="announcements", daemon=True)
        listener.start()
        try:
            async with AsyncExitStack() as stack:
                for page_set in self.page_sets:
                    await stack.enter_async_context(page_set.running())
                yield
        finally:
            for task in tasks:
                task.cancel()
            self.bots.end()
            self.webhooks.end()
            self._loop = self.streams.loop = None
            listener.join(2 * LISTENING)
            with suppress(SmallWorldError):
                self.tables.store.sign_off()

    # --- streams

    async def events(self, *places: tuple[str, str, int], is_shared: bool = False) -> AsyncIterator[str]:
        """Yield the changes of tables as server-sent events, for the owner of their links.

        :param places: table, secret of a link, and number of the last event that the page has seen.
        :param is_shared: the stream may have several tables.
        """
        language, client = current_language(), CLIENT.get()
        viewers = [Viewer(table_id, secret, language, last, client) for table_id, secret, last in places]
        async for place, news in self._follow(viewers):
            yield message(news, viewers, place if is_shared else None)

    async def _follow(self, viewers: Sequence[Viewer]) -> AsyncIterator[tuple[int, News | None]]:
        """Yield the place of a table and its news, or None as a sign of life, until no table is left."""
        tick = asyncio.Event()
        with ExitStack() as stack:
            following: dict[int, Viewer] = {}
            for place, viewer in enumerate(viewers):
                viewer.tick = tick
                try:
                    viewer.role = (await run_in_threadpool(self.tables.enter, viewer.table_id, viewer.secret))[1]
                    stack.enter_context(self.streams.subscribe(viewer))
                    following[place] = viewer
                    self.look_after(viewer.table_id)
                except TooManyStreams:
                    yield place, News.of_fault("gone", _("this table is watched too often; close some windows"))
                except StoreError as error:  # the browser connects again
                    yield place, News.of_fault("trouble", sentence(error))
                except WrongLink as error:
                    yield place, News.of_fault("gone", sentence(error))
            while following and not self.streams.is_closed:
                tick.clear()
                for place, viewer in list(following.items()):
                    news = await self._news(viewer)
                    if news is not None:
                        yield place, news
                    if news is not None and news.kind == "gone":
                        del following[place]
                if not following:
                    return
                with suppress(TimeoutError):
                    async with asyncio.timeout(PAUSE):
                        await tick.wait()
                    continue
                yield 0, None

    async def _news(self, viewer: Viewer) -> News | None:
        """Return what has changed for a viewer since the last time."""
        if viewer.is_replaced:
            return News.of_fault("gone", _("this seat is open in many windows; load this one again to go on here"))
        try:
            if self.trouble is not None:
                raise self.trouble
            with in_language(viewer.language):
                update = self._ready_update(viewer.table_id, viewer)
                if update is None:
                    update = await run_in_threadpool(self._update, viewer.table_id, viewer)
        except StoreError as error:
            viewer.last = -1  # everything is sent again when the store is back
            if viewer.knows_trouble:
                return None
            viewer.knows_trouble = True
            return News.of_fault("trouble", sentence(error))
        except WrongLink as error:
            return News.of_fault("gone", sentence(error))
        viewer.knows_trouble = False
        if update is None or update.number == viewer.last:
            return self._presence(viewer)
        viewer.last = update.number
        return News("update", update.text)

    def _presence(self, viewer: Viewer) -> News | None:
        """Return who is at the table, if a viewer does not know it yet."""
        present = self.streams.players(viewer.table_id)
        if viewer.present == present:
            return None
        viewer.present = present
        return News("presence", json.dumps({"here": sorted(present)}, ensure_ascii=False))

    def _ready_update(self, table_id: str, viewer: Viewer) -> Update | None:
        """Return the update of a stream if it was written already; this waits for nobody."""
        table = self.tables.peek(table_id)
        if table is None or not table.lock.acquire(blocking=False):
            return None
        try:
            return page_data.ready_update(table, role_of(table.links, viewer.secret), viewer.last)
        finally:
            table.lock.release()

    def _update(self, table_id: str, viewer: Viewer) -> Update | None:
        """Return the update of a stream, or None if its page shows the latest state already."""
        table, role = self.tables.enter(table_id, viewer.secret, viewer.last)
        return None if table.number == viewer.last else page_data.update(table, role, viewer.last)

    def _on_change(self, table_id: str) -> None:
        """Write the updates of all streams after a change that this process made, and send them; from any thread."""
        table = self.tables.peek(table_id)
        for viewer in self.streams.viewers(table_id) if table is not None else ():
            with suppress(SmallWorldError), in_language(viewer.language):  # the stream itself reports its problem
                self._update(table_id, viewer)
        self.streams.notify(table_id)
        self.webhooks.notice(table_id)
        self.bots.assign(table_id, CLIENT.get())
        if table is None or table.bot_to_move:
            self.bots.play_soon(table_id, 0.0, is_changed=True)

    async def _look(self) -> None:
        """Look every second for events that other processes have appended, and for changed files of editions."""
        while True:
            await asyncio.sleep(LOOK)
            await run_in_threadpool(self._read_changed_editions)
            trouble: StoreError | None = None
            try:
                await run_in_threadpool(self._read_outdated)
            except StoreError as error:
                trouble = error
            was_in_trouble, self.trouble = self.trouble is not None, trouble
            if was_in_trouble != (trouble is not None):  # every page shows it
                LOG.warning("%s", detail(trouble) if trouble is not None else "the database can be used again")
                for table_id in self.streams.watched():
                    self.streams.notify(table_id)

    def _give_sign(self) -> None:
        """Tell other processes that this one serves the tables."""
        self.is_alone = self.tables.store.sign_of_life()
        self.tables.time.sign()

    def end_times(self) -> None:
        """Do what the host has chosen at every table at which the time of a person is over.

        :raises StoreError: the store cannot be read.
        """
        kind = self.catalog.usual_bots()[0]
        for table_id in self.tables.store.overdue(self.tables.time()):
            try:
                self.tables.change(table_id, lambda table: table.end_time(kind))
            except Outdated:  # somebody has decided at the last moment, or another process looked first
                continue
            except SmallWorldError as error:
                LOG.warning("the time at table %s cannot be ended: %s", table_id, detail(error))

    def _on_catch_up(self, table_id: str) -> None:
        """Wake the streams and bots of a table with events of another process; from any thread."""
        self.streams.notify(table_id)
        self.look_after(table_id)

    def _read_changed_editions(self) -> None:
        """Read editions with changed files again, and log what became of them."""
        try:
            changed = self.catalog.changed()
        except Exception as error:  # files of a fan may fail in any way, and the look goes on
            LOG.warning("the files of editions cannot be looked at: %s", detail(error))
            return
        for edition in changed:
            lines = [*map(str, edition.problems)] or [edition.problem or "no problems"]
            LOG.warning("the files of %s have changed: %s", edition.name, "\n  ".join(lines))

    def _read_outdated(self) -> None:
        """Read the tables again to which another process has appended events."""
        numbers = self.tables.in_memory()
        if numbers:
            self._read_again(numbers)
        else:
            self.tables.store.count()

    def _read_again(self, numbers: Mapping[str, int]) -> None:
        """Read tables again that have later events than these numbers."""
        if not numbers:
            return
        latest = self.tables.store.last_numbers(numbers)
        for table_id in numbers.keys() - latest.keys():  # removed
            self.tables.forget(table_id)
            self.streams.notify(table_id)
        for table_id, number in numbers.items():
            if latest.get(table_id, -1) > number:
                self.tables.catch_up(table_id)

    def _listen(self) -> None:
        """Listen for events of other processes, where the database announces them; in a thread of its own."""
        while self._loop is not None and not self.tables.store.is_sqlite:
            try:
                for table_id in self.tables.store.announced(lambda: self._loop is None):
                    numbers = self.tables.in_memory()
                    self._read_again({table_id: numbers[table_id]} if table_id in numbers else {})
            except Exception as error:  # the look of every second goes on, and the connection is made again
                LOG.warning("announcements of the database have stopped: %s", detail(error))
                time.sleep(LOOK)

    async def _sweep(self) -> None:
        """Remove idle tables now and then."""
        while self.idle:
            try:
                await run_in_threadpool(self.sweep, self.idle)
            except SmallWorldError as error:
                LOG.warning("idle tables cannot be removed now: %s", detail(error))
            await asyncio.sleep(SWEEP)

    def sweep(self, idle: float) -> list[str]:
        """Remove tables that nobody has begun to play within some seconds, a part of all at most; return their ids."""
        removed = self.tables.store.sweep(idle)
        if removed:
            LOG.warning("removed %d tables that nobody has begun to play: %s", len(removed), ", ".join(removed))
        self._read_outdated()
        return removed

    # --- bots

    def look_after(self, table_id: str) -> None:
        """Play the bots of a table, unless another process does it soon; from any thread."""
        self.bots.assign(table_id, CLIENT.get())
        self.bots.play_soon(table_id, 0.0 if self.is_alone else self.patience)


async def _repeat(work: Callable[[], None], seconds: float) -> None:
    """Do something in a thread, again and again; the look of every second reports a store that cannot be used."""
    while True:
        await asyncio.sleep(seconds)
        with suppress(StoreError):
            await run_in_threadpool(work)
