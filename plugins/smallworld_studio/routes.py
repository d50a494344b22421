"""The addresses of the studio: how requests are read and answered."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from starlette import responses
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from smallworld import SmallWorldError, _
from smallworld.languages import current_language
from smallworld_studio import draft_files
from smallworld_studio.draft_files import MOST_DRAFT_BYTES, MOST_FILE_BYTES, README, WrongFiles, slug
from smallworld_studio.drafts import EDIT, Conflict, Draft
from smallworld_studio.studio import PictureRequest, Studio, compressed
from smallworld_web import answers
from smallworld_web.answers import PACKED, UNKEPT, refusal_answer
from smallworld_web.company_routes import base_of
from smallworld_web.request_checks import CLIENT, Budget, OverBudget, Rates

PACKAGE = "smallworld_studio"
LIMITS = {"files": draft_files.MOST_FILES, "file": MOST_FILE_BYTES, "draft": MOST_DRAFT_BYTES,
          "regions": draft_files.MOST_REGIONS}  # fmt: skip
Body = Mapping[str, Any]
DRAFTS = 20
"""Drafts that a client may make in an hour."""
Handler = Callable[["DraftRequest"], Awaitable[Response]]


class DraftRequest:
    """A request to a draft: who asks, and for what."""

    def __init__(self, request: Request, draft: Draft, role: str, body: Body) -> None:
        self.request, self.draft, self.role, self.body = request, draft, role, body
        self.secret: str = request.path_params["secret"]


def studio_routes(studio: Studio, budget: Budget) -> Sequence[BaseRoute]:
    """List the addresses of the studio.

    :param budget: limits the processor time of each client in this process.
    """
    pages, draft = StudioPages(studio, budget), "/s/{draft}/{secret}"
    gets = {
        "": pages.page, "/state": pages.state, "/text/{file:path}": pages.text, "/zip": pages.zip,
        "/patch": pages.patch, "/proposal": pages.proposal, "/links": pages.links, "/abilities": pages.abilities,
        "/history": pages.history, "/history/{number:int}": pages.revision,
        "/history/{number:int}/picture/{board}": pages.old_picture,
    }  # fmt: skip
    posts = {
        "/check": pages.check, "/edit": pages.edit, "/form": pages.form, "/try": pages.try_it, "/keep": pages.keep,
        "/import": pages.import_map, "/board": pages.new_board, "/balance": pages.balance, "/fork": pages.fork,
        "/link": pages.renew_link, "/name": pages.rename, "/restore": pages.restore, "/remove": pages.remove,
    }  # fmt: skip
    return [
        Mount("/static/studio", StaticFiles(directory=answers.static_of(PACKAGE)), middleware=PACKED),
        Route("/studio", pages.start, middleware=PACKED),
        Route("/studio/drafts", pages.create, methods=["POST"]),
        Route(f"{draft}/stream", pages.stream),
        *(
            Route(f"{draft}{path}", pages.entered(handler), methods=[method], middleware=PACKED)
            for method, handlers in (("GET", gets), ("POST", posts)) for path, handler in handlers.items()
        ),
    ]  # fmt: skip


class StudioPages:
    """The answers to requests."""

    def __init__(self, studio: Studio, budget: Budget) -> None:
        self.studio, self.drafts, self.jobs, self.budget = studio, studio.drafts, studio.jobs, budget
        self._creations = Rates(DRAFTS / 3600, DRAFTS)
        self._trials = Rates(0.1, 20)

    def entered(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        """Return an endpoint for the owner of a link."""
        is_for_editors = handler in (
            self.links, self.keep, self.new_board, self.renew_link, self.rename, self.restore, self.remove
        )  # fmt: skip

        @wraps(handler)
        async def endpoint(request: Request) -> Response:
            path = request.path_params
            draft, role = await self.budget.run(lambda: self.drafts.enter(path["draft"], path["secret"]))
            if is_for_editors and role != EDIT:
                return refusal_answer(403, _("this link only reads; ask for an edit link, or fork the draft"))
            body = await body_of(request) if request.method == "POST" else {}
            try:
                return await handler(DraftRequest(request, draft, role, body))
            except Conflict as conflict:
                return answer(
                    {"error": conflict.sentence, "revision": conflict.revision, "files": conflict.files}, 409
                )  # fmt: skip

        return endpoint

    async def _job(self, call: DraftRequest, job: str, **values: Any) -> dict[str, Any]:
        """Let a worker do a job for an answer, with the files of the draft if no others are given."""
        return await self.jobs.quick(call.draft.id, {"files": call.draft.files, **values, "job": job})

    # --- start

    async def start(self, _request: Request) -> Response:
        """Show the start page."""
        self.jobs.warm()
        variants = await self.budget.run(self.studio.site.catalog.variants)
        return HTMLResponse(answers.render("studio/start.html", PACKAGE, variants=variants, limits=LIMITS))

    async def create(self, request: Request) -> Response:
        """Make a draft and lead to its page."""
        body = await body_of(request)
        self._creations.require(_("too many new drafts; wait a while"))
        new = await self._first_files(body)
        new_draft = await self.budget.run(lambda: self.drafts.create(new["name"], new["files"]))
        path = "/s/{}/{}".format(*new_draft)
        return responses.RedirectResponse(path, 303) if is_form(request) else answer({"url": path})

    async def _first_files(self, body: Body) -> Mapping[str, Any]:
        """Return the name and the files of a new draft."""
        if body.get("zip"):
            try:
                content = base64.b64decode(str(body["zip"]), validate=True)
            except (binascii.Error, ValueError):
                raise WrongFiles(_("this is not a zip with the files of a draft")) from None
            name = name_of(body, "filename").removesuffix(".zip") or _("Opened")
            return {"name": name, "files": await self.budget.run(lambda: draft_files.read_zip(content))}
        values = {key: name_of(body, key) for key in ("kind", "edition", "name", "filename")}
        values["text"] = text_of(body, "text", MOST_FILE_BYTES)
        return await self.jobs.quick(f"new {CLIENT.get()}", {"job": "new", "files": {}, **values})

    # --- the draft

    def _state(self, call: DraftRequest) -> dict[str, Any]:
        draft = call.draft
        folder = self.drafts.folders.get(draft.id) if call.role == EDIT else None
        return {
            "draft": draft.id, "role": call.role, "name": draft.name, "based_on": draft.based_on,
            "revision": draft.number, "files": draft.files, "limits": LIMITS,
            "bots": self.studio.site.catalog.bots(), "folder": folder.name if folder is not None else "",
        }  # fmt: skip

    async def page(self, call: DraftRequest) -> Response:
        """Show the page of a draft."""
        self.jobs.warm()
        state, title = self._state(call), call.draft.name
        return await self.budget.run(
            lambda: answers.page("studio/draft.html", package=PACKAGE, state=state, title=title)
        )

    async def state(self, call: DraftRequest) -> Response:
        """Return the draft as it is now."""
        return answer(self._state(call))

    async def text(self, call: DraftRequest) -> Response:
        """Return the text of a file."""
        name = call.request.path_params["file"]
        if name not in call.draft.files:
            return refusal_answer(404, _("this draft has no file {name!r}", name=name[:80]))
        return responses.PlainTextResponse(call.draft.files[name], headers=UNKEPT)

    async def zip(self, call: DraftRequest) -> Response:
        """Hand out all files in a zip."""
        return await self._download(call, "zip", "application/zip", draft_files.write_zip)

    async def patch(self, call: DraftRequest) -> Response:
        """Hand out a patch that adds the draft to a repository."""
        return await self._download(call, "patch", "text/x-diff", draft_files.patch_of)

    async def _download(
        self, call: DraftRequest, ending: str, kind: str, write: Callable[[str, draft_files.Files], str | bytes]
    ) -> Response:  # fmt: skip
        name = slug(call.draft.name)
        content = await self.budget.run(lambda: write(name, call.draft.files))
        return answers.download(f"{name}.{ending}", kind, content)

    async def proposal(self, call: DraftRequest) -> Response:
        """Return the text of a pull request, and the name of the folder in the patch."""
        draft, folder = call.draft, slug(call.draft.name)
        reply = await self._job(call, "check", board="")
        if not reply["ready"]:
            return refusal_answer(422, _("It cannot be proposed yet: the errors under “Problems” have to go first."))
        return answer({"folder": folder, "text": draft_files.text_of_proposal(draft.name, folder, draft.files, reply)})

    async def check(self, call: DraftRequest) -> Response:
        """Keep the texts, for an edit link, and list the problems and values of the draft."""
        changes, revision, draft = changes_of(call.body), number_of(call.body), call.draft
        board = text_of(call.body, "board")
        files = draft_files.changed(draft.files, changes)
        if call.role == EDIT:
            before = draft.number
            revision = await self.budget.run(lambda: self.drafts.keep(draft.id, revision, changes))
            files = dict(draft.files)
            if revision != before:
                self.studio.live.publish(draft.id, "changed", {"revision": revision})
        request = {"job": "check", "files": files, "board": board, "last": call.body.get("last")}
        try:
            reply = await self.jobs.quick(draft.id, request)
        except SmallWorldError as error:  # the page has to know that its texts were kept
            status = 429 if isinstance(error, OverBudget) else 422
            return answer({"error": error.sentence, "revision": revision}, status)
        has_tests = bool(reply["ready"] and reply["model"]["tests"])
        picture = PictureRequest(files, board, revision, current_language(), has_tests, CLIENT.get())
        self.studio.live.want(draft.id, picture)
        return answer({"revision": revision, **reply})

    async def edit(self, call: DraftRequest) -> Response:
        """Answer wishes with edits of the text; nothing is kept."""
        file = text_of(call.body, "file")
        draft_files.check_name(file)
        text = call.body.get("text", call.draft.files.get(file, ""))
        files = draft_files.changed(call.draft.files, {file: text if isinstance(text, str) else ""})
        return answer(await self.jobs.quick(call.draft.id, {**call.body, "job": "edit", "text": text, "files": files}))

    async def form(self, call: DraftRequest) -> Response:
        """Describe the form of a race, a power, a region or an ability."""
        files = draft_files.changed(call.draft.files, changes_of(call.body))
        keys = {key: text_of(call.body, key) for key in ("kind", "id", "board", "ability")}
        return answer(await self._job(call, "form", files=files, **keys))

    async def abilities(self, call: DraftRequest) -> Response:
        """List the abilities of the server, each with its form."""
        kind = call.request.query_params.get("for", "")[:20]
        reply = await self._job(call, "abilities", **{"for": kind})
        return JSONResponse(reply["abilities"], headers=UNKEPT)

    async def import_map(self, call: DraftRequest) -> Response:
        """Make a board of a map of another program; nothing is kept."""
        values = {key: name_of(call.body, key) for key in ("filename", "id")}
        return answer(await self._job(call, "import", **values, text=text_of(call.body, "text", MOST_DRAFT_BYTES)))

    async def new_board(self, call: DraftRequest) -> Response:
        """Write a further board, empty or from a map, and enter it in the edition; nothing is kept."""
        values = {key: name_of(call.body, key) for key in ("filename", "id", "name")}
        text, players = text_of(call.body, "text", MOST_DRAFT_BYTES), number_of(call.body, "players")
        return answer(await self._job(call, "board", **values, text=text, players=players))

    async def stream(self, request: Request) -> Response:
        """Send pictures, results and changes of other windows."""
        draft_id, secret = request.path_params["draft"], request.path_params["secret"]
        await run_in_threadpool(self.drafts.enter, draft_id, secret)
        number = answers.number_of(request.query_params.get("since", "-1"))
        events = self.studio.live.events(draft_id, secret, number)
        headers = {**UNKEPT, "x-accel-buffering": "no", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            return StreamingResponse(compressed(events), headers=headers, media_type="text/event-stream")
        return StreamingResponse(events, headers=headers, media_type="text/event-stream")

    # --- playing

    async def try_it(self, call: DraftRequest) -> Response:
        """Open a table for the draft as it is kept."""
        self._trials.require(_("too many new tables; wait a moment"))
        values = {key: text_of(call.body, key) or None for key in ("board", "race", "power")}
        reply = await self._job(call, "trial", players=call.body.get("players"), **values)
        people = call.body.get("people")
        count = people if isinstance(people, int) else 1
        return answer(await self.budget.run(lambda: self.studio.open_trial(call.draft.id, reply, count)))

    async def keep(self, call: DraftRequest) -> Response:
        """Make a scenario of moves at a trial table; nothing is kept until the page writes it."""
        table_text = text_of(call.body, "table")
        record, number = await self.budget.run(lambda: self.studio.trial_record(call.draft.id, table_text))
        if call.body.get("what") == "position":
            return answer({"number": number})
        expect = call.body.get("expect")
        values = {"since": number_of(call.body, "since"), "name": text_of(call.body, "name")}
        values["expect"] = expect if isinstance(expect, list) else None
        return answer(await self._job(call, "keep", record=record, **values))

    async def balance(self, call: DraftRequest) -> Response:
        """Begin or end an estimate; its numbers come in the stream."""
        if call.body.get("stop"):
            self.studio.live.end_estimate(call.draft.id)
        else:
            kind, name = text_of(call.body, "kind"), text_of(call.body, "id")
            self.studio.live.estimate(call.draft.id, dict(call.draft.files), kind, name)
        return answer({}, 202)

    # --- links, forks, history

    async def links(self, call: DraftRequest) -> Response:
        """Return both links."""
        secrets = await self.budget.run(lambda: self.drafts.links(call.draft.id, call.secret))
        return answer(self._addresses(call, secrets))

    async def renew_link(self, call: DraftRequest) -> Response:
        """Replace the read link, or both."""
        role = text_of(call.body, "role")
        secrets = await self.budget.run(lambda: self.drafts.renew_link(call.draft.id, call.secret, role))
        return answer(self._addresses(call, secrets))

    def _addresses(self, call: DraftRequest, secrets: Mapping[str, str]) -> dict[str, str]:
        base = base_of(self.studio.site, call.request)
        return {role: f"{base}/s/{call.draft.id}/{secret}" for role, secret in secrets.items()}

    async def fork(self, call: DraftRequest) -> Response:
        """Make a draft with the same files, which names this one in its README."""
        self._creations.require(_("too many new drafts; wait a while"))
        draft = call.draft
        readme = draft.files.get(README, f"# {draft.name}\n")
        note = _("Based on {name}.", name=draft.name)
        files = {**draft.files, README: f"{readme.rstrip()}\n\n{note}\n"}
        new_draft = await self.budget.run(lambda: self.drafts.create(draft.name, files, draft.id, draft.number))
        return answer({"url": "/s/{}/{}".format(*new_draft)})

    async def history(self, call: DraftRequest) -> Response:
        """List the revisions, each with its changes in words, the newest first."""
        rows = await self.budget.run(lambda: self.drafts.history(call.draft.id))
        reply = await self.jobs.quick(call.draft.id, {"job": "words", "steps": rows["steps"]})
        revisions = [
            {**row, "words": sentences} for row, sentences in zip(rows["revisions"], reply["words"], strict=True)
        ]
        return answer({"revisions": revisions[::-1]})

    async def revision(self, call: DraftRequest) -> Response:
        """Return the files as they were after a revision."""
        number = call.request.path_params["number"]
        files = await self.budget.run(lambda: self.drafts.files_at(call.draft.id, number))
        return answer({"number": number, "files": files})

    async def old_picture(self, call: DraftRequest) -> Response:
        """Draw a board as it was after a revision."""
        number, board = call.request.path_params["number"], call.request.path_params["board"]
        files = await self.budget.run(lambda: self.drafts.files_at(call.draft.id, number))
        reply = await self._job(call, "picture", files=files, board=board[:60], quality="quick")
        return Response(reply["svg"], headers=UNKEPT, media_type="image/svg+xml")

    async def restore(self, call: DraftRequest) -> Response:
        """Go back to an earlier revision, which makes a new one."""
        revision, number = number_of(call.body), number_of(call.body, "number")
        new_draft = await self.budget.run(lambda: self.drafts.restore(call.draft.id, revision, number))
        self.studio.live.publish(call.draft.id, "changed", {"revision": new_draft})
        return answer(self._state(call))

    async def rename(self, call: DraftRequest) -> Response:
        """Give the draft another name."""
        name = text_of(call.body, "name")
        await self.budget.run(lambda: self.drafts.rename(call.draft.id, name))
        return answer({"name": call.draft.name, "revision": call.draft.number})

    async def remove(self, call: DraftRequest) -> Response:
        """Remove the draft for good."""
        if call.body.get("sure") != "yes":
            return refusal_answer(422, _("nothing was done: tick the box to remove the draft for good"))
        await self.budget.run(lambda: self.drafts.store.remove(call.draft.id))
        self.drafts.forget(call.draft.id)
        self.drafts.folders.pop(call.draft.id, None)  # its files stay
        self.studio.live.publish(call.draft.id, "gone", {"error": _("this draft was removed")})
        return answer({})


# --- reading requests, and answers


class WrongRequest(SmallWorldError):
    """A request that is not written as one."""


async def body_of(request: Request) -> Mapping[str, Any]:
    """Read the JSON object, or the form, of a request.

    :raises SmallWorldError: it is neither.
    """
    return await (answers.form_of(request) if is_form(request) else answers.json_of(request))


def is_form(request: Request) -> bool:
    """Return whether a request comes from a form of a page."""
    return str(request.headers.get("content-type", "")).startswith("application/x-www-form-urlencoded")


def answer(data: Mapping[str, Any], status: int = 200) -> Response:
    """Answer with JSON that nobody keeps; the processor time of a job, ``seconds``, goes into a heading."""
    headers = dict(UNKEPT)
    if "seconds" in data:
        headers["server-timing"] = f"job;dur={1000 * data['seconds']:.1f}"
    return JSONResponse({key: value for key, value in data.items() if key != "seconds"}, status, headers)


def number_of(body: Mapping[str, Any], key: str = "revision") -> int:
    """Read the number of a revision.

    :raises WrongRequest: it is not one.
    """
    value = body.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not -1 <= value < 10_000_000:
        raise WrongRequest(_("the request needs {key!r}, a number", key=key))
    return value


def text_of(body: Mapping[str, Any], key: str, most: int = 200) -> str:
    """Read a text, empty if it is missing.

    :raises WrongRequest: it is too long, or not a text.
    """
    value = body.get(key) or ""
    if not isinstance(value, str) or len(value) > most:
        raise WrongRequest(_("{key!r} is not a text of at most {most} letters", key=key, most=most))
    _check_text(key, value)
    return value


def name_of(body: Mapping[str, Any], key: str) -> str:
    """Read a name, without control characters; empty if it is missing.

    :raises WrongRequest: it is too long, or not a text.
    """
    text = " ".join(text_of(body, key).split())
    return "".join(letter for letter in text if letter.isprintable())


def changes_of(body: Mapping[str, Any]) -> dict[str, str | None]:
    """Read the texts of changed files; None removes a file.

    :raises WrongFiles: a name cannot be that of a file of a draft. :raises WrongRequest: they are not texts.
    """
    changes = body.get("files", {})
    if not isinstance(changes, dict) or not all(isinstance(text, str | None) for text in changes.values()):
        raise WrongRequest(_('"files" is not a mapping of names to texts'))
    for name, text in changes.items():
        draft_files.check_name(name)
        _check_text(name, text or "")
    return changes


def _check_text(name: str, text: str) -> None:
    """Refuse half of a surrogate pair, which no file can hold."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise WrongRequest(_("{file} has a character that no file can hold", file=name)) from None
