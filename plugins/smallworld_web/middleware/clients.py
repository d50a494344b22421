"""The client of each request: the network address that limits count, and who asks for the turns of bots."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

PREFIX = 64
"""Bits of an IPv6 address that a provider gives to a customer, who chooses the others."""
_current: ContextVar[str] = ContextVar("client", default="")


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


def current_client() -> str:
    """Return the client of this request; empty outside of one."""
    return _current.get()


def set_client(client: str) -> None:
    """Choose the client of this request."""
    _current.set(client)
