"""A terminal of a given size that is used by a program with the whole window."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import Any

import pexpect
import pyte

from program_terminals import ProgramAtTerminal

QUESTION = re.compile(r"(\w+) \[(\w+)[^\]]*\](?: \([^)]*\))?> *$|Enter(?: leaves)?> *$|q: leave *$")
"""The last row when the program waits for a line."""


class VisibleScreen:
    """A running program, and what a person sees of it."""

    def __init__(self, home: Path, *arguments: str, columns: int, rows: int) -> None:
        env = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home), "TERM": "xterm-256color"}
        env["PROMPT_TOOLKIT_NO_CPR"] = "1"
        for name in ("COLUMNS", "LINES", "NO_COLOR"):
            env.pop(name, None)
        self.child: Any = ProgramAtTerminal(arguments, env, rows, columns)
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self.printed = ""

    @property
    def rows(self) -> list[str]:
        return [row.rstrip() for row in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.rows)

    def read(self) -> bool:
        """Read until the program is silent for a moment; return whether it still runs."""
        while True:
            try:
                data = self.child.read_nonblocking(65536, 0.05)
            except pexpect.TIMEOUT:
                return True
            except pexpect.EOF:
                return False
            self.printed += data
            self._stream.feed(data)

    def until(self, pattern: re.Pattern[str] = QUESTION) -> str:
        """Wait until the last row matches; return what is visible, or all that was printed if the program has ended."""
        deadline = time.monotonic() + 40
        while time.monotonic() < deadline:
            if not self.read():
                return self.printed
            if pattern.search(self.rows[-1]):
                return self.text
        raise AssertionError(f"the program does not ask:\n{self.text}")

    def type(self, text: str) -> str:
        """Type a line; return what is visible when the program asks again."""
        if text:
            self.child.send(text)
            self.until(re.compile(rf"{re.escape(text)} *$"))
        before = self.text
        self.child.send("\r")
        self._wait_for_change(before)
        return self.until()

    def press(self, keys: str) -> str:
        before = self.text
        self.child.send(keys)
        self._wait_for_change(before)
        return self.text

    def _wait_for_change(self, before: str) -> None:
        deadline = time.monotonic() + 5
        while self.text == before and time.monotonic() < deadline:
            if not self.read():
                return

    def close(self) -> None:
        self.child.close(force=True)
