"""Play at once, again with the same people, at a pace that can be followed, and begin a turn again."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from browsing import Browser, buttons, make_site
from starlette.testclient import TestClient
from test_table_pages import TWO, play_to_end

from smallworld.languages import ENGLISH
from smallworld_web import bot_turns
from smallworld_web.edition_catalog import next_first_seat
from smallworld_web.page_updates import Viewer
from smallworld_web.site import Site


def test_one_click_leads_to_a_table_against_bots(client: TestClient, browser: Browser, site: Site) -> None:
    assert client.get("/").text.count('action="/play"') == 3
    response = client.post("/play", data={"variant": "base"}, follow_redirects=False)
    link = response.headers["location"]
    table = site.tables.get(link.split("/")[2])
    assert response.status_code == 303 and list(table.seats.values()).count("human") == 1 and len(table.seats) == 3
    assert browser.state(link)["ask"]["asked"] == ("pick" if table.game.to_move == next(iter(table.seats)) else "")
    assert client.post("/play", data={"variant": "none"}).status_code == 422


def test_the_list_of_tables_knows_the_turn(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    answers = {name: browser.client.get(f"{link}/summary").json() for name, link in links.items()}
    name = next(name for name in TWO if answers[name]["is_turn"])
    assert answers[name]["state"] == "your turn" and answers["spectator"]["state"] == f"{name} decides"
    assert answers[name]["round"] == "Round 1 of 10" and browser.client.get("/t/0/0/summary").status_code == 404


def test_the_same_people_play_again_with_their_links(browser: Browser, site: Site) -> None:
    host, links = browser.open_table("base", TWO, **{"ruling:coins": "open"})
    refused = browser.client.post(f"{links['ann']}/rematch")
    assert refused.status_code == 422 and "the game goes on" in refused.json()["error"]
    first = play_to_end(site, links, Random(2)).game
    paths = {name: browser.client.post(f"{links[name]}/rematch").json()["path"] for name in TWO}
    assert len({path.split("/")[2] for path in paths.values()}) == 1, "the second click leads to the table of the first"
    table = site.tables.get(paths["ann"].split("/")[2])
    assert browser.state(links["spectator"])["next"] == table.id
    assert table.game.players[table.game.state.turn_order[0]] == first.players[next_first_seat(first) - 1]
    assert table.game.origin["options"]["coins"] == "open" and table.seats == TWO
    assert sum(browser.state(path)["deciding"] for path in paths.values()) == 1
    assert browser.links(host.replace(host.split("/")[2], table.id), TWO)["ann"] == paths["ann"]
    assert browser.client.post(f"{links['spectator']}/rematch").status_code == 403


def test_a_turn_begins_again(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    link = next(links[name] for name in TWO if browser.state(links[name])["deciding"])
    browser.act(link, "pick 1")
    before = browser.state(link)
    for has_restart in (False, True):
        actions = buttons(browser.state(link))
        browser.act(link, next(text for text in actions if text.startswith("conquer") and " by " not in text))
        panel = browser.state(link)["panels"]["buttons"]
        assert "data-undo" in panel and ("data-restart" in panel) == has_restart
    response = browser.client.post(f"{link}/undo", json={"number": browser.state(link)["number"], "all": True})
    assert response.status_code == 200
    assert browser.state(link)["regions"] == before["regions"], "what chance has decided before stays"


def test_bots_keep_a_pace_while_somebody_looks_on(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without viewers nothing is waited for; a player may choose another pace, never a longer one."""
    naps: list[float] = []

    async def sleep(seconds: float) -> None:
        naps.append(seconds)

    site = make_site(tmp_path / "t.db")  # type: ignore[operator]
    game = site.catalog.new_game("base", {"ann": "random", "bob": "human"}, "drawn", {"first_player": 1}, 1)
    table_id, secret = site.tables.create(game, {"ann": "random", "bob": "human"})
    monkeypatch.setattr(bot_turns.asyncio, "sleep", sleep)

    async def decide() -> float:
        naps.clear()
        await site.bots._decide(site.tables.get(table_id))
        return naps[-1]

    assert asyncio.run(decide()) < 0.1
    with site.streams.subscribe(Viewer(table_id, secret, ENGLISH, -1)):
        assert 0.1 < asyncio.run(decide()) <= bot_turns.HUMAN_PACE
        site.bots.set_pace(table_id, 0.0)
        assert asyncio.run(decide()) < 0.1
        site.bots.set_pace(table_id, 99.0)
        assert asyncio.run(decide()) <= bot_turns.HUMAN_PACE


def test_only_players_choose_the_pace(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    assert browser.client.post(f"{links['ann']}/pace", json={"pace": 150}).status_code == 200
    assert browser.client.post(f"{links['spectator']}/pace", json={"pace": 150}).status_code == 403
