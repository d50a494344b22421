"""Tables in PostgreSQL (tox -e postgres): a server of its own, several processes, sudden ends, announcements."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import httpx2
import pytest
from servers import PERSON, SLOW, Player, Server, check_acknowledged, open_table, running
from sqlalchemy import text
from test_server_processes import check_two_processes, count_acknowledged, play_until_killed, store_lines

from postgres_cluster import Cluster, running_cluster
from smallworld_web.store import NumberTaken, Store, StoreError
from smallworld_web.table_log import ServedTime

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(3600)]


LINK = ("host", 1, "digest")
FORM = {"variant": "base", "name1": "ann", "kind1": "human", "name2": "bob", "kind2": "human"}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture
def database(cluster: Cluster) -> str:
    """Return the address of a database."""
    return cluster.url


def test_the_second_of_two_is_refused(database: str) -> None:
    first, second = Store(database), Store(database)
    first.create("game-1", ["{}"], [LINK])
    first.append("game-1", 1, ["a", "b"])
    with pytest.raises(NumberTaken):
        second.append("game-1", 2, ["c"])
    assert second.lines("game-1") == ["{}", "a", "b"] and second.last_numbers(["game-1"]) == {"game-1": 2}
    first.close()
    second.close()


def test_clocks_of_two_processes_count_one_time(database: str) -> None:
    stores, day = [Store(database), Store(database)], [1000.0]
    times = [ServedTime(store, lambda: day[0]) for store in stores]
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda served: served.begin(), times))
    for _ in range(3):
        day[0] += 3
        for served in times:
            served.sign()
    assert [served() for served in times] == [9, 9]
    stores[0].create("timed", ["{}"], [LINK])
    stores[0].append("timed", 1, ["a"], None, 20.0)
    assert stores[1].overdue(19.0) == [] and stores[1].overdue(20.0) == ["timed"]
    stores[1].append("timed", 2, ["b"])
    assert stores[0].overdue(20.0) == ["timed"], "a remark leaves the moment as it is"
    stores[1].append("timed", 3, ["c"], None, 0.0)
    assert stores[0].overdue(1e9) == []
    for store in stores:
        store.close()


def test_new_events_are_announced_to_other_processes(database: str) -> None:
    store, other, heard = Store(database), Store(database), list[str]()
    for game in ("game-2", "own"):
        store.create(game, ["{}"], [LINK])
    listener = threading.Thread(target=lambda: heard.extend(store.announced(lambda: bool(heard))))
    listener.start()
    for number in range(1, 100):
        store.append("own", number, ["x"])
        other.append("game-2", number, ["x"])
        listener.join(0.1)
        if not listener.is_alive():
            break
    listener.join(5)
    assert set(heard) == {"game-2"}
    store.close()
    other.close()


def test_two_processes_serve_one_table(database: str) -> None:
    check_two_processes(database)


def ask(method: str, address: str, **options: Any) -> httpx2.Response:
    """Send a request, again while the players use up the rate of this address."""
    while (answer := PERSON.request(method, address, **options)).status_code == 429:
        time.sleep(0.1)
    return answer


def test_a_lost_database_stops_play_and_comes_back(cluster: Cluster) -> None:
    server = Server(cluster.url)
    with running(server):
        links = open_table(server.base, "base")
        players = [Player(server.base, link, 5, pause=0.01) for link in links[:2]]
        with PERSON.stream("GET", f"{server.base}{links[2]}/stream") as stream:
            events = stream.iter_lines()
            for player in players:
                player.start()
            while count_acknowledged(players) < 10:
                time.sleep(0.01)
            cluster.stop(signal.SIGQUIT)  # at once, as after a fault
            assert any(line == "event: trouble" for line in events)
            assert "the tables cannot be read or kept" in next(events)
            start = ask("GET", server.base)
            new = ask("POST", f"{server.base}/tables", data=FORM)
            before = count_acknowledged(players)
            cluster.start()
            assert any(line == "event: update" for line in events)
        assert (start.status_code, new.status_code) == (200, 503) and "the tables cannot be read or kept" in new.text
        deadline = time.monotonic() + SLOW
        while count_acknowledged(players) < before + 5:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        for player in players:
            player.stop()
        check_acknowledged(store_lines(cluster.url, links[0]), players)


@pytest.mark.parametrize("moments", [5, pytest.param(300, marks=pytest.mark.full)])
def test_nothing_acknowledged_is_lost(database: str, moments: int) -> None:
    play_until_killed(database, moments, seed=moments)


def test_the_listener_connects_again(cluster: Cluster) -> None:
    """The connection ends while nothing else uses the database, as when the server of the database starts again."""
    store, other = Store(cluster.url), Store(cluster.url)
    store.create("game-3", ["{}"], [LINK])
    is_ended = threading.Event()

    def listen_once() -> str:
        try:
            return next(store.announced(is_ended.is_set), "")
        except StoreError as error:
            return str(error)

    with ThreadPoolExecutor(1) as threads:
        heard = threads.submit(listen_once)
        query = text("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'LISTEN %'")
        while not other._select(query):
            time.sleep(0.01)
        assert "the database cannot be used" in heard.result(SLOW)
        heard = threads.submit(listen_once)
        for number in range(1, 200):
            other.append("game-3", number, ["x"])
            if wait([heard], 0.1).done:
                break
        assert heard.result(SLOW) == "game-3"
    store.close()
    other.close()
