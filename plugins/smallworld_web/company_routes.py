"""The routes of people that decide nothing in a game: seats, remarks, pace, feed, group; the host; the lobby."""

from __future__ import annotations

from collections.abc import Callable

import segno
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from smallworld import SmallWorldError, _
from smallworld_play.seats import HUMAN
from smallworld_web.answers import (
    PACKED,
    UNKEPT,
    form_of,
    json_of,
    number_of,
    places_of,
    problem_page,
    refusal_answer,
    render,
)
from smallworld_web.page_updates import MOST_SHARED
from smallworld_web.personal_pages import GroupPages, feed
from smallworld_web.request_checks import Budget, Rates
from smallworld_web.role_links import HOST, OPEN, SCREEN, SEAT, SPECTATOR, Role, seat_name
from smallworld_web.site import Site
from smallworld_web.table import LONGEST_REMARK, Table
from smallworld_web.table_people import Lobby
from smallworld_web.webhooks import WebhookRefused


def company_routes(site: Site, budget: Budget) -> list[Route]:
    """List the addresses."""
    company, at_table = Company(site, budget), "/t/{table}/{secret}"
    changes = (
        company.sit, company.resign, company.remark, company.pace, company.webhook, company.rematch,
        company.seat, company.link, company.note, company.mute, company.remove,
    )  # fmt: skip
    return [
        *(Route(f"{at_table}/{change.__name__}", change, methods=["POST"]) for change in changes),
        Route("/feed", budget.answer(company.feed)),
        Route(f"{at_table}/group", budget.answer(company.group)),
        *(_lobby_routes(site.lobby, budget) if site.lobby is not None else ()),
    ]


def _lobby_routes(lobby: Lobby, budget: Budget) -> list[Route]:
    """List the addresses of the free seats on the start page."""
    rates = Rates(0.02, 5)  # how often a client may take a seat

    def show(request: Request) -> Response:
        seats = lobby.free_seats(request.path_params["table"])
        page = render("sit.html", title=_("Open table"), here=request.url.path, seats=seats, is_open=True)
        return HTMLResponse(page, headers=UNKEPT)

    async def sit(request: Request) -> Response:
        player = (await form_of(request)).get("player", "")
        rates.require(_("you have taken many seats; wait a while"))
        table_id = request.path_params["table"]
        return RedirectResponse(await budget.run(lambda: lobby.sit(table_id, player)), 303)

    return [
        Route("/open/{table}", budget.answer(show), middleware=PACKED),
        Route("/open/{table}/sit", sit, methods=["POST"]),
    ]


def base_of(site: Site, request: Request) -> str:
    """Return the address of the server, as players reach it."""
    return site.url or f"{request.url.scheme}://{request.url.netloc}"


def free_seats_page(site: Site, request: Request, table: Table) -> Response:
    """Show the seats from which the owner of the common link may choose."""
    page = render("sit.html", title=table.title, here=request.url.path, seats=site.people.free_seats(table))
    return HTMLResponse(page, headers=UNKEPT)


def host_page(site: Site, request: Request, table_id: str) -> str:
    """Write the page of a host, with all links."""
    table, at_table = site.tables.get(table_id), f"{base_of(site, request)}/t/{table_id}/"
    links = site.people.links(table_id, request.path_params["secret"])
    seats = [
        {"player": player, "kind": kind, "link": secret and f"{at_table}{secret}"}
        for player, kind in table.seats.items()
        for secret in [links[seat_name(player)]]
    ]
    has_company = list(table.seats.values()).count(HUMAN) > 1  # so that people may share a screen
    return render(
        "host.html", title=table.game.variant.name, seats=seats, human=HUMAN, bots=site.catalog.bots(),
        spectator=at_table + links[SPECTATOR], here=request.url.path,
        screen=f"/t/{table_id}/{links[SCREEN]}" if SCREEN in links and has_company else "",
        common=at_table + links[OPEN] if OPEN in links and site.people.free_seats(table) else "",
        qr_code=_qr_code, muted=table.log.muted, longest=LONGEST_REMARK,
        writers=[*((name, name) for name in table.seats), ("", _("Spectators"))],
    )  # fmt: skip


def _qr_code(link: str) -> Markup:
    drawing = segno.make(link, micro=False).svg_inline(
        scale=4, border=2, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(drawing)


class Company:
    """The answers to requests; each method of a change has the name of its address."""

    def __init__(self, site: Site, budget: Budget) -> None:
        self.site, self.budget, self._groups = site, budget, GroupPages(site.tables)
        self._remarks, self._notes = Rates(0.5, 10), Rates(0.5, 10)
        """How often a client may write a remark, or a note."""
        self._rematches = Rates(0.2, 20)
        """How often a client may open a table for the same people."""
        self._webhooks = Rates(0.05, 10)
        """How often a client may set a webhook, to which a message is sent at once."""

    def _enter(self, request: Request) -> tuple[Table, Role]:
        """Return the table of a link and the role that it gives.

        :raises WrongLink: it opens nothing.
        """
        return self.site.tables.enter(request.path_params["table"], request.path_params["secret"])

    def _enter_seat(self, request: Request) -> tuple[Table, str]:
        """Return the table of a link and the player of its seat.

        :raises WrongLink: it opens nothing. :raises SmallWorldError: it belongs to no seat.
        """
        table, role = self._enter(request)
        if role.kind != SEAT:
            raise SmallWorldError(_("only players decide; this link does not belong to a seat"))
        return table, role.player

    async def sit(self, request: Request) -> Response:
        """Give a free seat to the owner of the common link, and lead to its own link."""
        player = (await form_of(request)).get("player", "")

        def take() -> str:
            table, role = self._enter(request)
            if role.kind != OPEN:
                raise SmallWorldError(_("only the common link of a table leads to its free seats"))
            return f"/t/{table.id}/{self.site.people.sit(table.id, player)}"

        return RedirectResponse(await self.budget.run(take), 303)

    async def resign(self, request: Request) -> Response:
        """Let a bot play on for a player who leaves."""

        def leave() -> None:
            table, player = self._enter_seat(request)
            self.site.people.resign(table.id, player)

        await self.budget.run(leave)
        return _back(request)

    async def remark(self, request: Request) -> Response:
        """Write a remark to everybody at the table, by a player or a spectator."""
        text = str((await json_of(request)).get("text", ""))
        self._remarks.require(_("too many remarks; wait a moment"))

        def write() -> None:
            table, role = self._enter(request)
            if role.kind not in (SEAT, SPECTATOR, SCREEN):
                raise SmallWorldError(_("only players and spectators write remarks"))
            self.site.tables.change(table.id, lambda table: table.remark(role.player, text))

        await self.budget.run(write)
        return JSONResponse({})

    async def webhook(self, request: Request) -> Response:
        """Set the webhook of a seat, ``address=https://…``, or remove it, ``remove=yes``; no answer has the address."""
        form = await form_of(request)
        address = None if form.get("remove") else form.get("address", "").strip()
        self._webhooks.require(_("too many messages go to this webhook; wait a moment"))

        def choose() -> None:
            table, player = self._enter_seat(request)
            self.site.webhooks.set_address(table.id, player, address, base_of(self.site, request))

        back = _back(request)
        try:
            await run_in_threadpool(choose)  # it waits for another server, so it takes no place of those who play
        except WebhookRefused as error:
            page = render("message.html", title="smallworld", sentence=str(error), back=back.headers["location"])
            return HTMLResponse(page, 422)
        return back

    async def pace(self, request: Request) -> Response:
        """Choose how long each action of a bot takes: ``{"pace": 150}``, in milliseconds, by a player."""
        pace = number_of((await json_of(request)).get("pace"))
        table, role = await run_in_threadpool(self._enter, request)
        if role.kind != SEAT:
            return refusal_answer(403, _("only players decide; this link does not belong to a seat"))
        self.site.bots.set_pace(table.id, max(pace, 0) / 1000)
        return JSONResponse({})

    async def rematch(self, request: Request) -> Response:
        """Open a table for the same people; answer with its address for this person."""
        self._rematches.require(_("too many new tables; wait a moment"))
        table_id = await self.budget.run(lambda: self.site.people.rematch(self._enter_seat(request)[0].id))
        return JSONResponse({"path": f"/t/{table_id}/{request.path_params['secret']}"})

    # --- behind somebody's own links

    def feed(self, request: Request) -> Response:
        """Write the feed of tables: ``feed?at=TABLE/SECRET&at=…``."""
        places = places_of(request, 2, _("a feed has 1 to {most} tables", most=MOST_SHARED))
        path = f"{request.url.path}?{request.url.query}"
        text = feed(self.site.tables, [(table, secret) for table, secret in places], base_of(self.site, request), path)
        return Response(text, headers=UNKEPT, media_type="application/atom+xml")

    def group(self, request: Request) -> Response:
        """Show the finished games of the same people."""
        table, role = self._enter(request)
        return HTMLResponse(self._groups.page(table, role, request.url.path.rpartition("/")[0]), headers=UNKEPT)

    # --- by the host

    async def seat(self, request: Request) -> Response:
        """Give a seat to a bot or back to a person."""
        form = await form_of(request)
        return await self._host(request, lambda table: self.site.people.change_seat(table, form))

    async def link(self, request: Request) -> Response:
        """Replace the link of a seat or of the spectators."""
        form, secret = await form_of(request), request.path_params["secret"]
        return await self._host(request, lambda table: self.site.people.renew_link(table, secret, form.get("role", "")))

    async def note(self, request: Request) -> Response:
        """Write a note to everybody at the table."""
        text, tables = (await form_of(request)).get("text", ""), self.site.tables
        self._notes.require(_("too many remarks; wait a moment"))
        return await self._host(
            request, lambda table_id: tables.change(table_id, lambda table: table.remark("", text, is_note=True))
        )

    async def mute(self, request: Request) -> Response:
        """Let a player, or all spectators, write no remarks, or write again."""
        form = await form_of(request)
        return await self._host(request, lambda table: self.site.people.mute(table, form))

    async def remove(self, request: Request) -> Response:
        """Remove the table for good."""
        if (await form_of(request)).get("sure") != "yes":
            return problem_page(request, 422, _("nothing was done: tick the box to remove the table for good"))
        refusal = await self._host(request, self.site.tables.remove)
        if refusal.status_code != 303:
            return refusal
        page = render(
            "message.html", title="smallworld", sentence=_("The table is removed, and all of its links."),
            forget=f"/t/{request.path_params['table']}/",
        )  # fmt: skip
        return HTMLResponse(page)

    async def _host(self, request: Request, change: Callable[[str], object]) -> Response:
        """Carry out a change of the host, and lead back to the page of the table."""

        def carry_out() -> bool:
            table, role = self._enter(request)
            if role.kind == HOST:
                change(table.id)
            return role.kind == HOST

        if not await self.budget.run(carry_out):
            return problem_page(request, 403, _("only the host may do this"))
        return _back(request)


def _back(request: Request) -> Response:
    """Lead back to the page above an address."""
    return RedirectResponse(request.url.path.rpartition("/")[0], 303)
