"""The addresses of the studio."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from smallworld.languages import _, current_language
from smallworld_studio.draft_files import (
    MOST_DRAFT_BYTES,
    MOST_FILE_BYTES,
    MOST_FILES,
    MOST_REGIONS,
    README,
    WrongFiles,
    check_name,
    read_zip,
    slug,
    write_zip,
)
from smallworld_studio.drafts import EDIT, Conflict, Draft, TooManyDrafts
from smallworld_studio.live import Wanted
from smallworld_studio.page_templates import STATIC, render
from smallworld_studio.requests import (
    NO_STORE,
    answer,
    body_of,
    changed,
    changes_of,
    is_form,
    number_of,
    refusal,
    text_of,
)
from smallworld_studio.studio import Studio
from smallworld_web.middleware.budgets import Budget, Rates
from smallworld_web.middleware.clients import current_client

LIMITS = {"files": MOST_FILES, "file": MOST_FILE_BYTES, "draft": MOST_DRAFT_BYTES, "regions": MOST_REGIONS}
Body = Mapping[str, Any]
Handler = Callable[["DraftRequest"], Awaitable[Response]]


class DraftRequest:
    """A request to a draft: who asks, and for what."""

    def __init__(self, request: Request, draft: Draft, role: str, body: Body) -> None:
        self.request, self.draft, self.role, self.body = request, draft, role, body
        self.secret: str = request.path_params["secret"]

    @property
    def path(self) -> str:
        """The address of the draft's page."""
        return f"/s/{self.draft.id}/{self.secret}"


def studio_routes(studio: Studio, budget: Budget) -> Sequence[BaseRoute]:
    """List the addresses of the studio.

    :param budget: limits the processor time of each client in this process.
    """
    pages = StudioPages(studio, budget)
    small = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)]
    draft = "/s/{draft}/{secret}"

    def at(path: str, handler: Handler, *, edits: bool = False, is_post: bool = True) -> Route:
        endpoint = pages.entered(handler, edits=edits)
        return Route(f"{draft}{path}", endpoint, methods=["POST" if is_post else "GET"], middleware=small)

    return [
        Mount("/static/studio", StaticFiles(directory=STATIC), middleware=small),
        Route("/studio", pages.start, middleware=small),
        Route("/studio/drafts", pages.create, methods=["POST"]),
        Route(f"{draft}/stream", pages.stream),
        at("", pages.page, is_post=False),
        at("/state", pages.state, is_post=False),
        at("/text/{file:path}", pages.text, is_post=False),
        at("/zip", pages.zip, is_post=False),
        at("/links", pages.links, edits=True, is_post=False),
        at("/abilities", pages.abilities, is_post=False),
        at("/history", pages.history, is_post=False),
        at("/history/{number:int}", pages.revision, is_post=False),
        at("/history/{number:int}/picture/{board}", pages.old_picture, is_post=False),
        at("/check", pages.check),
        at("/edit", pages.edit),
        at("/form", pages.form),
        at("/try", pages.try_it),
        at("/keep", pages.keep, edits=True),
        at("/import", pages.import_map),
        at("/balance", pages.balance),
        at("/fork", pages.fork),
        at("/link", pages.renew_link, edits=True),
        at("/name", pages.rename, edits=True),
        at("/restore", pages.restore, edits=True),
        at("/remove", pages.remove, edits=True),
    ]


class StudioPages:
    """The answers to requests."""

    def __init__(self, studio: Studio, budget: Budget) -> None:
        self.studio, self.drafts, self.jobs, self.budget = studio, studio.drafts, studio.jobs, budget
        self._creations = Rates(20 / 3600, 20)
        """How often a client may make a draft."""
        self._trials = Rates(0.1, 20)

    def entered(self, handler: Handler, *, edits: bool = False) -> Callable[[Request], Awaitable[Response]]:
        """Return an endpoint for the owner of a link.

        :param edits: whether it takes an edit link.
        """

        @wraps(handler)
        async def endpoint(request: Request) -> Response:
            draft, role = await self.budget.run(lambda: self._enter(request))
            if edits and role != EDIT:
                return refusal(403, _("this link only reads; ask for an edit link, or fork the draft"))
            body = await body_of(request) if request.method == "POST" else {}
            try:
                return await handler(DraftRequest(request, draft, role, body))
            except Conflict as conflict:
                return answer(
                    {"error": conflict.sentence, "revision": conflict.revision, "files": conflict.files}, 409
                )  # fmt: skip
            except TooManyDrafts as error:
                return refusal(503, error.sentence)

        return endpoint

    def _enter(self, request: Request) -> tuple[Draft, str]:
        return self.drafts.enter(request.path_params["draft"], request.path_params["secret"])

    # --- start

    async def start(self, _request: Request) -> Response:
        """Show the start page."""
        variants = await self.budget.run(self.studio.site.catalog.variants)
        editions = [
            {"id": name, "name": variant.name, "races": len(variant.races), "powers": len(variant.powers),
             "boards": len(variant.board_files)}
            for name, variant in variants.items()
        ]  # fmt: skip
        return HTMLResponse(render("studio/start.html", editions=editions, limits=LIMITS))

    async def create(self, request: Request) -> Response:
        """Make a draft and lead to its page."""
        body = await body_of(request)
        if not self._creations.allow(current_client()):
            return refusal(429, _("too many new drafts; wait a while"))
        try:
            new = await self._first_files(body)
            made = await self.budget.run(lambda: self.drafts.create(new["name"], new["files"]))
        except TooManyDrafts as error:
            return refusal(503, error.sentence)
        path = "/s/{}/{}".format(*made)
        return RedirectResponse(path, 303) if is_form(request) else answer({"url": path})

    async def _first_files(self, body: Body) -> Mapping[str, Any]:
        """Return the name and the files of a new draft."""
        if body.get("zip"):
            try:
                content = base64.b64decode(str(body["zip"]), validate=True)
            except (binascii.Error, ValueError):
                raise WrongFiles(_("this is not a zip with the files of a draft")) from None
            name = text_of(body, "filename").removesuffix(".zip") or _("Opened")
            return {"name": name, "files": await self.budget.run(lambda: read_zip(content))}
        keys = ("kind", "edition", "name", "filename")
        values = {key: text_of(body, key) for key in keys} | {"text": text_of(body, "text", MOST_FILE_BYTES)}
        return await self.jobs.quick(f"new {current_client()}", {"job": "new", "files": {}, **values})

    # --- the draft

    def _state(self, at: DraftRequest) -> dict[str, Any]:
        draft = at.draft
        return {
            "draft": draft.id, "role": at.role, "name": draft.name, "based_on": draft.based_on,
            "revision": draft.number, "files": draft.files, "limits": LIMITS,
            "bots": self.studio.site.catalog.bots(),
        }  # fmt: skip

    async def page(self, at: DraftRequest) -> Response:
        """Show the page of a draft."""
        page = await self.budget.run(
            lambda: render("studio/draft.html", state=self._state(at), title=at.draft.name)
        )
        return HTMLResponse(page, headers=NO_STORE)

    async def state(self, at: DraftRequest) -> Response:
        """Return the draft as it is now."""
        return answer(self._state(at))

    async def text(self, at: DraftRequest) -> Response:
        """Return the text of a file."""
        name = at.request.path_params["file"]
        if name not in at.draft.files:
            return refusal(404, _("this draft has no file {name!r}", name=name[:80]))
        return PlainTextResponse(at.draft.files[name], headers=NO_STORE)

    async def zip(self, at: DraftRequest) -> Response:
        """Hand out all files in a zip."""
        name = slug(at.draft.name)
        content = await self.budget.run(lambda: write_zip(name, at.draft.files))
        headers = {**NO_STORE, "content-disposition": f'attachment; filename="{name}.zip"'}
        return Response(content, headers=headers, media_type="application/zip")

    async def check(self, at: DraftRequest) -> Response:
        """Keep the texts, for an edit link, and list the problems and values of the draft."""
        changes, revision, draft = changes_of(at.body), number_of(at.body), at.draft
        board = text_of(at.body, "board")
        files = changed(draft.files, changes)
        if at.role == EDIT:
            before = draft.number
            revision = await self.budget.run(lambda: self.drafts.keep(draft.id, revision, changes))
            files = dict(draft.files)
            if revision != before:
                self.studio.live.publish(draft.id, "changed", {"revision": revision})
        request = {"job": "check", "files": files, "board": board, "last": at.body.get("last")}
        reply = await self.jobs.quick(draft.id, request)
        has_tests = bool(reply["ready"] and reply["model"]["tests"])
        wanted = Wanted(files, board, revision, current_language(), has_tests)
        self.studio.live.want(draft.id, wanted)
        return answer({"revision": revision, **reply})

    async def edit(self, at: DraftRequest) -> Response:
        """Answer wishes with edits of the text; nothing is kept."""
        file = text_of(at.body, "file")
        check_name(file)
        text = at.body.get("text", at.draft.files.get(file, ""))
        files = changed(at.draft.files, {file: text if isinstance(text, str) else ""})
        return answer(await self.jobs.quick(at.draft.id, {**at.body, "job": "edit", "text": text, "files": files}))

    async def form(self, at: DraftRequest) -> Response:
        """Describe the form of a race, a power, a region or an ability."""
        files = changed(at.draft.files, changes_of(at.body))
        keys = {key: text_of(at.body, key) for key in ("kind", "id", "board", "ability")}
        return answer(await self.jobs.quick(at.draft.id, {"job": "form", "files": files, **keys}))

    async def abilities(self, at: DraftRequest) -> Response:
        """List the abilities of the server, each with its form."""
        kind = at.request.query_params.get("for", "")[:20]
        request = {"job": "abilities", "files": at.draft.files, "for": kind}
        reply = await self.jobs.quick(at.draft.id, request)
        return Response(json.dumps(reply["abilities"]), headers=NO_STORE, media_type="application/json")

    async def import_map(self, at: DraftRequest) -> Response:
        """Make a board of a map of another program; nothing is kept."""
        values = {key: text_of(at.body, key) for key in ("filename", "id")}
        text = text_of(at.body, "text", MOST_DRAFT_BYTES)
        request = {"job": "import", "files": at.draft.files, **values, "text": text}
        return answer(await self.jobs.quick(at.draft.id, request))

    async def stream(self, request: Request) -> Response:
        """Send pictures, results and changes of other windows."""
        draft_id, secret = request.path_params["draft"], request.path_params["secret"]
        await run_in_threadpool(self.drafts.enter, draft_id, secret)
        since = request.query_params.get("since", "-1")
        number = int(since) if since.isascii() and since.isdecimal() and len(since) < 8 else -1
        events = self.studio.live.events(draft_id, secret, number)
        headers = {**NO_STORE, "x-accel-buffering": "no"}
        return StreamingResponse(events, headers=headers, media_type="text/event-stream")

    # --- playing

    async def try_it(self, at: DraftRequest) -> Response:
        """Open a table for the draft as it is kept."""
        if not self._trials.allow(current_client()):
            return refusal(429, _("too many new tables; wait a moment"))
        values = {key: text_of(at.body, key) or None for key in ("board", "race", "power")}
        players = at.body.get("players")
        request = {"job": "trial", "files": at.draft.files, "players": players, **values}
        reply = await self.jobs.quick(at.draft.id, request)
        people = at.body.get("people", 1)
        count = people if isinstance(people, int) else 1
        return answer(await self.budget.run(lambda: self.studio.open_trial(at.draft.id, reply, count)))

    async def keep(self, at: DraftRequest) -> Response:
        """Make a scenario of moves at a trial table; nothing is kept until the page writes it."""
        table_text = text_of(at.body, "table")
        record, number = await self.budget.run(lambda: self.studio.trial_record(at.draft.id, table_text))
        if at.body.get("what") == "position":
            return answer({"number": number})
        expect = at.body.get("expect")
        request = {
            "job": "keep", "files": at.draft.files, "record": record, "since": number_of(at.body, "since"),
            "name": text_of(at.body, "name"), "expect": expect if isinstance(expect, list) else None,
        }  # fmt: skip
        return answer(await self.jobs.quick(at.draft.id, request))

    async def balance(self, at: DraftRequest) -> Response:
        """Begin or end an estimate; its numbers come in the stream."""
        if at.body.get("stop"):
            self.studio.live.end_estimate(at.draft.id)
        else:
            kind, name = text_of(at.body, "kind"), text_of(at.body, "id")
            self.studio.live.estimate(at.draft.id, dict(at.draft.files), kind, name)
        return answer({}, 202)

    # --- links, forks, history

    async def links(self, at: DraftRequest) -> Response:
        """Return both links."""
        secrets = await self.budget.run(lambda: self.drafts.links(at.draft.id, at.secret))
        return answer(self._addresses(at, secrets))

    async def renew_link(self, at: DraftRequest) -> Response:
        """Replace the read link, or both."""
        role = text_of(at.body, "role")
        secrets = await self.budget.run(lambda: self.drafts.renew_link(at.draft.id, at.secret, role))
        return answer(self._addresses(at, secrets))

    def _addresses(self, at: DraftRequest, secrets: Mapping[str, str]) -> dict[str, str]:
        base = self.studio.site.url or f"{at.request.url.scheme}://{at.request.url.netloc}"
        return {role: f"{base}/s/{at.draft.id}/{secret}" for role, secret in secrets.items()}

    async def fork(self, at: DraftRequest) -> Response:
        """Make a draft with the same files, which names this one in its README."""
        if not self._creations.allow(current_client()):
            return refusal(429, _("too many new drafts; wait a while"))
        draft = at.draft
        readme = draft.files.get(README, f"# {draft.name}\n")
        note = _("Based on {name}.", name=draft.name)
        files = {**draft.files, README: f"{readme.rstrip()}\n\n{note}\n"}
        made = await self.budget.run(lambda: self.drafts.create(draft.name, files, draft.id, draft.number))
        return answer({"url": "/s/{}/{}".format(*made)})

    async def history(self, at: DraftRequest) -> Response:
        """List the revisions, each with its changes in words, the newest first."""
        rows = await self.budget.run(lambda: self.drafts.history(at.draft.id))
        reply = await self.jobs.quick(at.draft.id, {"job": "words", "steps": rows["steps"]})
        revisions = [{**row, "words": words} for row, words in zip(rows["revisions"], reply["words"], strict=True)]
        return answer({"revisions": revisions[::-1]})

    async def revision(self, at: DraftRequest) -> Response:
        """Return the files as they were after a revision."""
        number = at.request.path_params["number"]
        files = await self.budget.run(lambda: self.drafts.at(at.draft.id, number))
        return answer({"number": number, "files": files})

    async def old_picture(self, at: DraftRequest) -> Response:
        """Draw a board as it was after a revision."""
        number, board = at.request.path_params["number"], at.request.path_params["board"]
        files = await self.budget.run(lambda: self.drafts.at(at.draft.id, number))
        request = {"job": "picture", "files": files, "board": board[:60], "quality": "quick"}
        reply = await self.jobs.quick(at.draft.id, request)
        return Response(reply["svg"], headers=NO_STORE, media_type="image/svg+xml")

    async def restore(self, at: DraftRequest) -> Response:
        """Go back to an earlier revision, which makes a new one."""
        revision, number = number_of(at.body), number_of(at.body, "number")
        made = await self.budget.run(lambda: self.drafts.restore(at.draft.id, revision, number))
        self.studio.live.publish(at.draft.id, "changed", {"revision": made})
        return answer(self._state(at))

    async def rename(self, at: DraftRequest) -> Response:
        """Give the draft another name."""
        name = text_of(at.body, "name")
        await self.budget.run(lambda: self.drafts.rename(at.draft.id, name))
        return answer({"name": at.draft.name, "revision": at.draft.number})

    async def remove(self, at: DraftRequest) -> Response:
        """Remove the draft for good."""
        if at.body.get("sure") != "yes":
            return refusal(422, _("nothing was done: tick the box to remove the draft for good"))
        await self.budget.run(lambda: self.drafts.store.remove(at.draft.id))
        self.drafts.forget(at.draft.id)
        self.studio.live.publish(at.draft.id, "gone", {"error": _("this draft was removed")})
        return answer({})
