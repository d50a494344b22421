"""However the program ends, an external bot and all that it has started end with it."""

from __future__ import annotations

import contextlib
import errno
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from programs import start_program
from smallworld_bots import watchdog
from tiers import FULL

pytestmark = pytest.mark.skipif(os.name != "posix", reason="external bots need POSIX")

STUBBORN = """#!{python}
import os, pathlib, signal, subprocess, sys, time
for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGPIPE"):
    signal.signal(getattr(signal, name), signal.SIG_IGN)
wait = [sys.executable, "-c", "import time; time.sleep(300)"]
children = [subprocess.Popen(wait), subprocess.Popen(wait, start_new_session=True)]
folder = pathlib.Path({folder!r})
text = " ".join(str(pid) for pid in (os.getpid(), *(child.pid for child in children)))
(folder / f"{{os.getpid()}}.tmp").write_text(text)
(folder / f"{{os.getpid()}}.tmp").rename(folder / f"{{os.getpid()}}.pids")
time.sleep(300)
"""
"""A bot that never answers and ignores every signal that can be ignored; one of its children leaves its session."""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "stubborn"
    path.write_text(STUBBORN.format(python=sys.executable, folder=str(tmp_path)), "utf-8")
    path.chmod(0o755)
    return path


def wait_for(condition: Callable[[], object], seconds: float = 25.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def workers_of(process: int) -> list[int]:
    """The worker processes of a simulation: its children that play games."""
    workers = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1])
            if parent == process and b"spawn_main" in (folder / "cmdline").read_bytes():
                workers.append(int(folder.name))
        except OSError:
            continue
    return workers


COMMANDS = {
    "play": ["play", "--player", "ann={bot}:seconds=200", "--player", "bob=random", "--seed", "1"],
    "one job": ["simulate", "--games", "4", "--player", "{bot}:seconds=200", "--out", "{out}"],
    "two jobs": ["simulate", "--games", "4", "--jobs", "2", "--player", "{bot}:seconds=200", "--out", "{out}"],
}
QUICK = [("play", "SIGINT"), ("one job", "SIGKILL")]
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGKILL")
ENDS = [
    *QUICK,
    pytest.param("two jobs", "worker", marks=FULL),
    *(pytest.param(*end, marks=FULL) for end in product(COMMANDS, SIGNALS) if end not in QUICK),
]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(("kind", "end"), ENDS)
def test_no_process_of_a_bot_outlives_the_program(kind: str, end: str, bot: Path, tmp_path: Path) -> None:
    arguments = [word.format(bot=bot, out=tmp_path / "out.parquet") for word in COMMANDS[kind]]
    program = start_program(*arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    bots = 2 if kind == "two jobs" else 1
    processes: list[int] = []
    try:
        assert wait_for(lambda: len(list(tmp_path.glob("*.pids"))) >= bots), "the bots were not started"
        if end == "worker":
            assert wait_for(lambda: len(workers_of(program.pid)) == 2), "a worker was not started"
            for worker in workers_of(program.pid):
                with contextlib.suppress(ProcessLookupError):  # the program may end it when it sees the first one die
                    os.kill(worker, signal.SIGKILL)
        elif end == "SIGINT":
            os.killpg(program.pid, signal.SIGINT)  # as Ctrl-C does: every process at the terminal gets it
        else:
            program.send_signal(getattr(signal, end))
        processes = [int(word) for path in tmp_path.glob("*.pids") for word in path.read_text("utf-8").split()]
        assert wait_for(lambda: not any(map(is_alive, processes))), "a process of a bot is still there"
        if end != "worker":
            assert program.wait(20) != 0
    finally:
        program.kill()
        program.wait()
        for process in filter(is_alive, processes):
            os.kill(process, signal.SIGKILL)


def run_watchdog(line: socket.socket, other_end: socket.socket, arguments: list[str]) -> None:
    other_end.close()
    sys.exit(watchdog.main(line.detach(), arguments))


def start_watchdog(*arguments: str) -> tuple[multiprocessing.process.BaseProcess, socket.socket]:
    """Run the watchdog in a copy of this process; return it and the end of its line that the program has."""
    ours, theirs = socket.socketpair()
    with theirs:
        fork = multiprocessing.get_context("fork")
        process = fork.Process(target=run_watchdog, args=(theirs, ours, [*arguments]), daemon=True)
        process.start()
    ours.settimeout(20)
    return process, ours


copies_process = pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")


@copies_process
@pytest.mark.parametrize(
    ("command", "report", "status"),
    [
        (["sh", "-c", "exit 3"], b"errno \n", 3),
        (["sh", "-c", "kill -9 $$"], b"errno \n", 128 + signal.SIGKILL),
        (["./nobody"], b"errno %d\n" % errno.ENOENT, 127),
    ],
)
def test_the_watchdog_ends_with_the_status_of_the_bot(command: list[str], report: bytes, status: int) -> None:
    process, line = start_watchdog(*command)
    with line:
        assert line.recv(100) == report
        process.join(20)
    assert process.exitcode == status


@copies_process
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("is_closed", [False, True], ids=["the bot ends", "the program ends"])
def test_the_watchdog_kills_all_descendants(is_closed: bool, tmp_path: Path) -> None:
    """A process of an ended parent in a session of its own is killed too."""
    file = tmp_path / "pids"
    orphan = f"(setsid sleep 300 & echo $! >> {file}.tmp)"
    script = f"{orphan}; sleep 300 & echo $! >> {file}.tmp; mv {file}.tmp {file}; {'wait' if is_closed else ''}"
    process, line = start_watchdog("sh", "-c", script)
    with line:
        assert line.recv(100) == b"errno \n"
        if is_closed:
            assert wait_for(file.exists)
            line.close()
        process.join(20)
    assert process.exitcode == 0
    pids = [int(word) for word in file.read_text("utf-8").split()]
    assert len(pids) == 2 and not any(map(is_alive, pids))
