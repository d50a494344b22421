"""The entry point ``smallworld.pages``: brings the studio to the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from smallworld import hookimpl
from smallworld.languages import N_
from smallworld_web.page_sets import PageSet

if TYPE_CHECKING:
    from smallworld_web.site import Site

WISH_BYTES, TEXT_BYTES = 65_536, 1_500_000
"""Most bytes of a request for small things, and of one with texts of files; a text of 1 MB is longer as JSON."""


@hookimpl
def smallworld_pages(site: Site) -> PageSet:
    """Return the pages of the studio."""
    from smallworld_studio.studio import Studio  # only where it is switched on

    studio = Studio(site)

    @asynccontextmanager
    async def running() -> AsyncIterator[None]:
        async with studio.running():
            yield

    limits = {r"/studio/drafts": TEXT_BYTES, r"/s/\w+/[\w-]+/(check|edit|form|import)": TEXT_BYTES}
    return PageSet(studio.routes, {**limits, r"/s/.*": WISH_BYTES}, running, ("/studio", N_("Make your own edition")))
