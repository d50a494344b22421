"""The process between this program and an external bot: it ends the bot when the program ends, however that happens.

It is a program of its own (``python -I -S watchdog.py SOCKET WORDS…``) of the standard library alone. POSIX only.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import time
from codecs import getincrementaldecoder
from pathlib import Path
from unicodedata import category

SUBREAPER = 36
"""Linux, prctl: orphaned descendants become children of this process."""
DEATH_SIGNAL = 1
"""Linux, prctl: this process gets a signal when its parent ends."""
PART = 1024
"""Bytes of standard error that are read at once: marked, they fit into a pipe that can be written without waiting."""
MOST_PARTS = 200
"""Parts that are read or written after the bot has ended; a pipe holds no more than 128."""
PATIENCE = 5.0
"""Seconds in which all processes of the bot must be gone."""


def main(descriptor: int, arguments: list[str]) -> int:
    """Start the bot, wait for it or for the end of the program, kill the rest; the status of the bot.

    :param descriptor: a socket. The system closes its other end even for a program that was killed.
    """
    line = socket.socket(fileno=descriptor)
    line.set_inheritable(False)
    wake, wakened = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(wakened, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakened, warn_on_full_buffer=False)
    call_prctl(SUBREAPER, 1)
    reading, writing = os.pipe()
    bot = start(arguments, line, writing)
    os.close(writing)
    empty = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):  # those of the bot close when it closes them
        os.dup2(empty, stream)
    errors = Errors(reading)
    status = wait(bot, line, wake, errors)
    kill_all(bot)
    for _part in range(MOST_PARTS):
        if not errors.pass_on():
            break
    return status


class Errors:
    """Standard error of the bot, passed on with a mark for each character that could steer a terminal.

    :param reading: the end of the pipe from which it is read.
    :ivar source: the same, None when the bot has closed it.
    """

    def __init__(self, reading: int) -> None:
        self.source: int | None = reading
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._waiting = b""

    def files(self) -> tuple[list[int], list[int]]:
        """Return the files that must be readable and writable before :meth:`pass_on` does something."""
        if self._waiting:
            return [], [2]
        return [] if self.source is None else [self.source], []

    def pass_on(self) -> bool:
        """Read a part, or write the part that was read; false if neither is possible at once."""
        readable, writable, _ = select.select(*self.files(), [], 0)
        if writable:
            part, self._waiting = self._waiting, b""
            with contextlib.suppress(OSError):  # nobody reads it
                self._waiting = part[os.write(2, part) :]
        elif readable:
            data = os.read(readable[0], PART)
            self._waiting = marked(self._decode(data, not data)).encode()
            if not data:
                self.source = None
        return bool(readable or writable)


def marked(text: str) -> str:
    """Return the text as :func:`smallworld_output.safe_text.safe` does, which this program does not import."""
    return "".join(
        "\ufffd" if category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in "\n\t\u200c\u200d" else c for c in text
    )


def start(arguments: list[str], line: socket.socket, errors: int) -> int:
    """Start the bot in a session of its own; its process number. Reports on the line why it cannot be started.

    :param errors: the file that becomes standard error of the bot.
    """
    report, reporting = os.pipe()
    bot = os.fork()
    if bot == 0:
        try:
            os.setsid()
            call_prctl(DEATH_SIGNAL, signal.SIGKILL)
            for number in (signal.SIGPIPE, signal.SIGINT, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            os.dup2(errors, 2)
            os.execvp(arguments[0], arguments)
        except OSError as error:
            os.write(reporting, str(error.errno).encode())
        finally:
            os._exit(127)
    os.close(reporting)
    with open(report, "rb") as stream, contextlib.suppress(OSError):  # the program may be gone already
        line.sendall(b"errno " + stream.read() + b"\n")
    return bot


def wait(bot: int, line: socket.socket, wake: int, errors: Errors) -> int:
    """Wait until the bot has ended or the line is closed, and pass on its errors; the status of the bot."""
    while True:
        ended = os.waitid(os.P_PID, bot, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if ended is not None:
            return ended.si_status if ended.si_code == os.CLD_EXITED else 128 + ended.si_status
        readable, writable = errors.files()
        ready, free, _ = select.select([line.fileno(), wake, *readable], writable, [])
        if line.fileno() in ready:
            return 0
        if wake in ready:
            os.read(wake, 4096)
        if free or {*readable} & {*ready}:
            errors.pass_on()


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
