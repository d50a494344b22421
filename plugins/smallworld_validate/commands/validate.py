"""``smallworld validate``: every mistake in its place."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from smallworld.languages import _
from smallworld_cli.common import plugin_option
from smallworld_cli.parameter_types import Word
from smallworld_output.safe_text import judged, print_commands

if TYPE_CHECKING:
    from smallworld_editions.problem import Problem


def _explain(context: click.Context, parameter: click.Parameter, code: str | None) -> None:
    """Print the meaning of a code, or a line for every code, and end the program."""
    from smallworld_validate.reports import explanations

    if code:
        titles = (f"{entry.code:20} {entry.title}" for entry in explanations().values())
        click.echo("\n".join(titles) if code == "all" else _explanation(code))
        context.exit()


def _explanation(code: str) -> str:
    """Return the explanation of a code."""
    from smallworld.errors import UnknownName
    from smallworld_validate.reports import explain

    try:
        return str(explain(code))
    except UnknownName as error:
        raise click.UsageError(str(error)) from None


@click.command()
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option("--format", "format_", type=Word(["text", "json", "github", "sarif"]), default="text",
              help="How to print the problems.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--fix", is_flag=True, help="Fix mistakes with a certain remedy: missing halves of borders, order.")
@click.option("--against", metavar="VARIANT", default="", help="Check everything against this variant, by id or path.")
@click.option("--boards", "board_folders", metavar="DIR", multiple=True, help="Further board files for scenarios.")
@plugin_option
@click.option("--skip-unknown", is_flag=True, help="Skip files of other programs, as folders always do.")
@click.option("--no-play", is_flag=True, help="Do not play the games of records.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--ignore", "ignored", metavar="CODE", multiple=True, help="Leave out problems with this code.")
@click.option("--stdin-filename", metavar="FILE", help="With -: check standard input as if it were this file.")
@click.option("--color", type=Word(["auto", "always", "never"]), default="auto", help="Colours in text.")
@click.option("--explain", metavar="CODE", callback=_explain, is_eager=True, expose_value=False,
              help="Print the meaning of a code, and stop; 'all' lists every code.")  # fmt: skip
@judged()
def command(
    paths: tuple[str, ...], format_: str, as_json: bool, fix: bool, against: str, board_folders: tuple[str, ...],
    plugin_names: tuple[str, ...], skip_unknown: bool, no_play: bool, strict: bool, ignored: tuple[str, ...],
    stdin_filename: str | None, color: str,
) -> None:  # fmt: skip
    """Check variant, board, race and power, scenario and replay files.

    The kind of a file follows from its content. A PATH may be a folder, or - for
    standard input. Exit status: 0 = no errors, 1 = errors, 2 = wrong usage,
    3 = the program failed at a file (the others were checked).

    \b
    Examples:
      smallworld validate my-variant/
      smallworld validate --fix boards/island.yaml
      smallworld validate --against base races.yaml
      smallworld validate --format github variants/ tests/scenarios/
      smallworld validate --stdin-filename boards/island.yaml -
      smallworld validate --explain one-sided-border
    """
    from smallworld_editions.problem import FAULT
    from smallworld_validate.inputs import Inputs, changeable, excerpt_reader, find_inputs, make_checker
    from smallworld_validate.reports import summary, text_report

    _check_usage(paths, fix, stdin_filename, ignored)
    checker = make_checker(against, board_folders, plugin_names, plays=not no_play)
    files = [file._replace(is_named=file.is_named and not skip_unknown) for file in find_inputs(paths)]
    inputs = Inputs(files, frozenset(ignored), stdin_filename)
    problems, fixed = inputs.check(checker), 0
    if fix and problems:
        problems, fixed = inputs.fix(checker, problems, changeable(paths))
    checked = len(files) - len(checker.skipped) - inputs.waiting
    if as_json or format_ != "text":
        _print_for_programs("json" if as_json else format_, problems, checked)
    else:
        colored = _uses_color(color)
        if problems:
            _echo(text_report(problems, excerpt_reader(inputs.texts), colored) + "\n", colored)
        counts = {"fixed": fixed, "skipped": len(checker.skipped), "waiting": inputs.waiting}
        _echo(summary(problems, checked, **counts))
    if any(problem.code == FAULT for problem in problems):
        sys.exit(3)
    if any(strict or problem.severity == "error" for problem in problems):
        sys.exit(1)


def _check_usage(paths: Sequence[str], fix: bool, stdin_filename: str | None, ignored: Sequence[str]) -> None:
    """Refuse options that do not fit the paths, and codes that do not exist."""
    if not paths:
        raise click.UsageError(_("name a file, a folder, or - for standard input"))
    if fix and "-" in paths:
        raise click.UsageError(_("--fix changes files; it cannot be used with -"))
    if stdin_filename and "-" not in paths:
        raise click.UsageError(_("--stdin-filename names standard input; it needs - as a path"))
    for code in ignored:
        _explanation(code)


def _print_for_programs(format_: str, problems: list[Problem], checked: int) -> None:
    """Print the problems as JSON, SARIF or commands of GitHub.

    :param checked: number of files.
    """
    from smallworld_validate import reports

    if format_ == "json":
        _echo(reports.json_report(problems, checked))
    elif format_ == "sarif":
        _echo(reports.sarif_report(problems))
    elif problems:
        print_commands(_printable(reports.github_report(problems)))


def _echo(text: str, color: bool | None = None) -> None:
    click.echo(_printable(text), color=color)


def _printable(text: str) -> str:
    """A report in which bytes of file names that are not UTF-8 are escapes, as JSON writes them."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _uses_color(color: str) -> bool:
    if color != "auto" or os.environ.get("NO_COLOR"):
        return color == "always"
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()
