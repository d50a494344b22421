"""Commands that judge games: ``report``, ``balance`` of races and powers, ``sweep`` of editions, ``ladder`` of bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smallworld.errors import SmallWorldError
from smallworld.languages import _, decimal, grouped
from smallworld_cli import common
from smallworld_cli.console import print_columns
from smallworld_cli.parameter_types import FILE, FOLDER, SEED, Points, WholeNumber
from smallworld_lab import run_options
from smallworld_output.safe_text import safe

if TYPE_CHECKING:
    from smallworld_lab.analysis.result_tables import Cell, ResultTable
    from smallworld_lab.analysis.stats import Interval
    from smallworld_lab.ladder import Rating
    from smallworld_lab.run_plan import Run
    from smallworld_lab.sweep import Sweep


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="RACE_OR_POWER...")
@click.option("--variant", default="base", show_default=True, metavar="ID_OR_FILE", help="The edition it is in.")
@run_options.bots_option
@run_options.counts_option
@common.ruling_option
@run_options.change_option
@click.option("--until", "--within", "within", type=Points(0.1, 50), default="4", show_default=True,
              metavar="±POINTS", help="Stop when the win rate is known to so many percentage points.")  # fmt: skip
@click.option("--most", type=WholeNumber(10), default=5000, show_default=True, help="Stop after so many games.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Decides all games.")
@run_options.jobs_option
@common.json_option
@common.plugin_option
def balance_command(
    names: tuple[str, ...], within: float, most: int, seed: int, jobs: int, as_json: bool, **chosen: Any
) -> None:
    """Play as many games as a comparison of a race, a power or a pair of both with the others needs.

    \b
    Examples:
      smallworld balance sorcerers
      smallworld balance wealthy orcs --until 2
      smallworld balance gnomes --variant my/variant.yaml --within 3 --jobs 2
    """
    common.need_extra("balance", "pyarrow")
    from smallworld_lab.analysis.stopping import measure_rank
    from smallworld_lab.executors import backend, play_in_order
    from smallworld_lab.run_plan import chunk_size
    from smallworld_lab.run_setup import find_entry

    edition = common.variant_of(chosen["variant"], common.plugins_of(chosen["plugin_names"]))
    group, key = find_entry(edition, " ".join(names).split())
    run = run_options.make_run(**chosen, games=most, seed=seed, chunk=min(10, chunk_size(most)))
    with closing(play_in_order([run], backend(jobs))) as chunks:
        placement = measure_rank(chunks, group, key, within / 100, _print_progress)
    run_options.show_line("")
    if as_json:
        unpicked = {"name": placement.name, "group": group, "games": placement.games, "picked": 0}
        data = asdict(placement) if placement.picked else unpicked
        common.print_json({**data, "sentence": placement.sentence(), "seed": seed})
    else:
        click.echo(placement.sentence())


def _print_progress(games: int, lift: Interval) -> None:
    """Write the result so far over the line before; only at a terminal."""
    value, low, high = (decimal(100 * part, 1, signed=True) for part in lift)
    run_options.show_line(_(
        "{games} games: {value} points ({low} to {high})", games=grouped(games), value=value, low=low, high=high
    ))  # fmt: skip


# --- an edition with changed values


@click.command()
@click.argument("values", nargs=-1, required=True, metavar="PATH=VALUES...")
@click.option("--variant", default="base", show_default=True, metavar="ID_OR_FILE", help="The edition.")
@click.option(
    "--of",
    "names",
    multiple=True,
    metavar="NAME",
    help="Compare this race, power or pair; repeat. Default: those of the paths, or else the seats.",
)
@click.option("--games", type=WholeNumber(2, 1_000_000), default=400, show_default=True,
              help="Number of games of each value.")  # fmt: skip
@click.option("--within", type=Points(0.1, 50), default="2", show_default=True, metavar="±POINTS",
              help="Estimate the games that differences known so well would need.")  # fmt: skip
@run_options.bots_option
@run_options.counts_option
@common.board_option
@common.ruling_option
@run_options.change_option
@click.option("--seed", type=SEED, default=1, show_default=True, help="Decides all games.")
@run_options.jobs_option
@click.option("--svg", type=FILE, help="Draw the differences into this file.")
@click.option("--csv", "csv_file", type=FILE, help="Write the table into this file.")
@common.json_option
@common.plugin_option
def sweep_command(
    values: tuple[str, ...], names: tuple[str, ...], games: int, within: float, seed: int, jobs: int,
    svg: Path | None, csv_file: Path | None, as_json: bool, **chosen: Any,
) -> None:  # fmt: skip
    """Play an edition with other values, and compare the games with those of the edition as it is.

    A path is that of a value in the variant file: races.orcs.banner, powers.wealthy.coins,
    rounds.3, coins, rulings.tie_break (docs/simulate.md). All combinations of several paths
    play games with the same seeds, which are compared in pairs.

    \b
    Examples:
      smallworld sweep races.orcs.banner=3..7
      smallworld sweep powers.wealthy.coins=5,7,9 --games 2000 --jobs 2 --svg wealthy.svg
      smallworld sweep races.orcs.banner=4..6 powers.hill.badge=3..5 --of orcs --of "hill orcs"
    """
    common.need_extra("sweep", "pyarrow", *(["matplotlib"] if svg else []))
    start = time.monotonic()
    sweep = _play(chosen, values, names, games, seed, jobs)
    seconds = (time.monotonic() - start) / max(1, len(sweep.runs))
    if csv_file is not None:
        common.write_file(csv_file, sweep.table.csv(), make_folder=True)
    if svg is not None:
        common.write_file(svg, _picture(sweep.table), make_folder=True)
    if as_json:
        common.print_json(_document(sweep, within, seed))
    else:
        _print_table(sweep.table)
        click.echo(_advice(sweep, within, seconds))


def _play(
    chosen: Mapping[str, Any], texts: Sequence[str], names: Sequence[str], games: int, seed: int, jobs: int
) -> Sweep:
    """Play all combinations, with their progress on standard error."""
    from smallworld_lab.executors import backend
    from smallworld_lab.run_plan import chunk_size
    from smallworld_lab.run_setup import entries_of
    from smallworld_lab.sweep import combinations, parse_values, play_sweep

    paths: dict[str, list[Any]] = {}
    for path, values in map(parse_values, texts):
        if path in paths:
            raise SmallWorldError(_("{path} is named twice; write its values together, e.g. {path}=3,5", path=path))
        paths[path] = values
    settings = combinations(paths)
    edition = common.variant_of(chosen["variant"], common.plugins_of(chosen["plugin_names"]))
    entries = entries_of(edition, names, list(paths))
    progress = run_options.RunProgress(0, 0, 0)

    def plan(changes: tuple[str, ...]) -> Any:
        options = {**chosen, "changes": (*chosen["changes"], *changes)}
        return run_options.make_run(**options, games=games, seed=seed, chunk=chunk_size(games))

    def begin(number: int) -> Callable[[int], None]:
        progress.games = number
        return progress.add

    try:
        return play_sweep(plan, settings, entries, backend(jobs), begin)
    finally:
        run_options.show_line("")


def _print_table(table: ResultTable) -> None:
    """Print the table; intervals are in brackets."""
    from smallworld_lab.analysis.result_tables import HEADS

    heads = [_(name) if name in HEADS else name for name in table.head]
    rows = [[_text(cell, table, name) for cell, name in zip(row, table.head, strict=True)] for row in table.rows]
    print_columns([heads, *rows], text_columns=table.head.index("name") + 1)


def _text(cell: Cell, table: ResultTable, name: str) -> str:
    """Write a cell."""
    from smallworld_lab.analysis.stats import Interval, figure

    unit = table.unit(name)
    if isinstance(cell, Interval):
        return f"{figure(cell.value, unit)} ({figure(cell.low, unit)} … {figure(cell.high, unit)})"
    return "–" if cell is None else str(cell)


def _picture(table: ResultTable) -> str:
    """Draw the differences of all rows that have one."""
    from smallworld_lab.analysis.charts import sweep
    from smallworld_lab.analysis.stats import Interval

    width, index = table.head.index("name"), table.head.index("difference")
    rows: list[tuple[str, Interval, int]] = []
    signs, clear = {"more": 1, "less": -1}, table.head.index("clear")
    for row in table.rows:
        values = [f"{path}={value}" for path, value in zip(table.head[:width], row[:width], strict=True)]
        if isinstance(gap := row[index], Interval):
            rows.append((" · ".join([*values, str(row[width])]), gap, signs.get(str(row[clear]), 0)))
    if not rows:
        raise SmallWorldError(_("no difference can be drawn: all values are those of the edition as it is"))
    return sweep(rows)


def _advice(sweep: Sweep, within: float, seconds: float) -> str:
    """Write how many games the wanted width needs."""
    from smallworld_lab.analysis.stopping import describe_need

    games = sweep.games_needed(within / 100)
    if not games:
        return _("{games} games of each value", games=sweep.games)
    time_needed = run_options.format_duration(seconds * games / sweep.games)
    need = describe_need(_("differences"), within / 100, games, time_needed)
    return _("{games} games of each value; {need} for each", games=sweep.games, need=need)


def _document(sweep: Sweep, within: float, seed: int) -> dict[str, object]:
    """Return the table as plain data."""
    head, width = sweep.table.head, sweep.table.head.index("name")
    rows = [
        {"values": dict(zip(head[:width], row[:width], strict=True))}
        | dict(zip(head[width:], row[width:], strict=True))
        for row in sweep.table.rows
    ]
    return {"games": sweep.games, "seed": seed, "games_needed": sweep.games_needed(within / 100), "rows": rows}


# --- bots against each other


@click.command()
@click.argument("variant", default="base", shell_complete=common.complete_variant)
@click.option("--player", "players", multiple=True, metavar="[NAME=]BOT", help="A bot; repeat. Default: every bot.")
@click.option("--players", "counts", default="2", show_default=True, metavar="N[-M]",
              help="Number of players at a table, or a range.")  # fmt: skip
@click.option("--games", type=WholeNumber(1, 1_000_000), default=24, show_default=True,
              help="Number of games at each table.")  # fmt: skip
@common.board_option
@common.ruling_option
@run_options.run_seed_option
@run_options.jobs_option
@common.decision_limit_option
@common.json_option
@common.plugin_option
def ladder_command(
    games: int, seed: int | None, jobs: int, decision_limit: float | None, as_json: bool, **chosen: Any
) -> None:
    """Let bots play VARIANT (default: base) against each other, and rate them by Elo.

    Bots form every possible table, and each table plays the same number of games, with
    changing seats. The average rating is 1500; 400 points more are odds of ten to one.
    docs/bots.md explains the ratings and their intervals.

    \b
    Examples:
      smallworld ladder --player easy --player normal --player hard --games 100 --jobs 2
      smallworld ladder warcraft --players 4 --player greedy --player mcts:passes=40 --seed 1
    """
    common.need_extra("ladder", "numpy", "pyarrow")
    from smallworld_bots.bot_description import RUN_BITS, new_seed
    from smallworld_lab.executors import backend
    from smallworld_lab.ladder import list_line_ups, play_ladder

    if seed is None:
        seed = new_seed(RUN_BITS)
    chosen["players"] = chosen["players"] or tuple(common.plugins_of(chosen["plugin_names"]).bots)
    run = run_options.make_run(**chosen, games=games, seed=seed, chunk=1)
    _check_entrants(run)
    tables = list_line_ups(run)
    progress = run_options.RunProgress(games * len(tables), 0, 0)
    try:
        ratings = play_ladder(run, backend(jobs), progress.add, decision_limit)
    finally:
        run_options.show_line("")
    if as_json:
        common.print_json(_ladder_document(run, len(tables), ratings))
    else:
        _print_ratings(run, len(tables), ratings)


def _check_entrants(run: Run) -> None:
    """Refuse a ladder that cannot be played."""
    names = [name for name, _bot in run.entrants]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise click.UsageError(_("{name!r} is listed twice; give the second a name of its own", name=twice))
    if len(names) < 2:
        raise click.UsageError(_("a ladder needs two bots; repeat --player"))
    if min(run.counts) < 2:
        raise click.UsageError(_("a table of a ladder needs two players or more"))


def _ladder_document(run: Run, tables: int, ratings: Mapping[str, Rating]) -> dict[str, object]:
    """Return the ladder as plain data."""
    bots = dict(run.entrants)
    return {
        "variant": run.variant, "players": list(run.counts), "tables": tables, "games": run.games * tables,
        "seed": run.seed,
        "ratings": [
            {
                "name": name, "bot": bots[name], "games": rating.games,
                "elo": [round(bound, 1) for bound in rating.elo],
                "win_rate": [round(bound, 4) for bound in rating.win_rate],
            }
            for name, rating in ratings.items()
        ],
    }  # fmt: skip


def _print_ratings(run: Run, tables: int, ratings: Mapping[str, Rating]) -> None:
    from smallworld_lab.changes import edition_of

    rows = [(_("bot"), _("Elo"), _("interval"), _("games"), _("wins"), _("interval"))]
    for name, rating in ratings.items():
        elo, share = rating.elo, [decimal(100 * bound, 1) for bound in rating.win_rate]
        rows.append((
            name, decimal(elo.value, 0), _("{low} to {high}", low=decimal(elo.low, 0), high=decimal(elo.high, 0)),
            grouped(rating.games), f"{share[0]} %", _("{low} to {high}", low=share[1], high=share[2]),
        ))  # fmt: skip
    print_columns(rows)
    games = grouped(run.games * tables)
    click.echo(_("{variant}, games: {games}, tables: {tables}, seed: {seed}",
                 variant=edition_of(run), games=games, tables=tables, seed=run.seed))  # fmt: skip


# --- the findings in files of results


@click.command()
@click.argument("results", nargs=-1, required=True, type=FILE)
@click.option("--against", multiple=True, type=FILE, help="Compare with these results; repeat for shards.")
@click.option("--html", type=FILE, help="Write one self-contained page here.")
@click.option("--csv", "folder", type=FOLDER, help="Write a CSV file a table here.")
@common.json_option
def report_command(
    results: tuple[Path, ...], against: tuple[Path, ...], html: Path | None, folder: Path | None, as_json: bool
) -> None:
    """Report the findings in RESULTS (files of `simulate`; several are added up).

    Without --html and --csv the most important findings are printed.

    \b
    Examples:
      smallworld report results.parquet --html report.html
      smallworld report after.parquet --against before.parquet --html change.html --csv tables
    """
    common.need_extra("report", "pyarrow", "matplotlib")
    from smallworld_lab.analysis.aggregate import aggregate
    from smallworld_lab.analysis.pairing import Pairing, pair_games
    from smallworld_lab.analysis.report_page import changes, check_comparable, describe, format_page, sentences
    from smallworld_lab.analysis.result_tables import comparisons, list_tables
    from smallworld_lab.result_file import run_of

    sample, other = aggregate(results), aggregate(against) if against else None
    pairing = Pairing()
    runs, other_runs = [run_of(path) for path in results], [run_of(path) for path in against]
    if other is not None:
        check_comparable(sample, other)
        pairing = pair_games(results, against)
    written: list[Path] = []
    if html is not None:
        _refuse_results(html, [*results, *against])
        common.make_parent(html)  # before the work of a page
        written.append(common.write_file(html, format_page(sample, runs, other, other_runs, pairing), make_folder=True))
    if folder is not None:
        tables = [*list_tables(sample), *(comparisons(sample, other, pairing) if other is not None else [])]
        written += [common.write_file(folder / f"{each.name}.csv", each.csv(), make_folder=True) for each in tables]
    findings = {
        "games": sample.games, "runs": [describe(run) for run in runs], "findings": sentences(sample),
        "against": [describe(run) for run in other_runs],
        "comparison": changes(sample, runs, other, other_runs, pairing) if other is not None else [],
        "files": [str(path) for path in written],
    }  # fmt: skip
    if as_json:
        common.print_json(findings)
    else:
        _print_findings(findings)


def _print_findings(findings: Mapping[str, Any]) -> None:
    """Print the files that were written, or else the findings."""
    lines = [*findings["runs"], "", *findings["findings"]]
    if findings["comparison"]:
        lines += ["", _("Compared with"), *findings["against"], "", *findings["comparison"]]
    for line in findings["files"] or lines:
        click.echo(safe(line))


def _refuse_results(page: Path, results: Sequence[Path]) -> None:
    """Refuse to write a page over results."""
    is_parquet = False
    with suppress(OSError):
        if page.is_file():  # reading a pipe would wait for its writer
            with page.open("rb") as file:
                is_parquet = file.read(4) == b"PAR1"
    if is_parquet or any(page.absolute() == path.absolute() for path in results):
        raise SmallWorldError(
            _("{page} holds results of games; choose another name for the page, e.g. --html {with_suffix}",
              page=page, with_suffix=page.with_suffix(".html"))
        )  # fmt: skip
