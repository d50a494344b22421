"""The lobby: tables on the start page at which anybody may take a free seat, if the host of the server wants it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import Column, Connection, Float, String, Table, delete, insert, select
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from smallworld.languages import _
from smallworld_play.seats import HUMAN
from smallworld_records.record_lines import line_of
from smallworld_web.answers import problem_page
from smallworld_web.environment import render
from smallworld_web.middleware.budgets import Budget, Rates
from smallworld_web.middleware.clients import current_client
from smallworld_web.request_bodies import form_of
from smallworld_web.role_links import WrongLink
from smallworld_web.store import METADATA
from smallworld_web.table_people import TablePeople
from smallworld_web.table_registry import TableRegistry

LISTED = Table(
    "smallworld_lobby", METADATA,
    Column("game", String(32), primary_key=True),
    Column("since", Float, nullable=False),
)  # fmt: skip
MOST = 20
"""Tables in the lobby, the latest ones."""
LONGEST = 7 * 86400.0
"""Seconds that a table is in the lobby."""


class OpenTable(NamedTuple):
    """A table with free seats.

    :ivar path: of the page with its free seats.
    """

    path: str
    edition: str
    players: tuple[str, ...]
    free: int


class Lobby:
    """The tables in the lobby.

    :param now: the time of day in seconds.
    """

    def __init__(self, tables: TableRegistry, people: TablePeople, now: Callable[[], float] = time.time) -> None:
        self._tables, self._people, self._now = tables, people, now

    def add(self, table_id: str) -> None:
        """List a table; the first person of its seats is its host, and has their seat already."""
        seats = self._tables.get(table_id).seats
        host = next((player for player, kind in seats.items() if kind == HUMAN), "")
        if host:
            self._tables.change(table_id, lambda table: table.append([line_of({"taken": host})]))
        row = {"game": table_id, "since": self._now()}
        self._tables.store.transaction(lambda connection: connection.execute(insert(LISTED), [row]))

    def open_tables(self) -> list[OpenTable]:
        """List the tables with free seats, the latest first."""
        open_tables = list[OpenTable]()
        for table_id in self._listed():
            with suppress(WrongLink):
                table = self._tables.get(table_id)
                free, name = len(self.free_seats(table_id)), table.game.variant.name
                open_tables += [OpenTable(f"/open/{table_id}", name, table.game.players, free)] if free else []
        return open_tables

    def free_seats(self, table_id: str) -> list[str]:
        """List the seats that anybody may take; a seat that somebody has begun to play is not free.

        :raises WrongLink: the lobby has no such table.
        """
        if table_id not in self._listed():
            raise WrongLink
        table = self._tables.get(table_id)
        played = {step.names[step.player] for step in table.turns.steps.values()}
        return [] if table.is_over else [name for name in self._people.free_seats(table) if name not in played]

    def sit(self, table_id: str, player: str) -> str:
        """Give a free seat to a person; return the path of their page.

        :raises WrongLink: the lobby has no such table. :raises SmallWorldError: the seat is not free.
        """
        free = self.free_seats(table_id)
        return f"/t/{table_id}/{self._people.sit(table_id, player if player in free else '')}"

    def _listed(self) -> list[str]:
        """List the ids of all tables in the lobby; those that were there for too long leave it."""

        def read(connection: Connection) -> list[str]:
            connection.execute(delete(LISTED).where(LISTED.c.since < self._now() - LONGEST))
            return list(connection.execute(select(LISTED.c.game).order_by(LISTED.c.since.desc()).limit(MOST)).scalars())

        return self._tables.store.transaction(read)


def lobby_routes(lobby: Lobby, budget: Budget) -> list[Route]:
    """List the addresses of the free seats."""
    rates = Rates(0.02, 5)  # how often a client may take a seat
    small = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=7)]

    def show(request: Request) -> Response:
        seats = lobby.free_seats(request.path_params["table"])
        page = render("sit.html", title=_("Open table"), here=request.url.path, seats=seats, is_open=True)
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    async def sit(request: Request) -> Response:
        player = (await form_of(request)).get("player", "")
        if not rates.allow(current_client()):
            return problem_page(request, 429, _("you have taken many seats; wait a while"))
        table_id = request.path_params["table"]
        return RedirectResponse(await budget.run(lambda: lobby.sit(table_id, player)), 303)

    return [
        Route("/open/{table}", budget.answer(show), middleware=small),
        Route("/open/{table}/sit", sit, methods=["POST"]),
    ]
