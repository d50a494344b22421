"""``smallworld plugin``: list and check plugins, and write a package to start from."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from smallworld.errors import UnknownName
from smallworld.hooks.hook_info import hooks, implemented
from smallworld.languages import N_, _, for_reader
from smallworld.plugins.manager import Plugins
from smallworld.plugins.plugin import Plugin
from smallworld.versions import pip_install
from smallworld_cli.common import decision_limit_option, json_option, plugin_option, print_json
from smallworld_cli.parameter_types import FOLDER, SEED, WholeNumber
from smallworld_output.safe_text import judged

STATUSES = {"ok": N_("ok"), "failed": N_("failed"), "blocked": N_("blocked")}
SOURCES = {"built-in": N_("built-in"), "installed": N_("installed")}
CONTENTS = {"abilities": N_("abilities: {names}"), "variants": N_("variants: {names}"), "bots": N_("bots: {names}")}
"""Kind of what a plugin brings → its line."""


@click.group()
def command() -> None:
    """Packages that bring abilities, editions or bots."""


@command.command("list")
@click.option("--hook", metavar="HOOK", help="Only plugins that implement this hook.")
@plugin_option
@json_option
def list_plugins(hook: str | None, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """List every plugin, broken and blocked ones too.

    The environment variable SMALLWORLD_PLUGINS chooses among installed plugins: "a,b" loads
    only these (and the editions of the program), "-a" all but this one.
    """
    if hook is not None and hook not in hooks():
        raise UnknownName("hook", hook, hooks())
    plugins = Plugins(plugin_names)
    rows = [plugin_data(plugin, plugins) for plugin in plugins.entries]
    if hook is not None:
        rows = [row for row in rows if hook in row["hooks"]]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        head = " ".join(filter(None, (row["plugin"], row["version"])))
        status, source = _(STATUSES.get(row["status"], row["status"])), _(SOURCES.get(row["source"], row["source"]))
        click.echo(f"{head:<28} {status:<8} {source}")
        for sentence in (*row["problems"], *row["notes"]):
            click.echo(f"  {for_reader(sentence)}")
        for kind in ("abilities", "variants", "bots") if hook is None else ("abilities",):
            names = [name for name in row[kind] if hook is None or hook in row[kind][name]]
            if names:
                click.echo("  " + _(CONTENTS[kind], names=", ".join(names)))
    if not rows:
        click.echo(_("no plugin implements {hook}", hook=hook))


def plugin_data(plugin: Plugin, plugins: Plugins) -> dict[str, Any]:
    """Describe a plugin as plain data: name, version, source, status, contents, hooks."""
    abilities = {name: implemented(plugins.ability_of(plugin, name)) for name in plugin.brings.get("abilities", ())}
    used = {*plugin.hooks, *(hook for names in abilities.values() for hook in names)}
    return {
        "plugin": plugin.name,
        "version": plugin.version,
        "source": plugin.source,
        "distribution": plugin.distribution,
        "status": plugin.status,
        "problem": plugin.problem,
        "problems": list(plugin.problems),
        "notes": list(plugin.notes),
        "abilities": {name: list(names) for name, names in abilities.items()},
        "variants": list(plugin.brings.get("variants", ())),
        "bots": list(plugin.brings.get("bots", ())),
        "hooks": [name for name in hooks() if name in used],
    }


@command.command("check")
@click.argument("plugin")
@click.option("--variant", "variants", multiple=True, metavar="VARIANT", help="Play this variant too (id or path).")
@click.option("--games", default=200, show_default=True, type=WholeNumber(0), help="Random games to play.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Number that decides chance.")
@decision_limit_option
@plugin_option
@json_option
@judged()
def check(
    plugin: str, variants: tuple[str, ...], games: int, seed: int, decision_limit: float | None,
    plugin_names: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Check that PLUGIN (name, module or path) keeps every promise; exit status 1 if it breaks one.

    Hooks and signatures, texts and citations, its variants, kinds of answers, queries that
    change nothing, the same game for the same seed, conservation laws, records.
    """
    from smallworld.decision_limit import patience_for
    from smallworld.plugins.manager import default_plugins
    from smallworld.plugins.plugin import short_name
    from smallworld_cli.common import plugin_words, replay_command, save_failed_game
    from smallworld_testing import check_plugin

    report = check_plugin(
        plugin, variants=variants, others=plugin_names, games=games, seed=seed, limit=patience_for((), decision_limit)
    )
    first = Path(f"{short_name(plugin)}-failed.jsonl")
    saved = save_failed_game(report.failed_game, first) if report.failed_game else None
    if as_json:
        findings = [{"check": f.check, "severity": f.severity, "message": f.message} for f in report.findings]
        print_json({"plugin": plugin, "ok": report.ok, "games": report.games, "actions": report.actions,
                    "findings": findings, "failed_in": report.failed_in, "saved": str(saved or "")})  # fmt: skip
    else:
        click.echo(str(report))
        if saved is not None:
            installed = default_plugins().plugin(plugin)  # it needs no option
            is_installed = installed is not None and installed.status == "ok"
            options = plugin_words(plugin_names if is_installed else [plugin, *plugin_names])
            click.echo(_("it is saved up to there: {command}", command=replay_command(saved, options)))
    sys.exit(0 if report.ok else 1)


@command.command("new")
@click.argument("name")
@click.option("--to", "parent", type=FOLDER, default=Path(), metavar="DIR",
              help="Folder in which the package's folder is made (default: here).")  # fmt: skip
def new(name: str, parent: Path) -> None:
    """Write an installable package: a race, a power with a verb of its own, tests, a README.

    NAME is that of the package, e.g. misty-lakes. The same template works with copier, see copier.yml.
    """
    from smallworld_authors.scaffold import new_plugin, variant_id

    folder = parent / name
    print_written(new_plugin(name, folder), folder)
    steps = [f"cd {folder}", pip_install("-e", ".[test]"), "pytest", f"smallworld play {variant_id(name)}"]
    click.echo("\n".join([_("next:"), *(f"  {step}" for step in steps)]))


def print_written(paths: Iterable[Path], folder: Path) -> None:
    """Print a line for each file that was written."""
    click.echo("\n".join([f"{folder}:", *(f"  {path.relative_to(folder).as_posix()}" for path in paths)]))
