"""Bodies of requests, and answers: JSON, files, pages that are kept; faults in a sentence without any place."""

from __future__ import annotations

import gzip
import json
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any
from urllib.parse import parse_qs

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from smallworld.errors import SmallWorldError, sentence_of
from smallworld.languages import _
from smallworld_web.database import StoreError
from smallworld_web.environment import render
from smallworld_web.page_updates import MOST_SHARED
from smallworld_web.request_checks import wants_page

UNKEPT = {"cache-control": "no-store"}
"""The headers of an answer that no browser keeps."""
PACKED = [Middleware(GZipMiddleware, minimum_size=1000, compresslevel=7)]
"""Compresses the answers of a route."""
HIDDEN = "…"
"""Replaces a place."""
PLACES = re.compile(
    r"""[a-z][a-z0-9+.-]*://\S+            # an address
      | (?<![\w/.])(?:~|\.{1,2})?/[^\s'"”’,;:)]+   # a path
      | (?<!\w)(?:[A-Za-z]:\\|\\\\)[^\s'"”’,;)]+   # a path of Windows
      | (?<![\w.])[\w.-]+(?:/[\w.-]+)+\.\w+  # a path without a beginning
      | (?<![\w.])[\w-]+\.(?:py|pyc|so|yaml|yml|db|toml|json|jsonl|sqlite)\b  # a file
      | (?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?  # an IP address
      | \[[0-9a-fA-F:]*:[0-9a-fA-F:]*\](?::\d+)?
      | (?<![\w.])(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*:\d{2,5}(?!\d)  # a name with a port
      """,
    re.VERBOSE,
)
"""Paths of files, addresses, names of servers."""
MOST_KEPT = 50
"""Pages that are kept."""


def sentence(error: BaseException) -> str:
    """Write an error for visitors: one sentence that reveals nothing about the program and its machine."""
    if isinstance(error, StoreError):
        return _("the tables cannot be read or kept at the moment; nothing that you did before is lost")
    if isinstance(error, SmallWorldError):
        return without_places(str(error).splitlines()[0] if str(error) else _("this cannot be done"))
    name = type(error).__name__
    return _("the program has a fault ({name}); the table is as it was before", name=name)


def without_places(text: str) -> str:
    """Hide paths, addresses and names of servers in a sentence of an edition, a plugin or a bot."""
    return PLACES.sub(HIDDEN, text)


def detail(error: BaseException) -> str:
    """Write an error for the host of the server."""
    return (sentence_of(error).splitlines() or [type(error).__name__])[0]


async def _body_of(request: Request) -> bytes:
    try:
        return bytes(await request.body())
    except ClientDisconnect:
        raise SmallWorldError(_("the request was cut off")) from None


async def form_of(request: Request) -> dict[str, str]:
    """Read the fields of a form."""
    try:
        fields = parse_qs((await _body_of(request)).decode(), max_num_fields=200)
    except ValueError:
        raise SmallWorldError(_("the form cannot be read")) from None
    return {key: values[-1] for key, values in fields.items()}


async def json_of(request: Request) -> Mapping[str, Any]:
    """Read a JSON object."""
    try:
        value = json.loads(await _body_of(request))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise SmallWorldError(_("the request is not a JSON object"))
    return value


def number_of(value: object) -> int:
    """Read the number of an event; -1 for anything else."""
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 8 else -1


def places_of(request: Request, length: int, refusal: str) -> list[list[str]]:
    """Read the tables in a query: ``?at=TABLE/SECRET&at=…``.

    :param length: the parts of each. :param refusal: the sentence about a query without a table, or with too many.
    """
    places = [text.split("/") for text in request.query_params.getlist("at")]
    if not 0 < len(places) <= MOST_SHARED or any(len(place) != length for place in places):
        raise SmallWorldError(refusal)
    return places


def json_answer(text: str, headers: Mapping[str, str] | None = None, status: int = 200) -> Response:
    """Answer with JSON that was written already."""
    return Response(text, status, headers, media_type="application/json")


def download(name: str, kind: str, content: str | bytes) -> Response:
    """Answer with a file."""
    return Response(content, headers={"content-disposition": f'attachment; filename="{name}"'}, media_type=kind)


def refusal_answer(status: int, sentence: str) -> Response:
    """Refuse a request of a script in one sentence."""
    return JSONResponse({"error": sentence}, status)


def message_page(sentence: str) -> str:
    """Write a page of one sentence."""
    return render("message.html", title="smallworld", sentence=sentence)


def problem_page(request: Request, status: int, sentence: str) -> Response:
    """Answer with one sentence: a page for people, plain data for the script of a page."""
    if wants_page(request.scope):
        return HTMLResponse(message_page(sentence), status)
    return refusal_answer(status, sentence)


class KeptPages:
    """The pages that were asked for last."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, draw: Callable[[], str]) -> bytes:
        """Return a page, compressed by gzip; of several requests at once only the first draws it.

        :param key: everything on which the page depends.
        """
        with self._lock:
            page = self._pages.pop(key, None)
            if page is None:
                page = gzip.compress(draw().encode(), 6, mtime=0)
            self._pages[key] = page
            while len(self._pages) > MOST_KEPT:
                self._pages.popitem(last=False)
            return page
