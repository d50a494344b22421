"""Answers of the routes: JSON, files, one sentence about what cannot be done; large pages that are kept."""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from smallworld_web.environment import render
from smallworld_web.middleware.security import wants_page


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


MOST = 50
"""Pages that are kept."""


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
            while len(self._pages) > MOST:
                self._pages.popitem(last=False)
            return page
