"""The routes of the host of a table: the page with all links, seats, new links, and the end of the table."""

from __future__ import annotations

from collections.abc import Callable

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from smallworld.languages import _
from smallworld_play.seats import HUMAN
from smallworld_web.answers import form_of, problem_page
from smallworld_web.client_limits import Budget, Rates, current_client
from smallworld_web.company_routes import base_of, enter
from smallworld_web.environment import render
from smallworld_web.role_links import HOST, OPEN, SCREEN, SEAT, SPECTATOR, Role
from smallworld_web.site import Site
from smallworld_web.table import LONGEST_REMARK, Table


def host_routes(site: Site, budget: Budget) -> list[Route]:
    """List the addresses."""
    host, at_table = HostPages(site, budget), "/t/{table}/{secret}"
    return [
        Route(f"{at_table}/seat", host.change_seat, methods=["POST"]),
        Route(f"{at_table}/link", host.renew_link, methods=["POST"]),
        Route(f"{at_table}/note", host.note, methods=["POST"]),
        Route(f"{at_table}/mute", host.mute, methods=["POST"]),
        Route(f"{at_table}/remove", host.remove, methods=["POST"]),
    ]


def host_page(site: Site, request: Request, table_id: str) -> str:
    """Write the page of a host, with all links."""
    table, base = site.tables.get(table_id), base_of(site, request)
    links = site.people.links(table_id, request.path_params["secret"])
    seats = [
        {"player": player, "kind": kind, "link": secret and f"{base}/t/{table_id}/{secret}"}
        for player, kind in table.seats.items()
        for secret in [links[Role(SEAT, player).name]]
    ]
    return render(
        "host.html", title=table.game.variant.name, seats=seats, human=HUMAN, bots=site.catalog.bots(),
        spectator=f"{base}/t/{table_id}/{links[SPECTATOR]}", here=request.url.path,
        screen=f"/t/{table_id}/{links[SCREEN]}" if SCREEN in links and _has_company(table) else "",
        common=f"{base}/t/{table_id}/{links[OPEN]}" if OPEN in links and site.people.free_seats(table) else "",
        qr_code=qr_code, muted=table.log.muted, longest=LONGEST_REMARK,
        writers=[*((name, name) for name in table.seats), ("", _("Spectators"))],
    )  # fmt: skip


def _has_company(table: Table) -> bool:
    """Return whether several people play, so that they may share a screen."""
    return list(table.seats.values()).count(HUMAN) > 1


class HostPages:
    """The answers to requests of hosts."""

    def __init__(self, site: Site, budget: Budget) -> None:
        self.site, self.budget = site, budget
        self._notes = Rates(0.5, 10)
        """How often a client may write a note."""

    async def change_seat(self, request: Request) -> Response:
        """Give a seat to a bot or back to a person, by the host."""
        form = await form_of(request)
        return await self._host(request, lambda table: self.site.people.change_seat(table, form))

    async def renew_link(self, request: Request) -> Response:
        """Replace the link of a seat or of the spectators, by the host."""
        form, secret = await form_of(request), request.path_params["secret"]
        return await self._host(request, lambda table: self.site.people.renew_link(table, secret, form.get("role", "")))

    async def note(self, request: Request) -> Response:
        """Write a note to everybody at the table, by the host."""
        text = (await form_of(request)).get("text", "")
        if not self._notes.allow(current_client()):
            return problem_page(request, 429, _("too many remarks; wait a moment"))
        return await self._host(
            request,
            lambda table_id: self.site.tables.change(table_id, lambda table: table.remark("", text, is_note=True)),
        )

    async def mute(self, request: Request) -> Response:
        """Let a player, or all spectators, write no remarks, or write again, by the host."""
        form = await form_of(request)
        return await self._host(request, lambda table: self.site.people.mute(table, form))

    async def remove(self, request: Request) -> Response:
        """Remove the table for good, by the host."""
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
        def carry_out() -> bool:
            table, role = enter(self.site, request)
            if role.kind == HOST:
                change(table.id)
            return role.kind == HOST

        if not await self.budget.run(carry_out):
            return problem_page(request, 403, _("only the host may do this"))
        return RedirectResponse(request.url.path.rpartition("/")[0], 303)


def qr_code(link: str) -> Markup:
    """Draw the QR code of a link, black on white."""
    drawing = segno.make(link, micro=False).svg_inline(
        scale=4, border=2, dark="#000", light="#fff", svgclass="qr", lineclass=None, omitsize=True
    )
    return Markup(drawing)
