"""Who thinks and for how long: one line that is written over, at a terminal that can."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

CLEAR = "\r\x1b[K"
"""Back to the beginning of the line and empty it."""
EVERY = 1.0
"""Seconds after which the line tells anew how long somebody has been thinking."""


class Progress:
    """The line of those who think.

    At a terminal that can write over a line it moves every second, also while one
    decision takes long; at a simple one every thinker is named on a line; without a
    terminal nothing is written.

    :param out: where to; by default what is the standard error stream when it is needed.
    """

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = sys.stderr if out is None else out
        self.terminal = self.out.isatty()
        self.rewrites = self.terminal and os.environ.get("TERM") != "dumb"
        self.last = ""

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """While this lasts somebody thinks; the line is empty afterwards."""
        text = f"... {name} thinks"
        if not self.rewrites:
            self._plain(text)
            yield
            return
        done, began = threading.Event(), time.monotonic()
        ticker = threading.Thread(target=self._tick, args=(text, began, done), daemon=True)
        self._write(CLEAR + text)
        ticker.start()
        try:
            yield
        finally:
            done.set()
            ticker.join()
            self._write(CLEAR)

    def say(self, text: str) -> None:
        """A line of its own; who thinks is told anew on the next one."""
        self._write(f"{CLEAR if self.rewrites else ''}{text}\n")

    def _tick(self, text: str, began: float, done: threading.Event) -> None:
        while not done.wait(EVERY):
            self._write(f"{CLEAR}{text}, {int(time.monotonic() - began)} s")

    def _plain(self, text: str) -> None:
        if self.terminal and text != self.last:
            self._write(text + "\n")
        self.last = text

    def _write(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()
