"""The language of each request: the one that the browser accepts."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from smallworld.languages import ENGLISH, accepted_language, set_language
from smallworld_web.middleware.security import App, Receive, Scope, Send

UNTRANSLATED = "/static/"
"""Files that are the same in every language."""


class ChooseLanguage:
    """Chooses the language in which a request is answered, streams included.

    :param default: the language for a browser that names none with a catalogue.
    """

    def __init__(self, app: App, *, default: str = ENGLISH) -> None:
        self.app, self.default = app, default

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; caches keep the answers in different languages apart."""
        if scope["type"] != "http" or scope["path"].startswith(UNTRANSLATED):
            await self.app(scope, receive, send)
            return
        header = b",".join(value for name, value in scope["headers"] if name == b"accept-language")
        # Not reset: every request is a task with a context of its own, and a fault is reported outside of this call.
        set_language(accepted_language(header.decode("latin-1"), self.default))

        async def vary(event: MutableMapping[str, Any]) -> None:
            if event["type"] == "http.response.start":
                event["headers"] = [*event.get("headers", ()), (b"vary", b"Accept-Language")]
            await send(event)

        await self.app(scope, receive, vary)
