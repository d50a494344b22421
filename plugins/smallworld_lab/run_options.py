"""Commands that play many games: their options, and their progress on standard error."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from smallworld.languages import _, decimal, grouped
from smallworld_cli.common import answers_of, note_joined_boards, plugins_of, variant_of
from smallworld_cli.parameter_types import SEED, WholeNumber
from smallworld_output.text_width import pad

if TYPE_CHECKING:
    from smallworld_lab.run_plan import Run

NAMED = re.compile(r"([A-Za-z0-9_-]{1,40})=(.+)\Z")
MOST_PLAYERS = 12
bots_option = click.option(
    "--player", "players", multiple=True, metavar="[NAME=]BOT", help="Who plays; repeat. Default: greedy."
)
counts_option = click.option(
    "--players", "counts", metavar="N[-M]", help="Number of players, or a range taken in turn."
)
run_seed_option = click.option("--seed", type=SEED, help="Number that decides all games; random if not given.")
observer_option = click.option(
    "--observer", "observers", multiple=True, metavar="NAME", help="Let an observer count; repeat."
)
change_option = click.option(
    "--change", "changes", multiple=True, metavar="PATH=VALUE", help="Change a value of the edition; repeat."
)
jobs_option = click.option(
    "--jobs", type=WholeNumber(1, 1024), default=1, show_default=True, help="Processes that play."
)


def make_run(
    *, variant: str, players: Sequence[str], counts: str | None, rulings: Sequence[str], plugin_names: Sequence[str],
    games: int, seed: int, chunk: int, boards: Sequence[str] = (), observers: Sequence[str] = (),
    changes: Sequence[str] = (), shard: tuple[int, int] = (1, 1), until: str = "",
) -> Run:  # fmt: skip
    """Make a run from its options; the first game of each size is set up, so that faults are reported at once.

    :raises SmallWorldError: an option does not fit.
    """
    from smallworld_lab.run_plan import Run  # not for --help
    from smallworld_lab.run_setup import plan_run

    plugins = plugins_of(plugin_names)
    named = Run(
        variant, "", tuple(map(parse_entrant, players)), parse_counts(counts) if counts is not None else (),
        games, seed, tuple(boards), tuple(answers_of(rulings).items()), tuple(plugin_names), chunk, shard,
        tuple(observers), tuple(changes), until,
    )  # fmt: skip
    run = plan_run(named, plugins, None if changes else variant_of(variant, plugins))
    if boards:
        from smallworld_lab.worker import open_game

        note_joined_boards(open_game(run, len(run.counts) - 1).state.board.faces)
    return run


def parse_shard(text: str) -> tuple[int, int]:
    """Read ``I/N``, the I-th of N shares.

    :raises click.UsageError: the text is not of this form.
    """
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    number, shares = (int(match[1]), int(match[2])) if match else (0, 0)
    if not 1 <= number <= shares:
        raise click.UsageError(_("--shard {text!r} must be I/N with I from 1 to N, e.g. 2/4", text=text))
    return number, shares


def parse_entrant(text: str) -> tuple[str, str]:
    """Read the name and the bot of ``NAME=BOT`` or ``BOT``."""
    match = NAMED.match(text)
    return (match[1], match[2]) if match else (text, text)


def parse_counts(text: str) -> tuple[int, ...]:
    """Read the numbers of players of ``3`` or ``2-5``.

    :raises click.UsageError: the text is not of this form.
    """
    match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= low <= high <= MOST_PLAYERS:
        raise click.UsageError(
            _("--players {text!r} must be a number from 1 to {most} or a range, e.g. 3 or 2-5",
              text=text, most=MOST_PLAYERS)
        )  # fmt: skip
    return tuple(range(low, high + 1))


# --- progress: at a terminal one changing line, elsewhere a line at intervals


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
        self.games, self._finished = games, finished
        """``games``: those of the run, which may end earlier than it was to."""
        self._earlier = finished + spooled
        self._last_print = self.start
        self._pause = 0.2 if sys.stderr is not None and sys.stderr.isatty() else 60

    def add(self, games: int) -> None:
        """Count more games that are kept."""
        self._finished += games
        self.added += games
        seconds = time.monotonic()
        if seconds - self._last_print >= self._pause:
            self._last_print = seconds
            self._print(seconds)

    def _print(self, seconds: float) -> None:
        rate = max(1, self._finished - self._earlier) / max(seconds - self.start, 1e-9)
        rest = format_duration((self.games - self._finished) / rate)
        text = _(
            "{finished} of {games} games, {rate}, {rest} left",
            finished=grouped(self._finished), games=grouped(self.games), rate=format_rate(rate), rest=rest,
        )  # fmt: skip
        if not show_line(text):
            click.echo(text, err=True)


def show_line(text: str) -> bool:
    """Write a line over the one before, if this is a terminal; an empty one erases it."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    if is_terminal:
        click.echo(f"\r{pad(text, WIDTH)}" if text else f"\r{'':<{WIDTH}}\r", nl=False, err=True)
    return is_terminal


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
