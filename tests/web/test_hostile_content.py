"""Texts of editions are shown as text, faults of content are named, and a broken store loses nothing."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random

import pytest
from browsing import Browser, buttons, make_site, text_of, updated
from sqlalchemy import event
from test_table_pages import TWO, play_on
from whole_answers import Client

from smallworld.model.variant_folder import shipped_folder
from smallworld.plugins.manager import Plugins
from smallworld_web.edition_catalog import EditionCatalog
from smallworld_web.request_checks import Rates
from smallworld_web.routes import create_app
from smallworld_web.site import Site
from smallworld_web.store import Store

Fault = Callable[[Store, Path], AbstractContextManager[None]]
EVIL = "<script>alert(1)</script>"
PLUGIN = """
from pathlib import Path
from smallworld import hookimpl

@hookimpl
def smallworld_variants():
    return [Path(__file__).parent / "editions"]
"""


@contextmanager
def browser_of(site: Site) -> Iterator[Browser]:
    app = create_app(site, rates=Rates(1e6, 1e6))
    with Client(app, raise_server_exceptions=False) as client:
        yield Browser(client)
    site.tables.store.close()


def edition(folder: Path, name: str) -> Path:
    """Copy the base game under another id; return its file."""
    shutil.copytree(shipped_folder() / "base", folder / "editions" / name)
    (folder / "plugin.py").write_text(PLUGIN, "utf-8")
    path = folder / "editions" / name / "variant.yaml"
    path.write_text(path.read_text("utf-8").replace("variant: base", f"variant: {name}"), "utf-8")
    return path


def test_an_edition_full_of_scripts_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EditionCatalog, "draw_boards", lambda *_: None)  # one board is played
    path = edition(tmp_path, "hostile")
    content = path.read_text("utf-8")
    content = re.sub(r"name: ([A-Z][\w -]*)(?=[,}\n])", rf'name: "\1{EVIL}"', content)
    content = re.sub(r"text: [A-Z][^\n{}]*\n", f'text: "</script>{EVIL}"\n', content)
    path.write_text(content, "utf-8")
    with browser_of(make_site(tmp_path / "t.db", Plugins([str(tmp_path / "plugin.py")]))) as browser:
        start = browser.client.get("/").text
        assert "&lt;script&gt;alert" in start
        host, links = browser.open_table("hostile", TWO)
        play_on(browser, links, Random(1), most=20)
        pages = [
            start,
            *(browser.client.get(path).text for path in ("/new/hostile", host, links["ann"], links["spectator"])),
        ]
        pages.append(browser.client.get("/editions/hostile.svg").text)
        state, past = browser.state(links["ann"]), browser.client.get(f"{links['ann']}/at/9").json()
        pages += [state["log"]["html"], *state["panels"].values(), *past["panels"].values()]
        pages += [region["contents"] for shown in (state, past) for region in shown["regions"].values()]
        assert not [page for page in pages if EVIL in page or "<script>" in page]


def test_broken_editions_and_plugins_are_named_and_the_rest_is_played(tmp_path: Path) -> None:
    path = edition(tmp_path, "broken")
    path.write_text(path.read_text("utf-8").replace("coins: 5 ", "coins: many "), "utf-8")
    (tmp_path / "faulty.py").write_text("1 / 0\n", "utf-8")
    plugins = Plugins([str(tmp_path / "plugin.py"), str(tmp_path / "faulty.py")])
    site = make_site(tmp_path / "t.db", plugins)
    with browser_of(site) as browser:
        page = text_of(browser.client.get("/").text)
        assert "edition broken" in page and "coins" not in page
        assert "plugin faulty" in page and "ZeroDivisionError" not in page
        page = text_of(browser.client.get(f"/admin/{site.admin_secret}").text)
        assert "edition broken : " in page and "coins" in page
        assert "plugin faulty : " in page and "ZeroDivisionError" in page
        assert browser.client.get("/new/broken").status_code == 422
        browser.open_table("base", TWO)


def fill(connection: sqlite3.Connection, *_: object) -> None:
    """Let the database take no more pages, as on a full disk."""
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count={pages}")


@contextmanager
def full_disk(store: Store, _: Path) -> Iterator[None]:
    event.listen(store.engine, "connect", fill)
    store.close()
    yield
    event.remove(store.engine, "connect", fill)
    store.close()


@contextmanager
def lost_file(store: Store, path: Path) -> Iterator[None]:
    store.close()
    path.rename(path.with_suffix(".aside"))
    path.mkdir()
    yield
    path.rmdir()
    path.with_suffix(".aside").rename(path)


@pytest.mark.parametrize("fault", [full_disk, lost_file])
def test_a_store_that_fails_stops_play_and_loses_nothing(tmp_path: Path, fault: Fault) -> None:
    path, rng = tmp_path / "t.db", Random(1)
    site = make_site(path)
    with browser_of(site) as browser:
        _, links = browser.open_table("base", TWO)
        play_on(browser, links, rng, most=5)
        states = {name: browser.state(links[name]) for name in TWO}
        acknowledged = states["ann"]["number"]
        with fault(site.tables.store, path):
            for _ in range(400):
                name = next((name for name in TWO if states[name]["deciding"]), "ann")
                answer = browser.act(links[name], *rng.choices(buttons(states[name])), number=states[name]["number"])
                if answer.status_code != 200:
                    break
                acknowledged = answer.json()["update"]["number"]
                states[name] = updated(states[name], answer.json()["update"])
                if not states[name]["deciding"]:
                    states = {name: browser.state(links[name]) for name in TWO}
            assert answer.status_code == 503
            assert "the tables cannot be read or kept at the moment" in answer.json()["error"]
        assert browser.state(links["ann"])["number"] == acknowledged
        assert play_on(browser, links, rng, most=3)
