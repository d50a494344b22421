"""Load test: people at many tables, each with an open stream, who act at a pace; no browser is involved.

``PYTHONPATH=tests python tests/web/load.py --tables 50 --seconds 30`` starts a server with a database of its own and
prints how long actions take. ``--pause 0`` asks for as much as the server can answer. ``--database`` names a PostgreSQL
server, and ``--processes 2`` starts two servers on it, each for half of the tables. ``--idle 500`` measures the memory
of tables that nobody plays. ``--worst`` adds one visitor who does their worst: 20 tables of bots, 60 streams and 12
loops that ask for the page of a replay, from one address. Times include the client on the same machine; processor times
are those of the servers with all that they start, of all PostgreSQL processes of this machine, and of the clients.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import psutil
from browsing import LINK, buttons
from servers import PERSON, Server, running
from uvloop import new_event_loop

from smallworld.game import Game, new_game
from smallworld.plugins.manager import default_plugins
from smallworld_editions.editions import load_variant
from smallworld_web.role_links import derived_secret
from smallworld_web.store import Store
from smallworld_web.table_registry import TableRegistry

LIMIT = 0.1
"""Seconds that 95 % of all actions should not exceed."""
WORST = "203.0.113.66"
"""The address of the visitor who does their worst."""
VARIANTS = ("base", "warcraft")
LENGTH = re.compile(rb"^content-length: ([0-9]+)", re.MULTILINE)
LOCATION = re.compile("^location: ([^\r]*)", re.MULTILINE)


class Connection(asyncio.Protocol):
    """A connection that is kept open, with just enough of HTTP; each has an address of its own behind a proxy.

    :param show: receives the data of each server-sent event.
    """

    def __init__(self, port: int, address: str, show: Callable[[bytes], None] | None = None) -> None:
        self.port, self.address, self.show = port, address, show
        self.transport: asyncio.Transport | None = None
        self.answer: asyncio.Future[tuple[int, bytes, bytes]] | None = None
        self.received = b""

    def connection_made(self, transport: Any) -> None:
        """Begin with nothing received."""
        self.transport, self.received = transport, b""

    def connection_lost(self, _error: Exception | None) -> None:
        """Let the next request connect again: the server closes idle connections."""
        self.transport = None
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionError("the server has closed the connection"))

    def data_received(self, data: bytes) -> None:
        """Show complete events of a stream, or complete the answer."""
        self.received += data
        if self.show is not None:
            *events, self.received = self.received.split(b"\n\n")
            for event in events:
                self.show(event.partition(b"data: ")[2])
            return
        head, end, body = self.received.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if end and length and len(body) >= int(length[1]) and self.answer is not None:
            self.received = b""
            self.answer.set_result((int(head[9:12]), head, body))

    async def send(self, method: str, path: str, body: str = "", kind: str = "json") -> None:
        """Send a request."""
        if self.transport is None:
            await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: {self.address}\r\n"
        head += f"content-type: application/{kind}\r\ncontent-length: {len(body)}\r\n" if body else ""
        assert self.transport is not None
        self.transport.write(f"{head}\r\n{body}".encode())

    async def ask(self, method: str, path: str, body: str = "", kind: str = "json") -> tuple[int, bytes, bytes]:
        """Send a request; return the status, the headers and the body of the answer.

        Like a browser, it asks again if the server closes the idle connection at the same moment. An action names the
        event that it follows, so it cannot happen twice.
        """
        is_idle = self.transport is not None
        self.answer = asyncio.get_running_loop().create_future()
        await self.send(method, path, body, kind)
        try:
            return await self.answer
        except ConnectionError:
            if not is_idle or self.received:
                raise
            return await self.ask(method, path, body, kind)

    def close(self) -> None:
        """End the connection."""
        if self.transport is not None:
            self.transport.close()


@dataclass
class Figures:
    """The measured times in seconds."""

    actions: list[float] = field(default_factory=list)
    """From a request to its answer."""
    echoes: list[float] = field(default_factory=list)
    """From a request to its arrival on the other player's page."""
    refused: int = 0


class Seat:
    """One person: a stream that is read all the time, and a connection for actions."""

    def __init__(self, port: int, link: str, address: str, changed: asyncio.Event) -> None:
        self.link, self.changed = link, changed
        self.stream, self.connection = Connection(port, address, self._show), Connection(port, address)
        self.state: dict[str, Any] = {"number": -1, "panels": {}}
        self.arrivals: dict[int, float] = {}
        self.is_behind = False
        """Whether the latest update was not one to the state that is shown."""

    async def watch(self) -> None:
        """Open the stream of updates."""
        await self.stream.send("GET", f"{self.link}/stream?since=-1")

    def leave(self) -> None:
        """Close both connections."""
        self.stream.close()
        self.connection.close()

    def _show(self, data: bytes) -> None:
        if b'"number"' in data:
            self._show_update(json.loads(data))

    def _show_update(self, update: dict[str, Any]) -> None:
        if update["number"] > self.state["number"]:
            self.arrivals[update["number"]] = time.perf_counter()
            if update["since"] in (None, self.state["number"]):
                self.state = {**update, "panels": {**self.state["panels"], **update["panels"]}}
            else:
                self.is_behind = True
        self.changed.set()

    async def catch_up(self) -> None:
        """Ask for everything after an update to another state."""
        self.is_behind = False
        self._show_update(json.loads((await self.connection.ask("GET", f"{self.link}/state"))[2]))

    async def act(self, rng: Random, figures: Figures) -> tuple[float, int]:
        """Press a button; return the moment, and the number of the event that the table has then."""
        body = json.dumps({"number": self.state["number"], "actions": [rng.choice(buttons(self.state))]})
        start = time.perf_counter()
        status, _, answer = await self.connection.ask("POST", f"{self.link}/act", body)
        figures.actions.append(time.perf_counter() - start)
        figures.refused += status != 200
        self._show_update(json.loads(answer)["update"])
        return start, self.state["number"]


async def play(
    ports: Sequence[int], number: int, links: Sequence[str], pause: float, end: float, figures: Figures
) -> None:
    """Let two people play games at one table after the other until the time is over."""
    rng = Random(number)
    await asyncio.sleep(rng.random() * max(pause, 1.0))
    while time.perf_counter() < end:
        changed = asyncio.Event()
        seats = [
            Seat(ports[number % len(ports)], link, f"10.{place}.{number // 250}.{number % 250}", changed)
            for place, link in enumerate(links[:2])
        ]
        for seat in seats:
            await seat.watch()
        await play_game(seats, changed, rng, pause, end, figures)
        for seat in seats:
            seat.leave()
        if time.perf_counter() < end:
            links = await open_table(ports[0], number)


async def play_game(
    seats: Sequence[Seat], changed: asyncio.Event, rng: Random, pause: float, end: float, figures: Figures
) -> None:
    while time.perf_counter() < end and not any(seat.state.get("over") for seat in seats):
        for seat in seats:
            if seat.is_behind:
                await seat.catch_up()
        deciding = next((seat for seat in seats if seat.state.get("deciding")), None)
        if deciding is None:
            await asyncio.wait_for(changed.wait(), 30)
            changed.clear()
            continue
        start, event = await deciding.act(rng, figures)
        await asyncio.sleep(pause * (0.5 + rng.random()))
        figures.echoes += [
            other.arrivals[event] - start for other in seats if other is not deciding and event in other.arrivals
        ]


async def open_table(port: int, number: int) -> list[str]:
    """Open a table of two people; return the paths of its links."""
    connection = Connection(port, f"10.9.{number // 250}.{number % 250}")
    form = {"variant": VARIANTS[number % 2], "name1": "ann", "kind1": "human", "name2": "bob", "kind2": "human"}
    _, headers, _ = await connection.ask("POST", "/tables", urlencode(form), "x-www-form-urlencoded")
    _, _, page = await connection.ask("GET", LOCATION.findall(headers.decode())[0])
    connection.close()
    return LINK.findall(page.decode())


class WorstVisitor:
    """One client in a process of its own: tables of bots, streams, and loops that ask for large pages."""

    TABLES, STREAMS, LOOPS = 20, 60, 12

    def __init__(self, port: int, replay: str, seconds: float) -> None:
        self.port, self.replay, self.seconds = port, replay, seconds
        self.statuses: Counter[int] = Counter()
        self.updates = 0

    async def run(self) -> None:
        """Do the worst until the time is over, and print what came of it."""
        end = time.perf_counter() + self.seconds
        watched = [link for _ in range(self.TABLES) if (link := await self.open_bots())]
        streams = [Connection(self.port, WORST, self._count) for _ in range(self.STREAMS)]
        for number, stream in enumerate(streams):
            await stream.send("GET", f"{watched[number % len(watched)]}/stream?since=-1")
        await asyncio.gather(*(self._loop(end) for _ in range(self.LOOPS)))
        print(f"worst visitor: {len(watched)} tables of bots, {self.updates} updates in {len(streams)} streams, "
              f"answers to {self.LOOPS} loops by status: {dict(self.statuses)}", flush=True)  # fmt: skip

    async def open_bots(self) -> str:
        """Open a table of bots; return the path of its spectators."""
        connection = Connection(self.port, WORST)
        form = {"variant": "base", "name1": "ann", "kind1": "easy", "name2": "bob", "kind2": "easy"}
        status, headers, _ = await connection.ask("POST", "/tables", urlencode(form), "x-www-form-urlencoded")
        if status != 303:
            return ""
        _, _, page = await connection.ask("GET", LOCATION.findall(headers.decode())[0])
        connection.close()
        return str(LINK.findall(page.decode())[-1])

    def _count(self, data: bytes) -> None:
        self.updates += b'"number"' in data

    async def _loop(self, end: float) -> None:
        connection = Connection(self.port, WORST)
        while time.perf_counter() < end:
            try:
                status, _, _ = await asyncio.wait_for(connection.ask("GET", self.replay), 30)
            except (ConnectionError, TimeoutError):
                status = 0
            self.statuses[status] += 1


def do_worst(port: int, replay: str, seconds: float) -> None:
    """Run the worst visitor."""
    asyncio.run(WorstVisitor(port, replay, seconds).run())


def finished_table(database: str) -> str:
    """Keep a table with a finished game; return the path of its replay page."""
    game, rng = new_game(load_variant("base"), ["ann", "bob"], seed=1), Random(1)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    store = Store(database)
    table, secret = TableRegistry(store, default_plugins()).create(game, {"ann": "human", "bob": "human"})
    store.close()
    return f"/t/{table}/{derived_secret(secret, 'spectator', 1)}/replay"


def processor_time(pids: Iterable[int]) -> float:
    """Return the seconds that processes and their children have used."""
    total = 0.0
    for pid in pids:
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            total += sum(one.cpu_times()[:2])
    return total


def database_time() -> float:
    """Return the seconds that all PostgreSQL processes of this machine have used."""
    roots = [one for one in psutil.process_iter(["name"]) if one.info["name"] == "postgres"]
    ends = [one.cpu_times() for one in roots]
    return sum(times.user + times.system for times in ends)


def processor_times(pids: Sequence[int]) -> tuple[float, ...]:
    """Return the seconds that servers, databases and clients have used."""
    return processor_time(pids), database_time(), time.process_time()


def warm_up(servers: Sequence[Server]) -> None:
    """Open the forms of new tables, and wait until all boards are drawn."""
    for server in servers:
        for variant in VARIANTS:
            PERSON.get(f"{server.base}/new/{variant}")
    pids = [server.process.pid for server in servers if server.process]
    before = -1.0
    while (now := processor_time(pids)) - before > 0.2:
        before = now
        time.sleep(2)


def measure(servers: Sequence[Server], tables: int, pause: float, seconds: float) -> str:
    """Let people play; return a line with the times."""
    pids, figures = [server.process.pid for server in servers if server.process], Figures()

    async def run() -> tuple[float, list[float]]:
        ports = [server.port for server in servers]
        links = [await open_table(ports[0], number) for number in range(tables)]
        start, before = time.perf_counter(), processor_times(pids)
        games = (play(ports, number, links[number], pause, start + seconds, figures) for number in range(tables))
        await asyncio.gather(*games)
        used = [1000 * (end - begin) for begin, end in zip(before, processor_times(pids), strict=True)]
        return time.perf_counter() - start, used

    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        elapsed, used = runner.run(run())
    server, database, client = (milliseconds / len(figures.actions) for milliseconds in used)
    quantiles, echoes = statistics.quantiles(figures.actions, n=20), statistics.quantiles(figures.echoes, n=20)
    return (
        f"{tables} tables, {len(servers)} process(es): {len(figures.actions) / elapsed:.1f} actions a second, "
        f"median {statistics.median(figures.actions) * 1000:.0f} ms, p95 {quantiles[-1] * 1000:.0f} ms"
        f"{' (too slow)' if quantiles[-1] > LIMIT else ''}; other page p95 {echoes[-1] * 1000:.0f} ms; "
        f"{figures.refused} refused; processor time an action: servers {server:.1f} ms, database {database:.1f} ms, "
        f"clients {client:.1f} ms; "
        f"load of the machine {psutil.getloadavg()[0]:.1f}"
    )


def measure_memory(server: Server, count: int) -> str:
    """Let a server read tables in mid-game; return a line with the memory that each costs."""
    store = Store(server.database)
    tables = TableRegistry(store, default_plugins())
    games = [half_a_game(VARIANTS[number % 2], number) for number in range(20)]
    assert server.process is not None
    process = psutil.Process(server.process.pid)

    async def visit(numbers: range) -> None:
        connection = Connection(server.port, f"10.8.0.{numbers.start % 250}")
        for number in numbers:
            table, secret = tables.create(games[number % len(games)], {"ann": "human", "bob": "human"})
            await connection.ask("GET", f"/t/{table}/{derived_secret(secret, 'spectator', 1)}")

    asyncio.run(visit(range(20)))  # fills caches of editions and boards
    before = process.memory_info().rss
    for first in range(0, count, 50):
        asyncio.run(visit(range(first, first + 50)))
    size = (process.memory_info().rss - before) / count
    store.close()
    return f"{count} idle tables: {size / 2**20:.2f} MB each; the server has {process.memory_info().rss / 2**20:.0f} MB"


def half_a_game(variant: str, seed: int) -> Game:
    game, rng = new_game(load_variant(variant), ["ann", "bob"], seed=seed), Random(seed)
    while game.round < 6:
        game.apply(rng.choice(game.legal_actions()))
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description="Load test of the server of tables.")
    parser.add_argument("--tables", type=int, nargs="+", default=[20])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=2, help="seconds that a person thinks")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", default="", help="postgresql://…; by default a new SQLite file")
    parser.add_argument("--idle", type=int, default=0, help="measure the memory of so many tables instead")
    parser.add_argument("--worst", action="store_true", help="add one visitor who does their worst")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{Path(folder) / 'tables.db'}"
        servers = [Server(database) for _ in range(options.processes)]
        with running(*servers):
            if options.idle:
                print(measure_memory(servers[0], options.idle), flush=True)
                return
            warm_up(servers)
            for tables in options.tables:
                worst = None
                if options.worst:
                    place = servers[0].port, finished_table(database), options.seconds + 15
                    worst = multiprocessing.get_context("spawn").Process(target=do_worst, args=place)
                    worst.start()
                    time.sleep(10)  # until their tables and streams are open
                print(measure(servers, tables, options.pause, options.seconds), flush=True)
                if worst is not None:
                    worst.join()


if __name__ == "__main__":
    main()
