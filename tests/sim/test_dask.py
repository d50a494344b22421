"""The Dask backend: a real scheduler and two workers; a test kills one midway."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from simulating import Simulate

from programs import WORDS
from tiers import FULL

DASK = "import sys; from distributed.cli.{0} import main; sys.exit(main())"
OPTIONS = ("--games", "200", "--player", "greedy", "--seed", "6")


def start(part: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", DASK.format(f"dask_{part}"), *arguments]
    return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)


def until(process: subprocess.Popen[str], pattern: str) -> str:
    """Read the errors of a process up to a match of the pattern; return its first group."""
    assert process.stderr is not None
    for line in process.stderr:
        match = re.search(pattern, line)
        if match:
            return match[1]
    raise AssertionError(f"it never printed {pattern}")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a scheduler, and its two workers."""
    pytest.importorskip("distributed")
    scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    address = until(scheduler, r"Scheduler at:\s+tcp://(\S+)")
    options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path))
    workers = [start("worker", f"tcp://{address}", *options) for _ in range(2)]
    for worker in workers:
        until(worker, r"(Registered to)")
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.communicate()


@FULL
@pytest.mark.timeout(300)
def test_a_cluster_gives_the_same_games_and_survives_a_worker(
    tmp_path: Path, simulate: Simulate, cluster: tuple[str, list[subprocess.Popen[str]]]
) -> None:
    address, workers = cluster
    out = tmp_path / "dask.parquet"
    command = [*WORDS, "simulate", *OPTIONS, "--backend", f"dask://{address}", "--out", str(out)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    parts = Path(f"{out}.parts")
    end = time.monotonic() + 120
    while len(list(parts.glob("games-*"))) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    assert not out.exists()
    os.kill(workers[0].pid, signal.SIGKILL)
    _, errors = process.communicate(timeout=150)
    assert process.returncode == 0, errors
    assert errors.count("is lost; others play its games") == 1 and "the worker tcp://127.0.0.1:" in errors
    assert out.read_bytes() == simulate(*OPTIONS).read_bytes()
