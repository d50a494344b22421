"""Tables in Chromium (tox -e browser): whole games by clicking, two people at one table, what leaves the browser."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from people import LINES, Person, open_table
from servers import Server, running

from smallworld.game import Game

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_two_people_play_a_whole_game_by_clicking(chromium: Any, server: Server, variant: str) -> None:
    first, second = Person(chromium, server), Person(chromium, server, viewport={"width": 390, "height": 800})
    links = open_table(first, server, variant)
    first.page.goto(links[0])
    second.page.goto(links[1])
    rng, count = Random(3), 0
    while not first.page.locator("#scores svg").count():
        count += first.decide(rng) or second.decide(rng)
        assert count < 500
    second.page.wait_for_selector("#scores svg")
    for person in (first, second):
        assert person.problems == []
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    record = httpx2.get(f"{links[0]}/record").text
    game = Game.loads(record)
    assert game.over and len([event for event in game.log if "do" in event]) >= count
    scores = first.page.locator("#scores table").first.inner_text()
    assert all(str(coins) in scores for coins in game.scores().values())


def test_a_click_on_the_log_shows_the_past(chromium: Any, server: Server) -> None:
    person = Person(chromium, server)
    links = open_table(person, server, "base")
    other = Person(chromium, server)
    person.page.goto(links[0])
    other.page.goto(links[1])
    rng = Random(5)
    boards = [board_of(person)]
    while len(boards) < 12:
        person.decide(rng) or other.decide(rng)
        person.page.wait_for_timeout(200)
        boards.append(board_of(person))
    person.page.locator("#log li button").first.click()
    person.page.wait_for_selector("#past:not([hidden])")
    assert board_of(person) == boards[0]
    person.page.click("#past [data-now]")
    assert board_of(person) == boards[-1] and person.problems == []


def board_of(person: Person) -> list[str]:
    """Return the descriptions of all regions."""
    return list(
        person.page.evaluate("[...document.querySelectorAll('#regions button')].map(r => r.getAttribute('aria-label'))")
    )


def test_a_page_goes_on_by_itself_when_the_server_comes_back(chromium: Any, tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}")
    with running(server):
        person, watcher = Person(chromium, server), Person(chromium, server)
        links = open_table(person, server, "base")
        person.page.goto(links[0])
        watcher.page.goto(links[2])
        server.kill()
        server.start()
        start = watcher.page.evaluate(LINES)
        if not person.decide(Random(1)):
            person.page.goto(links[1])
            person.decide(Random(1))
        watcher.wait_until(f"{LINES} != before", start)
