"""Progress of a simulated run on standard error: one line that changes at a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time

import click

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
        self._games, self._finished = games, finished
        self._earlier = finished + spooled
        self._last_print = self.start
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def add(self, games: int) -> None:
        """Count more games that are kept."""
        self._finished += games
        seconds = time.monotonic()
        if seconds - self._last_print >= (0.2 if self._is_terminal else 60):
            self._last_print = seconds
            self._print(seconds)

    def _print(self, seconds: float) -> None:
        rate = max(1, self._finished - self._earlier) / max(seconds - self.start, 1e-9)
        rest = format_duration((self._games - self._finished) / rate)
        text = f"{self._finished:,} of {self._games:,} games, {format_rate(rate)}, {rest} left"
        click.echo(f"\r{text:<{WIDTH}}" if self._is_terminal else text, nl=not self._is_terminal, err=True)

    def clear(self) -> None:
        """Erase the line."""
        if self._is_terminal:
            click.echo(f"\r{'':<{WIDTH}}\r", nl=False, err=True)


def format_rate(rate: float) -> str:
    """Write games a second, of slow runs games a minute or an hour."""
    for factor, unit in ((1, "second"), (60, "minute")):
        if rate * factor >= 1:
            return f"{rate * factor:,.1f} a {unit}"
    return f"{rate * 3600:,.1f} an hour"


def format_duration(seconds: float) -> str:
    """Write seconds as seconds, minutes or hours."""
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"
