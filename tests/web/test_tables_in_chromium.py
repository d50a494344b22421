"""Tables in Chromium (tox -e browser): whole games by clicking, two people at one table, what leaves the browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from servers import Server, running

from smallworld.game import Game

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LINES = "document.querySelectorAll('#log li').length + document.querySelector('#status').innerText"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Headless Chromium: the one of the system, else the one that playwright has installed."""
    sync_api = pytest.importorskip("playwright.sync_api")
    installed = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(f"sqlite:///{tmp_path_factory.mktemp('chromium') / 'tables.db'}")
    with running(made):
        yield made


class Person:
    """A person with a browser of their own."""

    def __init__(self, chromium: Any, server: Server, **options: Any) -> None:
        self.problems: list[str] = []
        self.page = chromium.new_context(**options).new_page()
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda message: self._check_message(message))
        self.page.on("request", lambda request: self._check_request(request, server.base))

    def _check_message(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def _check_request(self, request: Any, base: str) -> None:
        if not request.url.startswith((base, "data:")):
            self.problems.append(f"request to {request.url}")
        if "/t/" in request.headers.get("referer", ""):
            self.problems.append(f"a secret in the Referer of {request.url}")

    def wait_until(self, condition: str, before: str) -> None:
        """Wait for a condition on the page; the policy of the page forbids the waiting of playwright itself."""
        for _ in range(500):
            if self.page.evaluate(f"before => {condition}", before):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{condition}; the page shows: {self.page.inner_text('body')}")

    def decide(self, rng: Random) -> bool:
        """Click a region, a combo, or a button; return whether there was a decision."""
        page = self.page
        if not page.evaluate("Boolean(document.querySelector('#actions [data-action]'))"):
            return False
        before = page.evaluate(LINES)
        buttons = page.locator("#actions .main [data-action], #column [data-action], #plan .primary:not([disabled])")
        regions = page.locator("#board .region.legal")
        if page.locator("#plan").is_visible() and rng.random() < 0.8:
            self._place(rng)
        elif regions.count() and (not buttons.count() or rng.random() < 0.8):
            if not self._click_region(regions.nth(rng.randrange(regions.count())), rng):
                return True
        elif buttons.count():
            buttons.nth(rng.randrange(buttons.count())).click()
        else:  # the page shows the next position in this moment
            return True
        self.wait_until(f"{LINES} != before", before)
        return True

    def _place(self, rng: Random) -> None:
        """Plan tokens by + or evenly, and confirm them."""
        plus = self.page.locator("#plan [data-step='1']")
        if rng.random() < 0.5:
            self.page.get_by_text("Spread evenly").click()
        else:
            plus.nth(rng.randrange(plus.count())).click()
        self.page.locator("#plan .primary").click()

    def _click_region(self, region: Any, rng: Random) -> bool:
        """Click a region and choose from its menu; return whether that decided something."""
        before = self.page.evaluate(LINES)
        region.dispatch_event("click")
        changed = "document.querySelector('#plan .primary:not([disabled])')"
        self.wait_until(f"{LINES} != before || !document.querySelector('#menu').hidden || {changed}", before)
        if self.page.locator("#menu").is_visible():
            entries = self.page.locator("#menu button")
            entry = entries.nth(rng.randrange(entries.count()))
            is_plan = entry.inner_text() == "One token more"
            entry.click()
            return not is_plan
        return not self.page.evaluate(f"Boolean({changed})")


def open_table(person: Person, server: Server, variant: str) -> list[str]:
    """Open a table of two people by the forms; return the links."""
    page = person.page
    page.goto(server.base)
    page.click(f"a[href='/new/{variant}']")
    page.select_option("[name=kind2]", "human")
    page.click("button[type=submit]")
    page.wait_for_selector(".links")
    return [link.get_attribute("href") for link in page.query_selector_all(".links a")]


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
    scores = first.page.locator("#status table").inner_text()
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
    person.page.locator("#log li").first.click()
    person.page.wait_for_selector("#past:not([hidden])")
    assert board_of(person) == boards[0]
    person.page.click("#past button")
    assert board_of(person) == boards[-1] and person.problems == []


def board_of(person: Person) -> list[str]:
    """Return the descriptions of all regions."""
    return list(
        person.page.evaluate("[...document.querySelectorAll('.region')].map(r => r.getAttribute('aria-label'))")
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
