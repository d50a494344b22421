"""The visitor of each request: the language that the browser accepts, and whether the window is narrow."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from smallworld.languages import ENGLISH, accepted_language, current_language, in_language, set_language
from smallworld_web.middleware.security import App, Receive, Scope, Send

COOKIE = "narrow=1"
"""The cookie of a narrow window; ``static/window_width.js`` sets it."""
UNTRANSLATED = "/static/"
"""Files that are the same for every visitor."""
_is_narrow: ContextVar[bool] = ContextVar("is_narrow", default=False)


class Visitor(NamedTuple):
    """The conditions of a page apart from the role: people with the same ones share it."""

    language: str
    is_narrow: bool
    """The window is so narrow that islands are below each other."""


def current_visitor() -> Visitor:
    """Return the visitor of this request or stream."""
    return Visitor(current_language(), _is_narrow.get())


@contextmanager
def as_visitor(visitor: Visitor) -> Iterator[None]:
    """Write pages for this visitor inside of the block."""
    token = _is_narrow.set(visitor.is_narrow)
    try:
        with in_language(visitor.language):
            yield
    finally:
        _is_narrow.reset(token)


class ChooseVisitor:
    """Chooses the visitor for whom a request is answered, streams included.

    :param default: the language for a browser that names none with a catalogue.
    """

    def __init__(self, app: App, *, default: str = ENGLISH) -> None:
        self.app, self.default = app, default

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; caches keep the answers for different visitors apart."""
        if scope["type"] != "http" or scope["path"].startswith(UNTRANSLATED):
            await self.app(scope, receive, send)
            return
        # Not reset: every request is a task with a context of its own, and a fault is reported outside of this call.
        set_language(accepted_language(_header(scope, b"accept-language"), self.default))
        cookies = _header(scope, b"cookie").replace(",", ";").split(";")
        _is_narrow.set(COOKIE in [cookie.strip() for cookie in cookies])

        async def vary(event: MutableMapping[str, Any]) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [*event.get("headers", ()), (b"vary", b"Accept-Language, Cookie")]
            await send(event)

        await self.app(scope, receive, vary)


def _header(scope: Scope, name: bytes) -> str:
    return b",".join(value for key, value in scope["headers"] if key == name).decode("latin-1")
