"""Load test: people at many tables, each with an open stream, who act at a pace; no browser is involved.

``python tests/web/load.py --tables 50 --seconds 30`` starts a server with a database of its own and prints how long
actions take. ``--pause 0`` asks for as much as the server can answer. ``--database`` names a PostgreSQL server, and
``--processes 2`` starts two servers on it, each for half of the tables. ``--idle 500`` measures the memory of tables
that nobody plays. Times include the client on the same machine; processor times are those of the servers and of
everything that they start.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import httpx2
import psutil
from browsing import LINK, buttons
from servers import SLOW, Server, running

from smallworld.editions import load_variant
from smallworld.game import Game, new_game
from smallworld.plugins.manager import default_plugins
from smallworld.web.seats import derived_secret
from smallworld.web.store import Store
from smallworld.web.tables import Tables

LIMIT = 0.1
"""Seconds that 95 % of all actions should not exceed."""
VARIANTS = ("base", "warcraft")


class Connection:
    """A connection that is kept open, with just enough of HTTP; each has an address of its own behind a proxy."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: str = "", kind: str = "json") -> tuple[int, dict[str, str]]:
        """Send a request; return the status and the headers of the answer."""
        if self.streams is None or self.streams[0].at_eof():  # the server closes idle connections
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: {self.address}\r\n"
        head += f"content-type: application/{kind}\r\ncontent-length: {len(body)}\r\n" if body else ""
        self.streams[1].write(f"{head}\r\n{body}".encode())
        first, *lines = (await self.streams[0].readuntil(b"\r\n\r\n")).decode().splitlines()
        return int(first.split(" ", 2)[1]), dict(line.split(": ", 1) for line in lines if line)

    async def ask(
        self, method: str, path: str, body: str = "", kind: str = "json"
    ) -> tuple[int, dict[str, str], bytes]:
        """Send a request; return the status, the headers and the body of the answer."""
        status, headers = await self.send(method, path, body, kind)
        assert self.streams is not None
        return status, headers, await self.streams[0].readexactly(int(headers["content-length"]))


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
        self.stream, self.connection = Connection(port, address), Connection(port, address)
        self.state: dict[str, Any] = {"number": -1, "panels": {}}
        self.arrivals: dict[int, float] = {}

    async def watch(self) -> None:
        """Read the stream of updates."""
        await self.stream.send("GET", f"{self.link}/stream?since=-1")
        assert self.stream.streams is not None
        async for line in self.stream.streams[0]:
            if line.startswith(b"data: "):
                self._show(json.loads(line[6:]))

    def _show(self, update: dict[str, Any]) -> None:
        if update.get("number", -1) > self.state["number"]:
            self.arrivals[update["number"]] = time.perf_counter()
            self.state = {**update, "panels": {**self.state["panels"], **update["panels"]}}
        self.changed.set()

    async def act(self, rng: Random, figures: Figures) -> tuple[float, int]:
        """Press a button; return the moment, and the number of the event that the table has then."""
        body = json.dumps({"number": self.state["number"], "actions": [rng.choice(buttons(self.state))]})
        start = time.perf_counter()
        status, _, answer = await self.connection.ask("POST", f"{self.link}/act", body)
        figures.actions.append(time.perf_counter() - start)
        figures.refused += status != 200
        self._show(json.loads(answer)["update"])
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
        watching = [asyncio.create_task(seat.watch()) for seat in seats]
        await play_game(seats, changed, rng, pause, end, figures)
        for task in watching:
            task.cancel()
        if time.perf_counter() < end:
            links = await open_table(ports[0], number)


async def play_game(
    seats: Sequence[Seat], changed: asyncio.Event, rng: Random, pause: float, end: float, figures: Figures
) -> None:
    while time.perf_counter() < end and not any(seat.state.get("over") for seat in seats):
        seat = next((seat for seat in seats if seat.state.get("deciding")), None)
        if seat is None:
            await asyncio.wait_for(changed.wait(), 30)
            changed.clear()
            continue
        start, event = await seat.act(rng, figures)
        await asyncio.sleep(pause * (0.5 + rng.random()))
        figures.echoes += [
            other.arrivals[event] - start for other in seats if other is not seat and event in other.arrivals
        ]


async def open_table(port: int, number: int) -> list[str]:
    """Open a table of two people; return the paths of its links."""
    connection = Connection(port, f"10.9.{number // 250}.{number % 250}")
    form = {"variant": VARIANTS[number % 2], "name1": "ann", "kind1": "human", "name2": "bob", "kind2": "human"}
    _, headers, _ = await connection.ask("POST", "/tables", urlencode(form), "x-www-form-urlencoded")
    host = headers["location"]
    _, _, page = await connection.ask("GET", host)
    return LINK.findall(page.decode())


def processor_time(pids: Sequence[int]) -> float:
    """Return the seconds that processes and their children have used."""
    total = 0.0
    for pid in pids:
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            total += sum(one.cpu_times()[:2])
    return total


def warm_up(servers: Sequence[Server]) -> None:
    """Open the forms of new tables, and wait until all boards are drawn."""
    for server in servers:
        for variant in VARIANTS:
            httpx2.get(f"{server.base}/new/{variant}", timeout=SLOW)
    pids = [server.process.pid for server in servers if server.process]
    before = -1.0
    while (now := processor_time(pids)) - before > 0.2:
        before = now
        time.sleep(2)


def measure(servers: Sequence[Server], tables: int, pause: float, seconds: float) -> str:
    """Let people play; return a line with the times."""
    pids, figures = [server.process.pid for server in servers if server.process], Figures()

    async def run() -> tuple[float, float]:
        ports = [server.port for server in servers]
        links = [await open_table(ports[0], number) for number in range(tables)]
        start, before = time.perf_counter(), processor_time(pids)
        games = (play(ports, number, links[number], pause, start + seconds, figures) for number in range(tables))
        await asyncio.gather(*games)
        return time.perf_counter() - start, processor_time(pids) - before

    elapsed, used = asyncio.run(run())
    quantiles, echoes = statistics.quantiles(figures.actions, n=20), statistics.quantiles(figures.echoes, n=20)
    return (
        f"{tables} tables, {len(servers)} process(es): {len(figures.actions) / elapsed:.1f} actions a second, "
        f"median {statistics.median(figures.actions) * 1000:.0f} ms, p95 {quantiles[-1] * 1000:.0f} ms"
        f"{' (too slow)' if quantiles[-1] > LIMIT else ''}; other page p95 {echoes[-1] * 1000:.0f} ms; "
        f"{figures.refused} refused; servers {used / len(figures.actions) * 1000:.1f} ms of processor time an action; "
        f"load of the machine {psutil.getloadavg()[0]:.1f}"
    )


def measure_memory(server: Server, count: int) -> str:
    """Let a server read tables in mid-game; return a line with the memory that each costs."""
    store = Store(server.database)
    tables = Tables(store, default_plugins())
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
                print(measure(servers, tables, options.pause, options.seconds), flush=True)


if __name__ == "__main__":
    main()
