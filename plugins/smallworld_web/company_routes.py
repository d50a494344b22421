"""The routes of people that decide nothing in a game: seats, remarks, pace, feed, group; the host; the lobby."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import segno
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from smallworld import SmallWorldError, _
from smallworld_play.seats import HUMAN
from smallworld_web import answers
from smallworld_web.page_updates import MOST_SHARED
from smallworld_web.personal_pages import GroupPages, feed
from smallworld_web.request_checks import Budget, Rates
from smallworld_web.role_links import HOST, OPEN, SCREEN, SEAT, SPECTATOR, NotAllowed, Role, seat_name
from smallworld_web.site import Site
from smallworld_web.table import LONGEST_REMARK, Table
from smallworld_web.table_people import Lobby
from smallworld_web.webhooks import WebhookRefused

Form = Mapping[str, str]


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
        return answers.page("sit.html", title=_("Open table"), here=request.url.path, seats=seats, is_open=True)

    async def sit(request: Request) -> Response:
        player = (await answers.form_of(request)).get("player", "")
        rates.require(_("you have taken many seats; wait a while"))
        table_id = request.path_params["table"]
        return RedirectResponse(await budget.run(lambda: lobby.sit(table_id, player)), 303)

    return [
        Route("/open/{table}", budget.answer(show), middleware=answers.PACKED),
        Route("/open/{table}/sit", sit, methods=["POST"]),
    ]


def base_of(site: Site, request: Request) -> str:
    """Return the address of the server, as players reach it."""
    return site.url or f"{request.url.scheme}://{request.url.netloc}"


def free_seats_page(site: Site, request: Request, table: Table) -> Response:
    """Show the seats from which the owner of the common link may choose."""
    seats = site.people.free_seats(table)
    return answers.page("sit.html", title=table.title, here=request.url.path, seats=seats)


def host_page(site: Site, request: Request, table_id: str) -> Response:
    """Show the page of a host, with all links."""
    table, at_table = site.tables.get(table_id), f"{base_of(site, request)}/t/{table_id}/"
    links = site.people.links(table_id, request.path_params["secret"])
    seats = [
        {"player": player, "kind": kind, "link": secret and f"{at_table}{secret}"}
        for player, kind in table.seats.items()
        for secret in [links[seat_name(player)]]
    ]
    has_company = list(table.seats.values()).count(HUMAN) > 1  # so that people may share a screen
    return answers.page(
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
        """Return the table of a link and the role that it gives."""
        return self.site.tables.enter(request.path_params["table"], request.path_params["secret"])

    def _enter_seat(self, request: Request) -> tuple[str, str]:
        """Return the table of a link and the player of its seat."""
        table, role = self.site.tables.enter_seat(request.path_params["table"], request.path_params["secret"])
        return table.id, role.player

    async def sit(self, request: Request) -> Response:
        """Give a free seat to the owner of the common link, and lead to its own link."""
        player = (await answers.form_of(request)).get("player", "")

        def take() -> str:
            table, role = self._enter(request)
            if role.kind != OPEN:
                raise SmallWorldError(_("only the common link of a table leads to its free seats"))
            return f"/t/{table.id}/{self.site.people.sit(table.id, player)}"

        return RedirectResponse(await self.budget.run(take), 303)

    async def resign(self, request: Request) -> Response:
        """Let a bot play on for a player who leaves."""

        await self.budget.run(lambda: self.site.people.resign(*self._enter_seat(request)))
        return _back(request)

    async def remark(self, request: Request) -> Response:
        """Write a remark to everybody at the table, by a player or a spectator."""
        text = str((await answers.json_of(request)).get("text", ""))
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
        form = await answers.form_of(request)
        address = None if form.get("remove") else form.get("address", "").strip()
        self._webhooks.require(_("too many messages go to this webhook; wait a moment"))

        def choose() -> None:
            self.site.webhooks.set_address(*self._enter_seat(request), address, base_of(self.site, request))

        back = _back(request)
        try:
            await run_in_threadpool(choose)  # it waits for another server, so it takes no place of those who play
        except WebhookRefused as error:
            return answers.page(
                "message.html", 422, title="smallworld", sentence=str(error), back=back.headers["location"]
            )
        return back

    async def pace(self, request: Request) -> Response:
        """Choose how long each action of a bot takes: ``{"pace": 150}``, in milliseconds, by a player."""
        pace = answers.number_of((await answers.json_of(request)).get("pace"))
        table_id, _player = await run_in_threadpool(self._enter_seat, request)
        self.site.bots.set_pace(table_id, max(pace, 0) / 1000)
        return JSONResponse({})

    async def rematch(self, request: Request) -> Response:
        """Open a table for the same people; answer with its address for this person."""
        self._rematches.require(_("too many new tables; wait a moment"))
        table_id = await self.budget.run(lambda: self.site.people.rematch(self._enter_seat(request)[0]))
        return JSONResponse({"path": f"/t/{table_id}/{request.path_params['secret']}"})

    # --- behind somebody's own links

    def feed(self, request: Request) -> Response:
        """Write the feed of tables: ``feed?at=TABLE/SECRET&at=…``."""
        places = answers.places_of(request, 2, _("a feed has 1 to {most} tables", most=MOST_SHARED))
        path = f"{request.url.path}?{request.url.query}"
        text = feed(self.site.tables, [(table, secret) for table, secret in places], base_of(self.site, request), path)
        return Response(text, headers=answers.UNKEPT, media_type="application/atom+xml")

    def group(self, request: Request) -> Response:
        """Show the finished games of the same people."""
        table, role = self._enter(request)
        return HTMLResponse(self._groups.page(table, role, request.url.path.rpartition("/")[0]), headers=answers.UNKEPT)

    # --- by the host

    async def seat(self, request: Request) -> Response:
        """Give a seat to a bot or back to a person."""
        return await self._host(request, self.site.people.change_seat)

    async def link(self, request: Request) -> Response:
        """Replace the link of a seat or of the spectators."""
        secret, renew = request.path_params["secret"], self.site.people.renew_link
        return await self._host(request, lambda table_id, form: renew(table_id, secret, form.get("role", "")))

    async def note(self, request: Request) -> Response:
        """Write a note to everybody at the table."""

        def write(table_id: str, form: Form) -> None:
            self._notes.require(_("too many remarks; wait a moment"))
            text = form.get("text", "")
            self.site.tables.change(table_id, lambda table: table.remark("", text, is_note=True))

        return await self._host(request, write)

    async def mute(self, request: Request) -> Response:
        """Let a player, or all spectators, write no remarks, or write again."""
        return await self._host(request, self.site.people.mute)

    async def remove(self, request: Request) -> Response:
        """Remove the table for good."""

        def remove(table_id: str, form: Form) -> None:
            if form.get("sure") != "yes":
                raise SmallWorldError(_("nothing was done: tick the box to remove the table for good"))
            self.site.tables.remove(table_id)

        await self._host(request, remove)
        sentence, forget = _("The table is removed, and all of its links."), f"/t/{request.path_params['table']}/"
        return answers.page("message.html", title="smallworld", sentence=sentence, forget=forget)

    async def _host(self, request: Request, change: Callable[[str, Form], object]) -> Response:
        """Carry out a change of the host, and lead back to the page of the table."""
        form = await answers.form_of(request)

        def carry_out() -> None:
            table, role = self._enter(request)
            if role.kind != HOST:
                raise NotAllowed(_("only the host may do this"))
            change(table.id, form)

        await self.budget.run(carry_out)
        return _back(request)


def _back(request: Request) -> Response:
    """Lead back to the page above an address."""
    return RedirectResponse(request.url.path.rpartition("/")[0], 303)
