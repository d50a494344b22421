"""A client of an application that gets each answer as a whole, which is all but streams.

The client of Starlette calls the thread of the application seven times for a request, this one once.
"""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import unquote

import httpx2
from starlette.testclient import TestClient


class Client(TestClient):
    """A client with the arguments of that of Starlette."""

    def __init__(self, app: Any, *, client: tuple[str, int] = ("testclient", 50000), **options: Any) -> None:
        super().__init__(app, client=client, **{"base_url": "http://127.0.0.1", **options})
        self._transport = WholeAnswers(self, self._transport, client, options.get("raise_server_exceptions", True))

    def send(self, request: httpx2.Request, *, stream: bool = False, **options: Any) -> httpx2.Response:
        request.extensions["is_stream"] = stream
        return super().send(request, stream=stream, **options)


class WholeAnswers(httpx2.BaseTransport):
    """Hands requests to an application, and those for streams to the transport of Starlette.

    :param address: that of the client. :param raises: whether a fault of the application is one of the test.
    """

    def __init__(
        self, client: Client, streams: httpx2.BaseTransport, address: tuple[str, int], raises: bool
    ) -> None:  # fmt: skip
        self.client, self.streams, self.address, self.raises = client, streams, address, raises

    def close(self) -> None:
        self.streams.close()

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.extensions["is_stream"]:
            return self.streams.handle_request(request)
        messages: list[MutableMapping[str, Any]] = []
        with self.client._portal_factory() as portal:
            try:
                portal.call(self._answer, request, messages)
            except Exception:
                if self.raises:
                    raise
        assert messages, "the application gave no answer"
        body = b"".join(message.get("body", b"") for message in messages if request.method != "HEAD")
        headers = [(name.decode(), value.decode()) for name, value in messages[0].get("headers", ())]
        return httpx2.Response(
            messages[0]["status"], headers=headers, stream=httpx2.ByteStream(body), request=request
        )  # fmt: skip

    async def _answer(self, request: httpx2.Request, messages: list[MutableMapping[str, Any]]) -> None:
        """Collect the messages of the application."""
        requests = iter([{"type": "http.request", "body": request.read()}])

        async def receive() -> MutableMapping[str, Any]:
            for message in requests:
                return message
            return await asyncio.get_running_loop().create_future()  # the client stays connected

        async def send(message: MutableMapping[str, Any]) -> None:
            messages.append(message)

        await self.client.app(self._scope(request), receive, send)

    def _scope(self, request: httpx2.Request) -> dict[str, Any]:
        url = request.url
        return {
            "type": "http", "http_version": "1.1", "method": request.method, "scheme": url.scheme, "root_path": "",
            "path": unquote(url.path), "raw_path": url.raw_path.partition(b"?")[0], "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": self.address, "server": [url.host, url.port or 80], "state": self.client.app_state.copy(),
        }  # fmt: skip
