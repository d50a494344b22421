"""The routes of a table: its page and all that the page asks for, decisions, streams."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator, Callable, Mapping
from functools import lru_cache, partial
from threading import Lock
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from smallworld import SmallWorldError, _
from smallworld.languages import accepted_language, current_language, set_language
from smallworld_web import answers, page_data
from smallworld_web.company_routes import free_seats_page, host_page
from smallworld_web.page_updates import MOST_SHARED, RETRY
from smallworld_web.request_checks import Budget, Rates
from smallworld_web.role_links import HOST, OPEN, PUBLIC, SCREEN, SEAT, Role
from smallworld_web.site import Site
from smallworld_web.table import NotYourTurn, Outdated, Table
from smallworld_web.table_people import agree, may_answer, undo

MOST_KEPT = 50
"""Pages of replays that are kept."""


def table_routes(site: Site, budget: Budget) -> list[Route]:
    """List the addresses, first the one of most requests."""
    pages, at_table = TablePages(site, budget), "/t/{table}/{secret}"
    return [
        Route(f"{at_table}/act", pages.act, methods=["POST"]),
        Route("/t/stream", pages.shared_stream),
        *_reading(pages, at_table),
        *_reading(pages, "/g/{table}"),
        Route(f"{at_table}/stream", pages.stream),
        Route(f"{at_table}/undo", pages.undo, methods=["POST"]),
        Route(f"{at_table}/agree", pages.agree, methods=["POST"]),
    ]


def _reading(pages: TablePages, table: str) -> list[Route]:
    """List the addresses that show a table and change nothing.

    :param table: the address of the table, for the owners of a link, or for everybody once its game is over.
    """
    within = pages.budget.answer
    parts = pages.state, pages.summary, pages.why, pages.signs, pages.position, pages.record, pages.replay
    return [
        Route(table, within(pages.table), middleware=answers.PACKED),
        Route(f"{table}/style.css", within(pages.style), middleware=answers.PACKED),
        Route(f"{table}/at/{{place:int}}", within(pages.past)),
        *(Route(f"{table}/{part.__name__}", within(part)) for part in parts),
    ]


class TablePages:
    """The answers to requests; those that are not ``async`` run in a thread, within the budget of their client."""

    def __init__(self, site: Site, budget: Budget) -> None:
        self.site, self.budget = site, budget
        self._drawing, self._pack_replay = Lock(), lru_cache(maxsize=MOST_KEPT)(self._packed_replay)
        self._downloads = Rates(0.5, 30)
        """How often a client may ask for the page of a replay, which is large."""

    def _enter(self, request: Request, number: int = -1) -> tuple[Table, Role]:
        """Return the table of a link and the role that it gives; the page of a finished game has no secret.

        :param number: an event that the page has seen.
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
        self.site.look_after(table.id)
        if role.kind == HOST:
            return host_page(self.site, request, table.id)
        is_called = role.kind == SEAT and self.site.webhooks.has_address(table.id, role.player)
        screen = page_data.shared_screen(table, role, secret)
        page = (screen and role.kind == SCREEN and page_data.hand_over_page(table, screen)) or page_data.page(
            table, role, secret, screen, has_webhook=is_called
        )
        return HTMLResponse(page, headers=answers.UNKEPT)

    def style(self, request: Request) -> Response:
        """Hand out the style sheet of the board."""
        sheet = page_data.style_of(self._enter(request)[0])
        return Response(sheet, headers={"cache-control": "max-age=604800"}, media_type="text/css")

    def state(self, request: Request) -> Response:
        """Return everything on the page that changes, or with ``since`` what has changed since an event."""
        since = answers.number_of(request.query_params.get("since", "-1"))
        return answers.json_answer(page_data.update(*self._enter(request, since), since).text, answers.UNKEPT)

    def summary(self, request: Request) -> Response:
        """Return the round and who has the turn, for the list of tables on the start page."""
        return JSONResponse(page_data.summary(*self._enter(request)), headers=answers.UNKEPT)

    def past(self, request: Request) -> Response:
        """Return the table as it was after an event of the log."""
        return JSONResponse(page_data.past(*self._enter(request), request.path_params["place"]))

    def signs(self, request: Request) -> Response:
        """Return the list of everything that the board may show."""
        return HTMLResponse(page_data.signs(self._enter(request)[0]))

    def position(self, request: Request) -> Response:
        """Return the position as one line of text, without what is hidden from the role."""
        return PlainTextResponse(f"{page_data.position(*self._enter(request))}\n", headers=answers.UNKEPT)

    def record(self, request: Request) -> Response:
        """Hand out the record of a game that is over, for ``smallworld replay`` and ``resume``."""
        return answers.download("game.jsonl", "application/jsonl", page_data.record(self._enter(request)[0]))

    def replay(self, request: Request) -> Response:
        """Hand out the page to step through a game that is over; it is drawn once."""
        self._downloads.require()
        table = self._enter(request)[0]
        with self._drawing:  # of several requests at once only the first draws it
            packed = self._pack_replay(table.id, table.number, current_language())
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return answers.download("game.html", "text/html", gzip.decompress(packed))
        response = answers.download("game.html", "text/html", packed)
        response.headers["content-encoding"] = "gzip"
        return response

    def _packed_replay(self, table_id: str, _number: int, _language: str) -> bytes:
        return gzip.compress(page_data.replay(self.site.tables.get(table_id)).encode(), 6, mtime=0)

    def why(self, request: Request) -> Response:
        """Explain an action, or a region: ``why?action=done``, ``why?region=r07``."""
        action, region = (request.query_params.get(key, "")[:200] for key in ("action", "region"))
        return JSONResponse(page_data.why(*self._enter(request), action, region))

    # --- decisions

    async def act(self, request: Request) -> Response:
        """Carry out actions of a seat."""
        body = await answers.json_of(request)
        actions = body.get("actions")
        if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
            raise SmallWorldError(_('a request has "number" and "actions", a list of texts'))
        return await self._decide(
            request, body, lambda table, role, number: table.apply(role.player, number, actions),
            lambda table, role, number: table.has_done(role.player, number, actions),
        )  # fmt: skip

    async def undo(self, request: Request) -> Response:
        """Take back the last action of a seat, or with ``all`` everything that it did in this turn."""
        body = await answers.json_of(request)
        take_back = partial(undo, is_whole_turn=bool(body.get("all")))
        return await self._decide(request, body, take_back, lambda table, _role, number: table.has_gone_back(number))

    async def agree(self, request: Request) -> Response:
        """Answer the question of another player whether an action may be taken back: ``{"number": 7, "yes": true}``."""
        body = await answers.json_of(request)
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
        number = answers.number_of(body.get("number"))

        def change() -> Response:
            tables = self.site.tables
            table, role = tables.enter_seat(request.path_params["table"], request.path_params["secret"], number)
            try:
                if not (body.get("again") and is_done(table, role, number)):
                    table = tables.change(table.id, lambda table: decide(table, role, number), number)
            except (Outdated, NotYourTurn) as error:
                update = page_data.update(tables.get(table.id), role, number)
                return answers.json_answer(f'{{"error":{json.dumps(str(error))},"update":{update.text}}}', status=409)
            return answers.json_answer(f'{{"update":{page_data.update(table, role, number).text}}}')

        return await self.budget.run(change)

    # --- streams

    async def stream(self, request: Request) -> Response:
        """Send every change of the table, from the last event that the page has seen."""
        table_id, secret = request.path_params["table"], request.path_params["secret"]
        await run_in_threadpool(self._enter, request)
        last = request.headers.get("last-event-id") or request.query_params.get("since", "-1")
        return _stream(self.site.events((table_id, secret, answers.number_of(last))))

    async def shared_stream(self, request: Request) -> Response:
        """Send every change of several tables: ``?language=cs&at=TABLE/SECRET/NUMBER&at=…``."""
        set_language(accepted_language(request.query_params.get("language", ""), current_language()))
        places = answers.places_of(request, 3, _("a stream has 1 to {most} tables", most=MOST_SHARED))
        seen = request.headers.get("last-event-id", "").split(",")
        numbers = seen if len(seen) == len(places) else [place[2] for place in places]
        tables = [
            (place[0], place[1], answers.number_of(number)) for place, number in zip(places, numbers, strict=True)
        ]
        return _stream(self.site.events(*tables, is_shared=True))


def _stream(events: AsyncIterator[str]) -> Response:
    headers = {**answers.UNKEPT, "x-accel-buffering": "no"}
    return StreamingResponse(_retrying(events), headers=headers, media_type="text/event-stream")


async def _retrying(events: AsyncIterator[str]) -> AsyncIterator[str]:
    yield RETRY
    async for event in events:
        yield event
