"""``smallworld simulate``: many games of bots."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smallworld.languages import _, grouped, ngettext
from smallworld_cli import common
from smallworld_cli.parameter_types import FILE, WholeNumber
from smallworld_lab import run_options

if TYPE_CHECKING:
    from smallworld_lab.analysis.stopping import Watch
    from smallworld_lab.run_plan import Run
    from smallworld_lab.worker import GameFailed


MOST_GAMES, LOOK = 100_000, 50
"""Most games of a run with ``--until``, and games after which it looks whether it may end."""


@click.command()
@click.argument("variant", default="base", shell_complete=common.complete_variant)
@click.option(
    "--games", type=WholeNumber(1, 1_000_000_000), help="Number of games. Default: 100; with --until its cap, 100000."
)
@click.option("--until", metavar="[KIND=]±POINTS",
              help="Stop when the win rates of all seats, or races, powers or players, are known so well.")  # fmt: skip
@run_options.bots_option
@run_options.counts_option
@common.board_option
@common.ruling_option
@run_options.run_seed_option
@run_options.observer_option
@run_options.change_option
@run_options.jobs_option
@click.option("--out", type=FILE, default="results.parquet", show_default=True,
              help="The file of the results.")  # fmt: skip
@click.option("--resume", is_flag=True, help="Go on with an interrupted run; give the same command.")
@click.option("--skip-failed", is_flag=True, help="Leave out games that fail, and save each of them.")
@click.option("--shard", default="1/1", metavar="I/N", help="Play the I-th of N equal shares.")
@click.option("--backend", metavar="dask://HOST:PORT", help="Let a Dask cluster play.")
@common.decision_limit_option
@common.json_option
@common.plugin_option
def command(
    games: int | None, until: str | None, seed: int | None, jobs: int, out: Path, resume: bool, shard: str,
    backend: str | None, skip_failed: bool, decision_limit: float | None, as_json: bool, **chosen: Any,
) -> None:  # fmt: skip
    """Play many games of VARIANT (default: base) among bots and keep their results.

    The results are one Parquet file with a row for each game; docs/simulate.md lists
    its columns, `smallworld report` makes a page of them. The same command with the same
    seed gives the same games, however they are split. Ctrl-C loses no finished game:
    repeat the command with --resume. A game that fails ends the run and is saved; with
    --skip-failed it is saved and left out.

    \b
    Examples:
      smallworld simulate --games 10000 --player greedy --players 3 --seed 1 --jobs 2
      smallworld simulate --until races=3 --players 3 --jobs 2
      smallworld simulate warcraft --games 500 --player greedy --player mcts --out mcts.parquet
    """
    common.need_extra("simulate", "pyarrow")
    from smallworld_bots.bot_description import RUN_BITS, new_seed
    from smallworld_lab.analysis.stopping import Watch, parse_rule
    from smallworld_lab.executors import backend as backend_of
    from smallworld_lab.run_files import RunFiles, kept_seed
    from smallworld_lab.run_plan import chunk_size

    watch = None if until is None else Watch(parse_rule(until))
    games = games or (MOST_GAMES if watch else 100)
    if seed is None:
        seed = kept_seed(out) if resume else new_seed(RUN_BITS)
    chunk = min(LOOK, chunk_size(games)) if watch else chunk_size(games)
    until, part = str(watch.rule) if watch else "", run_options.parse_shard(shard)
    run = run_options.make_run(**chosen, games=games, seed=seed, chunk=chunk, shard=part, until=until)
    executor = backend_of(jobs, backend, common.warn)
    failed_games = FailedGames(out, chosen["plugin_names"])
    with closing(RunFiles(out, run)) as files:
        files.begin(resume=resume)
        if not as_json:
            _announce(run, jobs, backend)
        if watch is not None:
            files.show(watch)
        seconds, played = simulate(files, executor, failed_games, decision_limit, skip_failed=skip_failed, watch=watch)
    _report(files.run, failed_games, seconds, played, as_json=as_json)
    if watch is not None and not as_json:
        click.echo(_verdict(watch, seconds / max(1, played)))


def _verdict(watch: Watch, seconds: float) -> str:
    """Write whether the rule was kept, or how many games it needs.

    :param seconds: seconds for a game.
    """
    if watch.kept:
        return _("win rates of {kind} are known to ±{points} points",
                 kind=watch.rule.kind, points=f"{100 * watch.rule.half:g}")  # fmt: skip
    from smallworld_lab.analysis.stopping import describe_need

    games = watch.rule.games(watch.results)
    need = describe_need(watch.rule.kind, watch.rule.half, games, run_options.format_duration(seconds * games))
    return _("the cap of games was reached; {need}", need=need)


def _announce(run: Run, jobs: int, backend: str | None) -> None:
    """Print what will be played and where, before the first game."""
    from smallworld_lab.changes import edition_of

    cluster = _("on {cluster}", cluster=backend) if backend else ""
    resource = cluster or ngettext("{count} job", "{count} jobs", jobs)
    click.echo(
        ngettext(
            "{variant}, {games} game, seed {seed}, {resource}",
            "{variant}, {games} games, seed {seed}, {resource}",
            run.share(), variant=edition_of(run), games=grouped(run.share()), seed=run.seed, resource=resource,
        ),
        err=True,
    )  # fmt: skip
    if run.until:
        click.echo(_("it stops earlier when {rule} is known", rule=run.until), err=True)


def _report(run: Run, failed_games: FailedGames, seconds: float, played: int, *, as_json: bool) -> None:
    """Print how many games the file has, and how long the new ones took."""
    games = run.share() - len(failed_games.numbers)
    if as_json:
        common.print_json({
            "out": str(failed_games.out), "games": games, "played": played, "seconds": round(seconds, 3),
            "seed": run.seed, "failed": failed_games.numbers,
        })  # fmt: skip
        return
    text = ngettext(
        "{file}: {games} game, {played} now in {duration} ({rate}), seed {seed}",
        "{file}: {games} games, {played} of them now in {duration} ({rate}), seed {seed}",
        games, file=failed_games.out, games=grouped(games), played=grouped(played), seed=run.seed,
        duration=run_options.format_duration(seconds), rate=run_options.format_rate(played / max(seconds, 1e-09)),
    )  # fmt: skip
    click.echo("; ".join(filter(None, [text, failed_games.summary()])))


class FailedGames:
    """The games of a run that fail: each is saved, with the command that shows it."""

    def __init__(self, out: Path, plugins: Sequence[str]) -> None:
        self.out, self.plugins = out, plugins
        self.numbers: list[int] = []
        """The games that were left out."""

    def skip(self, failure: GameFailed) -> None:
        """Report a game that is left out, and save it."""
        self.numbers.append(failure.number)
        click.echo(_("left out: {failure}", failure=failure), err=True)
        self.save(failure)

    def save(self, failure: GameFailed) -> None:
        """Save a game up to the decision that failed, and report how to look at it."""
        path = self.out.with_name(f"{self.out.stem}-game-{failure.number}-failed.jsonl")
        saved = common.save_failed_game(failure.record, path) if failure.record else None
        if saved is not None:
            command = common.record_command("replay", saved, common.plugin_words(self.plugins))
            click.echo(_("the game up to this decision is saved: {command}", command=command), err=True)

    def summary(self) -> str:
        """Format the number of games that were left out."""
        count = len(self.numbers)
        return ngettext("{count} failed and is left out", "{count} failed and are left out", count) if count else ""


def simulate(
    files: Any,
    executor: Any,
    failed_games: FailedGames,
    limit: float | None = None,
    *,
    skip_failed: bool = False,
    watch: Watch | None = None,
) -> tuple[float, int]:
    """Play the missing games of a run, until a watch ends it, and assemble its file.

    :returns: seconds, and the number of games that were played.
    """
    from smallworld_lab.executors import play_chunks

    share = files.run.share()
    if files.complete:
        files.assemble()
        return 0.0, 0
    spooled = files.begun()
    missing = sum(last - first for first, last in files.missing()) - spooled
    progress = run_options.RunProgress(share, share - missing - spooled, spooled)

    def done(games: int) -> None:
        if watch is not None and watch.results.games:
            progress.games = min(share, max(watch.rule.games(watch.results), watch.results.games))
        progress.add(games)

    with _resumable(files, failed_games):
        play_chunks(files, executor, done, limit, failed_games.skip if skip_failed else None)
    seconds, played = time.monotonic() - progress.start, progress.added - spooled
    files.assemble()
    return seconds, missing if watch is None else min(missing, max(0, played))


@contextmanager
def _resumable(files: Any, failed_games: FailedGames) -> Iterator[None]:
    """Keep the finished games of a run that is interrupted or fails, and report how to go on."""
    from smallworld_lab.worker import GameFailed

    # Batch systems end a job with SIGTERM; it has the same effect as Ctrl-C.
    before: Any = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except BaseException as error:
        run_options.show_line("")
        if isinstance(error, KeyboardInterrupt):
            sentence = _("finished games are kept in {parts}; repeat the command with --resume", parts=files.parts)
            click.echo(sentence, err=True)
            raise
        files.leave()
        if isinstance(error, GameFailed) and error.number >= 0:
            failed_games.save(error)
            options = "--resume --skip-failed" if files.parts.exists() else "--skip-failed"
            click.echo(_("to leave such games out, repeat the command with {options}", options=options), err=True)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)
    run_options.show_line("")
