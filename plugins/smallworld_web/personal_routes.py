"""The routes behind somebody's own links: the feed of their games, and the page of their group."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld_web.group_page import GroupPages
from smallworld_web.middleware.budgets import Budget
from smallworld_web.server_sent_events import MOST_SHARED
from smallworld_web.site import Site
from smallworld_web.turn_feed import feed

KEPT = {"cache-control": "no-store"}


def personal_routes(site: Site, budget: Budget) -> list[Route]:
    """List the addresses."""
    groups = GroupPages(site.tables)

    def show_feed(request: Request) -> Response:
        """Write the feed of tables: ``feed?at=TABLE/SECRET&at=…``."""
        places = [text.split("/") for text in request.query_params.getlist("at")]
        if not 0 < len(places) <= MOST_SHARED or any(len(place) != 2 for place in places):
            raise SmallWorldError(_("a feed has 1 to {most} tables", most=MOST_SHARED))
        base = site.url or f"{request.url.scheme}://{request.url.netloc}"
        path = f"{request.url.path}?{request.url.query}"
        text = feed(site.tables, [(table, secret) for table, secret in places], base, path)
        return Response(text, headers=KEPT, media_type="application/atom+xml")

    def show_group(request: Request) -> Response:
        """Show the finished games of the same people."""
        table, role = site.tables.enter(request.path_params["table"], request.path_params["secret"])
        return HTMLResponse(groups.page(table, role, request.url.path.rpartition("/")[0]), headers=KEPT)

    return [
        Route("/feed", budget.answer(show_feed)),
        Route("/t/{table}/{secret}/group", budget.answer(show_group)),
    ]
