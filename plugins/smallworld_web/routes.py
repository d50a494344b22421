"""The routes: pages, actions, streams."""

from __future__ import annotations

import contextlib
import gzip
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.languages import _, accepted_language, current_language, set_language
from smallworld.model.rulings import read_answer
from smallworld_bots.bot_description import new_seed
from smallworld_play.seats import HUMAN
from smallworld_web import page_data
from smallworld_web.admin import admin_routes
from smallworld_web.answers import (
    KeptPages,
    detail,
    download,
    form_of,
    json_answer,
    json_of,
    message_page,
    number_of,
    problem_page,
    refusal_answer,
    sentence,
)
from smallworld_web.client_limits import Budget, OverBudget, Rates, current_client
from smallworld_web.company_routes import company_routes, free_seats_page, personal_routes
from smallworld_web.database import StoreError
from smallworld_web.edition_catalog import COINS, DRAWN, rulings
from smallworld_web.edition_files import edition_routes, style_answer
from smallworld_web.environment import STATIC, render
from smallworld_web.host_routes import host_page, host_routes
from smallworld_web.page_data import hand_over_page, shared_screen
from smallworld_web.page_updates import MOST_SHARED, RETRY
from smallworld_web.request_checks import HEALTH, App, ChooseLanguage, Guard
from smallworld_web.role_links import HOST, OPEN, PUBLIC, SCREEN, SEAT, Role, WrongLink
from smallworld_web.site import Site
from smallworld_web.table import NotYourTurn, Outdated, Table
from smallworld_web.table_clock import CLOCKS, LEAVING, MOST_UNITS, UNIT_WORDS, Terms, read_terms
from smallworld_web.table_people import lobby_routes
from smallworld_web.table_registry import TooManyTables
from smallworld_web.undo_questions import agree, may_answer, restart_turn, undo

LOG = logging.getLogger(__name__)
Form = Mapping[str, str]
MOST_SEATS = 12
"""Rows of seats in the form of a new table."""


def create_app(
    site: Site, *, hosts: Sequence[str] = (), rates: Rates | None = None, budget: Budget | None = None
) -> App:
    """Put the routes together.

    :param hosts: host names under which the server may be called; empty = any.
    :param rates: limit of the requests of each client. :param budget: limit of their processor time.
    """

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with site.running():
            yield

    budget = budget or Budget()
    pages = Pages(site, budget)
    handlers = {SmallWorldError: pages.report, Exception: pages.report, HTTPException: pages.missing}
    further = [route for page_set in site.page_sets for route in page_set.routes(budget)]
    app = Starlette(
        routes=[
            Route("/t/{table}/{secret}/act", pages.act, methods=["POST"]),  # of most requests; each one is compared
            *further, *_routes(pages, budget), *company_routes(site, budget), *host_routes(site, budget),
            *personal_routes(site, budget), *admin_routes(site, budget),
            *(lobby_routes(site.lobby, budget) if site.lobby else ()),
        ],
        lifespan=lifespan, exception_handlers=handlers,
    )  # fmt: skip
    # Outside of the whole application, so that the answer to a fault has the headers, too.
    limits = {pattern: most for page_set in site.page_sets for pattern, most in page_set.limits.items()}
    guard = Guard(app, page=message_page, hosts=hosts, rates=rates, limits=limits)
    return ChooseLanguage(guard, default=current_language())


def _routes(pages: Pages, budget: Budget) -> list[Route | Mount]:
    """List the addresses of the site; small pages are compressed, streams are not."""
    at_table, within = "/t/{table}/{secret}", budget.answer
    small = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=7)]
    return [
        Route("/", within(pages.start), middleware=small),
        Route("/robots.txt", pages.robots),
        Route(HEALTH, pages.health),
        Route("/new/{variant}", within(pages.new_table), middleware=small),
        *edition_routes(pages.site.catalog, within, small),
        Route("/tables", pages.create, methods=["POST"]),
        Route("/play", pages.play_now, methods=["POST"]),
        Route("/learn", pages.learn, methods=["POST"]),
        Route("/t/stream", pages.shared_stream),
        *_reading(pages, within, at_table),
        *_reading(pages, within, "/g/{table}"),
        Route(f"{at_table}/stream", pages.stream),
        Route(f"{at_table}/undo", pages.undo, methods=["POST"]),
        Route(f"{at_table}/agree", pages.agree, methods=["POST"]),
        Mount("/static", StaticFiles(directory=STATIC), middleware=small),
    ]


def _reading(pages: Pages, within: Callable[..., Any], table: str) -> list[Route]:
    """List the addresses that show a table and change nothing.

    :param table: the address of the table, for the owners of a link, or for everybody once its game is over.
    """
    small = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=7)]
    return [
        Route(table, within(pages.table), middleware=small),
        Route(f"{table}/state", within(pages.state)),
        Route(f"{table}/summary", within(pages.summary)),
        Route(f"{table}/style.css", within(pages.style), middleware=small),
        Route(f"{table}/why", within(pages.why)),
        Route(f"{table}/at/{{place:int}}", within(pages.past)),
        Route(f"{table}/signs", within(pages.signs)),
        Route(f"{table}/position", within(pages.position)),
        Route(f"{table}/record", within(pages.record)),
        Route(f"{table}/replay", within(pages.replay)),
    ]


class Pages:
    """The answers to requests; those that are not ``async`` run in a thread, within the budget of their client."""

    def __init__(self, site: Site, budget: Budget) -> None:
        self.site, self.budget = site, budget
        self._guesses = Rates(0.5, 30)
        """How often a client may try links that open nothing."""
        self._creations = Rates(0.2, 20), Rates(200 / 86400, 200)
        """How often a client may open a new table: at once, and in a day."""
        self._replays = KeptPages()
        self._downloads = Rates(0.5, 30)
        """How often a client may ask for the page of a replay, which is large."""

    async def robots(self, _request: Request) -> Response:
        """Keep search engines away: a link in their index would give a seat to everybody."""
        return PlainTextResponse("User-agent: *\nDisallow: /\n")

    async def health(self, _request: Request) -> Response:
        """Report whether the server can keep tables, for a check of health."""
        is_well = self.site.trouble is None
        headers = {"cache-control": "no-store"}
        return PlainTextResponse("ok\n" if is_well else "no database\n", 200 if is_well else 503, headers)

    # --- tables

    def start(self, _request: Request) -> Response:
        """Show the editions, and everything that cannot be played."""
        catalog = self.site.catalog
        values = {"variants": catalog.variants(), "versions": catalog.versions(), "faults": catalog.faults()}
        return HTMLResponse(
            render(
                "start.html",
                **values,
                links=self.site.links_to_pages(),
                tutorial=catalog.tutorial_edition(),
                open_tables=self.site.lobby.open_tables() if self.site.lobby else (),
            )
        )

    def new_table(self, request: Request) -> Response:
        """Show the form of a new table."""
        name = request.path_params["variant"]
        drawing = BackgroundTask(self.site.catalog.draw_boards, name)  # while somebody fills in the form
        return HTMLResponse(self._form(name, {}, ""), background=drawing)

    def _form(self, name: str, form: Form, problem: str) -> str:
        variant = self.site.catalog.variant(name)
        return render(
            "new.html", name=name, variant=variant, rulings=rulings(variant), bots=self.site.catalog.bots(), form=form,
            problem=problem, human=HUMAN, drawn=DRAWN, coins=COINS, clocks=CLOCKS, leaving=LEAVING, units=UNIT_WORDS,
            most_units=MOST_UNITS, has_lobby=self.site.lobby is not None,
            seats=range(1, min(MOST_SEATS, max(variant.rounds)) + 1),
        )  # fmt: skip

    async def create(self, request: Request) -> Response:
        """Set up a table and lead to the page of its host."""
        form = await form_of(request)
        if not all(rates.allow(current_client()) for rates in self._creations):
            return problem_page(request, 429, _("too many new tables; wait a moment"))
        return await self.budget.run(lambda: self._create(form))

    def _create(self, form: Form) -> Response:
        name = form.get("variant", "")
        self.site.catalog.variant(name)
        try:
            table, secret = self._create_table(name, form)
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
        options, terms = {key: read_answer(text) for key, text in answers}, read_terms(form)
        game = self.site.catalog.new_game(name, dict(rows), form.get("board", DRAWN), options, new_seed())
        table_id, secret = self.site.tables.create(game, dict(rows), terms=terms)
        if self.site.lobby is not None and form.get("listed") == "yes":
            self.site.lobby.add(table_id)
        return table_id, secret

    async def play_now(self, request: Request) -> Response:
        """Open a table against bots, and lead to the seat of the person."""
        name = (await form_of(request)).get("variant", "")

        def open_game() -> tuple[Game, Mapping[str, str]]:
            seats = self.site.catalog.usual_seats()
            return self.site.catalog.new_game(name, seats, DRAWN, {}, new_seed()), seats

        return await self._begin(request, open_game, Terms())

    async def learn(self, request: Request) -> Response:
        """Open a table with lessons, and lead to the seat of the learner."""
        return await self._begin(request, self.site.catalog.new_tutorial, Terms(lessons=True))

    async def _begin(
        self, request: Request, open_game: Callable[[], tuple[Game, Mapping[str, str]]], terms: Terms
    ) -> Response:
        """Open a table, and lead to the seat of its first person."""

        def open_table() -> str:
            game, seats = open_game()
            return self.site.people.first_path(*self.site.tables.create(game, seats, terms=terms))

        if not all(rates.allow(current_client()) for rates in self._creations):
            return problem_page(request, 429, _("too many new tables; wait a moment"))
        return RedirectResponse(await self.budget.run(open_table), 303)

    # --- one table

    def _enter(self, request: Request, number: int = -1) -> tuple[Table, Role]:
        """Return the table of a link and the role that it gives; the page of a finished game has no secret.

        :param number: an event that the page has seen.
        :raises WrongLink: it opens nothing.
        """
        if "secret" not in request.path_params:
            return self.site.tables.finished(request.path_params["table"]), Role(PUBLIC)
        return self.site.tables.enter(request.path_params["table"], request.path_params["secret"], number)

    def table(self, request: Request) -> Response:
        """Show a table, or to its host the links."""
        table, role = self._enter(request)
        if role.kind == OPEN:
            return free_seats_page(self.site, request, table)
        secret = request.path_params.get("secret", "")
        if role.kind == HOST:
            page = host_page(self.site, request, table.id)
        else:
            is_called = role.kind == SEAT and self.site.webhooks.has_address(table.id, role.player)
            screen = shared_screen(table, role, secret)
            page = (screen and role.kind == SCREEN and hand_over_page(table, screen)) or page_data.page(
                table, role, secret, screen, has_webhook=is_called
            )
        self.site.look_after(table.id)
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    def style(self, request: Request) -> Response:
        """Hand out the style sheet of the board."""
        return style_answer(self._enter(request)[0].game.variant)

    def state(self, request: Request) -> Response:
        """Return everything on the page that changes, or with ``since`` what has changed since an event."""
        since = number_of(request.query_params.get("since", "-1"))
        update = page_data.update(*self._enter(request, since), since)
        return json_answer(update.text, {"cache-control": "no-store"})

    def summary(self, request: Request) -> Response:
        """Return the round and who has the turn, for the list of tables on the start page."""
        table, role = self._enter(request)
        return JSONResponse(page_data.summary(table, role), headers={"cache-control": "no-store"})

    def past(self, request: Request) -> Response:
        """Return the table as it was after an event of the log."""
        return JSONResponse(page_data.past(*self._enter(request), request.path_params["place"]))

    def signs(self, request: Request) -> Response:
        """Return the list of everything that the board may show."""
        return HTMLResponse(page_data.signs(self._enter(request)[0]))

    def position(self, request: Request) -> Response:
        """Return the position as one line of text, without what is hidden from the role."""
        text = page_data.position(*self._enter(request))
        return PlainTextResponse(f"{text}\n", headers={"cache-control": "no-store"})

    def record(self, request: Request) -> Response:
        """Hand out the record of a game that is over, for ``smallworld replay`` and ``resume``."""
        return download("game.jsonl", "application/jsonl", page_data.record(self._enter(request)[0]))

    def replay(self, request: Request) -> Response:
        """Hand out the page to step through a game that is over; it is drawn once."""
        if not self._downloads.allow(current_client()):
            raise OverBudget
        table = self._enter(request)[0]
        key = (table.id, table.number, current_language())
        packed = self._replays.get(key, lambda: page_data.replay(table))
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return download("game.html", "text/html", gzip.decompress(packed))
        response = download("game.html", "text/html", packed)
        response.headers["content-encoding"] = "gzip"
        return response

    def why(self, request: Request) -> Response:
        """Explain an action, or a region: ``why?action=done``, ``why?region=r07``."""
        action, region = (request.query_params.get(key, "")[:200] for key in ("action", "region"))
        return JSONResponse(page_data.why(*self._enter(request), action, region))

    async def act(self, request: Request) -> Response:
        """Carry out actions of a seat."""
        body = await json_of(request)
        actions = body.get("actions")
        if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
            raise SmallWorldError(_('a request has "number" and "actions", a list of texts'))
        return await self._decide(
            request, body, lambda table, role, number: table.apply(role.player, number, actions),
            lambda table, role, number: table.has_done(role.player, number, actions),
        )  # fmt: skip

    async def undo(self, request: Request) -> Response:
        """Take back the last action of a seat, or with ``all`` everything that it did in this turn."""
        body = await json_of(request)
        take_back = restart_turn if body.get("all") else undo
        return await self._decide(request, body, take_back, lambda table, _role, number: table.has_gone_back(number))

    async def agree(self, request: Request) -> Response:
        """Answer the question of another player whether an action may be taken back: ``{"number": 7, "yes": true}``."""
        body = await json_of(request)
        is_allowed = body.get("yes") is True
        return await self._decide(
            request, body, lambda table, role, number: agree(table, role, number, is_allowed),
            lambda table, role, _number: not may_answer(table, role.player, is_allowed),
        )  # fmt: skip

    async def _decide(
        self, request: Request, body: Mapping[str, Any], decide: Callable[[Table, Role, int], None],
        is_done: Callable[[Table, Role, int], bool],
    ) -> Response:  # fmt: skip
        """Carry out a decision; one that is sent ``again``, because the answer was lost, is not carried out twice."""
        number = number_of(body.get("number"))

        def change() -> Response:
            table, role = self._enter(request, number)
            if role.kind != SEAT:
                return refusal_answer(403, _("only players decide; this link does not belong to a seat"))
            tables = self.site.tables
            try:
                if not (body.get("again") and is_done(table, role, number)):
                    table = tables.change(table.id, lambda table: decide(table, role, number), number)
            except (Outdated, NotYourTurn) as error:
                update = page_data.update(tables.get(table.id), role, number)
                return json_answer(f'{{"error":{json.dumps(str(error))},"update":{update.text}}}', status=409)
            return json_answer(f'{{"update":{page_data.update(table, role, number).text}}}')

        return await self.budget.run(change)

    async def stream(self, request: Request) -> Response:
        """Send every change of the table, from the last event that the page has seen."""
        table_id, secret = request.path_params["table"], request.path_params["secret"]
        await run_in_threadpool(self._enter, request)
        last = request.headers.get("last-event-id") or request.query_params.get("since", "-1")
        return _stream(self.site.events(table_id, secret, number_of(last)))

    async def shared_stream(self, request: Request) -> Response:
        """Send every change of several tables: ``?language=cs&at=TABLE/SECRET/NUMBER&at=…``."""
        set_language(accepted_language(request.query_params.get("language", ""), current_language()))
        places = [text.split("/") for text in request.query_params.getlist("at")]
        if not 0 < len(places) <= MOST_SHARED or any(len(place) != 3 for place in places):
            raise SmallWorldError(_("a stream has 1 to {most} tables", most=MOST_SHARED))
        seen = request.headers.get("last-event-id", "").split(",")
        numbers = seen if len(seen) == len(places) else [place[2] for place in places]
        tables = [
            (table, secret, number_of(number)) for (table, secret, _last), number in zip(places, numbers, strict=True)
        ]
        return _stream(self.site.shared_events(tables))

    # --- faults

    async def missing(self, request: Request, error: Exception) -> Response:
        """Answer a path without a page, or a method that it does not have."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        return problem_page(request, status, _("this page does not exist"))

    async def report(self, request: Request, error: Exception) -> Response:
        """Answer with one sentence; a fault of the program reveals nothing about it."""
        if isinstance(error, WrongLink):
            is_allowed = self._guesses.allow(current_client())
            return problem_page(
                request, 404 if is_allowed else 429, str(error) if is_allowed else _("too many wrong links")
            )
        statuses = {OverBudget: 429, StoreError: 503, TooManyTables: 503, SmallWorldError: 422}
        status = next((status for kind, status in statuses.items() if isinstance(error, kind)), 500)
        if isinstance(error, StoreError):
            LOG.warning("%s", detail(error))
        return problem_page(request, status, sentence(error))


def _stream(events: AsyncIterator[str]) -> Response:
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_retrying(events), headers=headers, media_type="text/event-stream")


async def _retrying(events: AsyncIterator[str]) -> AsyncIterator[str]:
    yield RETRY
    async for event in events:
        yield event
