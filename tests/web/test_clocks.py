"""Clocks of tables, and what happens when time is over or a player leaves; the time of the server is injected."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from browsing import Browser, buttons, make_site, text_of
from test_table_pages import TWO

from smallworld_web.site import Site
from smallworld_web.store import Store
from smallworld_web.table import Table
from smallworld_web.table_log import GAP, ServedTime, Terms, written

CLOCK = re.compile(r'<time class="(clock[^"]*)"[^>]*aria-label="([^"]*)"([^>]*)>([^<]*)</time>')


class FakeTime:
    """Served seconds that a test moves; the time of day is a thousand seconds ahead."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds

    def now(self) -> float:
        return self.seconds + 1000

    def begin(self) -> None:
        """Do nothing."""

    def sign(self) -> None:
        """Do nothing."""


@pytest.fixture
def time(site: Site) -> FakeTime:
    site.tables.time = fake = FakeTime()  # type: ignore[assignment]
    return fake


def table_of(site: Site, links: dict[str, str]) -> Table:
    return site.tables.get(links["ann"].split("/")[2])


def decide(browser: Browser, links: dict[str, str]) -> str:
    """Let the person who decides do something; return their name."""
    name = next(name for name in TWO if browser.state(links[name])["deciding"])
    actions = buttons(browser.state(links[name]))
    action = next((action for action in actions if action == "done"), actions[0])
    assert browser.act(links[name], action).status_code == 200
    return name


def log_of(browser: Browser, links: dict[str, str]) -> str:
    return text_of(browser.state(links["spectator"])["log"]["html"])


def clocks(state: dict[str, Any], panel: str) -> dict[str, str]:
    return {name: text for _kind, name, _due, text in CLOCK.findall(state["panels"][panel])}


def test_the_time_of_each_player_is_shown_and_used_by_the_one_who_decides(
    browser: Browser, site: Site, time: FakeTime
) -> None:
    _, links = browser.open_table("base", TWO, clock="player", time="10")
    time.seconds += 5000
    first = decide(browser, links)
    assert clocks(browser.state(links["ann"]), "players") == {"Time of ann": "10:00", "Time of bob": "10:00"}
    time.seconds += 61
    assert decide(browser, links) == first, "the first decision of each person is not timed"
    other = next(name for name in TWO if name != first)
    times = clocks(browser.state(links[other]), "players")
    assert times == {f"Time of {first}": "8:59", f"Time of {other}": "10:00"}
    time.seconds += 30
    page = browser.client.get(links[other]).text
    assert ">8:29</time>" in page and 'data-now="' in page, "a page without its script shows the time of its answer"
    due = re.search(r'data-due="([\d.]+)"', page)
    assert due is not None and float(due[1]) == time.now() + 8 * 60 + 29


def test_each_turn_has_its_own_time_and_what_is_taken_back_gives_none(
    browser: Browser, site: Site, time: FakeTime
) -> None:
    _, links = browser.open_table("base", TWO, clock="turn", time="5", unit="minutes")
    first = decide(browser, links)
    conquest = next(action for action in buttons(browser.state(links[first])) if action.startswith("conquer "))
    time.seconds += 100
    assert browser.act(links[first], conquest).status_code == 200
    table = table_of(site, links)
    assert table.time_left(first) == 200
    time.seconds += 20
    assert browser.undo(links[first]).status_code == 200
    assert table.time_left(first) == 180
    while table.game.round == 1 or table.game.turn != first:
        decide(browser, links)
    assert table.time_left(first) == 300, "another turn begins with the whole time"


@pytest.mark.parametrize(
    ("leaving", "sentence", "seat", "is_over"),
    [
        ("bot", "the time of {} is over: the bot easy plays on", "easy", False),
        ("wait", "the time of {} is over, and everybody waits", "human", False),
        ("end", "the time of {} is over: the game ends", "human", True),
    ],
)
def test_time_that_is_over(
    browser: Browser, site: Site, time: FakeTime, leaving: str, sentence: str, seat: str, is_over: bool
) -> None:
    _, links = browser.open_table("base", TWO, clock="turn", time="1", leaving=leaving)
    first = decide(browser, links)
    time.seconds += 59.5
    site.end_times()
    assert sentence.format(first) not in log_of(browser, links)
    time.seconds += 1
    site.end_times()
    site.end_times()
    table = table_of(site, links)
    assert log_of(browser, links).count(sentence.format(first)) == 1
    assert table.seats[first] == seat and table.is_over is is_over
    assert site.tables.store.overdue(time.seconds + 1e9) == []
    if leaving == "wait":
        assert clocks(browser.state(links[first]), "status") == {f"Time of {first}": "0:00"}
        decide(browser, links)


def test_clocks_survive_the_server_and_nobody_loses_time_by_it(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    day = [1000.0]
    site = make_site(path)
    served = site.tables.time = ServedTime(site.tables.store, lambda: day[0])
    served.begin()
    game = site.catalog.new_game("base", TWO, "drawn", {}, 1)
    table_id, _secret = site.tables.create(game, TWO, terms=Terms("player", 600, "bot"))
    table = site.tables.get(table_id)
    player = str(table.game.to_move)
    site.tables.change(table_id, lambda table: table.apply(player, table.number, ["pick 1"]))
    day[0] += 4
    served.sign()
    assert table.time_left(player) == 596
    site.tables.store.close()  # as if it were killed here
    day[0] += 86_400
    site = make_site(path)
    served = site.tables.time = ServedTime(site.tables.store, lambda: day[0])
    served.begin()
    assert site.tables.get(table_id).time_left(player) == 596
    assert site.tables.store.overdue(served() + 595) == [] and site.tables.store.overdue(served() + 596) == [table_id]
    day[0] += GAP + 1
    served.sign()
    assert served() == 4, "a process that slept has not served"
    site.tables.remove(table_id)
    assert site.tables.store.overdue(1e9) == []
    site.tables.store.close()


def test_two_processes_count_one_time(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    day = [1000.0]
    punctual, ahead = ServedTime(store, lambda: day[0]), ServedTime(store, lambda: day[0] + 2)
    punctual.begin()
    ahead.begin()
    for _ in range(5):
        day[0] += 3
        punctual.sign()
        ahead.sign()
    assert punctual() <= ahead() == 15
    store.close()


def test_a_seat_that_is_given_back_has_the_whole_time(browser: Browser, site: Site, time: FakeTime) -> None:
    host, links = browser.open_table("base", TWO, clock="player", time="1", leaving="bot")
    first = decide(browser, links)
    time.seconds += 61
    site.end_times()
    browser.client.post(f"{host}/seat", data={"player": first, "kind": "human"})
    assert table_of(site, links).time_left(first) == 60


@pytest.mark.parametrize(
    ("leaving", "effect"),
    [("wait", "and the seat is free"), ("end", "the game ends"), ("bot", "the bot easy plays on")],
)
def test_a_player_who_leaves(browser: Browser, site: Site, leaving: str, effect: str) -> None:
    _, links = browser.open_table("base", TWO, leaving=leaving)
    for _ in range(8):
        decide(browser, links)
    assert browser.client.post(f"{links['ann']}/resign", follow_redirects=False).status_code == 303
    assert f"ann has left{':' if leaving != 'wait' else ','} {effect}" in log_of(browser, links)
    again = browser.client.post(f"{links['ann']}/resign", follow_redirects=False)
    assert again.status_code == (303 if leaving == "wait" else 422)


def test_a_game_that_ends_early_shows_its_coins_and_decides_nothing_more(browser: Browser, site: Site) -> None:
    _, links = browser.open_table("base", TWO, leaving="end")
    for _ in range(12):
        decide(browser, links)
    browser.client.post(f"{links['bob']}/resign")
    state = browser.state(links["spectator"])
    assert state["over"] and "bob has left: the game ends" in text_of(state["panels"]["status"])
    scores = text_of(state["panels"]["scores"])
    assert "★" not in scores and all(str(coins) in scores for coins in table_of(site, links).game.scores().values())
    for name in TWO:
        number = browser.state(links[name])["number"]
        response = browser.act(links[name], "done", number=number)
        assert response.status_code == 409 and "the game is over" in response.text
        assert browser.undo(links[name]).status_code == 409
    record = browser.client.get(f"{links['ann']}/record")
    assert record.status_code == 200 and record.text.count("\n") > 12
    assert browser.client.get(f"{links['ann']}/replay").status_code == 200
    assert browser.client.post(f"{links['ann']}/rematch").status_code == 200


def test_a_table_plays_again_with_its_clock(browser: Browser, site: Site) -> None:
    _, links = browser.open_table("base", TWO, clock="turn", time="2", unit="days", leaving="end")
    decide(browser, links)
    browser.client.post(f"{links['bob']}/resign")
    path = browser.client.post(f"{links['ann']}/rematch").json()["path"]
    assert site.tables.get(path.split("/")[2]).log.clock.terms == table_of(site, links).log.clock.terms


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"clock": "turn", "time": "-1"}, "'-1' is not the time of a clock; write a whole number from 1 to 999"),
        ({"clock": "player", "time": "1000000000", "unit": "days"}, "'1000000000' is not the time of a clock"),
        ({"clock": "turn", "time": ""}, "'' is not the time of a clock"),
        ({"clock": "turn", "time": "١"}, "is not the time of a clock"),
        ({"clock": "<script>"}, "'<script>' cannot be chosen for 'clock'; choose one of: none, turn, player"),
        ({"clock": "turn", "time": "3", "unit": "years"}, "'years' cannot be chosen for 'unit'"),
        ({"leaving": "explode"}, "'explode' cannot be chosen for 'leaving'; choose one of: bot, wait, end"),
    ],
)
def test_a_clock_that_no_table_can_have(browser: Browser, form: dict[str, str], sentence: str) -> None:
    seats = {"variant": "base", "name1": "ann", "kind1": "human", "name2": "bob", "kind2": "human"}
    response = browser.client.post("/tables", data={**seats, **form})
    assert response.status_code == 422 and sentence in text_of(response.text) and "<script>" not in response.text


def test_times_are_written_as_people_read_them() -> None:
    times = {
        0: "0:00",
        0.2: "0:01",
        59.9: "1:00",
        754: "12:34",
        3600: "1:00:00",
        86_399: "23:59:59",
        190_800: "2 d 5 h",
    }
    assert {seconds: written(seconds) for seconds in times} == times
