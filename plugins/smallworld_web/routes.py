"""The application: start page, new tables, editions, the page of the server's host, faults; and all other routes."""

from __future__ import annotations

import contextlib
import hmac
import json
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from smallworld import Game, SmallWorldError
from smallworld.languages import _, current_language
from smallworld.model.rulings import read_answer
from smallworld_bots.bot_description import new_seed
from smallworld_play.seats import HUMAN
from smallworld_web import answers, company_routes, table_routes
from smallworld_web.answers import render, sentence
from smallworld_web.database import StoreError
from smallworld_web.edition_catalog import COINS, DRAWN, rulings
from smallworld_web.request_checks import CLIENT, HEALTH, PICTURE_POLICY, Budget, Guard, OverBudget, Rates
from smallworld_web.role_links import NotAllowed, WrongLink, digest_of
from smallworld_web.site import Site
from smallworld_web.table_log import CLOCKS, LEAVING, MOST_UNITS, UNIT_WORDS, Terms, read_terms
from smallworld_web.table_registry import TooManyTables

LOG = logging.getLogger(__name__)
Form = Mapping[str, str]
MOST_SEATS = 12
"""Rows of seats in the form of a new table."""
LATEST = 200
"""Tables on the page of the server's host, those that were used last."""


def create_app(
    site: Site, *, hosts: Sequence[str] = (), rates: Rates | None = None, budget: Budget | None = None
) -> ASGIApp:
    """Put the routes together.

    :param hosts: host names under which the server may be called; empty = any.
    :param rates: limit of the requests of each client. :param budget: limit of their processor time.
    """

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with site.running():
            yield

    budget = budget or Budget()
    pages, (act, *at_table) = Pages(site, budget), table_routes.table_routes(site, budget)
    further = [route for page_set in site.page_sets for route in page_set.routes(budget)]
    app = Starlette(
        routes=[act, *further, *_routes(pages, budget.answer), *at_table, *company_routes.company_routes(site, budget)],
        lifespan=lifespan,
        exception_handlers={SmallWorldError: pages.report, Exception: pages.report, HTTPException: pages.missing},
    )
    # Outside of the whole application, so that the answer to a fault has the headers, too.
    limits = {pattern: most for page_set in site.page_sets for pattern, most in page_set.limits.items()}
    return Guard(app, page=answers.message_page, hosts=hosts, rates=rates, limits=limits, language=current_language())


def _routes(pages: Pages, within: Callable[..., Any]) -> list[Route | Mount]:
    """List the addresses of the site; small pages are compressed, streams are not.

    :param within: keeps an answer within the budget of the server.
    """
    return [
        Route("/", within(pages.start), middleware=answers.PACKED),
        Route("/robots.txt", pages.robots),
        Route(HEALTH, pages.health),
        Route("/new/{variant}", within(pages.new_table), middleware=answers.PACKED),
        Route("/editions/{variant}/rules", within(pages.rules), middleware=answers.PACKED),
        Route("/editions/{variant}.svg", within(pages.picture), middleware=answers.PACKED),
        Route("/tables", pages.create, methods=["POST"]),
        Route("/play", pages.play_now, methods=["POST"]),
        Route("/learn", pages.learn, methods=["POST"]),
        Route("/admin/{secret}", within(pages.show_server)),
        Route("/admin/{secret}/remove/{table}", within(pages.remove_table), methods=["POST"]),
        Route("/admin/{secret}/{wish}", pages.pause_bots, methods=["POST"]),
        Mount("/static", StaticFiles(directory=answers.static_of(answers.OURS)), middleware=answers.PACKED),
    ]


class Pages:
    """The answers to requests; those that are not ``async`` run in a thread, within the budget of their client."""

    def __init__(self, site: Site, budget: Budget) -> None:
        self.site, self.budget = site, budget
        self._guesses = Rates(0.5, 30)
        """How often a client may try links that open nothing."""
        self._creations = Rates(0.2, 20), Rates(200 / 86400, 200)
        """How often a client may open a new table: at once, and in a day."""

    async def robots(self, _request: Request) -> Response:
        """Keep search engines away: a link in their index would give a seat to everybody."""
        return PlainTextResponse("User-agent: *\nDisallow: /\n")

    async def health(self, _request: Request) -> Response:
        """Report whether the server can keep tables, for a check of health."""
        is_well = self.site.trouble is None
        return PlainTextResponse("ok\n" if is_well else "no database\n", 200 if is_well else 503, answers.UNKEPT)

    # --- editions

    def start(self, _request: Request) -> Response:
        """Show the editions, and everything that cannot be played."""
        site, catalog = self.site, self.site.catalog
        page = render(
            "start.html", editions=catalog.playable(), faults=catalog.faults(),
            links=[page_set.link for page_set in site.page_sets if page_set.link], tutorial=catalog.tutorial_edition(),
            open_tables=list(site.lobby.open_tables()) if site.lobby else (),
        )  # fmt: skip
        return HTMLResponse(page)

    def picture(self, request: Request) -> Response:
        """Hand out the picture of a board."""
        drawing = self.site.catalog.cover(request.path_params["variant"], current_language())
        headers = {"cache-control": "max-age=86400", "content-security-policy": PICTURE_POLICY}
        return Response(drawing, 200 if drawing else 404, headers, media_type="image/svg+xml")

    def rules(self, request: Request) -> Response:
        """Show the rules of an edition."""
        name = request.path_params["variant"]
        return HTMLResponse(render("rules.html", name=name, variant=self.site.catalog.variant(name)))

    # --- new tables

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
        form = await answers.form_of(request)
        self._count_creation()
        return await self.budget.run(lambda: self._create(form))

    def _count_creation(self) -> None:
        for rates in self._creations:
            rates.require(_("too many new tables; wait a moment"))

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
        name = (await answers.form_of(request)).get("variant", "")
        catalog, seats = self.site.catalog, self.site.catalog.usual_seats()
        return await self._begin(lambda: (catalog.new_game(name, seats, DRAWN, {}, new_seed()), seats), Terms())

    async def learn(self, _request: Request) -> Response:
        """Open a table with lessons, and lead to the seat of the learner."""
        return await self._begin(self.site.catalog.new_tutorial, Terms(lessons=True))

    async def _begin(self, open_game: Callable[[], tuple[Game, Mapping[str, str]]], terms: Terms) -> Response:
        """Open a table, and lead to the seat of its first person."""

        def open_table() -> str:
            game, seats = open_game()
            return self.site.people.first_path(*self.site.tables.create(game, seats, terms=terms))

        self._count_creation()
        return RedirectResponse(await self.budget.run(open_table), 303)

    # --- the host of the server

    def _admin_path(self, request: Request) -> str:
        """Return the path of the page of the server's host; its secret is drawn at each start, which prints it."""
        secret = request.path_params["secret"]
        if not hmac.compare_digest(digest_of(secret), digest_of(self.site.admin_secret)):
            raise WrongLink
        return f"/admin/{secret}"

    def show_server(self, request: Request) -> Response:
        """Show tables, streams and load to the host of the server."""
        path, site = self._admin_path(request), self.site
        return answers.page(
            "admin.html", here=path, tables=list(self._tables()), figures=self._figures(),
            paused=site.bots.places.is_paused, faults=site.catalog.faults(), editions=site.catalog.offers(),
        )  # fmt: skip

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
        for table_id, used, line in self.site.tables.store.latest(LATEST):
            head, table = json.loads(line), self.site.tables.peek(table_id)
            seats = table.seats if table is not None else head.get("seats", {})
            kinds = [(name, seats.get(name, HUMAN)) for name in head["players"]]
            state = ""
            if table is not None:
                state = _("over") if table.is_over else _("round {round}", round=table.game.round)
            yield {
                "id": table_id, "edition": head["variant"], "state": state,
                "players": ", ".join(name if kind == HUMAN else f"{name} ({kind})" for name, kind in kinds),
                "used": time.strftime("%Y-%m-%d %H:%M", time.localtime(used)),
                "streams": len(self.site.streams.viewers(table_id)),
            }  # fmt: skip

    def remove_table(self, request: Request) -> Response:
        """Remove a table for good, by the host of the server."""
        path = self._admin_path(request)
        self.site.tables.remove(request.path_params["table"])
        return RedirectResponse(path, 303)

    async def pause_bots(self, request: Request) -> Response:
        """Let no bot begin to think, or let them think again, by the host of the server."""
        path, wish = self._admin_path(request), request.path_params["wish"]
        if wish not in ("pause", "resume"):
            raise HTTPException(404)
        self.site.bots.places.pause(wish == "pause")
        return RedirectResponse(path, 303)

    # --- faults

    async def missing(self, request: Request, error: Exception) -> Response:
        """Answer a path without a page, or a method that it does not have."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        return answers.problem_page(request, status, _("this page does not exist"))

    async def report(self, request: Request, error: Exception) -> Response:
        """Answer with one sentence; a fault of the program reveals nothing about it."""
        if isinstance(error, WrongLink):
            is_allowed = self._guesses.allow(CLIENT.get())
            return answers.problem_page(
                request, 404 if is_allowed else 429, str(error) if is_allowed else _("too many wrong links")
            )
        statuses = {
            OverBudget: 429, StoreError: 503, TooManyTables: 503, NotAllowed: 403, SmallWorldError: 422,
        }  # fmt: skip
        status = next((status for kind, status in statuses.items() if isinstance(error, kind)), 500)
        if isinstance(error, StoreError):
            LOG.warning("%s", answers.detail(error))
        return answers.problem_page(request, status, sentence(error))
