"""The server: a site with its store, catalog and workers, run by uvicorn; requests that never arrive are given up."""

from __future__ import annotations

import asyncio
import errno
import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from smallworld import Plugins, _
from smallworld.errors import SmallWorldError, reason_of
from smallworld_web import bot_workers, edition_catalog, page_sets, routes, table_people
from smallworld_web.request_checks import HEADERS, LOCAL
from smallworld_web.site import Site
from smallworld_web.store import Store

if TYPE_CHECKING:
    from smallworld_web.commands.serve import ServerOptions

LOOK = 0.1
"""Seconds between two looks whether the server listens, or is to stop."""
FILES = 16_384
"""Files and connections that the process may open, if the system permits it: streams, requests, the database."""
SLICE = 0.001
"""Seconds for which a thread may compute before the one that answers requests has its turn."""
YOUNG = 20_000
"""New objects after which those that are not used any more are looked for."""
CLOSING = 2
"""Seconds that open streams have to end when the server closes."""
RECEIVING = 20.0
"""Seconds in which a whole request must arrive, from its first byte or the beginning of the connection."""
HEAD = 64 * 1024
"""Most bytes of a request without its body: the address, the headers, the frames of chunks and what follows them."""
_STATUS_LINES = {400: b"HTTP/1.1 400 Bad Request", 431: b"HTTP/1.1 431 Request Header Fields Too Large"}


def database_url(folder: Path) -> str:
    """Return the address of the default database, a file in a folder that is made if it is missing.

    :raises SmallWorldError: the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SmallWorldError(
            _("cannot make the folder {folder}: {reason}; use --database sqlite:///FILE",
              folder=folder, reason=reason_of(error))
        ) from None  # fmt: skip
    return f"sqlite:///{folder / 'tables.db'}"


def build_site(
    plugins: Plugins, plugin_names: Sequence[str], database: str, options: ServerOptions
) -> tuple[Site, bot_workers.Workers]:
    """Open the database and prepare the bots.

    :raises StoreError: the database cannot be used. :raises SmallWorldError: an edition cannot be used.
    """
    catalog = edition_catalog.EditionCatalog(plugins, options.editions)
    catalog.require_named()
    workers = bot_workers.Workers(plugin_names, seconds=options.bot_seconds)
    site = Site(Store(database), catalog, workers.choose, url=options.url, idle=options.idle_days * 86400)
    site.lobby = table_people.Lobby(site.tables, site.people) if options.lobby else None
    site.plugin_names = tuple(plugin_names)
    site.page_settings = options.page_settings
    site.page_sets = page_sets.load_page_sets(site, options.pages)
    return site, workers


def check_url(url: str) -> None:
    """Check the address for links; addresses on a page begin at the root of the server.

    :raises SmallWorldError: it has no scheme, no name, or a path.
    """
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_usable = False
    if not is_usable or url.rstrip("/") != f"{parts.scheme}://{parts.netloc}":
        raise SmallWorldError(
            _("--url {url!r} must be http://NAME or https://NAME without a path, e.g. https://play.example.org",
              url=url)
        )  # fmt: skip


def listen(host: str, port: int) -> socket.socket:
    """Open the port.

    :raises SmallWorldError: it is in use, or not allowed.
    """
    listener = None
    try:
        listener = socket.socket(_family_of(host, port), socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        if listener is not None:
            listener.close()
        place = {"host": host or "''", "port": port, "reason": reason_of(error)}
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise SmallWorldError(
                _("cannot listen on {host} port {port}: {reason}; choose another --port", **place)
            ) from None
        raise SmallWorldError(
            _("cannot listen on {host} port {port}: {reason}; choose an address of this machine as --host", **place)
        ) from None
    return listener


def _family_of(host: str, port: int) -> int:
    """Return the kind of an address, e.g. that of IPv6."""
    try:
        return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    except UnicodeError:  # of a part with more than 63 letters, or without any
        raise OSError(errno.EINVAL, "a part of the name is empty or too long") from None


def allow_files(count: int) -> None:
    """Let the process open so many files and connections, as far as the system permits it."""
    try:
        import resource  # not on Windows
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < limit:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))


def answer_promptly() -> None:
    """Let threads that compute give way often, and look for cycles of objects seldom: tables live long."""
    sys.setswitchinterval(SLICE)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 10, 50)


def serve(
    site: Site, workers: bot_workers.Workers, listener: socket.socket, *, host: str, open_path: str | None,
    announce: Callable[[], None] = lambda: None,
) -> None:  # fmt: skip
    """Answer requests until the program is stopped.

    :param open_path: the page that a browser opens at once; None = no browser.
    :param announce: called as soon as the server listens.
    """
    app = routes.create_app(site, hosts=allowed_hosts(host, site.url))
    # Paths contain the secrets of links, so no request is logged.
    config = uvicorn.Config(
        app, http=PatientProtocol, ws="none", log_level="warning", access_log=False, server_header=False,
        timeout_graceful_shutdown=CLOSING, lifespan="off",
    )  # fmt: skip
    if open_path == "/" or host not in LOCAL:
        threading.Thread(target=site.catalog.draw_covers, name="covers", daemon=True).start()
    allow_files(FILES)
    answer_promptly()
    page = "" if open_path is None else f"{address(host, listener.getsockname()[1])}{open_path}"

    async def answer() -> None:
        async with site.running():  # not as uvicorn's lifespan, which an impatient Ctrl-C breaks off with a traceback
            server = uvicorn.Server(config)
            attending = asyncio.create_task(_attend(server, site, announce, page))
            await server.serve(sockets=[listener])
            attending.cancel()
            with suppress(asyncio.CancelledError):
                await attending

    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:  # uvloop, where it is installed
            runner.run(answer())
    finally:
        workers.close()
        site.tables.store.close()


async def _attend(server: uvicorn.Server, site: Site, announce: Callable[[], None], page: str) -> None:
    """Announce that the server listens, and open a page; end all streams when it is to stop, as it waits for them."""
    try:
        while not server.started:
            await asyncio.sleep(LOOK)
        announce()
        if page:
            threading.Thread(target=webbrowser.open, args=[page], name="browser", daemon=True).start()
        while not server.should_exit:
            await asyncio.sleep(LOOK)
    finally:  # also if nobody reads the announcement
        server.should_exit = True
        site.streams.close()


def address(host: str, port: int) -> str:
    """Return the address of the server for a browser on this machine."""
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"


def allowed_hosts(host: str, url: str) -> list[str]:
    """Return the names under which the server may be called; empty = any.

    A server that is open to a network without a name of its own cannot know its names.
    """
    named = [urlsplit(url).hostname or ""] if url else []
    if host in ("0.0.0.0", "::") and not named:
        return []
    return sorted({*(name.strip("[]") for name in LOCAL), host, *named} - {"0.0.0.0", "::", ""})


class PatientProtocol(HttpToolsProtocol):  # type: ignore[misc]
    """HTTP for which a visitor cannot keep connections that never ask for anything."""

    _limit: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._expect_request()

    def data_received(self, data: bytes) -> None:
        """Read a part of a request; the parser itself would collect a header without end, ever more slowly."""
        if self.transport.is_closing():
            return
        self._head += len(data)
        super().data_received(data)
        if self._head > HEAD and not self.transport.is_closing():
            self._refuse(431, "The headers of this request are too long.")

    def on_message_begin(self) -> None:
        """Begin to wait for the rest of a request."""
        super().on_message_begin()
        self._head = 0
        self._expect_request()

    def on_body(self, body: bytes) -> None:
        """Leave the body out of the count: the application limits it."""
        self._head -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Stop waiting: the request is complete."""
        self._stop_waiting()
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting: the connection has ended."""
        self._stop_waiting()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse anything else than a request; with the headers of every answer."""
        self._refuse(400, msg)

    def _refuse(self, status: int, sentence: str) -> None:
        head: list[Any] = [_STATUS_LINES[status] + b"\r\n"]
        head += [name + b": " + value + b"\r\n" for name, value in HEADERS]
        body = sentence.encode("ascii")
        head.append(b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n")
        head.append(b"content-length: %d\r\n\r\n" % len(body))
        self.transport.write(b"".join(head) + body)
        self.transport.close()

    def _expect_request(self) -> None:
        self._stop_waiting()
        self._limit = self.loop.call_later(RECEIVING, self._give_up)

    def _stop_waiting(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
