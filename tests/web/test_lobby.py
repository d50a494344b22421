"""The lobby: open tables on the start page, only where the host of the server wants them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Browser, buttons, make_site, text_of
from test_table_pages import TWO
from whole_answers import Client

from smallworld.plugins.manager import default_plugins
from smallworld_web.commands.serve import ServerOptions
from smallworld_web.request_checks import Rates
from smallworld_web.routes import create_app
from smallworld_web.server import build_site
from smallworld_web.site import Site
from smallworld_web.table_people import LONGEST_OPEN, Lobby

OPEN = re.compile(r'href="(/open/[^"]*)">([^<]*)<')


@pytest.fixture
def day() -> list[float]:
    """The time of day of the lobby."""
    return [1000.0]


@pytest.fixture
def lobby_site(tmp_path: Path, day: list[float]) -> Iterator[Site]:
    site = make_site(tmp_path / "tables.db", patience=0.05)
    site.lobby = Lobby(site.tables, site.people, lambda: day[0])
    yield site
    site.tables.store.close()


@pytest.fixture
def visitor(lobby_site: Site) -> Iterator[Browser]:
    with Client(create_app(lobby_site, rates=Rates(1e6, 1e6))) as client:
        yield Browser(client)


def test_anybody_takes_a_seat_at_an_open_table(visitor: Browser) -> None:
    _, links = visitor.open_table("base", {**TWO, "cid": "human"}, listed="yes")
    visitor.open_table("base", TWO)
    start = visitor.client.get("/").text
    [(path, seats)] = OPEN.findall(start)
    assert seats == "2 free seats" and "Small World: ann, bob, cid" in text_of(start)
    assert "/t/" not in start, "no link with a secret is public"
    assert re.findall(r'name="player" value="([^"]*)"', visitor.client.get(path).text) == ["bob", "cid"]
    response = visitor.client.post(f"{path}/sit", data={"player": "bob"}, follow_redirects=False)
    assert response.status_code == 303
    assert "You are bob" in text_of(visitor.client.get(response.headers["location"]).text)
    assert visitor.client.get(links["bob"]).status_code == 404
    for player in ("bob", "ann", "<b>", ""):
        refused = visitor.client.post(f"{path}/sit", data={"player": player})
        assert refused.status_code == 422 and "not free any more" in refused.text
    assert visitor.client.post(f"{path}/sit", data={"player": "cid"}).status_code == 429, "one visitor takes few seats"
    assert OPEN.findall(visitor.client.get("/").text)[0][1] == "1 free seat"


def test_a_table_leaves_the_lobby(visitor: Browser, lobby_site: Site, day: list[float]) -> None:
    host, links = visitor.open_table("base", TWO, listed="yes", leaving="end")
    [(path, _seats)] = OPEN.findall(visitor.client.get("/").text)
    name = next(name for name in TWO if visitor.state(links[name])["deciding"])
    visitor.act(links[name], buttons(visitor.state(links[name]))[0])
    assert bool(OPEN.findall(visitor.client.get("/").text)) == (name == "ann"), "who has played has a seat"
    visitor.client.post(f"{links['bob']}/resign")
    assert OPEN.findall(visitor.client.get("/").text) == [] and "All seats are taken" in visitor.client.get(path).text
    visitor.open_table("base", TWO, listed="yes")
    assert len(OPEN.findall(visitor.client.get("/").text)) == 1
    day[0] += LONGEST_OPEN + 1
    assert OPEN.findall(visitor.client.get("/").text) == []
    assert visitor.client.get(path).status_code == 404
    visitor.client.post(f"{host}/remove", data={"sure": "yes"})
    assert visitor.client.get("/").status_code == 200


@pytest.mark.usefixtures("no_drawings")
def test_a_server_without_a_lobby_has_none(browser: Browser, site: Site) -> None:
    host, _ = browser.open_table("base", TWO, listed="yes")
    assert 'name="listed"' not in browser.client.get("/new/base").text
    assert "/open/" not in browser.client.get("/").text
    assert browser.client.get(f"/open/{host.split('/')[2]}").status_code == 404


@pytest.mark.usefixtures("no_drawings")
def test_a_table_that_is_not_listed_is_not_open(visitor: Browser) -> None:
    host, _ = visitor.open_table("base", TWO)
    assert 'name="listed"' in visitor.client.get("/new/base").text
    table = host.split("/")[2]
    assert visitor.client.get(f"/open/{table}").status_code == 404
    assert visitor.client.post(f"/open/{table}/sit", data={"player": "bob"}).status_code == 404


def test_the_command_opens_a_lobby(tmp_path: Path) -> None:
    for is_wanted in (False, True):
        site, workers = build_site(
            default_plugins(), (), f"sqlite:///{tmp_path / 'tables.db'}", ServerOptions(lobby=is_wanted)
        )
        assert (site.lobby is not None) == is_wanted
        workers.close()
        site.tables.store.close()
