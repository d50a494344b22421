"""Real server processes, and clients that play against them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

import httpx2
from browsing import LINK, buttons

from programs import start_program, start_worker
from smallworld_web import bot_workers

SLOW = 20.0
"""Seconds in which a server must answer."""


def person(base: str = "", **options: Any) -> httpx2.Client:
    """Return a client; to read the certificates of authorities for it takes longer than many requests."""
    return httpx2.Client(base_url=base, timeout=SLOW, verify=False, trust_env=False, **options)


PERSON = person(limits=httpx2.Limits(max_keepalive_connections=0))
"""The client of single requests; it keeps no connection, since servers end."""


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Server:
    """A server in a process of its own."""

    def __init__(self, database: str, port: int = 0, options: Sequence[str] = ()) -> None:
        self.options = options
        self.database, self.port = database, port or free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        arguments = ["serve", "--no-open", "--port", str(self.port), "--database", self.database, *self.options]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        self.process = start_program(
            *arguments, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )
        for _ in range(int(SLOW / 0.05)):
            try:
                if PERSON.get(f"{self.base}/static/page.css").status_code == 200:
                    return
            except httpx2.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        """End the server as a power failure does, workers included."""
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stderr is not None:
            self.process.stderr.close()


@contextmanager
def running(*servers: Server) -> Iterator[None]:
    for server in servers:
        server.start()
    try:
        yield
    finally:
        for server in servers:
            server.kill()


@contextmanager
def workers_by(start: Callable[..., subprocess.Popen[bytes]]) -> Iterator[None]:
    """Let the servers in this process start their workers by a function."""
    with mock.patch.object(bot_workers, "subprocess", SimpleNamespace(Popen=start, PIPE=subprocess.PIPE)):
        yield


COPIES = partial(workers_by, start_worker)
"""Workers are copies of a process that has imported everything."""
INTERPRETERS = partial(workers_by, subprocess.Popen)
"""Workers are new interpreters, as those of the program."""


def open_table(base: str, variant: str, first: str = "human", second: str = "human") -> list[str]:
    """Open a table of two; return the paths of the links of ann, bob and spectators."""
    data = {"variant": variant, "name1": "ann", "kind1": first, "name2": "bob", "kind2": second}
    host = PERSON.post(f"{base}/tables", data=data).headers["location"]
    return LINK.findall(PERSON.get(f"{base}{host}").text)


class Player(threading.Thread):
    """Plays a seat by random buttons, goes on after every loss of the server, and notes what was acknowledged."""

    def __init__(self, base: str, link: str, seed: int, pause: float = 0.0) -> None:
        super().__init__(daemon=True)
        self.base, self.link, self.pause = base, link, pause
        self.acknowledged: list[tuple[int, str]] = []
        """Number of the event that was answered, and the action."""
        self.problems: list[str] = []
        self.is_over = False
        self._rng = Random(seed)
        self._stop_asked = threading.Event()

    def run(self) -> None:
        with person(self.base) as client:
            while not self._stop_asked.is_set() and not self.is_over:
                try:
                    self._decide(client)
                except httpx2.TransportError:
                    time.sleep(0.02)
                except json.JSONDecodeError:  # too many requests for now
                    time.sleep(0.5)

    def _decide(self, client: httpx2.Client) -> None:
        state: dict[str, Any] = client.get(f"{self.link}/state").json()
        self.is_over = bool(state.get("over"))
        if not state.get("deciding"):
            time.sleep(0.02)
            return
        time.sleep(self.pause)
        action = self._rng.choice(buttons(state))
        answer = client.post(f"{self.link}/act", json={"number": state["number"], "actions": [action]})
        if answer.status_code == 200:
            self.acknowledged.append((state["number"], action))
        elif answer.status_code not in (409, 429, 503):
            self.problems.append(answer.text)

    def stop(self) -> None:
        self._stop_asked.set()
        self.join(SLOW)


def check_acknowledged(lines: list[str], players: list[Player]) -> int:
    """Compare the events of a store with everything that was acknowledged; return the number of actions."""
    actions = [
        (number, action, name) for player, name in zip(players, ("ann", "bob"), strict=True)
        for number, action in player.acknowledged
    ]  # fmt: skip
    for number, action, name in actions:
        assert json.loads(lines[number + 1]) == {"by": name, "do": action}, (number, action)
    assert [problem for player in players for problem in player.problems] == []
    return len(actions)
