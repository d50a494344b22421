"""A PostgreSQL server for tests, with a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


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


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Cluster:
    """A PostgreSQL server with a folder of its own."""

    def __init__(self) -> None:
        self.folder, self.port = Path(f"/tmp/smallworld-postgres-{os.getpid()}"), _free_port()
        self.folder.mkdir(mode=0o700)
        self.user = user()
        if self.user is not None:
            shutil.chown(self.folder, self.user)
        self.data = str(self.folder / "data")
        self.url = f"postgresql://test@127.0.0.1:{self.port}/postgres"
        command = [program("initdb"), "-D", self.data, "-A", "trust", "-U", "test"]
        subprocess.run(command, check=True, capture_output=True, user=self.user)
        self.start()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        command = [
            program("postgres"),
            "-D",
            self.data,
            "-p",
            str(self.port),
            "-k",
            str(self.folder),
            "-h",
            "127.0.0.1",
        ]
        self.server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=self.user)
        waiting = [program("pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        while subprocess.run(waiting, check=False).returncode:
            assert self.server.poll() is None
            time.sleep(0.1)

    def stop(self, number: int = signal.SIGINT) -> None:
        """Stop the server; by default it does not wait for connections."""
        self.server.send_signal(number)
        self.server.wait()


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Run a server until the block ends; the test is left out where the driver is missing."""
    pytest.importorskip("psycopg")
    cluster = Cluster()
    try:
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(cluster.folder, ignore_errors=True)
