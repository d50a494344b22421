"""Streams of a browser with many windows, and actions while the connection is lost (tox -e browser)."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from browsing import make_site
from people import IDLE, Person
from servers import free_port

from smallworld_web.request_checks import Rates
from smallworld_web.routes import create_app
from smallworld_web.server import PatientProtocol
from smallworld_web.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
TWO = {"ann": "human", "bob": "human"}
HIDE = """state => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
NOTICE = "document.querySelector('#notice').hidden ? '' : document.querySelector('#notice').textContent"
HAS_PICKED = "document.querySelector('#log').textContent.includes('ann picks ')"
TAKE = "#column [data-action='pick 1']"


class LocalServer:
    """A server in a thread of this process, of which the test sees the streams."""

    def __init__(self, site: Site) -> None:
        self.site, self.port = site, free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        app = create_app(site, rates=Rates(1e6, 1e6))
        config = uvicorn.Config(app, port=self.port, http=PatientProtocol, log_level="error")
        self.server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self.server.run, daemon=True)

    def start(self) -> None:
        self._thread.start()
        wait_until(lambda: self.server.started)

    def stop(self) -> None:
        self.site.streams.close()
        self.server.should_exit = True
        self._thread.join(20)

    def open_table(self) -> dict[str, str]:
        """Open a table of two; return role → address."""
        game = self.site.catalog.new_game("base", TWO, "drawn", {"first_player": 1}, 1)
        table_id, host = self.site.tables.create(game, TWO)
        links = self.site.people.links(table_id, host)
        return {role.removeprefix("seat:"): f"{self.base}/t/{table_id}/{link}" for role, link in links.items()}

    def streams(self) -> int:
        return self.site.streams.count(True) + self.site.streams.count(False)


def wait_until(is_reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not is_reached():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def local(tmp_path: Path) -> Iterator[LocalServer]:
    server = LocalServer(make_site(tmp_path / "t.db"))
    server.start()
    yield server
    server.stop()
    server.site.tables.store.close()


def windows(person: Person, addresses: list[str]) -> list[Any]:
    """Open pages in the browser of one person."""
    pages = []
    for address in addresses:
        page = person.page.context.new_page()
        page.goto(address)
        pages.append(page)
    return pages


def wait_for(page: Any, condition: str) -> None:
    for _ in range(600):
        if page.evaluate(f"Boolean({condition})"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{condition}; the page shows: {page.inner_text('body')}")


def test_ten_windows_of_one_browser_play_on(chromium: Any, local: LocalServer) -> None:
    """They share one stream: a browser opens only six connections to a server."""
    person = Person(chromium, local)  # type: ignore[arg-type]
    tables = [local.open_table() for _ in range(3)]
    addresses = [table[role] for table in tables for role in ("ann", "bob", "spectator")]
    pages = windows(person, [*addresses, addresses[0]])
    wait_until(lambda: local.streams() == 9)  # one for each table and role, all in one connection
    for place in (0, 3, 6):
        pages[place].click(TAKE)
    for page in pages:
        wait_for(page, HAS_PICKED)
    assert person.problems == []


def test_the_stream_of_a_hidden_window_ends_and_comes_back(chromium: Any, local: LocalServer) -> None:
    person, links = Person(chromium, local), local.open_table()  # type: ignore[arg-type]
    ann, bob = windows(person, [links["ann"], links["bob"]])
    wait_until(lambda: local.streams() == 2)
    bob.evaluate(HIDE, "hidden")
    wait_until(lambda: local.streams() == 1)
    ann.click(TAKE)
    wait_for(ann, HAS_PICKED)
    ann.evaluate(HIDE, "hidden")
    wait_until(lambda: local.streams() == 0)
    assert not bob.evaluate(HAS_PICKED)
    bob.evaluate(HIDE, "visible")
    wait_for(bob, HAS_PICKED)
    wait_until(lambda: local.streams() == 1)
    bob.close()
    wait_until(lambda: local.streams() == 0)
    assert person.problems == []


def test_without_shared_workers_each_window_has_a_stream(chromium: Any, local: LocalServer) -> None:
    person, links = Person(chromium, local), local.open_table()  # type: ignore[arg-type]
    person.page.context.add_init_script("delete window.SharedWorker")
    ann, bob = windows(person, [links["ann"], links["bob"]])
    wait_until(lambda: local.streams() == 2)
    bob.evaluate(HIDE, "hidden")
    wait_until(lambda: local.streams() == 1)
    ann.click(TAKE)
    bob.evaluate(HIDE, "visible")
    wait_for(bob, HAS_PICKED)
    assert person.problems == []


@pytest.mark.parametrize("is_carried_out", [False, True], ids=["request lost", "answer lost"])
def test_an_action_during_a_lost_connection_is_kept_and_sent(
    chromium: Any, local: LocalServer, is_carried_out: bool
) -> None:
    links = local.open_table()
    page = Person(chromium, local).page  # type: ignore[arg-type]

    def lose(route: Any) -> None:
        if is_carried_out:
            route.fetch()
        route.abort()

    page.route("**/act", lose)
    page.route("**/stream*", lambda route: route.abort())
    page.goto(links["ann"])
    page.click(TAKE)
    wait_for(page, f"({NOTICE}).includes('Your action is kept')")
    page.keyboard.press("u")
    if not is_carried_out:
        page.click("#column [data-action='pick 2']")
        wait_for(page, f"({NOTICE}).includes('still on its way')")
    page.unroute("**/act")
    wait_for(page, f"{HAS_PICKED} && {IDLE} && !({NOTICE}).includes('Your action is kept')")
    table = local.site.tables.get(links["ann"].split("/")[4])
    assert [json.loads(line) for line in table.log.events if '"do"' in line] == [{"by": "ann", "do": "pick 1"}]


def test_a_server_that_does_not_answer_is_named(chromium: Any, local: LocalServer) -> None:
    """The request arrives nowhere; after its time the page shows that and keeps the action."""
    page = Person(chromium, local).page  # type: ignore[arg-type]
    page.route("**/act", lambda _route: None)
    page.goto(local.open_table()["ann"])
    page.click(TAKE)
    wait_for(page, f"({NOTICE}).includes('The server does not answer. Your action is kept')")
    page.unroute("**/act")
    wait_for(page, f"{HAS_PICKED} && {IDLE}")
