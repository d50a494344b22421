"""The process between this program and an external bot: it ends the bot when the program ends, however that happens.

It is a program of its own (``python -I -S watchdog.py SOCKET WORDS…``), so it uses the standard library alone.
Its socket is connected to the program. When the other end closes, which the system does even for a program that was
killed, or when the bot has ended, it kills the bot and every process that the bot has started. POSIX only; on Linux
also processes that have left the bot's session are killed.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import time
from pathlib import Path

SUBREAPER = 36
"""Linux, prctl: orphaned descendants become children of this process."""
DEATH_SIGNAL = 1
"""Linux, prctl: this process gets a signal when its parent ends."""
PATIENCE = 5.0
"""Seconds in which all processes of the bot must be gone."""


def main(descriptor: int, arguments: list[str]) -> int:
    """Start the bot, wait for it or for the end of the program, kill the rest; the status of the bot."""
    line = socket.socket(fileno=descriptor)
    line.set_inheritable(False)
    wake, wakened = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(wakened, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakened, warn_on_full_buffer=False)
    call_prctl(SUBREAPER, 1)
    bot = start(arguments, line)
    release_streams()
    status = wait(bot, line, wake)
    kill_all(bot)
    return status


def start(arguments: list[str], line: socket.socket) -> int:
    """Start the bot in a session of its own; its process number. Reports on the line why it cannot be started."""
    report, reporting = os.pipe()
    bot = os.fork()
    if bot == 0:
        try:
            os.setsid()
            call_prctl(DEATH_SIGNAL, signal.SIGKILL)
            for number in (signal.SIGPIPE, signal.SIGINT, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            os.execvp(arguments[0], arguments)
        except OSError as error:
            os.write(reporting, str(error.errno).encode())
        finally:
            os._exit(127)
    os.close(reporting)
    with open(report, "rb") as stream, contextlib.suppress(OSError):  # the program may be gone already
        line.sendall(b"errno " + stream.read() + b"\n")
    return bot


def release_streams() -> None:
    """Let go of the bot's streams, so that they close when the bot closes them."""
    empty = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(empty, stream)


def wait(bot: int, line: socket.socket, wake: int) -> int:
    """Wait until the bot has ended or the line is closed; the status of the bot."""
    while True:
        ended = os.waitid(os.P_PID, bot, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is not None:
            return ended.si_status if ended.si_code == os.CLD_EXITED else 128 + ended.si_status
        ready, _, _ = select.select([line.fileno(), wake], [], [])
        if line.fileno() in ready:
            return 0
        os.read(wake, 4096)


def kill_all(bot: int) -> None:
    """Kill the bot, its session and, where the system lists them, all that it has started."""
    end = time.monotonic() + PATIENCE
    try:
        os.killpg(bot, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        os.kill(bot, signal.SIGKILL)  # not reaped yet, so the number is still the bot's
    while time.monotonic() < end:
        for process in descendants():
            try:
                os.kill(process, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.005)
        except ChildProcessError:
            return


def descendants() -> set[int]:
    """List the processes that this one has started, directly or not; empty where the system does not list them."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        if arguments[0] != "Z":
            parents[int(folder.name)] = int(arguments[1])
    family = {os.getpid()}
    while True:
        more = {process for process, parent in parents.items() if parent in family} - family
        if not more:
            return family - {os.getpid()}
        family |= more


def call_prctl(option: int, value: int) -> None:
    """Set a property of this process on Linux; do nothing elsewhere."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
