"""Checks of every request, limits, and the headers of every answer."""

from __future__ import annotations

import base64
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from smallworld.languages import _
from smallworld_draw.svg import STYLE
from smallworld_web.middleware.clients import client_of, set_client

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 16_384
"""Largest body of a request."""
LONGEST_PATH = 1_000
"""Longest path with its query."""
CAPTION_STYLE = "text-anchor:start"
"""The style attribute of captions in pictures of boards."""
LOCAL = ("127.0.0.1", "localhost", "::1", "[::1]")
"""Names of this machine."""


def _hash(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


POLICY = "; ".join([
    "default-src 'none'", "script-src 'self'", "connect-src 'self'", "img-src 'self' data:", "form-action 'self'",
    f"style-src 'self' 'unsafe-hashes' {_hash(STYLE)} {_hash(CAPTION_STYLE)}", "base-uri 'none'",
    "frame-ancestors 'none'",
])  # fmt: skip
"""The content security policy: no inline script; of inline styles only those of pictures, by their hash."""
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"strict-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class Rates:
    """How often each client may ask, as buckets that refill.

    :param rate: requests a second in the long run. :param burst: requests at once.
    """

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def allow(self, client: str) -> bool:
        """Count a request of a client; return whether it is within the rate."""
        now = time.monotonic()
        with self._lock:
            tokens, last = self._buckets.pop(client, (self.burst, now))
            tokens = min(self.burst, tokens + (now - last) * self.rate)
            self._buckets[client] = (max(0.0, tokens - 1), now)
            while len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
            return tokens >= 1


class Guard:
    """Refuses requests of other sites, too large and too frequent ones; adds the headers.

    :param hosts: host names under which the server may be called; empty = any.
    :param rates: limit of each client.
    """

    def __init__(self, app: App, *, hosts: Iterable[str] = (), rates: Rates | None = None) -> None:
        self.app, self.hosts = app, frozenset(hosts)
        self.rates = rates or Rates(30, 120)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(event: MutableMapping[str, Any]) -> None:
            if event["type"] == "http.response.start":
                kept = {name for name, _ in event.get("headers", ())}
                event["headers"] = [*event.get("headers", ()), *(h for h in HEADERS if h[0] not in kept)]
            await send(event)

        set_client(client_of(scope))
        problem = self._problem(scope)
        if problem is not None:
            await _refuse(with_headers, *problem)
            return
        await self.app(scope, _limited(receive), with_headers)

    def _problem(self, scope: Scope) -> tuple[int, str] | None:
        """Return status and sentence for a request that is refused."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if self.hosts and _name(f"//{host}") not in self.hosts:
            return 421, _("this server is not called so; start it with --url to allow another name")
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > LONGEST_PATH:
            return 414, _("the address is too long")
        if not self.rates.allow(client_of(scope)):
            return 429, _("too many requests; wait a moment")
        if scope["method"] in ("GET", "HEAD"):
            return None
        origin = headers.get(b"origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return 403, _("this request comes from another site")
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return 413, _("a request has at most {count} bytes", count=MOST_BYTES)
        return None


def _name(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _limited(receive: Receive) -> Receive:
    """Cut off a body that is longer than it was announced to be."""
    size = 0

    async def limited() -> MutableMapping[str, Any]:
        nonlocal size
        event = await receive()
        size += len(event.get("body", b""))
        return {"type": "http.disconnect"} if size > MOST_BYTES else event

    return limited


async def _refuse(send: Send, status: int, sentence: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": f"{sentence}\n".encode()})
