"""Webhooks of seats: where a person is called when it is their turn, and nobody of that seat looks at the table."""

from __future__ import annotations

import asyncio
import http.client
import json
import logging
import socket
import ssl
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import sqlalchemy as sql
from sqlalchemy import Connection, delete, insert, select, update

from smallworld import SmallWorldError, _
from smallworld.languages import current_language, in_language
from smallworld_play.seats import HUMAN
from smallworld_web.page_updates import Streams
from smallworld_web.request_checks import Rates
from smallworld_web.role_links import seat_name
from smallworld_web.store import METADATA
from smallworld_web.table_registry import TableRegistry

PORTS = {"https": 443, "http": 80}
"""The only schemes and their only ports."""
LONGEST_ADDRESS = 500
"""Letters of an address."""
TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that lead to IPv4 addresses."""
Resolve = Callable[[str, int], Sequence[str]]
"""Return the network addresses of a name and a port.

:raises OSError: it has none.
"""
PATIENCE = 5.0
"""Seconds to connect, and for each part of the answer."""
LONGEST_CALL = 10.0
"""Seconds for everything."""
Connect = Callable[[tuple[str, int], float], socket.socket]
"""Connect to a network address and port, within some seconds.

:raises OSError: nobody answers there.
"""
HOOKS = sql.Table(
    "smallworld_webhooks", METADATA,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("player", sql.String(80), primary_key=True),
    sql.Column("link", sql.String(64), nullable=False),
    sql.Column("address", sql.Text, nullable=False),
    sql.Column("page", sql.Text, nullable=False),
    sql.Column("language", sql.String(20), nullable=False),
    sql.Column("called", sql.Text, nullable=False),
)  # fmt: skip
"""``link``: digest of the seat's link; ``page``: start page of the server; ``called``: the turn of the last call."""
PAUSES = (5.0, 30.0, 120.0)
"""Seconds before each further attempt."""
GONE = frozenset({404, 410})
"""Statuses of a webhook that does not exist any more."""
AGAIN = frozenset({408, 425, 429})
"""Statuses after which a further attempt may help; those from 500 on are others."""
MOST_CALLS = 200
"""Calls that are on their way or wait for a further attempt."""
MOST_TABLES = 20_000
"""Tables of which the person who decides is remembered."""
LOG = logging.getLogger(__name__)


class WebhookRefused(SmallWorldError):
    """A webhook that cannot be used; the sentence is for the person who has set it."""


class Target(NamedTuple):
    """The place of a message.

    :ivar path: with its query.
    """

    scheme: str
    host: str
    port: int
    path: str


def target_of(address: str) -> Target:
    """Read an address, without asking anybody for it.

    :raises WebhookRefused: it is not that of a page in the public network.
    """
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
        is_usable = (
            len(address) <= LONGEST_ADDRESS and address.isascii() and address.isprintable() and " " not in address
            and parts.scheme in PORTS and bool(host) and port in (None, PORTS[parts.scheme])
            and parts.username is None and parts.password is None
        )  # fmt: skip
    except (ValueError, UnicodeError):
        is_usable = False
    if not is_usable:
        raise WebhookRefused(
            _("this is not the address of a webhook; copy it from Discord, Slack or ntfy: https://NAME/…")
        )
    return Target(
        parts.scheme, host, PORTS[parts.scheme], (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    )


def resolve_name(host: str, port: int) -> Sequence[str]:
    """Ask the system for the addresses of a name."""
    try:
        return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except UnicodeError:
        raise OSError(host) from None


def public_address(target: Target, resolve: Resolve) -> str:
    """Return a network address of a target, to which the message goes.

    A name is resolved once, so one that changes meanwhile does not lead into the server's own network.

    :raises WebhookRefused: it has none, or one of them is not public.
    """
    try:
        addresses = list(resolve(target.host, target.port))
    except OSError:
        addresses = []
    if not addresses:
        raise WebhookRefused(_("the name of this webhook is not known; check its address"))
    if not all(map(is_public, addresses)):
        raise WebhookRefused(_("this webhook is not in the public network, so the server sends nothing there"))
    return addresses[0]


def is_public(address: str) -> bool:
    """Return whether an address belongs to the public network: not to this machine, its network, or a group.

    >>> is_public("9.9.9.9"), is_public("127.0.0.1"), is_public("::ffff:10.0.0.1"), is_public("169.254.169.254")
    (True, False, False, False)
    """
    try:
        value = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    inner = _inner(value) if isinstance(value, IPv6Address) else ()
    return _is_global(value) and all(map(_is_global, inner))


def _inner(value: IPv6Address) -> Sequence[IPv4Address]:
    """Return the IPv4 addresses to which an IPv6 address may lead."""
    within = [value.ipv4_mapped, value.sixtofour, *(value.teredo or ())]
    if value in TRANSLATED or value.packed[:12] == bytes(12):
        within.append(IPv4Address(value.packed[12:]))
    return [one for one in within if one is not None]


def _is_global(value: IPv4Address | IPv6Address) -> bool:
    mapped = value.ipv4_mapped if isinstance(value, IPv6Address) else None
    if mapped is not None:
        return _is_global(mapped)
    refused = value.is_multicast or value.is_reserved or value.is_loopback or value.is_link_local or value.is_private
    return value.is_global and (not refused or (isinstance(value, IPv6Address) and value in TRANSLATED))


def message_for(target: Target, text: str) -> tuple[str, bytes]:
    """Return the kind and the body of a message as the service expects them: Discord, Slack and its kin, or plain."""
    if target.host in ("discord.com", "discordapp.com") or target.host.endswith((".discord.com", ".discordapp.com")):
        return "application/json", json.dumps({"content": text, "allowed_mentions": {"parse": []}}).encode()
    if target.host == "hooks.slack.com" or target.path.startswith("/hooks/"):  # Mattermost reads the same
        plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return "application/json", json.dumps({"text": plain}).encode()
    return "text/plain; charset=utf-8", text.encode()


def send_message(target: Target, text: str, resolve: Resolve, connect: Connect = socket.create_connection) -> int:
    """Send a message; return the status of the answer. A redirection is not followed.

    :raises WebhookRefused: the target is not public. :raises OSError: it does not answer in time.
    """
    kind, body = message_for(target, text)
    opened = connect((public_address(target, resolve), target.port), PATIENCE)
    opened.settimeout(PATIENCE)
    end = Timer(LONGEST_CALL, lambda: _shut(opened))
    end.daemon = True
    end.start()
    try:
        if target.scheme == "https":
            context = ssl.create_default_context()
            opened = context.wrap_socket(opened, server_hostname=target.host, do_handshake_on_connect=False)
            opened.do_handshake()
        connection = http.client.HTTPConnection(target.host, target.port)
        connection.sock = opened
        host = f"[{target.host}]" if ":" in target.host else target.host
        headers = {"host": host, "content-type": kind, "user-agent": "smallworld"}
        connection.request("POST", target.path, body, headers)
        return connection.getresponse().status
    except (http.client.HTTPException, ValueError) as error:
        raise OSError(type(error).__name__) from None
    finally:
        end.cancel()
        opened.close()


def _shut(opened: socket.socket) -> None:
    with suppress(OSError):
        opened.shutdown(socket.SHUT_RDWR)


class Webhooks:
    """The webhooks of all seats.

    An address is in the database and in no page, log or answer. It belongs to the link with which it was set, and ends
    with it.

    :param resolve: finds the network addresses of a name. :param connect: connects to one.
    :param pauses: seconds before each further attempt.
    """

    def __init__(
        self, tables: TableRegistry, streams: Streams, *, resolve: Resolve = resolve_name,
        connect: Connect = socket.create_connection, pauses: tuple[float, ...] = PAUSES,
    ) -> None:  # fmt: skip
        self._tables, self._streams, self._resolve, self._connect = tables, streams, resolve, connect
        self._pauses = pauses
        self._threads = ThreadPoolExecutor(3, thread_name_prefix="webhooks")
        self._deciders: dict[str, str] = {}
        """Table → its turn and who decided when it changed last."""
        self._rates = Rates(0.1, 20)
        """Calls to each webhook: 20 at once, then one every ten seconds."""
        self._hosts = Rates(2.0, 60)
        """Calls to each name."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """Where people are called; None while nobody is."""
        self._calls: set[Future[None]] = set()

    def end(self) -> None:
        """Call nobody any more."""
        self.loop = None
        for call in list(self._calls):
            call.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    # --- what a person chooses

    def set_address(self, table_id: str, player: str, address: str | None, page: str) -> None:
        """Keep the webhook of a seat after a first message has reached it; None removes it.

        :param page: the start page of the server, which messages name.
        :raises WebhookRefused: the address is not allowed, or nobody answers there.
        """
        if address is not None:
            names = {"player": player, "table": self._tables.get(table_id).name, "page": page}
            text = _("{player} is called here when it is their turn: {table}, {page}", **names)
            self._try_first(target_of(address), text)
        link = self._link(table_id, player)
        row = {"game": table_id, "player": player, "link": link, "address": address, "page": page,
               "language": current_language(), "called": ""}  # fmt: skip

        def keep(connection: Connection) -> None:
            connection.execute(delete(HOOKS).where(_is_of(table_id, player)))
            if address is not None:
                connection.execute(insert(HOOKS), [row])

        self._tables.store.transaction(keep)

    def _try_first(self, target: Target, text: str) -> None:
        if not self._hosts.allow(target.host):
            raise WebhookRefused(_("too many messages go to this webhook; wait a moment"))
        try:
            status = send_message(target, text, self._resolve, self._connect)
        except OSError:
            raise WebhookRefused(_("nobody answers at the address of this webhook; nothing was kept")) from None
        if not 200 <= status < 300:
            raise WebhookRefused(_("this webhook answers with {status}, so nothing was kept", status=status))

    def has_address(self, table_id: str, player: str) -> bool:
        """Return whether a seat has a webhook."""
        return self._row(table_id, player) is not None

    def _row(self, table_id: str, player: str) -> Any:
        """Return the webhook of a seat, unless its link has been replaced since."""
        rows = self._tables.store.rows(select(HOOKS).where(_is_of(table_id, player)))
        return rows[0] if rows and rows[0].link == self._link(table_id, player) else None

    def _link(self, table_id: str, player: str) -> str:
        name = seat_name(player)
        return next((digest for role, _number, digest in self._tables.get(table_id).links if role == name), "")

    # --- calls

    def notice(self, table_id: str) -> None:
        """Call the person who decides now, if that is somebody else than before; from any thread."""
        table = self._tables.peek(table_id)
        if table is None or self.loop is None or self.loop.is_closed():
            return
        player = table.to_move
        turn = f"{table.game.round} {table.game.turn} {player}" if player else ""
        if self._deciders.get(table_id) == turn:
            return
        self._deciders[table_id] = turn
        while len(self._deciders) > MOST_TABLES:
            self._deciders.pop(next(iter(self._deciders)), None)
        is_away = bool(turn) and table.seats[player] == HUMAN and player not in self._streams.players(table_id)
        if is_away and len(self._calls) < MOST_CALLS:
            call = asyncio.run_coroutine_threadsafe(self._call_safely(table_id, player, turn), self.loop)
            self._calls.add(call)
            call.add_done_callback(self._calls.discard)

    async def _call_safely(self, table_id: str, player: str, turn: str) -> None:
        try:
            await self._call(table_id, player, turn)
        except Exception as error:  # the address may be in its text
            LOG.warning("a webhook cannot be called: %s", type(error).__name__)

    async def _run(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _call(self, table_id: str, player: str, turn: str) -> None:
        """Send the message of a turn, again after a fault, as long as the turn goes on."""
        for pause in (0.0, *self._pauses):
            await asyncio.sleep(pause)
            if self._deciders.get(table_id) != turn:
                return
            status = await self._run(partial(self._send, table_id, player, turn, not pause))
            if status in GONE:
                await self._run(partial(self.set_address, table_id, player, None, ""))
            if 0 < status < 500 and status not in AGAIN:
                return
            LOG.info("the webhook of a seat of table %s answers with %s", table_id, status or "nothing")

    def _send(self, table_id: str, player: str, turn: str, is_first: bool) -> int:
        """Send the message of a turn; return the status of the answer, 0 for none, 1 if none is to be sent."""
        row = self._row(table_id, player)
        if row is None or (is_first and not self._claim(table_id, player, turn)):
            return 1
        target = target_of(row.address)
        if is_first and not (self._rates.allow(row.address) and self._hosts.allow(target.host)):
            return 1
        with in_language(row.language):
            names = {"player": player, "table": self._tables.get(table_id).name, "page": row.page}
            text = _("{player}, it is your turn: {table}, {page}", **names)
        try:
            return send_message(target, text, self._resolve, self._connect)
        except WebhookRefused:  # it has moved to a network that is not public
            return 1
        except OSError:
            return 0

    def _claim(self, table_id: str, player: str, turn: str) -> bool:
        """Return whether this process is the first that calls a person for a turn."""
        is_new = _is_of(table_id, player) & (HOOKS.c.called != turn)
        change = update(HOOKS).where(is_new).values(called=turn)
        return bool(self._tables.store.transaction(lambda connection: connection.execute(change).rowcount))


def _is_of(table_id: str, player: str) -> Any:
    return (HOOKS.c.game == table_id) & (HOOKS.c.player == player)
