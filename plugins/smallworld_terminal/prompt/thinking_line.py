"""Progress of thinking bots: one line at a terminal, overwritten every second."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from smallworld.languages import _

CLEAR = "\r\x1b[K"
"""Return to the start of the line and erase it."""
INTERVAL = 1.0
"""Seconds after which the line is written again."""


class Stopwatch:
    """The text about a bot that thinks, with the seconds since it began."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._name, self._clock, self._start = name, clock, clock()

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return self._clock() - self._start

    def __str__(self) -> str:
        seconds = int(self.seconds)
        text = _("{player} thinks", player=self._name)
        return f"{text}, {seconds} s" if seconds else text


class ThinkingLine:
    """The line that names the bot that thinks, and for how long.

    At a terminal that can overwrite a line it changes every second, also while one decision takes long;
    at a simple one each bot is named on a line; without a terminal nothing is written.

    :param out: the stream; by default the standard error stream.
    """

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = sys.stderr if out is None else out
        self._is_terminal = self.out.isatty()
        self._overwrites = self._is_terminal and os.environ.get("TERM") != "dumb"
        self._last_text = ""

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """Show that a bot thinks until the block ends; the line is empty afterwards."""
        watch, done = Stopwatch(name), threading.Event()
        if not self._overwrites:
            self._write_once(f"... {watch}")
            yield
            return
        ticker = threading.Thread(target=self._tick, args=(watch, done), daemon=True)
        self._write(f"{CLEAR}... {watch}")
        ticker.start()
        try:
            yield
        finally:
            done.set()
            ticker.join()
            self._write(CLEAR)

    def say(self, text: str) -> None:
        """Print a sentence in place of the line, which continues below it."""
        self._write(f"{CLEAR if self._overwrites else ''}{text}\n")

    def _tick(self, watch: Stopwatch, done: threading.Event) -> None:
        while not done.wait(INTERVAL):
            self._write(f"{CLEAR}... {watch}")

    def _write_once(self, text: str) -> None:
        if self._is_terminal and text != self._last_text:
            self._write(text + "\n")
        self._last_text = text

    def _write(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()
