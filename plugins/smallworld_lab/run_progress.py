"""Progress of a simulated run on standard error: at a terminal one changing line, elsewhere a line at intervals."""

from __future__ import annotations

import sys
import time

import click

from smallworld.languages import _, decimal, grouped
from smallworld_output.text_width import pad

WIDTH = 72
"""Columns of the line."""


class RunProgress:
    """The number of games that are kept, their rate and the time until the end.

    :param games: number of games of the run.
    :param finished: number of games that are kept already.
    :param spooled: number of games in chunks that have begun.
    """

    def __init__(self, games: int, finished: int, spooled: int) -> None:
        self.start = time.monotonic()
        """Seconds of the clock when the run began."""
        self.added = 0
        """Games that were added."""
        self._games, self._finished = games, finished
        self._earlier = finished + spooled
        self._last_print = self.start
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def add(self, games: int) -> None:
        """Count more games that are kept."""
        self._finished += games
        self.added += games
        seconds = time.monotonic()
        if seconds - self._last_print >= (0.2 if self._is_terminal else 60):
            self._last_print = seconds
            self._print(seconds)

    def expect(self, games: int) -> None:
        """Take another number for that of the run, which may end earlier."""
        self._games = games

    def _print(self, seconds: float) -> None:
        rate = max(1, self._finished - self._earlier) / max(seconds - self.start, 1e-9)
        rest = format_duration((self._games - self._finished) / rate)
        text = _(
            "{finished} of {games} games, {rate}, {rest} left",
            finished=grouped(self._finished), games=grouped(self._games), rate=format_rate(rate), rest=rest,
        )  # fmt: skip
        click.echo(f"\r{pad(text, WIDTH)}" if self._is_terminal else text, nl=not self._is_terminal, err=True)

    def clear(self) -> None:
        """Erase the line."""
        if self._is_terminal:
            click.echo(f"\r{'':<{WIDTH}}\r", nl=False, err=True)


def format_rate(rate: float) -> str:
    """Write games a second, of slow runs games a minute or an hour."""
    if rate >= 1:
        return _("{rate} a second", rate=grouped(rate, 1))
    if rate * 60 >= 1:
        return _("{rate} a minute", rate=grouped(rate * 60, 1))
    return _("{rate} an hour", rate=grouped(rate * 3600, 1))


def format_duration(seconds: float) -> str:
    """Write seconds as seconds, minutes or hours."""
    whole = round(seconds)
    if whole < 60:
        return _("{seconds} s", seconds=decimal(seconds, 1))
    if whole < 3600:
        return _("{minutes} min {seconds:02} s", minutes=whole // 60, seconds=whole % 60)
    return _("{hours} h {minutes:02} min", hours=whole // 3600, minutes=whole % 3600 // 60)
