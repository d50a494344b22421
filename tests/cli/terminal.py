"""A terminal for the tests of the command line, and the type of their runs."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect

from program_terminals import ProgramAtTerminal

Run = Callable[..., tuple[int, str]]


ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PROMPT = r"\w+ \[[^\]]*\](?: \([^)]*\))?> "


class Terminal:
    """A running program and what it has printed."""

    def __init__(self, home: Path, *arguments: str, columns: int = 100, kind: str = "dumb") -> None:
        env = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home), "TERM": kind, "NO_COLOR": "1"}
        env["PROMPT_TOOLKIT_NO_CPR"] = "1"
        env.pop("COLUMNS", None)
        self.child: Any = ProgramAtTerminal(arguments, env, 40, columns)

    def until(self, pattern: str) -> str:
        self.child.expect(pattern)
        return ANSI.sub("", f"{self.child.before}{self.child.after}")

    def say(self, text: str) -> str:
        """Type a line; what is printed up to the next prompt."""
        self.child.sendline(text)
        return self.until(PROMPT)

    def end(self) -> str:
        self.child.expect(pexpect.EOF)
        self.child.close()
        return ANSI.sub("", str(self.child.before))
