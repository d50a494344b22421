"""``smallworld doctor`` and ``completion``: the facts and faults of the installation, and Tab in the shell."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, metadata, requires, version
from pathlib import Path
from typing import Any

import click
from click.shell_completion import get_completion_class
from packaging.requirements import Requirement

from smallworld.errors import ContentError, SmallWorldError
from smallworld.hooks.decorators import API_LEVEL
from smallworld.languages import N_, _, for_reader, lazy, lazy_join, lazy_n, pgettext
from smallworld.plugins.manager import Plugins
from smallworld.versions import DISTRIBUTION, __version__, pip_install
from smallworld_authors.commands.plugin import plugin_data
from smallworld_cli.common import json_option, plugin_option, print_json, variant_of
from smallworld_cli.parameter_types import Word
from smallworld_editions.discovery import find_variants
from smallworld_native.extensions import installed_build
from smallworld_output.safe_text import judged

VARIABLES = ("SMALLWORLD_PLUGINS", "SMALLWORLD_DEBUG", "NO_COLOR", "TERM", "LANG", "LC_ALL", "PYTHONHASHSEED")


@click.command()
@click.option("--details", is_flag=True, help="Add the tracebacks of broken plugins, for their authors.")
@plugin_option
@json_option
@judged()
def doctor(details: bool, plugin_names: tuple[str, ...], as_json: bool) -> None:
    """Print versions, plugins, variants and surroundings; exit status 1 if there are problems.

    Names of users and files are not printed, except the paths of plugins that were given.
    """
    plugins = Plugins(plugin_names)
    data = diagnosis(plugins)
    if as_json:
        print_json(data)
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
            variant = variant_of(name, plugins)
            variants[name] = lazy_join(", ", [
                lazy_n("{count} race", "{count} races", len(variant.races)),
                lazy_n("{count} power", "{count} powers", len(variant.powers)),
            ])  # fmt: skip
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
    try:
        return [Requirement(line) for line in requires(DISTRIBUTION) or []]
    except PackageNotFoundError:
        return []


def _extras(requirements: Sequence[Requirement]) -> dict[str, bool]:
    """Return the extras of the program, and whether everything that each needs is installed."""
    names = sorted(metadata(DISTRIBUTION).get_all("Provides-Extra") or []) if requirements else []
    packages = {name: [r for r in requirements if r.marker and r.marker.evaluate({"extra": name})] for name in names}

    def is_complete(name: str) -> bool:
        return all(
            all(map(is_complete, r.extras)) if r.name == DISTRIBUTION else bool(_version(r.name))
            for r in packages[name]
        )

    return {name: is_complete(name) for name in packages}


def _version(name: str) -> str:
    """Return the installed version of a package; empty without one."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_SMALLWORLD_COMPLETE"
"""The environment variable by which a shell asks click for completions."""


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
    click.echo(shell_class(program, {}, "smallworld", VARIABLE).source())
