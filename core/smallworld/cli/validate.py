"""``smallworld validate``: every mistake in its place."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.cli.common import plugins_of

if TYPE_CHECKING:
    from smallworld.content.checking import Checker
    from smallworld.content.documents import Document
    from smallworld.content.problem import Problem
    from smallworld.content.table import ReadAction, Table
    from smallworld.plugins import Plugins

STDIN = "<stdin>"
MOST_EXCERPT = 1_000_000
"""Excerpts are shown from this many bytes of a file."""
MANY = 30
"""From this many files on a progress bar is shown in a terminal."""

MOST_FIXES = 10
"""How often a file is mended and checked again: one repair may make room for the next."""


@click.command(short_help="Check content, scenario and replay files.")
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    help="How to print what is wrong.",
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--fix", is_flag=True, help="Mend what is certain: renamed keys, missing halves of borders, order.")
@click.option("--against", metavar="VARIANT", default="", help="Check everything against this variant, by id or path.")
@click.option("--boards", "board_folders", metavar="DIR", multiple=True, help="Further board files for scenarios.")
@click.option("--plugin", "plugin_names", metavar="MODULE_OR_PATH", multiple=True, help="Load this plugin too.")
@click.option("--skip-unknown", is_flag=True, help="Leave files of other programs alone, as folders always do.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="Colours in text.")
@click.option("--explain", metavar="CODE", help="Tell what a code means, and stop; 'all' lists every code.")
def command(
    paths: tuple[str, ...],
    format_: str,
    as_json: bool,
    fix: bool,
    against: str,
    board_folders: tuple[str, ...],
    plugin_names: tuple[str, ...],
    skip_unknown: bool,
    strict: bool,
    color: str,
    explain: str | None,
) -> None:
    """Check variant, board, race and power, scenario and replay files.

    The kind of a file follows from its content. A PATH may be a folder, or - for
    standard input. Exit status: 0 = no errors, 1 = errors, 2 = wrong usage.

    \b
    Examples:
      smallworld validate my-variant/
      smallworld validate --fix boards/island.yaml
      smallworld validate --against base races.yaml
      smallworld validate --format github variants/ tests/scenarios/
      smallworld validate --explain one-sided-border
    """
    if explain:
        _explain(explain)
        return
    if not paths:
        raise click.UsageError("name a file, a folder, or - for standard input")
    if fix and "-" in paths:
        raise click.UsageError("--fix changes files; it cannot be used with -")
    checker = _checker(against, board_folders, plugin_names)
    files = [(file, named and not skip_unknown) for file, named in _files(paths)]
    problems, waiting = _check(checker, files)
    fixed = 0
    if fix and problems:
        problems, waiting, fixed = _fix(checker, files, problems, waiting)
    counts = (len(files) - len(checker.skipped) - waiting, fixed, len(checker.skipped), waiting)
    _print("json" if as_json else format_, problems, counts, color)
    if any(strict or problem.severity == "error" for problem in problems):
        sys.exit(1)


def _explain(code: str) -> None:
    from smallworld.content.codes import EXPLANATIONS, explain
    from smallworld.errors import UnknownName

    if code == "all":
        for entry in EXPLANATIONS.values():
            click.echo(f"{entry.code:20} {entry.title}")
        return
    try:
        click.echo(str(explain(code)))
    except UnknownName as error:
        raise click.UsageError(str(error)) from None


def _checker(against: str, board_folders: Sequence[str], plugin_names: Sequence[str]) -> Checker:
    from smallworld.content.checking import Checker
    from smallworld.content.load import load_boards
    from smallworld.errors import SmallWorldError
    from smallworld.scenarios.running import KIT_BOARDS

    plugins = plugins_of(plugin_names)
    boards = {}
    for folder in board_folders:
        if not Path(folder).is_dir():
            raise click.UsageError(f"--boards: there is no folder {folder!r}")
        try:
            boards.update(load_boards(folder))
        except SmallWorldError as error:
            raise click.UsageError(f"--boards {folder}: {error}") from None
    return Checker(
        folders=tuple(plugins.variants),
        abilities={name: ability.schema() for name, ability in plugins.abilities.items()},
        lacks=plugins.lacks,
        against=against,
        boards=boards,
        spare=load_boards(KIT_BOARDS),
        make_reader=_Readers(plugins),
        arrange=_Arranger(plugins),
    )


class _Readers:
    """Readers of the action notation, one for each table."""

    def __init__(self, plugins: Plugins) -> None:
        self.plugins = plugins
        self.made: dict[tuple[object, ...], ReadAction | None] = {}

    def __call__(self, table: Table) -> ReadAction:
        boards = tuple(board.id for board in table.boards or ())
        key = (table.variant.digest, boards, tuple(table.players))
        if key not in self.made:
            self.made[key] = self._make(table)
        return self.made[key] or str

    def _make(self, table: Table) -> ReadAction | None:
        from smallworld.errors import SmallWorldError
        from smallworld.game import new_game

        try:
            return new_game(table.variant, list(table.players), board=table.boards, plugins=self.plugins).read
        except SmallWorldError:
            return None  # what is wrong with the table is reported elsewhere


class _Arranger:
    """Sets up the positions of scenarios: the rules know which of them can be."""

    def __init__(self, plugins: Plugins) -> None:
        self.plugins = plugins

    def __call__(self, document: Document, table: Table) -> Iterator[Problem]:
        from smallworld.errors import SmallWorldError
        from smallworld.game import new_game
        from smallworld.rules.given import PositionError
        from smallworld.scenarios.running import given_of

        data = document.data
        if "given" not in data:
            return
        try:
            given = given_of(data["given"], table.players)
            options = data.get("options", {})
            new_game(
                table.variant, table.players, board=table.boards, options=options, given=given, plugins=self.plugins
            )
        except PositionError as error:
            yield document.problem("position", document.value(("given", *error.path)), error.message)
        except SmallWorldError as error:
            yield document.problem("position", document.key(("given",)), str(error))


Files = list[tuple[Path | None, bool]]
"""Files, or None for standard input; whether they were named or just lie in a folder."""


def _files(paths: Sequence[str]) -> Files:
    """The files to check, each once."""
    from smallworld.content.folders import files_in

    found: dict[str, tuple[Path | None, bool]] = {}
    for name in paths:
        path = Path(name)
        if name == "-":
            found[name] = (None, True)
        elif path.is_dir():
            for file in files_in(path):
                found.setdefault(str(file), (file, False))
        elif path.exists():
            found[str(path)] = (path, True)
        else:
            raise click.UsageError(f"there is no file or folder {name!r}")
    return list(found.values())


def _check(checker: Checker, files: Files) -> tuple[list[Problem], int]:
    """What is wrong, and how many files wait until others are mended."""
    from smallworld.content.problem import in_order, told_once, without_consequences

    problems: list[Problem] = []
    with _progress(files) as steps:
        for file, named in steps:
            if file is None:
                problems += checker.check_bytes(sys.stdin.buffer.read(MOST_EXCERPT + 1), STDIN)
            else:
                problems += checker.check_file(file, skip_unknown=not named)
    found, waiting = without_consequences(in_order(problems))
    return told_once(found), waiting


def on_a_terminal() -> bool:
    """May a progress bar be drawn? Standard error is its place."""
    return sys.stderr.isatty()


@contextmanager
def _progress(files: Files) -> Iterator[Iterator[tuple[Path | None, bool]]]:
    if len(files) < MANY or not on_a_terminal():
        yield iter(files)
        return
    with click.progressbar(files, label="checking", file=sys.stderr) as bar:
        yield iter(bar)


def _fix(checker: Checker, files: Files, problems: list[Problem], waiting: int) -> tuple[list[Problem], int, int]:
    """Mend and check again; what is left, as :func:`_check` tells it, and how many problems are gone."""
    from smallworld.content.fixing import fix_files

    left = problems
    for _ in range(MOST_FIXES):
        try:
            if not fix_files(left):
                break
        except OSError as error:
            raise click.UsageError(f"cannot write {error.filename}: {(error.strerror or '').lower()}") from None
        checker.forget()
        left, waiting = _check(checker, files)
    return left, waiting, max(0, len(problems) - len(left))


def _print(format_: str, problems: list[Problem], counts: tuple[int, int, int, int], color: str) -> None:
    """:param counts: how many files were checked, problems fixed, files left alone, files that wait for others."""
    from smallworld.content import reports
    from smallworld.versions import __version__

    if format_ == "json":
        click.echo(reports.json_report(problems, counts[0]))
    elif format_ == "sarif":
        click.echo(reports.sarif_report(problems, __version__))
    elif format_ == "github":
        if problems:
            click.echo(reports.github_report(problems))
    else:
        painted = _painted(color)
        if problems:
            click.echo(reports.text_report(problems, _Lines(), painted) + "\n", color=painted)
        click.echo(reports.summary(problems, *counts))


def _painted(color: str) -> bool:
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


class _Lines:
    """The lines of the files that problems are in, for excerpts."""

    def __init__(self) -> None:
        self.kept: dict[str, list[str]] = {}

    def __call__(self, name: str) -> list[str]:
        from smallworld.content.fixing import lines_of

        if name not in self.kept:
            try:
                with Path(name).open("rb") as stream:
                    self.kept[name] = lines_of(stream.read(MOST_EXCERPT).decode("utf-8-sig", "replace"))
            except OSError:
                self.kept[name] = []
        return self.kept[name]
