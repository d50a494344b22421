"""Every request before a route answers it: checks, limits, the headers of its answer, the language of its reader."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from smallworld.languages import ENGLISH, _, accepted_language, set_language
from smallworld_web.client_limits import PENALTY, Rates, client_of, set_client

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 16_384
"""Largest body of a request."""
LONGEST_PATH = 1_500
"""Longest path with its query."""
TOO_MANY = 429
"""The status of a request beyond the rate of its client."""
HEALTH = "/healthz"
"""The path of the check of health, which everybody may ask for under any name."""
FILES = "/static/"
"""Scripts and styles, which are the same in every language."""
LOCAL = ("127.0.0.1", "localhost", "::1", "[::1]")
"""Names of this machine."""
POLICY = "; ".join([
    "default-src 'none'", "script-src 'self'", "connect-src 'self'", "img-src 'self' data:", "form-action 'self'",
    "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'",
])  # fmt: skip
"""The content security policy: no inline script, no inline style."""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""That of a picture, which has its style within it."""
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"strict-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class Guard:
    """Refuses requests of other sites, too large and too frequent ones; adds the headers; chooses the language.

    :param page: writes the page with a sentence, for people.
    :param hosts: host names under which the server may be called; empty = any.
    :param rates: limit of each client. :param files: their limit for scripts and styles, of which a page needs many.
    :param limits: pattern of a path → most bytes of a request to it, if they are not :data:`MOST_BYTES`.
    :param language: that of the answer to a browser which names none with a catalogue.
    """

    def __init__(
        self, app: App, *, page: Callable[[str], str], hosts: Iterable[str] = (), rates: Rates | None = None,
        files: Rates | None = None, limits: Mapping[str, int] = MappingProxyType({}), language: str = ENGLISH,
    ) -> None:  # fmt: skip
        self.app, self.page, self.hosts, self.language = app, page, frozenset(hosts), language
        self.rates, self.files = rates or Rates(30, 120), files or Rates(300, 3000)
        self.limits = [(re.compile(pattern), most) for pattern, most in limits.items()]

    def _most_bytes(self, path: str) -> int:
        """Return the most bytes of a request to a path."""
        return next((most for pattern, most in self.limits if pattern.fullmatch(path)), MOST_BYTES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, streams included."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_translated = not scope["path"].startswith(FILES)
        if is_translated:
            header = b",".join(value for name, value in scope["headers"] if name == b"accept-language")
            # Not reset: every request is a task with a context of its own, and its faults are reported outside of this.
            set_language(accepted_language(header.decode("latin-1"), self.language))

        async def with_headers(event: MutableMapping[str, Any]) -> None:
            if event["type"] == "http.response.start":
                kept = {name for name, _ in event.get("headers", ())}
                event["headers"] = [*event.get("headers", ()), *(h for h in HEADERS if h[0] not in kept)]
                event["headers"] += [(b"vary", b"Accept-Language")] * is_translated  # for caches
            await send(event)

        set_client(client_of(scope))
        problem = self._problem(scope)
        if problem is not None:
            if problem[0] == TOO_MANY:
                await asyncio.sleep(PENALTY)
            await self._refuse(scope, with_headers, *problem)
            return
        await self.app(scope, _limited(receive, self._most_bytes(scope["path"])), with_headers)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        """Return status and sentence for a request that is refused."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host, client = headers.get(b"host", ""), client_of(scope)
        if host and not _name(f"//{host}"):
            return 400, _("the request names no proper host")
        if scope["path"] == HEALTH:
            return None
        if self.hosts and _name(f"//{host}") not in self.hosts:
            return 421, _("this server is not called so; start it with --url to allow another name")
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > LONGEST_PATH:
            return 414, _("the address is too long")
        if not (self.files if scope["path"].startswith(FILES) else self.rates).allow(client):
            return TOO_MANY, _("too many requests; wait a moment")
        if scope["method"] in ("GET", "HEAD"):
            return None
        return _problem_of_change(headers, host, self._most_bytes(scope["path"]))

    async def _refuse(self, scope: Scope, send: Send, status: int, sentence: str) -> None:
        is_page = wants_page(scope)
        kind = b"text/html" if is_page else b"text/plain"
        body = (self.page(sentence) if is_page else f"{sentence}\n").encode()
        headers = [(b"content-type", kind + b"; charset=utf-8"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def wants_page(scope: Scope) -> bool:
    """Return whether a person reads the answer: the request is that of a form, or asks for a page."""
    headers = dict(scope["headers"])
    is_form = headers.get(b"content-type", b"").startswith((b"application/x-www-form-urlencoded", b"multipart/"))
    return is_form or b"text/html" in headers.get(b"accept", b"")


def _problem_of_change(headers: Mapping[bytes, str], host: str, most: int) -> tuple[int, str] | None:
    """Return status and sentence for a request that may not change anything.

    :param most: bytes of its body.
    """
    origin = headers.get(b"origin")
    try:
        is_other = origin is not None and urlsplit(origin).netloc != host
    except ValueError:
        return 400, _("the request names no proper origin")
    if is_other:
        return 403, _("this request comes from another site")
    length = headers.get(b"content-length", "0")
    if not length.isdecimal() or int(length) > most:
        return 413, _("a request has at most {count} bytes", count=most)
    return None


def _name(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _limited(receive: Receive, most: int) -> Receive:
    """Cut off a body that is longer than it was announced to be."""
    size = 0

    async def limited() -> MutableMapping[str, Any]:
        nonlocal size
        event = await receive()
        size += len(event.get("body", b""))
        return {"type": "http.disconnect"} if size > most else event

    return limited
