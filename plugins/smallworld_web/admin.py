"""The page of the host of the server: tables, streams, load; it removes tables and lets bots pause.

Its link has a secret that is drawn at each start of the server, which prints it.
"""

from __future__ import annotations

import hmac
import json
import os
import time
from collections.abc import Iterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from smallworld.languages import _
from smallworld_play.seats import HUMAN
from smallworld_web.client_limits import Budget
from smallworld_web.environment import render
from smallworld_web.role_links import WrongLink, digest_of
from smallworld_web.site import Site

LATEST = 200
"""Tables on the page, those that were used last."""


def admin_routes(site: Site, budget: Budget) -> list[Route]:
    """List the addresses of the page of the host."""
    pages = AdminPages(site)
    return [
        Route("/admin/{secret}", budget.answer(pages.show)),
        Route("/admin/{secret}/remove/{table}", budget.answer(pages.remove), methods=["POST"]),
        Route("/admin/{secret}/pause", pages.pause, methods=["POST"]),
        Route("/admin/{secret}/resume", pages.resume, methods=["POST"]),
    ]


class AdminPages:
    """The answers to the host of the server."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def _enter(self, request: Request) -> str:
        """Return the path of the page.

        :raises WrongLink: the secret is another one.
        """
        secret = request.path_params["secret"]
        if not hmac.compare_digest(digest_of(secret), digest_of(self.site.admin_secret)):
            raise WrongLink
        return f"/admin/{secret}"

    def show(self, request: Request) -> Response:
        """Show tables, streams and load."""
        path, site = self._enter(request), self.site
        page = render(
            "admin.html", here=path, tables=list(self._tables()), figures=self._figures(),
            paused=site.bots.places.is_paused, faults=site.catalog.faults(), editions=site.catalog.offers(),
        )  # fmt: skip
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    def _figures(self) -> Mapping[str, Any]:
        """Return what the server does at this moment, in words."""
        site = self.site
        places, streams = site.bots.places, site.streams
        load = " ".join(f"{value:.2f}" for value in os.getloadavg()) if hasattr(os, "getloadavg") else "?"
        return {
            _("Tables in the database"): site.tables.store.count(),
            _("Tables in memory"): len(site.tables.in_memory()),
            _("Open streams of players"): streams.count(True),
            _("Open streams of spectators"): streams.count(False),
            _("Bots that think"): places.busy,
            _("Bots that wait"): places.waiting,
            _("Load of the machine"): load,
            _("Hours since the start"): f"{(time.time() - site.started) / 3600:.1f}",
            _("Database"): site.tables.store.name,
        }

    def _tables(self) -> Iterator[Mapping[str, Any]]:
        """Yield the tables that were used last."""
        for table_id, used, line in self.site.tables.store.latest(LATEST):
            head, table = json.loads(line), self.site.tables.peek(table_id)
            seats = table.seats if table is not None else head.get("seats", {})
            kinds = [(name, seats.get(name, HUMAN)) for name in head["players"]]
            players = ", ".join(name if kind == HUMAN else f"{name} ({kind})" for name, kind in kinds)
            state = ""
            if table is not None:
                state = _("over") if table.is_over else _("round {round}", round=table.game.round)
            yield {
                "id": table_id, "edition": head["variant"], "players": players, "state": state,
                "used": time.strftime("%Y-%m-%d %H:%M", time.localtime(used)),
                "streams": len(self.site.streams.viewers(table_id)),
            }  # fmt: skip

    def remove(self, request: Request) -> Response:
        """Remove a table for good."""
        path = self._enter(request)
        self.site.tables.remove(request.path_params["table"])
        return RedirectResponse(path, 303)

    async def pause(self, request: Request) -> Response:
        """Let no bot begin to think."""
        return self._pause(request, True)

    async def resume(self, request: Request) -> Response:
        """Let bots think again."""
        return self._pause(request, False)

    def _pause(self, request: Request, is_paused: bool) -> Response:
        path = self._enter(request)
        self.site.bots.places.pause(is_paused)
        return RedirectResponse(path, 303)
