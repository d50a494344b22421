"""The routes of people that decide nothing in a game: seats, remarks, pace, another game, feed and group."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld_web.answers import form_of, json_of, number_of, problem_page, refusal_answer
from smallworld_web.client_limits import Budget, Rates, current_client
from smallworld_web.environment import render
from smallworld_web.page_updates import MOST_SHARED
from smallworld_web.personal_pages import GroupPages, feed
from smallworld_web.role_links import OPEN, SCREEN, SEAT, SPECTATOR, Role
from smallworld_web.site import Site
from smallworld_web.table import Table
from smallworld_web.webhook_messages import WebhookRefused


def company_routes(site: Site, budget: Budget) -> list[Route]:
    """List the addresses."""
    company, at_table = Company(site, budget), "/t/{table}/{secret}"
    return [
        Route(f"{at_table}/sit", company.sit, methods=["POST"]),
        Route(f"{at_table}/resign", company.resign, methods=["POST"]),
        Route(f"{at_table}/remark", company.remark, methods=["POST"]),
        Route(f"{at_table}/pace", company.pace, methods=["POST"]),
        Route(f"{at_table}/webhook", company.webhook, methods=["POST"]),
        Route(f"{at_table}/rematch", company.rematch, methods=["POST"]),
    ]


def enter(site: Site, request: Request) -> tuple[Table, Role]:
    """Return the table of a link and the role that it gives.

    :raises WrongLink: it opens nothing.
    """
    return site.tables.enter(request.path_params["table"], request.path_params["secret"])


def enter_seat(site: Site, request: Request) -> tuple[Table, str]:
    """Return the table of a link and the player of its seat.

    :raises WrongLink: it opens nothing. :raises SmallWorldError: it belongs to no seat.
    """
    table, role = enter(site, request)
    if role.kind != SEAT:
        raise SmallWorldError(_("only players decide; this link does not belong to a seat"))
    return table, role.player


def base_of(site: Site, request: Request) -> str:
    """Return the address of the server, as players reach it."""
    return site.url or f"{request.url.scheme}://{request.url.netloc}"


def free_seats_page(site: Site, request: Request, table: Table) -> Response:
    """Show the seats from which the owner of the common link may choose."""
    page = render(
        "sit.html", title=f"{table.game.variant.name}: {', '.join(table.game.players)}", here=request.url.path,
        seats=site.people.free_seats(table),
    )  # fmt: skip
    return HTMLResponse(page, headers={"cache-control": "no-store"})


class Company:
    """The answers to requests of people at a table."""

    def __init__(self, site: Site, budget: Budget) -> None:
        self.site, self.budget = site, budget
        self._remarks = Rates(0.5, 10)
        """How often a client may write a remark."""
        self._rematches = Rates(0.2, 20)
        """How often a client may open a table for the same people."""
        self._webhooks = Rates(0.05, 10)
        """How often a client may set a webhook, to which a message is sent at once."""

    async def sit(self, request: Request) -> Response:
        """Give a free seat to the owner of the common link, and lead to its own link."""
        player = (await form_of(request)).get("player", "")

        def take() -> str:
            table, role = enter(self.site, request)
            if role.kind != OPEN:
                raise SmallWorldError(_("only the common link of a table leads to its free seats"))
            return f"/t/{table.id}/{self.site.people.sit(table.id, player)}"

        return RedirectResponse(await self.budget.run(take), 303)

    async def resign(self, request: Request) -> Response:
        """Let a bot play on for a player who leaves."""

        def leave() -> None:
            table, player = enter_seat(self.site, request)
            self.site.people.resign(table.id, player)

        await self.budget.run(leave)
        return RedirectResponse(request.url.path.rpartition("/")[0], 303)

    async def remark(self, request: Request) -> Response:
        """Write a remark to everybody at the table, by a player or a spectator."""
        text = str((await json_of(request)).get("text", ""))
        if not self._remarks.allow(current_client()):
            return problem_page(request, 429, _("too many remarks; wait a moment"))

        def write() -> None:
            table, role = enter(self.site, request)
            if role.kind not in (SEAT, SPECTATOR, SCREEN):
                raise SmallWorldError(_("only players and spectators write remarks"))
            self.site.tables.change(table.id, lambda table: table.remark(role.player, text))

        await self.budget.run(write)
        return JSONResponse({})

    async def webhook(self, request: Request) -> Response:
        """Set the webhook of a seat, ``address=https://…``, or remove it, ``remove=yes``; no answer has the address."""
        form = await form_of(request)
        address = None if form.get("remove") else form.get("address", "").strip()
        if not self._webhooks.allow(current_client()):
            return problem_page(request, 429, _("too many messages go to this webhook; wait a moment"))

        def choose() -> None:
            table, player = enter_seat(self.site, request)
            self.site.webhooks.set_address(table.id, player, address, base_of(self.site, request))

        table_path = request.url.path.rpartition("/")[0]
        try:
            await run_in_threadpool(choose)  # it waits for another server, so it takes no place of those who play
        except WebhookRefused as error:
            page = render("message.html", title="smallworld", sentence=str(error), back=table_path)
            return HTMLResponse(page, 422)
        return RedirectResponse(table_path, 303)

    async def pace(self, request: Request) -> Response:
        """Choose how long each action of a bot takes: ``{"pace": 150}``, in milliseconds, by a player."""
        pace = number_of((await json_of(request)).get("pace"))
        table, role = await run_in_threadpool(enter, self.site, request)
        if role.kind != SEAT:
            return refusal_answer(403, _("only players decide; this link does not belong to a seat"))
        self.site.bots.set_pace(table.id, max(pace, 0) / 1000)
        return JSONResponse({})

    async def rematch(self, request: Request) -> Response:
        """Open a table for the same people; answer with its address for this person."""
        if not self._rematches.allow(current_client()):
            return problem_page(request, 429, _("too many new tables; wait a moment"))
        table_id = await self.budget.run(lambda: self.site.people.rematch(enter_seat(self.site, request)[0].id))
        return JSONResponse({"path": f"/t/{table_id}/{request.path_params['secret']}"})


KEPT = {"cache-control": "no-store"}


def personal_routes(site: Site, budget: Budget) -> list[Route]:
    """List the addresses behind somebody's own links: the feed of their games, and the page of their group."""
    groups = GroupPages(site.tables)

    def show_feed(request: Request) -> Response:
        """Write the feed of tables: ``feed?at=TABLE/SECRET&at=…``."""
        places = [text.split("/") for text in request.query_params.getlist("at")]
        if not 0 < len(places) <= MOST_SHARED or any(len(place) != 2 for place in places):
            raise SmallWorldError(_("a feed has 1 to {most} tables", most=MOST_SHARED))
        path = f"{request.url.path}?{request.url.query}"
        text = feed(site.tables, [(table, secret) for table, secret in places], base_of(site, request), path)
        return Response(text, headers=KEPT, media_type="application/atom+xml")

    def show_group(request: Request) -> Response:
        """Show the finished games of the same people."""
        table, role = enter(site, request)
        return HTMLResponse(groups.page(table, role, request.url.path.rpartition("/")[0]), headers=KEPT)

    return [
        Route("/feed", budget.answer(show_feed)),
        Route("/t/{table}/{secret}/group", budget.answer(show_group)),
    ]
