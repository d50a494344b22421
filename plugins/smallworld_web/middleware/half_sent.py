"""The protocol of a connection: a request that does not arrive whole in time, or without end, is given up."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from smallworld_web.middleware.security import HEADERS

RECEIVING = 20.0
"""Seconds in which a whole request must arrive, from its first byte or the beginning of the connection."""
HEAD = 64 * 1024
"""Most bytes of a request without its body: the address, the headers, the frames of chunks and what follows them."""
_STATUS_LINES = {400: b"HTTP/1.1 400 Bad Request", 431: b"HTTP/1.1 431 Request Header Fields Too Large"}


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
