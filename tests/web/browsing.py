"""Requests as the pages make them, and what the pages show."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from starlette.testclient import TestClient

from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_web.bot_turns import Choose
from smallworld_web.bot_workers import BotFailed, reply_to
from smallworld_web.database import prepare_sqlite
from smallworld_web.edition_catalog import EditionCatalog
from smallworld_web.site import Site
from smallworld_web.store import Store

BUTTON = re.compile(r'data-action="([^"]*)"')
LINK = re.compile(r'href="[^"]*?(/t/[^"/]*/[^"/]*)"')


def choose(record: str, player: str, kind: str) -> str:
    """Ask a bot as a worker does, without another process."""
    reply = reply_to({"record": record, "player": player, "kind": kind}, default_plugins())
    if "error" in reply:
        raise BotFailed(reply["error"])
    return reply["action"]


@cache
def empty_database() -> bytes:
    """Return a database with all tables and no rows; a copy takes less time than new tables."""
    with TemporaryDirectory() as folder:
        Store(f"sqlite:///{folder}/tables.db").close()
        return Path(folder, "tables.db").read_bytes()


def prepare_quickly(connection: Any, record: object) -> None:
    """Set SQLite up as the server does, but wait for no disk."""
    prepare_sqlite(connection, record)
    connection.execute("PRAGMA synchronous=OFF")


def make_store(path: Path) -> Store:
    """Open a database file, which is made if it does not exist; no power failure is to be survived."""
    if not path.exists():
        path.write_bytes(empty_database())
    with mock.patch("smallworld_web.store.prepare_sqlite", prepare_quickly):
        return Store(f"sqlite:///{path}")


def make_site(path: Path, plugins: Plugins | None = None, chooser: Choose = choose, **arguments: Any) -> Site:
    """Open a database file."""
    return Site(make_store(path), EditionCatalog(plugins or default_plugins()), chooser, **arguments)


class Browser:
    """Requests as the pages make them."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def open_table(self, variant: str, seats: Mapping[str, str], **fields: str) -> tuple[str, dict[str, str]]:
        """Fill in the form; return the path of the host, and role → path of its link."""
        data = {"variant": variant, **fields}
        for row, (name, kind) in enumerate(seats.items(), 1):
            data |= {f"name{row}": name, f"kind{row}": kind}
        response = self.client.post("/tables", data=data, follow_redirects=False)
        assert response.status_code == 303, response.text
        host = response.headers["location"]
        return host, self.links(host, seats)

    def links(self, host: str, seats: Mapping[str, str]) -> dict[str, str]:
        """Read the links on the page of the host."""
        return dict(zip([*seats, "spectator"], LINK.findall(self.client.get(host).text), strict=True))

    def state(self, link: str, since: int | None = None) -> dict[str, Any]:
        """Read everything on a page that changes, or what has changed since an event."""
        response = self.client.get(f"{link}/state", params={} if since is None else {"since": since})
        assert response.status_code == 200, response.text
        return dict(response.json())

    def act(self, link: str, *actions: str, number: int | None = None) -> Any:
        """Carry out actions as the buttons do."""
        number = self.state(link)["number"] if number is None else number
        return self.client.post(f"{link}/act", json={"number": number, "actions": actions})

    def undo(self, link: str) -> Any:
        """Press the button that takes the last action back."""
        return self.client.post(f"{link}/undo", json={"number": self.state(link)["number"]})

    def wait_until(self, link: str, is_reached: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Look at a page until something is so."""
        for _ in range(600):
            state = self.state(link)
            if is_reached(state):
                return state
            time.sleep(0.05)
        raise AssertionError(f"not reached: {state['panels']['status']}")


def updated(state: Mapping[str, Any], update: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state of a page after an update, as ``table_page.js`` does."""
    if update["since"] is None:
        return dict(update)
    assert update["since"] == state["number"]
    return {**update, **{part: {**state[part], **update[part]} for part in ("regions", "panels")}}


def buttons(state: Mapping[str, Any]) -> list[str]:
    """Return the actions of the buttons on a page."""
    return [html.unescape(action) for action in BUTTON.findall(state["panels"]["actions"])]


def text_of(markup: str) -> str:
    """Return the text of markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())
