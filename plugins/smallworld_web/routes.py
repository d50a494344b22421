"""The routes: pages, actions, streams."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from smallworld.errors import SmallWorldError
from smallworld.languages import _, current_language
from smallworld.model.rulings import read_answer
from smallworld_bots.seeds import new_seed
from smallworld_play.seats import HUMAN
from smallworld_web import page_data
from smallworld_web.edition_catalog import DRAWN, cover, rulings
from smallworld_web.middleware.clients import current_client
from smallworld_web.middleware.security import Guard, Rates
from smallworld_web.middleware.visitor import ChooseVisitor
from smallworld_web.public_sentences import sentence
from smallworld_web.role_links import HOST, SEAT, Role, WrongLink
from smallworld_web.server_sent_events import RETRY, TooManyStreams, message
from smallworld_web.site import Site
from smallworld_web.store import StoreError
from smallworld_web.table import NotYourTurn, Outdated, Table
from smallworld_web.table_registry import TooManyTables

Form = Mapping[str, str]
MOST_SEATS = 12
"""Rows of seats in the form of a new table."""


def create_app(site: Site, *, hosts: Sequence[str] = (), rates: Rates | None = None) -> Starlette:
    """Put the routes together.

    :param hosts: host names under which the server may be called; empty = any.
    :param rates: limit of the requests of each client.
    """

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with site.running():
            yield

    pages = Pages(site)
    return Starlette(
        routes=_routes(pages), lifespan=lifespan,
        middleware=[Middleware(ChooseVisitor, default=current_language()), Middleware(Guard, hosts=hosts, rates=rates)],
        exception_handlers={SmallWorldError: pages.report, Exception: pages.report, 404: pages.missing},
    )  # fmt: skip


def _routes(pages: Pages) -> list[Route | Mount]:
    """List the addresses of the site; small pages are compressed, streams are not."""
    at_table = "/t/{table}/{secret}"
    small = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)]
    return [
        Route("/", pages.start, middleware=small),
        Route("/new/{variant}", pages.new_table, middleware=small),
        Route("/editions/{variant}.svg", pages.cover, middleware=small),
        Route("/tables", pages.create, methods=["POST"]),
        Route(at_table, pages.table, middleware=small),
        Route(f"{at_table}/state", pages.state),
        Route(f"{at_table}/stream", pages.stream),
        Route(f"{at_table}/why", pages.why),
        Route(f"{at_table}/at/{{place:int}}", pages.past),
        Route(f"{at_table}/record", pages.record),
        Route(f"{at_table}/replay", pages.replay),
        Route(f"{at_table}/act", pages.act, methods=["POST"]),
        Route(f"{at_table}/undo", pages.undo, methods=["POST"]),
        Route(f"{at_table}/seat", pages.change_seat, methods=["POST"]),
        Route(f"{at_table}/link", pages.renew_link, methods=["POST"]),
        Mount("/static", StaticFiles(directory=page_data.STATIC), middleware=small),
    ]


class Pages:
    """The answers to requests; Starlette calls those that are not ``async`` in a thread."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._guesses = Rates(0.5, 30)
        """How often a client may try links that open nothing."""
        self._creations = Rates(0.2, 20)
        """How often a client may open a new table."""

    # --- tables

    def start(self, _request: Request) -> Response:
        """Show the editions, and everything that cannot be played."""
        catalog = self.site.catalog
        variants = catalog.variants().values()
        return HTMLResponse(page_data.render("start.html", variants=variants, faults=catalog.faults()))

    def cover(self, request: Request) -> Response:
        """Draw a board of an edition."""
        picture = cover(request.path_params["variant"], self.site.catalog, current_language())
        headers = {"cache-control": "max-age=86400"}
        return Response(picture, 200 if picture else 404, headers, media_type="image/svg+xml")

    def new_table(self, request: Request) -> Response:
        """Show the form of a new table."""
        variant = self.site.catalog.variant(request.path_params["variant"])
        drawing = BackgroundTask(self.site.catalog.draw_boards, variant.id)  # while somebody fills in the form
        return HTMLResponse(self._form(variant.id, {}, ""), background=drawing)

    def _form(self, name: str, form: Form, problem: str) -> str:
        variant = self.site.catalog.variant(name)
        return page_data.render(
            "new.html", variant=variant, rulings=rulings(variant), bots=self.site.catalog.bots(), form=form,
            problem=problem, human=HUMAN, drawn=DRAWN, seats=range(1, min(MOST_SEATS, max(variant.rounds)) + 1),
        )  # fmt: skip

    async def create(self, request: Request) -> Response:
        """Set up a table and lead to the page of its host."""
        form = await _form_of(request)
        if not self._creations.allow(current_client()):
            return _refusal(429, _("too many new tables; wait a moment"))
        name = form.get("variant", "")
        await run_in_threadpool(self.site.catalog.variant, name)
        try:
            table, secret = await run_in_threadpool(self._create_table, name, form)
        except (StoreError, TooManyTables):
            raise
        except SmallWorldError as error:
            return HTMLResponse(self._form(name, form, sentence(error)), 422)
        return RedirectResponse(f"/t/{table}/{secret}", 303)

    def _create_table(self, name: str, form: Form) -> tuple[str, str]:
        rows = [(form.get(f"name{row}", "").strip(), form.get(f"kind{row}", "")) for row in range(1, MOST_SEATS + 1)]
        rows = [(player, kind) for player, kind in rows if kind]
        if len({player for player, _kind in rows}) < len(rows):
            raise SmallWorldError(_("two players have one name; give each a name of its own"))
        answers = [(key.removeprefix("ruling:"), text) for key, text in form.items() if key.startswith("ruling:")]
        options = {key: read_answer(text) for key, text in answers}
        game = self.site.catalog.new_game(name, dict(rows), form.get("board", DRAWN), options, new_seed())
        return self.site.tables.create(game, dict(rows))

    # --- one table

    def _enter(self, request: Request, number: int = -1) -> tuple[Table, Role]:
        """Return the table of a link and the role that it gives.

        :param number: an event that the page has seen.
        :raises WrongLink: it opens nothing.
        """
        return self.site.tables.enter(request.path_params["table"], request.path_params["secret"], number)

    def table(self, request: Request) -> Response:
        """Show a table, or to its host the links."""
        table, role = self._enter(request)
        page = self._host_page(request, table.id) if role.kind == HOST else page_data.page(table, role)
        self.site.look_after(table.id)
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    def _host_page(self, request: Request, table_id: str) -> str:
        table, base = self.site.tables.get(table_id), self.site.url or f"{request.url.scheme}://{request.url.netloc}"
        links = self.site.links(table_id, request.path_params["secret"])
        seats = [
            {"player": player, "kind": kind, "link": f"{base}/t/{table_id}/{links[Role(SEAT, player).name]}"}
            for player, kind in table.seats.items()
        ]
        return page_data.render(
            "host.html", title=table.game.variant.name, seats=seats, human=HUMAN, bots=self.site.catalog.bots(),
            spectator=f"{base}/t/{table_id}/{links['spectator']}", here=request.url.path,
        )  # fmt: skip

    def state(self, request: Request) -> Response:
        """Return everything on the page that changes, or with ``since`` what has changed since an event."""
        since = _number(request.query_params.get("since", "-1"))
        update = page_data.update(*self._enter(request, since), since)
        return _json(update.text, {"cache-control": "no-store"})

    def past(self, request: Request) -> Response:
        """Return the table as it was after an event of the log."""
        return JSONResponse(page_data.past(*self._enter(request), request.path_params["place"]))

    def record(self, request: Request) -> Response:
        """Hand out the record of a game that is over, for ``smallworld replay`` and ``resume``."""
        return _download("game.jsonl", "application/jsonl", page_data.record(self._enter(request)[0]))

    def replay(self, request: Request) -> Response:
        """Hand out the page to step through a game that is over."""
        return _download("game.html", "text/html", page_data.replay(self._enter(request)[0]))

    def why(self, request: Request) -> Response:
        """Explain an action, or a region: ``why?action=done``, ``why?region=r07``."""
        action, region = (request.query_params.get(key, "")[:200] for key in ("action", "region"))
        return JSONResponse(page_data.why(*self._enter(request), action, region))

    async def act(self, request: Request) -> Response:
        """Carry out actions of a seat."""
        body = await _json_of(request)
        actions = body.get("actions")
        if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
            raise SmallWorldError(_('a request has "number" and "actions", a list of texts'))
        return await self._decide(request, body, lambda table, role, number: table.apply(role.player, number, actions))

    async def undo(self, request: Request) -> Response:
        """Take back the last action of a seat."""
        body = await _json_of(request)
        return await self._decide(request, body, lambda table, role, number: table.undo(role.player, number))

    async def _decide(
        self, request: Request, body: Mapping[str, Any], decide: Callable[[Any, Role, int], None]
    ) -> Response:
        number = _number(body.get("number"))

        def change() -> Response:
            table, role = self._enter(request)
            if role.kind != SEAT:
                return _refusal(403, _("only players decide; this link does not belong to a seat"))
            tables = self.site.tables
            try:
                table = tables.change(table.id, lambda table: decide(table, role, number), number)
            except (Outdated, NotYourTurn) as error:
                update = page_data.update(tables.get(table.id), role, number)
                return _json(f'{{"error":{json.dumps(str(error))},"update":{update.text}}}', status=409)
            return _json(f'{{"update":{page_data.update(table, role, number).text}}}')

        return await run_in_threadpool(change)

    async def change_seat(self, request: Request) -> Response:
        """Give a seat to a bot or back to a person, by the host."""
        form = await _form_of(request)
        return await self._host(request, lambda table: self.site.change_seat(table, form))

    async def renew_link(self, request: Request) -> Response:
        """Replace the link of a seat or of the spectators, by the host."""
        form, secret = await _form_of(request), request.path_params["secret"]
        return await self._host(request, lambda table: self.site.renew_link(table, secret, form.get("role", "")))

    async def _host(self, request: Request, change: Callable[[str], None]) -> Response:
        def carry_out() -> bool:
            table, role = self._enter(request)
            if role.kind == HOST:
                change(table.id)
            return role.kind == HOST

        if not await run_in_threadpool(carry_out):
            return _refusal(403, _("only the host may do this"))
        return RedirectResponse(request.url.path.rpartition("/")[0], 303)

    async def stream(self, request: Request) -> Response:
        """Send every change of the table, from the last event that the page has seen."""
        table_id, secret = request.path_params["table"], request.path_params["secret"]
        await run_in_threadpool(self._enter, request)
        last = request.headers.get("last-event-id") or request.query_params.get("since", "-1")
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        events = self.site.events(table_id, secret, _number(last))
        return StreamingResponse(_retrying(events), headers=headers, media_type="text/event-stream")

    # --- faults

    async def missing(self, request: Request, _error: Exception) -> Response:
        """Answer a path without a page."""
        return _problem(request, 404, _("this page does not exist"))

    async def report(self, request: Request, error: Exception) -> Response:
        """Answer with one sentence; a fault of the program reveals nothing about it."""
        if isinstance(error, WrongLink):
            is_allowed = self._guesses.allow(current_client())
            return _problem(
                request, 404 if is_allowed else 429, str(error) if is_allowed else _("too many wrong links")
            )
        status = (
            503 if isinstance(error, StoreError | TooManyTables) else 422 if isinstance(error, SmallWorldError) else 500
        )
        return _problem(request, status, sentence(error))


def _json(text: str, headers: Mapping[str, str] | None = None, status: int = 200) -> Response:
    """Answer with JSON that was written already."""
    return Response(text, status, headers, media_type="application/json")


def _download(name: str, kind: str, content: str) -> Response:
    return Response(content, headers={"content-disposition": f'attachment; filename="{name}"'}, media_type=kind)


def _refusal(status: int, sentence: str) -> Response:
    """Refuse a request of a script in one sentence."""
    return JSONResponse({"error": sentence}, status)


def _problem(request: Request, status: int, sentence: str) -> Response:
    """Answer with one sentence: a page for people, plain data for the script of a page."""
    if "text/html" in request.headers.get("accept", ""):
        return HTMLResponse(page_data.render("message.html", title="smallworld", sentence=sentence), status)
    return _refusal(status, sentence)


async def _retrying(events: AsyncIterator[str]) -> AsyncIterator[str]:
    yield RETRY
    try:
        async for event in events:
            yield event
    except TooManyStreams:
        yield message("gone", {"error": _("this table is watched too often; close some windows")})
    except WrongLink as error:
        yield message("gone", {"error": str(error)})


async def _body_of(request: Request) -> bytes:
    try:
        return bytes(await request.body())
    except ClientDisconnect:
        raise SmallWorldError(_("the request was cut off")) from None


async def _form_of(request: Request) -> dict[str, str]:
    try:
        fields = parse_qs((await _body_of(request)).decode(), max_num_fields=200)
    except ValueError:
        raise SmallWorldError(_("the form cannot be read")) from None
    return {key: values[-1] for key, values in fields.items()}


async def _json_of(request: Request) -> Mapping[str, Any]:
    try:
        value = json.loads(await _body_of(request))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise SmallWorldError(_("the request is not a JSON object"))
    return value


def _number(value: object) -> int:
    """Read the number of an event; -1 for anything else."""
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else -1
