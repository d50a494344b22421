"""Packages bring pages to the server through the hook ``smallworld_pages``."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType

import pytest
from browsing import make_site
from click.testing import CliRunner
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from whole_answers import Client

from smallworld import hookimpl
from smallworld.plugins.installed import InstalledPlugin
from smallworld_web import page_sets
from smallworld_web.commands.serve import command
from smallworld_web.page_sets import PageSet, load_page_sets
from smallworld_web.routes import create_app

EVENTS: list[str] = []


class Fen:
    """A package with a page."""

    @hookimpl
    def smallworld_pages(self, site: object) -> PageSet:
        async def echo(request: Request) -> Response:
            return PlainTextResponse(f"{len(await request.body())} bytes")

        @asynccontextmanager
        async def running() -> AsyncIterator[None]:
            EVENTS.append("begins")
            yield
            EVENTS.append("ends")

        routes = [Route("/fen", echo, methods=["GET", "POST"]), Route("/fen/small", echo, methods=["POST"])]
        return PageSet(lambda _budget: routes, {r"/fen": 50_000}, running, ("/fen", "The fen"))


@pytest.fixture
def fen(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("fen_pages")
    module.pages = Fen()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "fen_pages", module)
    plugins = [
        InstalledPlugin("fen", "fen_pages:pages", "fen", "1"),
        InstalledPlugin("gone", "gone_pages", "gone", "1"),
    ]
    monkeypatch.setattr(page_sets, "installed_plugins", lambda _group: plugins)


def test_pages_of_a_package_are_served_with_their_own_limits(
    fen: None, tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    site = make_site(tmp_path_factory.mktemp("pages") / "tables.db")
    with caplog.at_level(logging.WARNING):
        site.page_sets = load_page_sets(site, ["fen", "gone"])
    assert "the pages of gone cannot be used" in caplog.text
    with Client(create_app(site)) as client:
        assert client.get("/fen").text == "0 bytes"
        assert client.post("/fen", content=b"x" * 40_000).text == "40000 bytes"
        assert client.post("/fen", content=b"x" * 60_000).status_code == 413
        assert client.post("/fen/small", content=b"x" * 20_000).status_code == 413
        assert '<a href="/fen">The fen</a>' in client.get("/").text
    assert EVENTS == ["begins", "ends"]
    site.tables.store.close()
    assert load_page_sets(site, []) == []


def test_the_example_of_the_page_for_hosts(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "studio.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    module = ModuleType("fen_pages")
    exec(compile(code, "studio.md", "exec"), module.__dict__)
    monkeypatch.setitem(sys.modules, "fen_pages", module)
    plugins = [InstalledPlugin("fen", "fen_pages", "fen", "1")]
    monkeypatch.setattr(page_sets, "installed_plugins", lambda _group: plugins)
    site = make_site(tmp_path_factory.mktemp("pages") / "tables.db")
    site.page_sets = load_page_sets(site, ["fen"])
    with Client(create_app(site)) as client:
        assert client.get("/fen").text == "a fen"
    site.tables.store.close()


def test_the_server_has_a_switch_for_each_package_with_pages() -> None:
    text = CliRunner().invoke(command, ["--help"]).output
    assert "--studio / --no-studio" in text


@pytest.mark.parametrize(
    ("arguments", "pages"),
    [
        ([], ("studio",)),
        (["--no-studio"], ()),
        (["--host", "0.0.0.0"], ()),
        (["--host", "0.0.0.0", "--studio"], ("studio",)),
    ],
)
def test_pages_are_on_where_only_this_machine_reaches_them(
    arguments: list[str], pages: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    served: list[tuple[str, ...]] = []
    monkeypatch.setattr("smallworld_web.commands.serve.serve_tables", lambda *a, **k: served.append(a[2].pages))
    CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert served == [pages]
