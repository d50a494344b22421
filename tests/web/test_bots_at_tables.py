"""Bots at tables: workers with a limit, replacement, no waiting for other processes that do nothing."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from browsing import Browser, buttons, choose, make_site, make_store, text_of
from servers import COPIES, INTERPRETERS
from whole_answers import Client

import smallworld
from smallworld.errors import PluginError
from smallworld.plugins.manager import Plugins
from smallworld_web.bot_workers import BotFailed, Workers, WorkersClosed, reply_to
from smallworld_web.request_checks import Rates
from smallworld_web.routes import create_app

BOTS = """
import os, time
from smallworld import hookimpl

class Slow:
    def choose(self, view, legal, rng):
        time.sleep(60)

class Leaving:
    def choose(self, view, legal, rng):
        os.kill(os.getpid(), 9)

class Wrong:
    def choose(self, view, legal, rng):
        print("hello")
        return "conquer everything"

@hookimpl
def smallworld_bots():
    return {"slow": Slow, "leaving": Leaving, "wrong": Wrong}
"""


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("bots") / "odd_bots.py"
    path.write_text(BOTS, "utf-8")
    return str(path)


@pytest.fixture(scope="module")
def workers(plugin: str) -> Iterator[Workers]:
    new_workers = Workers([plugin], seconds=60, most=1)
    with COPIES():
        yield new_workers
    new_workers.close()
    with pytest.raises(WorkersClosed):
        new_workers.choose("", "ann", "random")


def record() -> str:
    return smallworld.new_game(
        smallworld.load_variant("base"), ["ann", "bob"], seed=1, options={"first_player": 1}
    ).dumps()


def test_workers_answer_as_the_bot_itself_does(plugin: str) -> None:
    workers = Workers([plugin], seconds=60, most=1)
    with INTERPRETERS():
        assert workers.choose(record(), "ann", "greedy") == choose(record(), "ann", "greedy")
    workers.close()


def test_a_worker_that_the_system_ends_is_replaced(workers: Workers) -> None:
    workers.choose(record(), "ann", "random")
    worker = workers._idle.get()
    workers._idle.put(worker)
    assert worker is not None
    assert os.getpriority(os.PRIO_PROCESS, worker.pid) > os.getpriority(os.PRIO_PROCESS, 0)  # people come first
    os.kill(worker.pid, signal.SIGTERM)  # ignored: the server decides
    assert workers.choose(record(), "ann", "random").startswith("pick")
    os.kill(worker.pid, signal.SIGKILL)
    assert workers.choose(record(), "ann", "random").startswith("pick")


@pytest.mark.parametrize(("kind", "reason"), [("wrong", "not legal"), ("leaving", "its process ended")])
def test_bots_that_fail_are_reported(workers: Workers, kind: str, reason: str) -> None:
    with pytest.raises(BotFailed, match=reason):
        workers.choose(record(), "ann", kind)
    assert workers.choose(record(), "ann", "random").startswith("pick")


def test_a_bot_that_thinks_too_long_is_ended(plugin: str) -> None:
    with COPIES():
        workers = Workers([plugin], seconds=0.5, most=1)
        with pytest.raises(BotFailed, match="no answer within"):
            workers.choose(record(), "ann", "slow")
    workers.close()


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    """The process ends while the bot thinks; the page of a person brings the bot back in the next process."""

    def never(record: str, player: str, kind: str) -> str:
        raise WorkersClosed

    seats, path = {"ann": "human", "bob": "greedy"}, tmp_path / "tables.db"
    for chooser in (never, choose):
        site = make_site(path, chooser=chooser, patience=0.05)
        with Client(create_app(site, rates=Rates(1e6, 1e6))) as client:
            browser = Browser(client)
            if chooser is never:
                _, links = browser.open_table("base", seats, **{"ruling:first_player": "2"})
                assert "bob picks" not in text_of(browser.state(links["ann"])["log"]["html"])
            else:
                client.get(links["ann"])
                browser.wait_until(links["ann"], lambda state: "bob picks" in text_of(state["log"]["html"]))
        site.tables.store.close()


def test_a_bot_that_fails_is_replaced_and_the_log_names_the_reason(tmp_path: Path, plugin: str) -> None:
    def fail(record: str, player: str, kind: str) -> str:
        if kind == "wrong":
            raise BotFailed("it answered nonsense")
        return choose(record, player, kind)

    plugins = Plugins([plugin])
    site = make_site(tmp_path / "t.db", plugins, fail, patience=1.0)
    with Client(create_app(site, rates=Rates(1e6, 1e6))) as client:
        browser = Browser(client)
        fields = {"ruling:first_player": "2"}
        _, links = browser.open_table("base", {"ann": "human", "bob": "wrong"}, **fields)
        assert not browser.state(links["ann"])["deciding"]
        site.patience = 0.05
        client.get(links["ann"])
        state = browser.wait_until(links["ann"], lambda state: bool(state["deciding"]))
        assert "bob failed and is replaced by random: it answered nonsense" in text_of(state["log"]["html"])
    site.tables.store.close()


@pytest.mark.parametrize("fault", ["ability", "endless"])
def test_a_person_has_the_seat_where_an_ability_fails_or_asks_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    def fail(record: str, player: str, kind: str) -> str:
        if fault == "ability":
            raise PluginError("ability 'rude' failed in turn_started")
        return choose(record, player, kind)

    monkeypatch.setattr("smallworld_play.seats.MOST_DECISIONS", 2)
    site = make_site(tmp_path / "t.db", chooser=fail, patience=0.05)
    with Client(create_app(site, rates=Rates(1e6, 1e6))) as client:
        browser = Browser(client)
        _, links = browser.open_table("base", {"ann": "human", "bob": "random"}, **{"ruling:first_player": "2"})
        client.get(links["bob"])
        state = browser.wait_until(links["bob"], lambda state: bool(state["deciding"]))
        reason = "ability 'rude' failed" if fault == "ability" else "no end of round 1 after 2 decisions of bots"
        assert f"the bot of bob has stopped, and a person plays bob: {reason}" in text_of(state["log"]["html"])
    site.tables.store.close()


def test_a_bot_answers_at_once_although_the_page_was_just_opened(tmp_path: Path) -> None:
    site = make_site(tmp_path / "t.db", patience=3600)
    make_store(tmp_path / "t.db").sign_of_life()  # another process
    with Client(create_app(site, rates=Rates(1e6, 1e6))) as client:
        browser = Browser(client)
        _, links = browser.open_table("base", {"ann": "human", "bob": "greedy"}, **{"ruling:first_player": "1"})
        state, rng = browser.state(links["ann"]), Random(2)
        while state["deciding"]:
            client.get(links["ann"])  # asks for bots, with patience
            action = "done" if "done" in buttons(state) else rng.choice(buttons(state))
            state = browser.act(links["ann"], action).json()["update"]
        state = browser.wait_until(links["ann"], lambda state: bool(state["deciding"]))
        assert "bob earns " in text_of(state["log"]["html"])
    site.tables.store.close()


def test_a_worker_reports_an_illegal_choice(plugin: str) -> None:
    reply = reply_to({"record": record(), "player": "ann", "kind": "wrong"}, Plugins([plugin]))
    assert reply == {"error": "answered 'conquer everything', which is not legal"}


def test_a_worker_names_an_ability_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_game: smallworld.Game) -> None:
        raise PluginError("ability 'rude' failed in score")

    monkeypatch.setattr(smallworld.Game, "legal_actions", fail)
    request = {"record": record(), "player": "ann", "kind": "random"}
    assert reply_to(request, Plugins()) == {"ability": "ability 'rude' failed in score"}
    assert "unknown bot 'nobody'" in reply_to({**request, "kind": "nobody"}, Plugins())["error"]
    workers = Workers()
    monkeypatch.setattr(workers, "ask", lambda request: reply_to(request, Plugins()))
    with pytest.raises(PluginError, match="ability 'rude' failed in score"):
        workers.choose(request["record"], "ann", "random")
    workers.close()


def test_a_person_cannot_act_for_a_bot_and_any_change_starts_the_bots(tmp_path: Path) -> None:
    site = make_site(tmp_path / "t.db", patience=3600)
    make_store(tmp_path / "t.db").sign_of_life()  # another process
    game = site.catalog.new_game("base", {"ann": "human", "bob": "greedy"}, "drawn", {"first_player": 2}, 1)
    table_id, secret = site.tables.create(game, {"ann": "human", "bob": "greedy"})
    with Client(create_app(site, rates=Rates(1e6, 1e6))) as client:
        browser, host = Browser(client), f"/t/{table_id}/{secret}"
        links = browser.links(host, ["ann", "bob"])
        client.get(links["ann"])  # asks for bots, with patience
        response = browser.act(links["bob"], "pick 1")
        assert "nothing was done: a bot plays bob" in response.json()["error"]
        for _ in range(20):
            client.post(f"{host}/link", data={"role": "spectator"})
        browser.wait_until(links["ann"], lambda state: bool(state["deciding"]))
    site.tables.store.close()


def test_the_bot_that_replaces_others_is_asked_again_later_when_it_fails(tmp_path: Path) -> None:
    requests: list[str] = []

    def fail(_record: str, player: str, _kind: str) -> str:
        requests.append(player)
        raise BotFailed("it answered nonsense")

    site = make_site(tmp_path / "t.db", chooser=fail, patience=0.001)
    seats = {"ann": "random", "bob": "human"}
    game = site.catalog.new_game("base", seats, "drawn", {"first_player": 1}, 1)
    table_id, _ = site.tables.create(game, seats)

    async def ask_twice() -> None:
        async with site.running(), asyncio.timeout(20):
            while len(requests) < 2:
                site.look_after(table_id)
                await asyncio.sleep(0.005)

    asyncio.run(ask_twice())
    assert set(requests) == {"ann"} and site.tables.get(table_id).seats == seats
    site.tables.store.close()
