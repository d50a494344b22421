"""The permanent page of a finished game: for everybody, without a secret, with nothing of a game that goes on."""

from __future__ import annotations

import re
from random import Random

import pytest
from browsing import Browser, text_of
from test_table_pages import TWO, play_on

from smallworld.game import Game
from smallworld_web.site import Site

PARTS = ("", "/state", "/summary", "/at/5", "/position", "/record", "/replay", "/signs", "/why?region=r07")
CHANGES = ("/act", "/undo", "/agree", "/remark", "/resign", "/rematch", "/seat", "/remove", "/link")


@pytest.fixture
def finished(browser: Browser) -> tuple[str, dict[str, str]]:
    """The public path of a game that has ended early, and the links of its table."""
    _, links = browser.open_table("base", TWO, leaving="end")
    play_on(browser, links, Random(5), most=12)
    browser.client.post(f"{links['ann']}/remark", json={"text": "a private joke"})
    browser.client.post(f"{links['bob']}/resign")
    return f"/g/{links['ann'].split('/')[2]}", links


def test_everybody_sees_the_result_and_each_step(browser: Browser, finished: tuple[str, dict[str, str]]) -> None:
    path, links = finished
    assert f'href="{path}"' in browser.state(links["ann"])["panels"]["scores"]
    page = browser.client.get(path)
    text = text_of(page.text)
    assert page.status_code == 200 and "bob has left: the game ends" in text and "Coins of each turn by source" in text
    assert f'href="{path}/record"' in page.text and f'href="{path}/replay"' in page.text
    assert "a private joke" not in page.text and "a private joke" in browser.client.get(links["ann"]).text
    assert browser.client.get(f"{path}/at/5").json()["panels"]["status"]
    assert "Play again" not in text


def test_a_secret_is_nowhere_on_it(browser: Browser, site: Site, finished: tuple[str, dict[str, str]]) -> None:
    path, links = finished
    table = site.tables.get(path.split("/")[2])
    browser.client.post(f"{links['ann']}/rematch")
    page = browser.client.get(path).text
    assert site.tables.get(table.id).log.rematch not in page and "/t/" not in page
    assert not any(link.split("/")[3] in page for link in links.values())


def test_its_record_is_the_game(browser: Browser, site: Site, finished: tuple[str, dict[str, str]]) -> None:
    path, _ = finished
    record = browser.client.get(f"{path}/record")
    assert record.status_code == 200 and Game.loads(record.text) == site.tables.get(path.split("/")[2]).game
    assert browser.client.get(f"{path}/replay").headers["content-type"].startswith("text/html")


def test_a_game_that_goes_on_has_none(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    for part in PARTS[:3]:
        for table in (links["ann"].split("/")[2], "unknown", "%2e%2e"):
            response = browser.client.get(f"/g/{table}{part}")
            assert response.status_code == 404 and not re.search("ann|bob", response.text)
    assert browser.client.get(f"/g/{links['ann'].split('/')[2]}/record").status_code == 404


def test_it_answers_everything_that_shows_and_changes_nothing(
    browser: Browser, finished: tuple[str, dict[str, str]]
) -> None:
    for part in PARTS:
        assert browser.client.get(f"{finished[0]}{part}").status_code == 200, part
    for part in CHANGES:
        response = browser.client.post(f"{finished[0]}{part}", json={"number": 1, "actions": ["done"]})
        assert response.status_code in (404, 405), part
