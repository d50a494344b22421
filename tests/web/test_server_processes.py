"""Real servers: streams, bots in workers, several processes on one database, sudden ends."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from browsing import buttons, text_of
from servers import PERSON, SLOW, Player, Server, check_acknowledged, free_port, open_table, running

from programs import start_program
from smallworld.game import Game
from smallworld.plugins.manager import default_plugins
from smallworld_web.store import Store
from smallworld_web.table_registry import TableRegistry


def read_events(stream: httpx2.Response, count: int) -> list[dict[str, str]]:
    """Return the next events of a stream: id, event, data."""
    events: list[dict[str, str]] = []
    event: dict[str, str] = {}
    for line in stream.iter_lines():
        key, _, value = line.partition(": ")
        if key in ("id", "event", "data"):
            event[key] = value
        if not line and event:
            events.append(event)
            event = {}
            if len(events) == count:
                break
    return events


def play_until_killed(database: str, moments: int, seed: int) -> int:
    """Kill a server at random moments while two people play; check that nothing acknowledged is lost.

    Returns the number of actions that were acknowledged.
    """
    rng, server = Random(seed), Server(database)
    server.start()
    tables = earlier = 0
    players: list[Player] = []
    links: list[str] = []
    store = Store(database)
    try:
        for moment in range(moments):
            if not players or any(player.is_over for player in players):
                tables, earlier = tables + 1, earlier + count_acknowledged(players)
                links = open_table(server.base, rng.choice(("base", "warcraft")))
                players = [Player(server.base, link, seed + moment, pause=0.01) for link in links[:2]]
                for player in players:
                    player.start()
            before = count_acknowledged(players)
            while count_acknowledged(players) == before and not players[0].is_over:
                time.sleep(0.005)
            time.sleep(rng.random() * 0.3)
            server.kill()
            check_acknowledged(store.lines(links[0].split("/")[2]), players)
            server.start()
        for player in players:
            player.stop()
        table_id = links[0].split("/")[2]
        count = earlier + check_acknowledged(store.lines(table_id), players)
        assert count >= moments - tables
        table = TableRegistry(store, default_plugins()).get(table_id)
        assert Game.loads(table.record()) == table.game
        return count
    finally:
        store.close()
        server.kill()


def count_acknowledged(players: list[Player]) -> int:
    return sum(len(player.acknowledged) for player in players)


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    play_until_killed(f"sqlite:///{tmp_path / 'tables.db'}", 1, seed=1)


@pytest.mark.full
@pytest.mark.timeout(3600)
def test_nothing_acknowledged_is_lost_at_300_moments(tmp_path: Path) -> None:
    play_until_killed(f"sqlite:///{tmp_path / 'tables.db'}", 300, seed=2)


def check_two_processes(database: str) -> None:
    """Play one game at two servers: each person is at one of them, a spectator reads the stream of the second."""
    first, second = Server(database), Server(database)
    with running(first, second):
        ann, bob, spectator = open_table(first.base, "base")
        with PERSON.stream("GET", f"{second.base}{spectator}/stream") as stream:
            players = [Player(first.base, ann, 1), Player(second.base, bob, 2)]
            for player in players:
                player.start()
            events = read_events(stream, 3)
            numbers = [int(event["id"]) for event in events]
            assert numbers == sorted(set(numbers))
            for player in players:
                player.stop()
        check_acknowledged(store_lines(database, ann), players)
        last = numbers[1]
        headers = {"last-event-id": str(last)}
        with PERSON.stream("GET", f"{first.base}{spectator}/stream", headers=headers) as stream:
            data = json.loads(read_events(stream, 1)[0]["data"])
        assert data["log"]["start"] > 0 and data["number"] > last
        deadline = time.monotonic() + SLOW
        while state_of(first, spectator) != state_of(second, spectator):  # each looks every second
            assert time.monotonic() < deadline
            time.sleep(0.05)


def store_lines(database: str, link: str) -> list[str]:
    store = Store(database)
    try:
        return store.lines(link.split("/")[2])
    finally:
        store.close()


def test_two_processes_serve_one_table(tmp_path: Path) -> None:
    check_two_processes(f"sqlite:///{tmp_path / 'tables.db'}")


@pytest.mark.full
def test_bots_think_in_workers_and_go_on_after_a_restart(tmp_path: Path) -> None:
    server = Server(f"sqlite:///{tmp_path / 'tables.db'}")
    with running(server):
        ann = open_table(server.base, "base", "human", "greedy")[0]
        was_killed = False
        while "bob picks" not in text_of((state := state_of(server, ann))["log"]["html"]):
            if state["deciding"]:
                action = "done" if "done" in buttons(state) else buttons(state)[0]
                body = {"number": state["number"], "actions": [action]}
                PERSON.post(f"{server.base}{ann}/act", json=body)
            elif not was_killed:
                server.kill()
                server.start()
                was_killed = True
                PERSON.get(f"{server.base}{ann}")  # the page of a person brings the bots back
            time.sleep(0.2)


def state_of(server: Server, link: str) -> dict[str, Any]:
    return dict(PERSON.get(f"{server.base}{link}/state").json())


def test_a_server_whose_announcement_nobody_reads_ends(tmp_path: Path) -> None:
    arguments = ["serve", "--no-open", "--port", str(free_port()), "--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    process = start_program(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    try:
        assert (process.wait(SLOW), process.stderr.read()) == (0, b"")
    finally:
        process.kill()
        process.stderr.close()
