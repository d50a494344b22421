"""``smallworld report``: a page and tables of simulated games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from smallworld.cli.common import json_option, need_extra, print_json
from smallworld.errors import SmallWorldError

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(short_help="A readable report of simulated games.")
@click.argument("results", nargs=-1, required=True, type=FILE)
@click.option("--against", multiple=True, type=FILE, help="Compare with these results; repeat for shards.")
@click.option("--html", type=FILE, help="Write one self-contained page here.")
@click.option(
    "--csv", "folder", type=click.Path(file_okay=False, path_type=Path), help="Write a CSV file a table here."
)
@json_option
def command(results: tuple[Path, ...], against: tuple[Path, ...], html: Path | None, folder: Path | None,
            as_json: bool) -> None:  # fmt: skip
    """Tell what RESULTS (files of `simulate`; several are added up) show.

    Without --html and --csv the most important is printed.

    \b
    Examples:
      smallworld report results.parquet --html report.html
      smallworld report after.parquet --against before.parquet --html change.html --csv tables
    """
    need_extra("report", "pyarrow", "matplotlib")
    from smallworld.sim.comparing import changes, check_comparable
    from smallworld.sim.page import describe, page_of, sentences
    from smallworld.sim.store import run_of
    from smallworld.sim.tables import comparisons, tables_of
    from smallworld.sim.tally import tally

    found, other = tally(results), tally(against) if against else None
    runs, others = [run_of(path) for path in results], [run_of(path) for path in against]
    if other is not None:
        check_comparable(found, other)
    if html is not None:
        _keep_results(html, [*results, *against])
    tables = [*tables_of(found), *(comparisons(found, other) if other is not None else [])]
    written: list[Path] = []
    if html is not None:
        written.append(_write(html, page_of(found, runs, other, others)))
    if folder is not None:
        written += [_write(folder / f"{table.name}.csv", table.csv()) for table in tables]
    told, compared = sentences(found), changes(found, runs, other, others) if other is not None else []
    if as_json:
        answer = {"games": found.games, "runs": [describe(run) for run in runs], "findings": told,
                  "against": [describe(run) for run in others], "comparison": compared}  # fmt: skip
        print_json({**answer, "files": [str(path) for path in written]})
        return
    lines = [*map(describe, runs), "", *told]
    if compared:
        lines += ["", "Compared with", *map(describe, others), "", *compared]
    for line in map(str, written) if written else lines:
        click.echo(line)


def _keep_results(page: Path, results: Sequence[Path]) -> None:
    """A page shall not be written over results.

    :raises SmallWorldError: it would be.
    """
    try:
        with page.open("rb") as file:
            taken = file.read(4) == b"PAR1"
    except OSError:
        taken = False
    if taken or any(page.absolute() == path.absolute() for path in results):
        raise SmallWorldError(f"{page} holds results of games; choose another name for the page, e.g. --html "
                              f"{page.with_suffix('.html')}")  # fmt: skip


def _write(path: Path, text: str) -> Path:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as error:
        raise SmallWorldError(f"cannot write {path}: {error.strerror or error}") from None
    return path
