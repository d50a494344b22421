"""The program at a pseudo-terminal."""

from __future__ import annotations

import os
import termios
from collections.abc import Sequence
from typing import Any

import pexpect
from ptyprocess import PtyProcess

from programs import WORDS, CopiedProgram


class CopiedTerminalProgram(PtyProcess):
    """A copied process with the interface that pexpect needs."""

    def __init__(self, arguments: Sequence[str], environment: dict[str, str], rows: int, columns: int) -> None:
        ours, theirs = os.openpty()
        termios.tcsetwinsize(theirs, (rows, columns))
        self._program = CopiedProgram(
            *arguments, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, terminal=True
        )  # fmt: skip
        os.close(theirs)
        super().__init__(self._program.pid, ours)
        self.delayafterclose = self.delayafterterminate = 0.0

    def isalive(self) -> bool:
        self._note(self._program.wait() if self.flag_eof else self._program.poll())
        return not self.terminated

    def wait(self) -> int | None:
        self._note(self._program.wait())
        return self.exitstatus

    def _note(self, status: int | None) -> None:
        if status is not None:
            self.terminated, self.status = True, abs(status)
            self.exitstatus, self.signalstatus = (status, None) if status >= 0 else (None, -status)

    def terminate(self, force: bool = False) -> bool:
        self._program.kill()
        return bool(self.wait() is None)


class ProgramAtTerminal(pexpect.spawn):
    """``smallworld`` with some words, as pexpect runs a command."""

    def __init__(self, arguments: Sequence[str], environment: dict[str, str], rows: int, columns: int) -> None:
        command, *first = WORDS
        super().__init__(
            command, [*first, *arguments], env=environment, dimensions=(rows, columns), encoding="utf-8", timeout=30
        )  # fmt: skip
        self.delaybeforesend = None

    def _spawnpty(self, args: list[bytes], *, env: dict[str, str], dimensions: tuple[int, int], **_: Any) -> PtyProcess:
        arguments = [word.decode() for word in args[len(WORDS) :]]
        return CopiedTerminalProgram(arguments, env, *dimensions)
