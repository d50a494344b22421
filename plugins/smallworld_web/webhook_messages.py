"""Messages to webhooks: to public addresses only, never to the server's own network, within a few seconds.

A name is resolved once, every address that it has must be public, and the message goes to one of these addresses;
so a name that changes meanwhile leads nowhere else. An answer is read no further than its status.
"""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit

from smallworld.errors import SmallWorldError
from smallworld.languages import _

PORTS = {"https": 443, "http": 80}
"""The only schemes and their only ports."""
LONGEST = 500
"""Letters of an address."""
TRANSLATED = IPv6Network("64:ff9b::/96")
"""IPv6 addresses that lead to IPv4 addresses."""
Resolve = Callable[[str, int], Sequence[str]]
"""Return the network addresses of a name and a port.

:raises OSError: it has none.
"""


class WebhookRefused(SmallWorldError):
    """A webhook that cannot be used; the sentence is for the person who has set it."""


class Target(NamedTuple):
    """The place of a message.

    :ivar path: with its query.
    """

    scheme: str
    host: str
    path: str

    @property
    def port(self) -> int:
        """The port."""
        return PORTS[self.scheme]


def target_of(address: str) -> Target:
    """Read an address, without asking anybody for it.

    :raises WebhookRefused: it is not that of a page in the public network.
    """
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
        is_usable = (
            len(address) <= LONGEST and address.isascii() and address.isprintable() and " " not in address
            and parts.scheme in PORTS and bool(host) and port in (None, PORTS[parts.scheme])
            and parts.username is None and parts.password is None
        )  # fmt: skip
    except (ValueError, UnicodeError):
        is_usable = False
    if not is_usable:
        raise WebhookRefused(
            _("this is not the address of a webhook; copy it from Discord, Slack or ntfy: https://NAME/…")
        )
    return Target(parts.scheme, host, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def resolve_name(host: str, port: int) -> Sequence[str]:
    """Ask the system for the addresses of a name."""
    try:
        return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except UnicodeError:
        raise OSError(host) from None


def public_address(target: Target, resolve: Resolve) -> str:
    """Return a network address of a target.

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


PATIENCE = 5.0
"""Seconds to connect, and for each part of the answer."""
LONGEST_CALL = 10.0
"""Seconds for everything."""
Connect = Callable[[str, int, float], socket.socket]
"""Connect to a network address and port, within some seconds.

:raises OSError: nobody answers there.
"""


def connect_to(address: str, port: int, seconds: float) -> socket.socket:
    """Connect to a network address."""
    return socket.create_connection((address, port), timeout=seconds)


def message_for(target: Target, text: str) -> tuple[str, bytes]:
    """Return the kind and the body of a message as the service expects them: Discord, Slack and its kin, or plain."""
    if target.host in ("discord.com", "discordapp.com") or target.host.endswith((".discord.com", ".discordapp.com")):
        return "application/json", json.dumps({"content": text, "allowed_mentions": {"parse": []}}).encode()
    if target.host == "hooks.slack.com" or target.path.startswith("/hooks/"):  # Mattermost reads the same
        plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return "application/json", json.dumps({"text": plain}).encode()
    return "text/plain; charset=utf-8", text.encode()


class _Connection(http.client.HTTPConnection):
    """A connection over a socket that is open already."""

    def __init__(self, target: Target, opened: socket.socket) -> None:
        super().__init__(target.host, target.port)
        self.sock = opened


def send_message(target: Target, text: str, resolve: Resolve, connect: Connect = connect_to) -> int:
    """Send a message; return the status of the answer. A redirection is not followed.

    :raises WebhookRefused: the target is not public. :raises OSError: it does not answer in time.
    """
    kind, body = message_for(target, text)
    opened = connect(public_address(target, resolve), target.port, PATIENCE)
    opened.settimeout(PATIENCE)
    end = Timer(LONGEST_CALL, lambda: _shut(opened))
    end.daemon = True
    end.start()
    try:
        if target.scheme == "https":
            context = ssl.create_default_context()
            opened = context.wrap_socket(opened, server_hostname=target.host, do_handshake_on_connect=False)
            opened.do_handshake()
        connection = _Connection(target, opened)
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
