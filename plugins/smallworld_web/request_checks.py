"""Every request before a route answers it: checks, headers, language; its client, and the limits of each client."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar, copy_context
from functools import lru_cache, wraps
from ipaddress import IPv6Address, ip_address
from types import MappingProxyType
from typing import Any, TypeVar
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from smallworld import SmallWorldError, _
from smallworld.languages import ENGLISH, accepted_language, set_language

PREFIX = 64
"""Bits of an IPv6 address that a provider gives to a customer, who chooses the others."""
CLIENT: ContextVar[str] = ContextVar("client", default="")
"""The client of this request; empty outside of one."""
T = TypeVar("T")
AT_ONCE = 2
"""Requests of one client that are answered at the same time; the others wait."""
AT_WORK = 3
"""Requests of all clients that are worked on at the same time, because threads that compute make each other slower.

The next one is that of the client who has used least lately, so that who asks for much waits behind the others.
"""
PENALTY = 0.5
"""Seconds that a refused request waits for its answer, so that asking at once again is of no use."""
MOST_WAITING = 100
"""Requests of one client that wait."""


def client_of(scope: Mapping[str, Any]) -> str:
    """Return the client of a request: its address, of IPv6 the network of a customer."""
    return network_of((scope.get("client") or ("", 0))[0])


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return the address or network of a client.

    >>> network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.1"), network_of("192.0.2.1")
    ('2001:db8:1:2::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        value = ip_address(address.partition("%")[0])
    except ValueError:  # the name of a test client, or of a socket
        return address
    if not isinstance(value, IPv6Address):
        return str(value)
    if value.ipv4_mapped is not None:
        return str(value.ipv4_mapped)
    rest = 128 - PREFIX
    return f"{IPv6Address(int(value) >> rest << rest)}/{PREFIX}"


class OverBudget(SmallWorldError):
    """A request of a client that has used more than its share."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or _("too many requests; wait a moment"))


class Rates:
    """How much each client may use, as buckets that refill.

    :param rate: units a second in the long run. :param burst: units at once.
    """

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def allow(self, client: str) -> bool:
        """Count a request of a client; return whether it is within the rate."""
        return self.take(client, 1.0, least=0.0) >= 1

    def require(self, refusal: str = "") -> None:
        """Count a request of the present client.

        :param refusal: the sentence for a request beyond the rate.
        :raises OverBudget: it is beyond the rate.
        """
        if not self.allow(CLIENT.get()):
            raise OverBudget(refusal)

    def take(self, client: str, amount: float, least: float = float("-inf")) -> float:
        """Take from the bucket of a client; return what was in it before.

        :param least: what the bucket has at least afterwards.
        """
        now = time.monotonic()
        with self._lock:
            before, last = self._buckets.pop(client, (self.burst, now))
            before = min(self.burst, before + (now - last) * self.rate)
            self._buckets[client] = (max(least, before - amount), now)
            while len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
            return before


class FairPlaces:
    """Places in which bots think, or requests are worked on; clients get them in turn, and so does what one asks for.

    :param count: places. :param most: those of one client; by default one less than all, if there are several.
    :param rank: of the clients that wait, the one with the least comes first; by default the longest without a place.
    """

    def __init__(self, count: int, most: int = 0, rank: Callable[[str], float] | None = None) -> None:
        self.is_paused = False
        """Nobody gets a place."""
        self._free, self._most = count, most or max(1, count - 1)
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """Client → what waits for a place."""
        self._busy: Counter[str] = Counter()
        self._served: dict[str, int] = {}
        """Client that has a place or waits → the number of its latest place."""
        self._rank = rank or (lambda client: self._served.get(client, -1))
        self._number = 0

    @property
    def waiting(self) -> int:
        """The number of those that wait."""
        return sum(map(len, self._waiting.values()))

    @property
    def busy(self) -> int:
        """The number of places that are taken."""
        return self._busy.total()

    def count_of(self, client: str) -> int:
        """Return the number of places that a client has, or for which it waits."""
        return self._busy[client] + len(self._waiting.get(client, ()))

    @asynccontextmanager
    async def place(self, client: str) -> AsyncIterator[None]:
        """Wait for a place of a client, and have it until the block ends."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        self._fill()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._leave(client)
            raise
        try:
            yield
        finally:
            self._leave(client)

    def _leave(self, client: str) -> None:
        self._free += 1
        self._busy[client] -= 1
        self._fill()
        if not self._busy[client]:
            del self._busy[client]
            if client not in self._waiting:
                self._served.pop(client, None)

    def pause(self, is_paused: bool) -> None:
        """Give nobody a place, or everybody again."""
        self.is_paused = is_paused
        self._fill()

    def _fill(self) -> None:
        """Give free places to the clients that wait, in turn."""
        while self._free and not self.is_paused:
            clients = [client for client in self._waiting if self._busy[client] < self._most]
            if not clients:
                return
            client = min(clients, key=self._rank)
            turns = self._waiting[client]
            turn = turns.popleft()
            if not turns:
                del self._waiting[client]
            if not turn.done():
                self._number += 1
                self._served[client] = self._number
                self._free -= 1
                self._busy[client] += 1
                turn.set_result(None)


class Budget:
    """The processor time of clients, and their requests in progress.

    :param time: seconds of a processor that each client may use; default: 15 % of one, and 6 seconds at once.
    """

    def __init__(self, time: Rates | None = None) -> None:
        self.time = time or Rates(0.15, 6.0)
        self._turns = FairPlaces(sys.maxsize, AT_ONCE)
        self._threads = ThreadPoolExecutor(AT_WORK, thread_name_prefix="requests")
        self.places = FairPlaces(AT_WORK, AT_ONCE, rank=lambda client: -self.time.take(client, 0.0))

    async def run(self, work: Callable[[], T]) -> T:
        """Run a function in a thread for the client of this request, after earlier requests of the same client.

        :raises OverBudget: the client has used more than its share.
        """
        client = CLIENT.get()
        if self._turns.count_of(client) >= AT_ONCE + MOST_WAITING:
            raise OverBudget
        async with self._turns.place(client):
            if self.time.take(client, 0.0) < 0:
                await asyncio.sleep(PENALTY)
                raise OverBudget
            async with self.places.place(client):
                # Not by the pool of the framework, which costs the thread of all requests twice as much.
                run = asyncio.get_running_loop().run_in_executor
                return await run(self._threads, copy_context().run, self._measured, client, work)

    def _measured(self, client: str, work: Callable[[], T]) -> T:
        start = time.thread_time()
        try:
            return work()
        finally:
            self.time.take(client, time.thread_time() - start)

    def answer(self, endpoint: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
        """Return an endpoint that runs in a thread within the budget of its client."""

        @wraps(endpoint)
        async def answer(request: Request) -> Response:
            return await self.run(lambda: endpoint(request))

        return answer


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
        self, app: ASGIApp, *, page: Callable[[str], str], hosts: Iterable[str] = (), rates: Rates | None = None,
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

        async def with_headers(event: Message) -> None:
            if event["type"] == "http.response.start":
                kept = {name for name, _ in event.get("headers", ())}
                event["headers"] = [*event.get("headers", ()), *(h for h in HEADERS if h[0] not in kept)]
                event["headers"] += [(b"vary", b"Accept-Language")] * is_translated  # for caches
            await send(event)

        CLIENT.set(client_of(scope))
        problem = self._problem(scope)
        if problem is not None:
            if problem[0] == TOO_MANY:
                await asyncio.sleep(PENALTY)
            status, sentence = problem
            answer: Response = PlainTextResponse(f"{sentence}\n", status)
            if wants_page(scope):
                answer = HTMLResponse(self.page(sentence), status)
            await answer(scope, receive, with_headers)
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

    async def limited() -> Message:
        nonlocal size
        event = await receive()
        size += len(event.get("body", b""))
        return {"type": "http.disconnect"} if size > most else event

    return limited
