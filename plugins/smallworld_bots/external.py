"""A bot that is an external program, in any language: JSON lines on its standard input and output."""

from __future__ import annotations

import json
import os
import select
import shlex
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy, lazy_number
from smallworld.player_view import View

PROTOCOL = 1
LONGEST_ANSWER = 65_536
"""Bytes that a program may print without an end of line."""
WATCHDOG = str(Path(__file__).with_name("watchdog.py"))
STARTING = 30.0
"""Seconds in which the system must have started a program."""
CLOSING = 10.0
"""Seconds in which a program and its child processes must have ended."""
ENDING = 2.0
"""Seconds in which a program with closed streams must end; after them it counts as alive."""


class External:
    """Starts a program and asks it for every decision.

    :param command: the program and its words, as a shell would split them.
    :param seconds: how long it may take for one decision, from the question to the answer.
    :raises SmallWorldError: the command cannot be split into words, or the time is not above 0.
    """

    bounds: ClassVar[Mapping[str, float]] = {"seconds": 3600}
    """Parameter → its largest value in a text."""

    def __init__(self, command: str, seconds: float = 10.0) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        """The watchdog of the program, see :mod:`smallworld_bots.watchdog`."""
        try:
            self.command_line = shlex.split(command)
        except ValueError as error:
            raise SmallWorldError(
                lazy("cannot read the command {command!r}: {reason}", command=command, reason=str(error).lower())
            ) from None
        if not self.command_line:
            raise SmallWorldError(lazy("a program to start needs a name, e.g. ./mybot"))
        if not seconds > 0:
            raise SmallWorldError(
                lazy("parameter 'seconds' of program {command!r} must be above 0, not {seconds:g}",
                     command=command, seconds=seconds)
            )  # fmt: skip
        self.seconds = seconds
        self._rest = b""
        self._line: socket.socket | None = None

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Ask the program for an action.

        :raises SmallWorldError: it cannot be started, has ended, is too slow or answers nonsense.
        """
        end = time.monotonic() + self.seconds
        if self.process is None:
            self._start()
            self._send({"protocol": PROTOCOL, "player": view.player, "players": list(view.players),
                       "seed": rng.getrandbits(32)}, end)  # fmt: skip
        self._send({"view": view.as_dict(), "legal": [str(action) for action in legal]}, end)
        answer = self._read_answer(end)
        try:
            chosen = json.loads(answer)["do"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise SmallWorldError(
                lazy('answered {answer!r} instead of {{"do": "ACTION"}}', answer=answer[:60])
            ) from None
        return str(chosen)

    def close(self) -> None:
        """End the program and all that it has started."""
        process, self.process = self.process, None
        if process is None or self._line is None:
            return
        self._line.close()
        try:
            process.wait(CLOSING)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for stream in filter(None, (process.stdin, process.stdout)):
            with suppress(BrokenPipeError):
                stream.close()

    def __del__(self) -> None:
        self.close()

    def _start(self) -> None:
        """Start the watchdog, which starts the program and ends it with this process."""
        if os.name != "posix":
            raise SmallWorldError(
                lazy("programs as bots need a POSIX system (Linux, macOS, BSD); use a bot of a plugin")
            )
        self._line, theirs = socket.socketpair()
        with theirs:
            watchdog = [sys.executable, "-I", "-S", WATCHDOG, str(theirs.fileno()), *self.command_line]
            self.process = subprocess.Popen(
                watchdog, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True,
                pass_fds=[theirs.fileno()],
            )  # fmt: skip
        self._line.settimeout(STARTING)
        self._require_start()
        assert self.process.stdin is not None
        # A program that never reads fills its pipe; a blocking write would then wait for ever.
        os.set_blocking(self.process.stdin.fileno(), False)

    def _require_start(self) -> None:
        """Wait until the watchdog reports whether the program has started."""
        assert self._line is not None
        program = self.command_line[0]
        try:
            number = self._line.makefile("rb").readline().removeprefix(b"errno ").strip()
        except TimeoutError:
            raise SmallWorldError(lazy("cannot start {program!r}: the system is too busy", program=program)) from None
        if number:
            self.close()
            reason = os.strerror(int(number)).lower()
            raise SmallWorldError(lazy("cannot start {program!r}: {reason}", program=program, reason=reason))

    def _send(self, message: dict[str, Any], end: float) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        into, data = self.process.stdin.fileno(), json.dumps(message, ensure_ascii=False).encode() + b"\n"
        while data:
            _, ready, _ = select.select([], [into], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise SmallWorldError(
                    lazy("has not read the question within {seconds:g} seconds", seconds=self.seconds)
                )
            try:
                data = data[os.write(into, data) :]
            except BrokenPipeError:
                raise SmallWorldError(self._explain_silence("input")) from None

    def _explain_silence(self, stream: str) -> str:
        """Explain why one of its streams is closed: it has ended, or it continues without the stream."""
        assert self.process is not None
        try:
            return lazy("the program has ended (status {status})", status=self.process.wait(ENDING))
        except subprocess.TimeoutExpired:
            return lazy("the program has closed its {stream}", stream=stream)

    def _read_answer(self, end: float) -> str:
        """Read the next line of the program."""
        assert self.process is not None
        assert self.process.stdout is not None
        out = self.process.stdout.fileno()
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST_ANSWER:
                raise SmallWorldError(
                    lazy("printed more than {limit} bytes without an end of line", limit=lazy_number(LONGEST_ANSWER))
                )
            ready, _, _ = select.select([out], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise SmallWorldError(lazy("has not answered within {seconds:g} seconds", seconds=self.seconds))
            got = os.read(out, LONGEST_ANSWER)
            if not got:
                raise SmallWorldError(self._explain_silence("output"))
            self._rest += got
        line, self._rest = self._rest.split(b"\n", 1)
        return line.decode("utf-8", "replace")
