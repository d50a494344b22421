"""People at tables in Chromium (tox -e browser): clocks, one screen for several people, consent, public pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from page_positions import END, open_position, positions
from people import Person
from servers import SLOW, Server, running
from test_page_in_browser import FITS, PHONE, SMALL, findings

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
SEATS = {
    "variant": "base",
    "name1": "ann",
    "kind1": "human",
    "name2": "bob",
    "kind2": "human",
    "ruling:first_player": "1",
}
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "dark"}
CLOCK = "document.querySelector('#status .clock').textContent"


@pytest.fixture(scope="module")
def lobby_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("lobby") / "tables.db"
    new_server = Server(f"sqlite:///{path}", options=["--lobby"])
    with running(new_server):
        yield new_server


def open_host(server: Server, **fields: str) -> str:
    """Open a table; return the address of its host."""
    response = httpx2.post(f"{server.base}/tables", data={**SEATS, **fields}, timeout=SLOW)
    return server.base + response.headers["location"]


def end_first_turn(person: Person) -> None:
    """Take the first race and end the turn at once, by keys."""
    person.page.click("#column [data-action]")
    person.wait_until("document.querySelector('#buttons [data-end]') !== null", "")
    for _ in range(3):
        if not person.shows("document.title.startsWith('●')"):
            return
        number = person.page.evaluate("document.querySelector('main').dataset.number")
        person.page.keyboard.press("f")
        person.wait_until("document.querySelector('main').dataset.number !== before", number)


@pytest.mark.parametrize("options", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_clock_runs_down_in_the_bar(chromium: Any, server: Server, options: dict[str, Any]) -> None:
    person = Person(chromium, server, **options)
    person.page.goto(open_host(server, clock="player", time="5"))
    person.page.goto(person.page.locator(".links a").first.get_attribute("href"))
    assert person.page.evaluate(CLOCK) == "5:00"
    person.page.click("#column [data-action]")
    person.wait_until("document.querySelector('#status .clock[data-due]') !== null", "")
    assert person.page.evaluate(CLOCK) in ("5:00", "4:59", "4:58"), "never above the limit"
    person.wait_until(f"{CLOCK} < before", person.page.evaluate(CLOCK))
    assert person.page.evaluate(FITS)
    assert person.problems == []


def test_one_screen_goes_from_hand_to_hand(chromium: Any, server: Server, axe: str) -> None:
    person = Person(chromium, server, **PHONE)
    page = person.page
    page.goto(open_host(server))
    page.click("text=Play at this screen")
    screen = page.url.rstrip("?")
    assert page.inner_text("h1") == "Hand the screen to ann"
    assert findings(page, axe) == [] and page.evaluate(SMALL) == [] and page.evaluate(FITS)
    page.click("text=I am ann: go on")
    end_first_turn(person)
    person.wait_until("document.querySelector('.hand-over') !== null", "")
    assert page.url.rstrip("?") == screen and page.inner_text("h1") == "Hand the screen to bob"
    page.click("summary")
    page.click("text=I am ann")
    person.wait_until("document.querySelector('#buttons [data-undo]') !== null", "")
    page.wait_for_timeout(1500)
    assert page.evaluate("document.querySelector('main').dataset.player") == "ann", (
        "nobody is sent away from their page"
    )
    assert person.problems == []


def test_undo_after_the_turn_is_asked_and_allowed_with_one_click(chromium: Any, server: Server) -> None:
    ann, bob = Person(chromium, server, **WIDE), Person(chromium, server, **PHONE)
    ann.page.goto(open_host(server))
    links = [link.get_attribute("href") for link in ann.page.query_selector_all(".links a")]
    ann.page.goto(links[0])
    bob.page.goto(links[1])
    end_first_turn(ann)
    ann.wait_until("document.querySelector('#buttons [data-undo]') !== null", "")
    ann.page.keyboard.press("u")
    bob.wait_until("document.querySelector('[data-agree=yes]') !== null", "")
    assert "ann asks to take back their last action." in bob.page.inner_text("#status")
    assert bob.page.evaluate(SMALL) == [] and bob.page.evaluate(FITS)
    bob.page.click("[data-agree=yes]")
    ann.wait_until("document.title.startsWith('●')", "")
    assert ann.problems == bob.problems == []


def test_the_page_of_a_finished_game_is_for_everybody(chromium: Any, server: Server, axe: str) -> None:
    link = open_position(server, positions("base")[END])
    reader = Person(chromium, server, **PHONE)
    reader.page.goto(f"{server.base}/g/{link.split('/')[4]}")
    assert "wins with" in reader.page.inner_text("#prompt") and reader.page.evaluate(FITS)
    assert findings(reader.page, axe) == []
    reader.page.evaluate("document.querySelectorAll('#log li:not(.round) button')[5].click()")
    reader.wait_until("!document.querySelector('#past').hidden", "")
    assert reader.page.evaluate("localStorage.getItem('smallworld-tables')") is None
    assert reader.problems == []


def test_a_stranger_takes_a_seat_in_the_lobby(chromium: Any, lobby_server: Server, axe: str) -> None:
    open_host(lobby_server, listed="yes")
    stranger = Person(chromium, lobby_server, **PHONE)
    page = stranger.page
    page.goto(lobby_server.base)
    assert findings(page, axe) == [] and page.evaluate(FITS)
    page.click("text=1 free seat")
    page.click("text=Sit here: bob")
    assert page.evaluate("document.querySelector('main').dataset.player") == "bob" and stranger.problems == []
