"""Turns of bots: a share for each client and table, sleep, a single process, and new attempts after a fault."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import choose, make_site

from smallworld_web import bot_turns
from smallworld_web.bot_workers import BotFailed
from smallworld_web.request_checks import CLIENT, FairPlaces
from smallworld_web.site import Site
from smallworld_web.store import Store, StoreError

BOTS = {"ann": "random", "bob": "random"}
MIXED = {"ann": "random", "bob": "human"}


def open_table(site: Site, seats: dict[str, str]) -> tuple[str, str]:
    """Open a table without a request; return its id and the secret of spectators."""
    game = site.catalog.new_game("base", seats, "drawn", {"first_player": 1}, 1)
    table_id, host = site.tables.create(game, seats)
    return table_id, site.people.links(table_id, host)["spectator"]


async def until(is_reached: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_reached():
            await asyncio.sleep(0.005)


def take_turns(count: int, requests: list[str]) -> list[str]:
    """Let clients ask for places again and again, all at once; return the order in which they get them."""
    order: list[str] = []

    async def think(places: FairPlaces, client: str) -> None:
        async with places.place(client):
            order.append(client)
            await asyncio.sleep(0)

    async def run() -> None:
        places = FairPlaces(count)
        await asyncio.gather(*(think(places, client) for client in requests))
        assert (places.busy, places.waiting) == (0, 0)

    asyncio.run(run())
    return order


def test_clients_get_places_in_turn() -> None:
    assert take_turns(1, ["a"] * 20 + ["b", "c"])[:4] == ["a", "b", "c", "a"]


def test_one_client_never_has_all_places() -> None:
    async def run() -> None:
        places, entered = FairPlaces(2), list[str]()

        async def think(client: str) -> None:
            async with places.place(client):
                entered.append(client)
                await asyncio.Event().wait()

        tasks = [asyncio.create_task(think(client)) for client in ("a", "a", "a", "b")]
        await until(lambda: len(entered) == 2)
        assert sorted(entered) == ["a", "b"] and (places.busy, places.waiting) == (2, 2)
        for task in tasks[:2]:  # one that thinks and one that waits
            task.cancel()
        await until(lambda: len(entered) == 3)
        assert entered[2] == "a" and (places.busy, places.waiting) == (2, 0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert places.busy == 0

    asyncio.run(run())


def test_nobody_gets_a_place_during_a_pause() -> None:
    async def run() -> None:
        places, entered = FairPlaces(1), list[str]()

        async def think() -> None:
            async with places.place("a"):
                entered.append("a")

        places.pause(True)
        task = asyncio.create_task(think())
        await until(lambda: places.waiting == 1)
        assert entered == []
        places.pause(False)
        await task
        assert entered == ["a"]

    asyncio.run(run())


def test_bots_try_again_after_a_fault_of_the_database_with_growing_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_turns, "FIRST_PAUSE", 0.001)
    site, append, faults = make_site(tmp_path / "t.db"), Store.append, iter([StoreError("lost at 10.0.0.1")] * 4)
    table_id, _ = open_table(site, MIXED)

    def fail_at_first(store: Store, *arguments: object) -> None:
        if error := next(faults, None):
            raise error
        append(store, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "append", fail_at_first)

    async def play() -> None:
        async with site.running():
            site.look_after(table_id)
            await until(lambda: site.tables.get(table_id).game.to_move == "bob")

    asyncio.run(play())
    pauses = [float(record.args[1]) for record in caplog.records if "try again" in record.message]  # type: ignore[index, arg-type]
    assert pauses == [0.001, 0.002, 0.004, 0.008]
    site.tables.store.close()


def test_the_bot_that_replaces_others_tries_again_when_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_turns, "FIRST_PAUSE", 0.001)
    faults = iter([BotFailed("no process can be started")] * 3)

    def fail_at_first(record: str, player: str, kind: str) -> str:
        if error := next(faults, None):
            raise error
        return choose(record, player, kind)

    site = make_site(tmp_path / "t.db")
    site.bots._choose = fail_at_first
    table_id, _ = open_table(site, MIXED)

    async def play() -> None:
        async with site.running():
            site.look_after(table_id)
            await until(lambda: site.tables.get(table_id).game.to_move == "bob")

    asyncio.run(play())
    site.tables.store.close()


def test_an_event_ends_the_pause_after_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_turns, "FIRST_PAUSE", 3600.0)
    faults = iter([BotFailed("no process can be started")])

    def fail_at_first(record: str, player: str, kind: str) -> str:
        if error := next(faults, None):
            raise error
        return choose(record, player, kind)

    site = make_site(tmp_path / "t.db")
    site.bots._choose = fail_at_first
    table_id, _ = open_table(site, MIXED)

    async def play() -> None:
        async with site.running():
            site.look_after(table_id)
            await until(lambda: table_id in site.bots._resting)
            site.look_after(table_id)  # a visitor who loads the page again and again does not end it
            await asyncio.sleep(0)
            assert table_id in site.bots._resting
            site.people.change_seat(table_id, {"player": "ann", "kind": "greedy"})
            await until(lambda: site.tables.get(table_id).game.to_move == "bob")

    asyncio.run(play())
    site.tables.store.close()


def test_a_single_process_does_not_wait_for_others(tmp_path: Path) -> None:
    site = make_site(tmp_path / "t.db", patience=3600)
    table_id, _ = open_table(site, MIXED)

    async def play() -> None:
        async with site.running():
            site.look_after(table_id)
            await until(lambda: site.tables.get(table_id).game.to_move == "bob")

    asyncio.run(play())
    assert Store(f"sqlite:///{tmp_path / 't.db'}").sign_of_life()  # the process has signed off
    site.tables.store.close()


def test_tables_of_bots_alone_sleep_without_viewers(tmp_path: Path) -> None:
    site = make_site(tmp_path / "t.db")
    table_id, secret = open_table(site, BOTS)

    async def play() -> None:
        async with site.running():
            number = site.tables.get(table_id).number
            site.bots._begin_task(table_id, 0.0, False)
            await site.bots._tasks[table_id]
            assert site.tables.get(table_id).number == number
            site.bots.set_pace(table_id, 0.02)
            events = site.events((table_id, secret, -1))
            await anext(events)
            await until(lambda: site.tables.get(table_id).number > number + 5)
            await events.aclose()  # type: ignore[attr-defined]
            await until(lambda: table_id not in site.bots._tasks)
            assert not site.tables.get(table_id).game.over

    asyncio.run(play())
    site.tables.store.close()


def test_bots_of_one_client_leave_room_for_those_of_another(tmp_path: Path) -> None:
    """Of two places one client keeps only one busy, although the bots at its twenty tables never answer."""
    never = threading.Event()

    def slow(record: str, player: str, kind: str) -> str:
        if kind == "hard":
            never.wait(30)
        return choose(record, player, "random")

    site = make_site(tmp_path / "t.db")
    site.bots._choose = slow

    async def play() -> None:
        async with site.running():
            for client, kind, tables in (("198.51.100.1", "hard", 20), ("198.51.100.2", "random", 1)):
                CLIENT.set(client)
                for _ in range(tables):
                    table_id, _ = open_table(site, {"ann": kind, "bob": "human"})
                    site.look_after(table_id)
            await until(lambda: site.tables.get(table_id).game.to_move == "bob")
            assert site.bots.places.busy == 1 and site.bots.places.waiting == 19
            never.set()

    asyncio.run(play())
    site.tables.store.close()
