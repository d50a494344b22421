"""A bot that is a program of its own, in any language: JSON lines on its standard input and output."""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from smallworld.errors import SmallWorldError

if TYPE_CHECKING:
    from smallworld.view import View

PROTOCOL = 1
LONGEST_ANSWER = 65_536
"""Bytes; a program that prints more without an end of line is not listened to any longer."""
ENDING = 0.5
"""Seconds that a program whose streams are closed has to end, before it counts as alive."""


class External:
    """Starts a program and asks it for every decision.

    :param command: the program and its words, as a shell would split them.
    :param seconds: how long it may take for one decision, from being told to having answered.
    :raises SmallWorldError: the command cannot be split into words, or the time is not above 0.
    """

    def __init__(self, command: str, seconds: float = 10.0) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.words = _words(command)
        if not seconds > 0:
            raise SmallWorldError(f"parameter 'seconds' of program {command!r} must be above 0, not {seconds:g}")
        self.seconds = seconds
        self._rest = b""

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """What the program answers.

        :raises SmallWorldError: it cannot be started, has ended, is too slow or answers nonsense.
        """
        end = time.monotonic() + self.seconds
        if self.process is None:
            self._start()
            self._say({"protocol": PROTOCOL, "player": view.player, "players": list(view.players),
                       "seed": rng.getrandbits(32)}, end)  # fmt: skip
        self._say({"view": view.as_dict(), "legal": [str(action) for action in legal]}, end)
        answer = self._answer(end)
        try:
            chosen = json.loads(answer)["do"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise SmallWorldError(f'answered {answer[:60]!r} instead of {{"do": "ACTION"}}') from None
        return str(chosen)

    def close(self) -> None:
        """End the program and all that it has started."""
        process, self.process = self.process, None
        if process is None:
            return
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                try:
                    stream.close()
                except BrokenPipeError:
                    continue

    def __del__(self) -> None:
        self.close()

    def _start(self) -> None:
        try:
            self.process = subprocess.Popen(
                self.words, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise SmallWorldError(f"cannot start {self.words[0]!r}: {(error.strerror or str(error)).lower()}") from None

        assert self.process.stdin is not None
        # A program that never reads fills its pipe; a blocking write would then wait for ever.
        os.set_blocking(self.process.stdin.fileno(), False)

    def _say(self, message: dict[str, Any], end: float) -> None:
        assert self.process is not None
        assert self.process.stdin is not None
        into, data = self.process.stdin.fileno(), json.dumps(message, ensure_ascii=False).encode() + b"\n"
        while data:
            _, ready, _ = select.select([], [into], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise SmallWorldError(f"has not read what it was told within {self.seconds:g} seconds")
            try:
                data = data[os.write(into, data) :]
            except BrokenPipeError:
                raise SmallWorldError(self._silence("input")) from None

    def _silence(self, stream: str) -> str:
        """Why one of its streams is closed: it has ended, or it lives on without it."""
        assert self.process is not None
        try:
            return f"the program has ended (status {self.process.wait(ENDING)})"
        except subprocess.TimeoutExpired:
            return f"the program has closed its {stream}"

    def _answer(self, end: float) -> str:
        """The next line of the program."""
        assert self.process is not None
        assert self.process.stdout is not None
        out = self.process.stdout.fileno()
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST_ANSWER:
                raise SmallWorldError("answered without end")
            ready, _, _ = select.select([out], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise SmallWorldError(f"has not answered within {self.seconds:g} seconds")
            got = os.read(out, LONGEST_ANSWER)
            if not got:
                raise SmallWorldError(self._silence("output"))
            self._rest += got
        line, self._rest = self._rest.split(b"\n", 1)
        return line.decode("utf-8", "replace")


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SmallWorldError(f"cannot read the command {command!r}: {str(error).lower()}") from None
    if not words:
        raise SmallWorldError("a program to start needs a name, e.g. ./mybot")
    return words
