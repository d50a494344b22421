"""Addresses to which the server sends messages for visitors: public ones only, never its own network.

A name is resolved once, every address that it has must be public, and the message goes to one of these addresses;
so a name that changes meanwhile leads nowhere else.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
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
