"""``smallworld plugin``, ``doctor`` and ``completion``: what is installed, whether it works, and a package to begin."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import get_completion_class

from smallworld import API_LEVEL, ContentError, Plugins, SmallWorldError, UnknownName, __version__
from smallworld.hooks.hook_info import hooks, implemented
from smallworld.languages import N_, _, for_reader, lazy, lazy_join, lazy_n, pgettext
from smallworld.plugins.manager import default_plugins
from smallworld.plugins.plugin import Plugin, short_name
from smallworld.versions import DISTRIBUTION, pip_install
from smallworld_cli import common
from smallworld_cli.parameter_types import FOLDER, SEED, WholeNumber, Word
from smallworld_editions.discovery import find_variants
from smallworld_native.extensions import installed_build
from smallworld_output.safe_text import judged

if TYPE_CHECKING:
    from packaging.requirements import Requirement

STATUSES = {"ok": N_("ok"), "failed": N_("failed"), "blocked": N_("blocked")}
SOURCES = {"built-in": N_("built-in"), "installed": N_("installed")}
CONTENTS = {"abilities": N_("abilities: {names}"), "variants": N_("variants: {names}"), "bots": N_("bots: {names}")}
"""Kind of what a plugin brings → its line."""


@click.group()
def plugin_group() -> None:
    """Packages that bring abilities, editions or bots."""


@plugin_group.command("list")
@click.option("--hook", metavar="HOOK", help="Only plugins that implement this hook.")
@common.plugin_option
@common.json_option
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
        common.print_json(rows)
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


@plugin_group.command("check")
@click.argument("plugin")
@click.option("--variant", "variants", multiple=True, metavar="VARIANT", help="Play this variant too (id or path).")
@click.option("--games", default=200, show_default=True, type=WholeNumber(0), help="Random games to play.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Number that decides chance.")
@common.decision_limit_option
@common.plugin_option
@common.json_option
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
    from smallworld_testing import check_plugin

    report = check_plugin(
        plugin, variants=variants, others=plugin_names, games=games, seed=seed, limit=patience_for((), decision_limit)
    )
    first = Path(f"{short_name(plugin)}-failed.jsonl")
    saved = common.save_failed_game(report.failed_game, first) if report.failed_game else None
    if as_json:
        findings = [{"check": f.check, "severity": f.severity, "message": f.message} for f in report.findings]
        common.print_json({"plugin": plugin, "ok": report.ok, "games": report.games, "actions": report.actions,
                    "findings": findings, "failed_in": report.failed_in, "saved": str(saved or "")})  # fmt: skip
    else:
        click.echo(str(report))
        if saved is not None:
            installed = default_plugins().plugin(plugin)  # it needs no option
            is_installed = installed is not None and installed.status == "ok"
            options = common.plugin_words(plugin_names if is_installed else [plugin, *plugin_names])
            command = common.record_command("replay", saved, options)
            click.echo(_("it is saved up to there: {command}", command=command))
    sys.exit(0 if report.ok else 1)


@plugin_group.command("new")
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


# --- the installation


VARIABLES = ("SMALLWORLD_PLUGINS", "SMALLWORLD_DEBUG", "NO_COLOR", "TERM", "LANG", "LC_ALL", "PYTHONHASHSEED")


@click.command()
@click.option("--details", is_flag=True, help="Add the tracebacks of broken plugins, for their authors.")
@common.plugin_option
@common.json_option
@judged()
def doctor(details: bool, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """Print versions, plugins, variants and surroundings; exit status 1 if there are problems.

    Names of users and files are not printed, except the paths of plugins that were given.
    """
    plugins = Plugins(plugin_names)
    data = diagnosis(plugins)
    if as_json:
        common.print_json(data)
    else:
        click.echo("\n".join(_lines(data)))
        for plugin in plugins.broken() if details else ():
            click.echo(f"\n{plugin.name}\n{plugin.details}")
    sys.exit(1 if data["problems"] else 0)


def diagnosis(plugins: Plugins) -> dict[str, Any]:
    """Return everything as plain data; ``problems`` are sentences."""
    broken = [(plugin.name, problem) for plugin in plugins.broken() for problem in plugin.problems]
    problems = [lazy("plugin {name!r}: {problem}", name=name, problem=problem) for name, problem in broken]
    (variants, broken_variants), build, requirements = _variants(plugins), installed_build(), _requirements()
    description = lazy("plain Python")
    if build.is_compiled:
        description = lazy_n("compiled, {count} module", "compiled, {count} modules", len(build.compiled))
    if build.is_compiled and build.interpreted:
        modules = ", ".join(build.interpreted)
        problems.append(lazy("the compiled build lacks {modules}; install it again", modules=modules))
    if not requirements:
        sentence = N_("the program is not installed under its name {name!r}; {install}")
        problems.append(lazy(sentence, name=DISTRIBUTION, install=pip_install(DISTRIBUTION)))
    output = N_("{encoding}, terminal: yes") if sys.stdout.isatty() else N_("{encoding}, terminal: no")
    needed = [r.name for r in requirements if r.marker is None or "extra" not in str(r.marker)]
    return {
        "smallworld": __version__,
        "build": description,
        "api_level": API_LEVEL,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.platform(terse=True),
        "encoding": lazy(output, encoding=sys.stdout.encoding),
        "libraries": {name: _version(name) or lazy("not installed") for name in needed},
        "extras": _extras(requirements),
        "environment": {name: os.environ[name] for name in VARIABLES if name in os.environ},
        "plugins": [plugin_data(plugin, plugins) for plugin in plugins.entries],
        "variants": variants,
        "problems": problems + broken_variants,
    }


def _variants(plugins: Plugins) -> tuple[dict[str, str], list[str]]:
    """Describe each edition by the number of its races and powers; list the problems of those that cannot be read."""
    variants, problems = {}, []
    for name in sorted(find_variants(plugins.variants)):
        try:
            variant = common.variant_of(name, plugins)
            races = lazy_n("{count} race", "{count} races", len(variant.races))
            powers = lazy_n("{count} power", "{count} powers", len(variant.powers))
            variants[name] = lazy_join(", ", [races, powers])
        except SmallWorldError as error:
            many = error.problems if isinstance(error, ContentError) else []
            problem = str(many[0]) if many else error.sentence
            variants[name] = lazy("broken")
            problems.append(lazy("variant {name!r}: {problem}", name=name, problem=problem))
    return variants, problems


def _lines(data: dict[str, Any]) -> Iterator[str]:
    for key, title in TITLES.items():
        yield f"{_(title):<12} {for_reader(data[key])}"
    libraries = (f"{name} {for_reader(number)}" for name, number in data["libraries"].items())
    yield f"{_('libraries'):<12} {', '.join(libraries)}"
    extras = ", ".join(name for name, is_installed in data["extras"].items() if is_installed)
    yield f"{_('extras'):<12} {extras or pgettext('extras', 'none')}"
    yield from (f"{_('environment'):<12} {name}={value}" for name, value in data["environment"].items())
    for plugin in data["plugins"]:
        yield f"{_('plugin'):<12} {plugin['plugin']} {plugin['version']} {plugin['status']} ({plugin['source']})"
    for name, summary in data["variants"].items():
        yield f"{_('variant'):<12} {name}: {for_reader(summary)}"
    yield from (f"{_('problem'):<12} {for_reader(problem)}" for problem in data["problems"])
    if not data["problems"]:
        yield _("no problems")


TITLES = {
    "smallworld": N_("smallworld"),
    "build": N_("build"),
    "api_level": N_("api level"),
    "python": N_("python"),
    "system": N_("system"),
    "encoding": N_("encoding"),
}
"""Key of the diagnosis → the beginning of its line."""


def _requirements() -> list[Requirement]:
    """Return what the program needs, with what its extras need; nothing if it is not installed under its name."""
    from importlib.metadata import PackageNotFoundError, requires  # not for --help

    from packaging.requirements import Requirement

    try:
        return [Requirement(line) for line in requires(DISTRIBUTION) or []]
    except PackageNotFoundError:
        return []


def _extras(requirements: Sequence[Requirement]) -> dict[str, bool]:
    """Return the extras of the program, and whether everything that each needs is installed."""
    from importlib.metadata import metadata

    names = sorted(metadata(DISTRIBUTION).get_all("Provides-Extra") or []) if requirements else []
    packages = {name: [r for r in requirements if r.marker and r.marker.evaluate({"extra": name})] for name in names}

    def is_complete(name: str) -> bool:
        ours = [extra for r in packages[name] if r.name == DISTRIBUTION for extra in r.extras]
        return all(map(is_complete, ours)) and all(_version(r.name) for r in packages[name] if r.name != DISTRIBUTION)

    return {name: is_complete(name) for name in packages}


def _version(name: str) -> str:
    """Return the installed version of a package; empty without one."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return ""


SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=Word(SHELLS), required=False)
def completion(shell: str | None) -> None:
    """Print a script with which Tab completes commands, options and editions.

    Without SHELL it is for the shell that you use ($SHELL).

    \b
    Once, for new shells:
      echo 'eval "$(smallworld completion bash)"' >> ~/.bashrc
      echo 'eval "$(smallworld completion zsh)"' >> ~/.zshrc
      smallworld completion fish > ~/.config/fish/completions/smallworld.fish
    """
    name = shell or Path(os.environ.get("SHELL", "")).name
    shell_class = get_completion_class(name)
    if shell_class is None or name not in SHELLS:
        raise click.UsageError(_("name a shell: {shells}", shells=", ".join(SHELLS)))
    program = click.get_current_context().find_root().command
    click.echo(shell_class(program, {}, "smallworld", "_SMALLWORLD_COMPLETE").source())
