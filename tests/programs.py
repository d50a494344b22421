"""The program in processes of their own that start at once.

``python -m smallworld`` imports for a third of a second. Here one process imports everything once,
and each program is a copy of it: with its own arguments, environment, folder and streams.
Where the system cannot copy processes, each program is started as usual.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

WORDS = (sys.executable, "-m", "smallworld")
"""The command of the program."""
_COPYING = threading.Lock()
"""Held while a copy is asked for."""


@functools.cache
def _template() -> socket.socket:
    """Start the process that is copied; it ends when the socket is closed."""
    ours, theirs = socket.socketpair()
    with theirs:
        number = theirs.fileno()
        command = [sys.executable, Path(__file__).with_name("program_template.py"), str(number)]
        process = subprocess.Popen(command, pass_fds=[number], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    atexit.register(process.wait, 20)
    atexit.register(ours.close)
    return ours


def _copy_template(request: dict[str, Any], streams: Sequence[int]) -> IO[str]:
    """Ask for a copy; return the pipe that brings its process number and later its exit status."""
    ours, theirs = os.pipe()
    line = json.dumps(request).encode() + b"\n"
    control = _template()
    socket.send_fds(control, [line[:1]], [*streams, theirs])
    control.sendall(line[1:])
    os.close(theirs)
    return open(ours)


class CopiedProgram(subprocess.Popen[Any]):
    """A program with the methods of ``subprocess.Popen``.

    :param terminal: makes its standard input its terminal.
    :param closed: the numbers of streams that are closed when it starts.
    :param largest: how many bytes a file may have that it writes.
    :param module: another program than ``smallworld``: a worker of a server.
    """

    def __init__(
        self,
        *arguments: str | Path,
        terminal: bool = False,
        closed: Sequence[int] = (),
        largest: int | None = None,
        module: str = WORDS[2],
        **options: Any,
    ) -> None:
        self._kind = {"terminal": terminal, "closed": [*closed], "largest": largest, "module": module}
        super().__init__([*WORDS, *map(str, arguments)], **options)

    def _execute_child(self, args: list[str], _executable: Any, _preexec: Any, _close: Any, _pass: Any, cwd: Any,
                       env: Any, _info: Any, _flags: Any, _shell: Any, p2cread: int, p2cwrite: int, c2pread: int,
                       c2pwrite: int, errread: int, errwrite: int, *rest: Any) -> None:  # fmt: skip
        environment = dict(os.environ if env is None else env)
        request = {
            "arguments": args[len(WORDS):], "folder": str(cwd or os.getcwd()), "environment": environment,
            "session": bool(rest[5]), **self._kind,
        }  # fmt: skip
        streams = [number if fd == -1 else fd for number, fd in enumerate((p2cread, c2pwrite, errwrite))]
        self._receiving = threading.Lock()
        with _COPYING:
            self._answers = _copy_template(request, streams)
            self.pid = int(self._answers.readline())
        self._close_pipe_fds(p2cread, p2cwrite, c2pread, c2pwrite, errread, errwrite)  # type: ignore[attr-defined]
        self._child_created = True

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        return self._receive_status(0)

    def _wait(self, timeout: float | None) -> int:
        status = self._receive_status(timeout)
        if status is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0.0)
        return status

    def _receive_status(self, seconds: float | None) -> int | None:
        if not self._receiving.acquire(blocking=seconds != 0):  # another thread waits for the end of the program
            return None
        try:
            if self.returncode is None and select.select([self._answers], [], [], seconds)[0]:
                self.returncode = int(self._answers.readline())
                self._answers.close()
        finally:
            self._receiving.release()
        return self.returncode


def _start_usually(*arguments: str | Path, **options: Any) -> subprocess.Popen[Any]:
    return subprocess.Popen([*WORDS, *map(str, arguments)], **options)


start_program = CopiedProgram if sys.platform != "win32" else _start_usually
"""Start the program with some words; the options are those of ``subprocess.Popen``."""


def start_worker(command: Sequence[str], **options: Any) -> subprocess.Popen[bytes]:
    """Start a worker of a server by the command of the server, as a copy where the system can copy processes."""
    if sys.platform == "win32":
        return subprocess.Popen(command, **options)
    _python, _option, module, *arguments = command
    return CopiedProgram(*arguments, module=module, **options)


def run_program(
    *arguments: str | Path, lines: str | bytes = "", timeout: float = 60, **options: Any
) -> subprocess.CompletedProcess[Any]:
    """Run the program with some lines as its input; return its exit status and what it printed.

    Lines of bytes are answered with bytes.
    """
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    options["text"] = isinstance(lines, str)
    with start_program(*arguments, **{**streams, **options}) as program:
        try:
            out, err = program.communicate(lines, timeout=timeout)
        finally:
            program.kill()
    return subprocess.CompletedProcess(arguments, program.returncode, out, err)
