"""The studio: make an edition in the browser. A draft is the text of a few files, which only workers read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from smallworld import hookimpl
from smallworld.languages import N_

if TYPE_CHECKING:
    from smallworld_web.page_sets import PageSet
    from smallworld_web.site import Site

WISH_BYTES, TEXT_BYTES = 65_536, 1_500_000
"""Most bytes of a request for small things, and of one with texts of files; a text of 1 MB is longer as JSON."""


@hookimpl
def smallworld_commands() -> Mapping[str, tuple[str, str]]:
    """Name → the place of the command, and a line of help."""
    return {"studio": ("smallworld_studio.command:command", N_("Make an edition in the browser."))}


@hookimpl
def smallworld_pages(site: Site) -> PageSet:
    """Return the pages of the studio."""
    from smallworld_studio.routes import studio_routes  # only where it is switched on
    from smallworld_studio.studio import Studio
    from smallworld_web.page_sets import PageSet

    studio = Studio(site)
    limits = {r"/studio/drafts": TEXT_BYTES, r"/s/\w+/[\w-]+/(check|edit|form|import|board)": TEXT_BYTES}
    return PageSet(
        lambda budget: studio_routes(studio, budget), {**limits, r"/s/.*": WISH_BYTES}, studio.running,
        ("/studio", N_("Make your own edition")),
    )  # fmt: skip
