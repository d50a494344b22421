"""Updates of pages: differences lead to the same page as a full state, for every role and however late."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from browsing import Browser, buttons, make_site, updated
from test_table_pages import TWO

from smallworld.languages import current_language
from smallworld_web import page_data, page_updates
from smallworld_web import site as site_module
from smallworld_web.page_updates import MOST_STATES, RETRY, RoleStates, Viewer
from smallworld_web.role_links import SEAT, SPECTATOR, Role
from smallworld_web.site import Site
from smallworld_web.store import StoreError
from smallworld_web.table import Table
from smallworld_web.table_people import undo
from tiers import quick_first

LINE = re.compile(r'<li data-place="(\d+)">.*?</li>', re.DOTALL)


class Page:
    """A page that shows updates as ``table_page.js`` does."""

    def __init__(self, browser: Browser, link: str) -> None:
        self.browser, self.link = browser, link
        self.state = browser.state(link)
        self.lines = self._lines(self.state)

    def follow(self) -> bool:
        """Ask for what has changed; return whether that was a difference."""
        update = self.browser.state(self.link, since=self.state["number"])
        self.state = updated(self.state, update)
        start = update["log"]["start"]
        self.lines = [line for line in self.lines if line[0] < start] + self._lines(update)
        return update["since"] is not None

    @staticmethod
    def _lines(state: dict[str, Any]) -> list[tuple[int, str]]:
        return [(int(line[1]), line[0]) for line in LINE.finditer(state["log"]["html"])]

    def check(self) -> None:
        """Compare the page with a new one."""
        other = Page(self.browser, self.link)
        assert self.lines == other.lines
        for key in ("number", "deciding", "over", "regions", "even", "panels"):
            assert self.state[key] == other.state[key], key


@pytest.mark.parametrize("variant", quick_first(["warcraft", "base"]))
def test_pages_that_follow_show_the_same_as_new_ones(browser: Browser, variant: str) -> None:
    _, links = browser.open_table(variant, TWO)
    pages, rng, count = [Page(browser, link) for link in links.values()], Random(5), 0
    for _ in range(24):
        page = next((page for page in pages if Page(browser, page.link).state["deciding"]), None)
        if page is None:
            break
        page.follow()
        if "data-undo" in page.state["panels"]["buttons"] and rng.random() < 0.2:
            browser.undo(page.link)
        else:
            browser.act(page.link, rng.choice(buttons(page.state)), number=page.state["number"])
        for page in pages:
            if rng.random() < 0.6:
                count += page.follow()
                page.check()
    assert count > 10


def test_a_page_that_is_too_late_gets_everything(browser: Browser) -> None:
    _, links = browser.open_table("base", TWO)
    page = Page(browser, links["spectator"])
    name = next(name for name in TWO if browser.state(links[name])["deciding"])
    browser.act(links[name], "pick 1")
    while browser.state(links["spectator"])["number"] < page.state["number"] + MOST_STATES:
        state = browser.state(links[name])
        browser.act(links[name], next(action for action in buttons(state) if action.startswith("conquer")))
    assert not page.follow()
    page.check()
    assert page.follow() and browser.state(links["spectator"])["since"] is None


def test_everybody_with_a_role_shares_one_update(browser: Browser, site: Site) -> None:
    host, links = browser.open_table("base", TWO)
    table_id = host.split("/")[2]
    number = site.tables.get(table_id).number
    secrets = [link.split("/")[3] for link in (links["ann"], links["ann"], links["spectator"])]
    viewers = [Viewer(table_id, secret, current_language(), number) for secret in secrets]
    for viewer in viewers:
        site._update(table_id, viewer)
        page_data.update(*site.tables.enter(table_id, viewer.secret))
    name = next(name for name in TWO if browser.state(links[name])["deciding"])
    assert browser.act(links[name], "pick 1").status_code == 200
    updates = [site._update(table_id, viewer) for viewer in viewers]
    assert updates[0] is updates[1] and updates[0] != updates[2]
    assert [site._ready_update(table_id, viewer) for viewer in viewers] == updates
    table = site.tables.get(table_id)
    boards = [page_data.state_of(table, role)["regions"] for role in (Role(SEAT, "ann"), Role(SPECTATOR))]
    assert all(boards[0][name]["contents"] is boards[1][name]["contents"] for name in boards[0])


def test_a_difference_has_only_what_has_changed() -> None:
    states = RoleStates()
    first = states.state(4, lambda: {"number": 4, "regions": {"a": 1, "b": 2}, "panels": {"players": "x"}})
    assert json.loads(states.write(first, -1, {"log": "all"}).text) == {**first, "log": "all", "since": None}
    second = states.state(5, lambda: {"number": 5, "regions": {"a": 1, "b": 3}, "panels": {"players": "x"}})
    update = states.write(second, 4, {"log": "new"})
    assert json.loads(update.text) == {"number": 5, "regions": {"b": 3}, "panels": {}, "log": "new", "since": 4}
    assert states.ready(5, 4) is update and states.ready(6, 4) is None and states.ready(5, -1) is None
    assert json.loads(states.write(second, 3, {}).text) == {**second, "since": None}


def test_streams_follow_other_processes_and_name_a_lost_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_module, "LOOK", 0.02)
    first = make_site(tmp_path / "t.db", idle=3600.0)
    second = make_site(tmp_path / "t.db")
    game = first.catalog.new_game("base", TWO, "drawn", {"first_player": 1}, 1)
    table_id, secret = first.tables.create(game, TWO)

    def lose_store(*_: object) -> dict[str, int]:
        raise StoreError("the database cannot be used")

    async def watch() -> None:
        async with first.running():
            events, other = (first.events((table_id, secret, -1)) for _ in range(2))
            assert "event: update" in await anext(events) and "event: update" in await anext(other)
            second.tables.change(table_id, lambda table: table.apply("ann", table.number, ["pick 1"]))
            assert "ann picks " in await anext(events)
            await other.aclose()  # type: ignore[attr-defined]
            with monkeypatch.context() as patch:
                patch.setattr(first.tables.store, "last_numbers", lose_store)
                assert "the tables cannot be read or kept at the moment" in await anext(events)
            assert "event: update" in await anext(events)
            first.people.change_seat(table_id, {"player": "bob", "kind": "random"})
            assert "the bot random plays bob" in await anext(events)
            first.streams.close()
            assert [event async for event in events] == []

    asyncio.run(watch())
    for site in (first, second):
        site.tables.store.close()


def test_a_request_that_reads_later_events_wakes_the_other_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_module, "LOOK", 3600.0)
    first, second = make_site(tmp_path / "t.db"), make_site(tmp_path / "t.db")
    game = first.catalog.new_game("base", TWO, "drawn", {"first_player": 1}, 1)
    table_id, secret = first.tables.create(game, TWO)

    def first_conquest(table: Table) -> str:
        return next(action for action in table.game.legal_actions() if action.startswith("conquer"))

    async def watch() -> None:
        async with first.running():
            events = first.events((table_id, secret, -1))
            assert "event: update" in await anext(events)
            number = second.tables.change(table_id, lambda table: table.apply("ann", table.number, ["pick 1"])).number
            first.tables.enter(table_id, secret, number)  # bob has seen it at the other process
            assert "ann picks " in await anext(events)
            second.tables.change(table_id, lambda table: table.apply("ann", table.number, [first_conquest(table)]))
            first.sweep(3600.0)
            assert "ann takes" in await anext(events)
            number = second.tables.change(table_id, lambda table: undo(table, Role(SEAT, "ann"), table.number)).number
            first.tables.enter(table_id, secret, number)
            assert "event: update" in await anext(events)

    asyncio.run(watch())
    for site in (first, second):
        site.tables.store.close()


def test_a_stream_that_cannot_go_on_ends(browser: Browser, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, links = browser.open_table("base", TWO)
    stream = f"{links['spectator']}/stream"
    with monkeypatch.context() as patch:
        patch.setattr(page_updates, "MOST_SPECTATORS", 0)
        assert "this table is watched too often" in browser.client.get(stream).text
    site.streams.close()  # the server stops
    assert browser.client.get(stream).text == RETRY
