"""Pages that other packages bring to the server: the hook ``smallworld_pages``."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pluggy

from smallworld.plugins.installed import installed_plugins

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

    from smallworld_web.request_checks import Budget
    from smallworld_web.site import Site

LOG = logging.getLogger(__name__)
GROUP = "smallworld.pages"
"""The group of entry points: modules with pages. The name of one is that of the option that switches its pages."""
hookspec = pluggy.HookspecMarker("smallworld")


@dataclass(frozen=True, slots=True)
class PageSet:
    """The pages of a package.

    :ivar routes: makes the addresses, for the limits of the server; they come before those of the server itself.
    :ivar limits: pattern of a path → most bytes of a request to it, where 16,384 are not enough.
    :ivar running: encloses the time in which the server answers, e.g. for tasks in the background.
    :ivar link: path and name of its first page, for the start page of the server.
    """

    routes: Callable[[Budget], Sequence[BaseRoute]]
    limits: Mapping[str, int] = field(default_factory=dict)
    running: Callable[[], AbstractAsyncContextManager[Any]] = nullcontext
    link: tuple[str, str] | None = None


class PageHooks:
    """The hooks of packages with pages."""

    @hookspec
    def smallworld_pages(self, site: Site) -> PageSet:  # type: ignore[empty-body]
        """Pages of the server.

        Example: ``return PageSet(lambda budget: [Route("/fen", budget.answer(show_fen))])``
        """


def page_set_names() -> list[str]:
    """List the names of all installed sets of pages, without importing them."""
    return sorted({entry.name for entry in installed_plugins(GROUP)})


def load_page_sets(site: Site, names: Sequence[str]) -> list[PageSet]:
    """Make the pages of packages; of one that cannot be imported only a line in the log is made."""
    page_sets: list[PageSet] = []
    for entry in sorted(installed_plugins(GROUP)):
        if entry.name not in names:
            continue
        manager = pluggy.PluginManager("smallworld")
        manager.add_hookspecs(PageHooks)
        try:
            manager.register(entry.load(), name=entry.name)
            page_sets += manager.hook.smallworld_pages(site=site)
        except (ImportError, AttributeError, ValueError) as error:
            LOG.warning("the pages of %s cannot be used: %s", entry.name, error)
    return page_sets
