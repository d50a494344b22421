"""Tables in PostgreSQL (tox -e postgres): a server of its own, several processes, sudden ends, announcements."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from servers import free_port
from test_server_processes import check_two_processes, play_until_killed

from smallworld.web.store import NumberTaken, Store

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(3600)]
PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
"""Folders of Debian's packages."""


LINK = ("host", 1, "digest")


def program(name: str) -> str:
    """Return the path of a program of PostgreSQL."""
    path = shutil.which(name, path=os.pathsep.join([*map(str, reversed(PROGRAMS)), os.environ.get("PATH", "")]))
    if path is None:
        pytest.fail(f"{name} is missing; install the package postgresql, then run tox -e postgres again")
    return path


def user() -> str | None:
    """Return the user for a server that may not run as root; None = this one."""
    return (
        next((entry.pw_name for entry in pwd.getpwall() if entry.pw_name == "postgres"), "nobody")
        if not os.getuid()
        else None
    )


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a server in a folder of its own; return the address of its database."""
    pytest.importorskip("psycopg")
    folder, port = Path(f"/tmp/smallworld-postgres-{os.getpid()}"), free_port()
    folder.mkdir(mode=0o700)
    name = user()
    if name is not None:
        shutil.chown(folder, name)
    data = str(folder / "data")
    subprocess.run(
        [program("initdb"), "-D", data, "-A", "trust", "-U", "test"], check=True, capture_output=True, user=name
    )
    command = [program("postgres"), "-D", data, "-p", str(port), "-k", str(folder), "-h", "127.0.0.1"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=name)
    try:
        waiting = [program("pg_isready"), "-h", "127.0.0.1", "-p", str(port), "-q"]
        while subprocess.run(waiting, check=False).returncode:
            assert server.poll() is None
        yield f"postgresql://test@127.0.0.1:{port}/postgres"
    finally:
        server.send_signal(signal.SIGINT)  # a fast shutdown does not wait for connections
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def test_the_second_of_two_is_refused(database: str) -> None:
    first, second = Store(database), Store(database)
    first.create("game-1", ["{}"], [LINK])
    first.append("game-1", 1, ["a", "b"])
    with pytest.raises(NumberTaken):
        second.append("game-1", 2, ["c"])
    assert second.lines("game-1") == ["{}", "a", "b"] and second.last_numbers(["game-1"]) == {"game-1": 2}
    first.close()
    second.close()


def test_new_events_are_announced(database: str) -> None:
    store, heard = Store(database), list[str]()
    store.create("game-2", ["{}"], [LINK])
    listener = threading.Thread(target=lambda: heard.extend(store.announced(lambda: bool(heard))))
    listener.start()
    for number in range(1, 100):
        store.append("game-2", number, ["x"])
        listener.join(0.1)
        if not listener.is_alive():
            break
    listener.join(5)
    assert set(heard) == {"game-2"}
    store.close()


def test_two_processes_serve_one_table(database: str) -> None:
    check_two_processes(database)


@pytest.mark.parametrize("moments", [5, pytest.param(300, marks=pytest.mark.full)])
def test_nothing_acknowledged_is_lost(database: str, moments: int) -> None:
    play_until_killed(database, moments, seed=moments)
