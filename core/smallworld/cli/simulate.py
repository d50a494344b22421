"""``smallworld simulate``: many games of bots."""

from __future__ import annotations

import random
import re
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smallworld.cli.common import json_option, need_extra, options_of, plugin_option, plugins_of, print_json, variant_of

if TYPE_CHECKING:
    from smallworld.model.content import Scalar, Variant
    from smallworld.sim.run import Run

NAMED = re.compile(r"([A-Za-z0-9_-]{1,40})=(.+)\Z")


@click.command(short_help="Many games of bots.")
@click.argument("variant", default="base")
@click.option("--games", type=click.IntRange(1, 1_000_000_000), default=100, show_default=True, help="How many games.")
@click.option("--player", "players", multiple=True, metavar="[NAME=]BOT", help="Who plays; repeat. Default: greedy.")
@click.option("--players", "counts", metavar="N[-M]", help="Number of players, or a range taken in turn.")
@click.option("--board", "boards", multiple=True, metavar="BOARD", help="Board id or file; repeat for islands.")
@click.option("--option", "options", multiple=True, metavar="RULING=VALUE", help="Answer a ruling differently.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), help="Number that decides all games; random if not given.")
@click.option("--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, help="Processes that play.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), default="results.parquet", show_default=True,
              help="The file of the results.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on with an interrupted run; give the same command.")
@click.option("--shard", default="1/1", metavar="I/N", help="Play the I-th of N equal shares.")
@click.option("--backend", metavar="dask://HOST:PORT", help="Let a Dask cluster play.")
@json_option
@plugin_option
def command(
    variant: str, games: int, players: tuple[str, ...], counts: str | None, boards: tuple[str, ...],
    options: tuple[str, ...], seed: int | None, jobs: int, out: Path, resume: bool, shard: str, backend: str | None,
    as_json: bool, plugin_names: tuple[str, ...],
) -> None:  # fmt: skip
    """Play many games of VARIANT (default: base) among bots and keep what they tell.

    The results are one Parquet file with a row for each game; docs/simulate.md tells
    its columns, `smallworld report` makes a page of them. The same command with the same
    seed gives the same games, however they are split. Ctrl-C loses no finished game:
    repeat the command with --resume.

    \b
    Examples:
      smallworld simulate --games 10000 --player greedy --players 3 --seed 1 --jobs 2
      smallworld simulate warcraft --games 500 --player greedy --player mcts --out mcts.parquet
    """
    need_extra("simulate", "pyarrow")
    from smallworld.sim.run import chunk_size
    from smallworld.sim.store import Store, kept_seed
    from smallworld.sim.work import backend as backend_of

    if seed is None:
        seed = kept_seed(out) if resume else random.SystemRandom().randrange(1 << 31)
    run = make_run(
        variant, players, counts, boards, options, plugin_names,
        games=games, seed=seed, chunk=chunk_size(games), shard=_shard(shard),
    )  # fmt: skip
    store = Store(out, run)
    how = backend_of(jobs, backend)
    store.begin(resume=resume)
    if not as_json:
        where = f"on {backend}" if backend else "1 job" if jobs == 1 else f"{jobs} jobs"
        click.echo(f"{run.variant}, {run.share():,} games, seed {seed}, {where}", err=True)
    seconds, played = simulate(store, how)
    told = {"out": str(out), "games": run.share(), "played": played, "seconds": round(seconds, 3), "seed": seed}
    if as_json:
        print_json(told)
    else:
        click.echo(f"{out}: {run.share():,} games, {played:,} of them now in {duration(seconds)}"
                   f" ({played / max(seconds, 1e-9):,.1f} a second), seed {seed}")  # fmt: skip


def simulate(store: Any, how: Any) -> tuple[float, int]:
    """Play what is missing of a run and put its file together; seconds, and games that were played."""
    from smallworld.sim.work import work

    share = store.run.share()
    if store.complete:
        store.assemble()
        return 0.0, 0
    spooled = store.begun()
    left = sum(last - first for first, last in store.missing()) - spooled
    progress = Progress(share, share - left - spooled, spooled)
    # Batch systems end a job politely, too; it is the same to us as Ctrl-C.
    before: Any = signal.signal(signal.SIGTERM, _interrupt)
    try:
        work(store, how, progress.done)
    except KeyboardInterrupt:
        progress.end()
        click.echo(f"finished games are kept in {store.parts}; repeat the command with --resume", err=True)
        raise
    except BaseException:
        progress.end()
        store.leave()
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
    progress.end()
    store.assemble()
    return time.monotonic() - progress.began, left


def _interrupt(number: int, frame: Any) -> None:
    raise KeyboardInterrupt


def make_run(
    variant: str, players: Sequence[str], counts: str | None, boards: Sequence[str], options: Sequence[str],
    plugin_names: Sequence[str], *, games: int, seed: int, chunk: int, shard: tuple[int, int] = (1, 1),
) -> Run:  # fmt: skip
    """The run that the options mean; its first game of each size is set up, so that mistakes show at once.

    :raises SmallWorldError: something in it does not fit.
    """
    from smallworld.bots import make
    from smallworld.sim.playing import open_game
    from smallworld.sim.run import Run

    plugins = plugins_of(plugin_names)
    entrants = tuple(_entrant(text) for text in players or ["greedy"])
    for name, bot in entrants:
        if (name, bot) != next(entrant for entrant in entrants if entrant[0] == name):
            raise click.UsageError(f"two different bots are called {name!r}; give each a name of its own")
    for _, bot in entrants:
        make(bot, plugins)
    edition = variant_of(variant, plugins)
    run = Run(
        variant, edition.digest, entrants, _counts(counts, len(entrants)), games, seed,
        tuple(boards), _unusual(edition, options_of(options)), tuple(plugin_names), chunk, shard,
    )  # fmt: skip
    for number in range(len(run.counts)):
        open_game(run, number)
    return run


def _unusual(edition: Variant, options: dict[str, Scalar]) -> tuple[tuple[str, Scalar], ...]:
    """Answers to rulings that are not the usual ones anyway: with and without those a run is the same.

    :raises SmallWorldError: there is no such ruling, or no such answer.
    """
    from smallworld.rules.rulings import resolve

    usual, answers = resolve(edition, {}), resolve(edition, options)
    return tuple(sorted((key, answers[key]) for key in options if answers[key] != usual[key]))


def _entrant(text: str) -> tuple[str, str]:
    """Name and bot of ``NAME=BOT`` or ``BOT``."""
    named = NAMED.match(text)
    if named:
        return named[1], named[2]
    return text, text


def _counts(text: str | None, entrants: int) -> tuple[int, ...]:
    """The numbers of players of ``3`` or ``2-5``; without it as many as entrants, or 3."""
    if text is None:
        return (entrants if entrants > 1 else 3,)
    match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 2 <= low <= high <= 12:
        raise click.UsageError(f"--players {text!r} must be a number from 2 to 12 or a range, e.g. 3 or 2-5")
    return tuple(range(low, high + 1))


def _shard(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    number, shares = (int(match[1]), int(match[2])) if match else (0, 0)
    if not 1 <= number <= shares:
        raise click.UsageError(f"--shard {text!r} must be I/N with I from 1 to N, e.g. 2/4")
    return number, shares


def duration(seconds: float) -> str:
    """Seconds for people."""
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


class Progress:
    """How far a run is: one line that changes on a terminal, else a line now and then, all on standard error."""

    def __init__(self, games: int, there: int, begun: int) -> None:
        """So many games, of which some are there already, and some begun chunks hold games."""
        self.games, self.now = games, there
        self.before = there + begun
        self.began = self.told = time.monotonic()
        self.terminal = sys.stderr.isatty()

    def done(self, games: int) -> None:
        """So many more games are kept."""
        self.now += games
        moment = time.monotonic()
        if moment - self.told >= (0.2 if self.terminal else 60):
            self.told = moment
            self._tell(moment)

    def _tell(self, moment: float) -> None:
        rate = max(1, self.now - self.before) / max(moment - self.began, 1e-9)
        left = duration((self.games - self.now) / rate)
        text = f"{self.now:,} of {self.games:,} games, {rate:,.1f} a second, {left} left"
        click.echo(f"\r{text:<72}" if self.terminal else text, nl=not self.terminal, err=True)

    def end(self) -> None:
        """Leave the line."""
        if self.terminal:
            click.echo(f"\r{'':<72}\r", nl=False, err=True)
