"""The studio of a running server: drafts, workers, streams, and what happens now and then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool

from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.languages import _
from smallworld_play.seats import HUMAN
from smallworld_studio.draft_files import EditedFolder
from smallworld_studio.draft_store import DraftStore
from smallworld_studio.drafts import Drafts
from smallworld_studio.live import JobQueue, Live
from smallworld_web.site import Site

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
