"""``smallworld scenario run``: a line for each scenario, then the count."""

from __future__ import annotations

import sys
from pathlib import Path
from textwrap import indent

import click

from smallworld.languages import _, for_reader
from smallworld_cli.common import json_option, plugin_option, plugins_of, print_json, trace_option, tracer
from smallworld_cli.parameter_types import EXISTING_FOLDER, FilePath
from smallworld_output.safe_text import judged


@click.group()
def command() -> None:
    """Small tests of the rules that a person can read."""


@command.command("run")
@click.argument("paths", nargs=-1, required=True, type=FilePath(must_exist=True), metavar="PATH...")
@click.option("--boards", "folders", multiple=True, type=EXISTING_FOLDER,
              metavar="DIR", help="Board files that scenarios may name by id.")  # fmt: skip
@click.option("--quiet", "-q", is_flag=True, help="Only failures and the count.")
@trace_option
@plugin_option
@json_option
@judged()
def run(
    paths: tuple[Path, ...], folders: tuple[Path, ...], quiet: bool, trace_hooks: bool, plugin_names: tuple[str, ...],
    as_json: bool,
) -> None:  # fmt: skip
    """Run scenario files or folders; exit status 1 if one fails."""
    from smallworld_testing.scenario_runner import Library, run_paths

    outcomes = []
    for outcome in run_paths(paths, Library(folders, plugins_of(plugin_names), tracer(trace_hooks))):
        outcomes.append(outcome)
        if not as_json and not (quiet and outcome.passed):
            click.echo(f"{_('ok') if outcome.passed else _('FAIL'):<4} {outcome.title}")
            if outcome.failure:
                click.echo(indent(for_reader(outcome.failure), "     "))
    failed = sum(not outcome.passed for outcome in outcomes)
    passed = len(outcomes) - failed
    if as_json:
        rows = [{"scenario": o.title, "file": o.file, "passed": o.passed, "failure": o.failure} for o in outcomes]
        print_json({"passed": passed, "failed": failed, "scenarios": rows})
    else:
        click.echo(_("{outcomes_count} passed, {failed} failed", outcomes_count=passed, failed=failed))
    if not outcomes:
        raise click.UsageError(_("no scenario files there; a scenario is a YAML document with the key 'scenario'"))
    sys.exit(1 if failed else 0)
