"""``smallworld report``: a page and tables of simulated games."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld_cli.common import json_option, make_parent, need_extra, print_json, write_file
from smallworld_cli.parameter_types import FILE, FOLDER
from smallworld_output.safe_text import safe

if TYPE_CHECKING:
    from smallworld_lab.analysis.aggregate import Aggregate
    from smallworld_lab.analysis.pairing import Pairing


@click.command()
@click.argument("results", nargs=-1, required=True, type=FILE)
@click.option("--against", multiple=True, type=FILE, help="Compare with these results; repeat for shards.")
@click.option("--html", type=FILE, help="Write one self-contained page here.")
@click.option("--csv", "folder", type=FOLDER, help="Write a CSV file a table here.")
@json_option
def command(results: tuple[Path, ...], against: tuple[Path, ...], html: Path | None, folder: Path | None,
            as_json: bool) -> None:  # fmt: skip
    """Report the findings in RESULTS (files of `simulate`; several are added up).

    Without --html and --csv the most important findings are printed.

    \b
    Examples:
      smallworld report results.parquet --html report.html
      smallworld report after.parquet --against before.parquet --html change.html --csv tables
    """
    need_extra("report", "pyarrow", "matplotlib")
    from smallworld_lab.analysis.aggregate import aggregate
    from smallworld_lab.analysis.pairing import Pairing, pair_games
    from smallworld_lab.analysis.report_page import changes, check_comparable, describe, format_page, sentences
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
        make_parent(html)  # before the work of a page
        written.append(write_file(html, format_page(sample, runs, other, other_runs, pairing), make_folder=True))
    if folder is not None:
        written += _write_tables(folder, sample, other, pairing)
    findings = {
        "games": sample.games, "runs": [describe(run) for run in runs], "findings": sentences(sample),
        "against": [describe(run) for run in other_runs],
        "comparison": changes(sample, runs, other, other_runs, pairing) if other is not None else [],
        "files": [str(path) for path in written],
    }  # fmt: skip
    if as_json:
        print_json(findings)
    else:
        _print_findings(findings)


def _write_tables(folder: Path, sample: Aggregate, other: Aggregate | None, pairing: Pairing) -> list[Path]:
    """Write a CSV file for each table, also for those of a comparison; return their paths."""
    from smallworld_lab.analysis.result_tables import comparisons, list_tables  # not for --help

    tables = [*list_tables(sample), *(comparisons(sample, other, pairing) if other is not None else [])]
    return [write_file(folder / f"{table.name}.csv", table.csv(), make_folder=True) for table in tables]


def _print_findings(findings: Mapping[str, Any]) -> None:
    """Print the files that were written, or else the findings."""
    lines = [*findings["runs"], "", *findings["findings"]]
    if findings["comparison"]:
        lines += ["", _("Compared with"), *findings["against"], "", *findings["comparison"]]
    for line in findings["files"] or lines:
        click.echo(safe(line))


def _refuse_results(page: Path, results: Sequence[Path]) -> None:
    """Refuse to write a page over results.

    :raises SmallWorldError: the page has the name of a file of results.
    """
    is_parquet = False
    with contextlib.suppress(OSError):
        if page.is_file():  # reading a pipe would wait for its writer
            with page.open("rb") as file:
                is_parquet = file.read(4) == b"PAR1"
    if is_parquet or any(page.absolute() == path.absolute() for path in results):
        raise SmallWorldError(
            _("{page} holds results of games; choose another name for the page, e.g. --html {with_suffix}",
              page=page, with_suffix=page.with_suffix(".html"))
        )  # fmt: skip
