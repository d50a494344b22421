"""Sends one message to a webhook, within a few seconds; an answer is read no further than its status."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from threading import Timer

from smallworld_web.calls.addresses import Resolve, Target, public_address

PATIENCE = 5.0
"""Seconds to connect, and for each part of the answer."""
LONGEST = 10.0
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
    end = Timer(LONGEST, lambda: _shut(opened))
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
