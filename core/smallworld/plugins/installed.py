"""The entry points of installed packages, and the commands that the packages of the program bring.

The answers are those of ``importlib.metadata.entry_points(group=…)``, which is asked where packages are not in folders.

Only the modules of the entry points ``smallworld.commands`` are asked, which import nothing but names, so that every
``--help`` is answered without an engine.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.machinery import PathFinder
from typing import Any, NamedTuple

import pluggy

from smallworld.hooks.decorators import PROJECT
from smallworld.hooks.plugin_hooks import PluginHooks
from smallworld.versions import DISTRIBUTION

TARGET = re.compile(r"(?P<module>[\w.]+)\s*(:\s*(?P<attribute>[\w.]+)\s*)?(\[.*\]\s*)?$")
"""Pattern of a target: a module, an attribute of it, and extras that nobody needs."""
SEPARATORS = re.compile(r"[-_.]+")


class InstalledPlugin(NamedTuple):
    """An entry point.

    :ivar target: the module, or the attribute of one, that is the plugin.
    :ivar distribution: the name of its package; :ivar version: the version of that.
    """

    name: str
    target: str
    distribution: str
    version: str

    @property
    def module(self) -> str:
        """The module that it names."""
        return self.target.partition(":")[0].strip()

    def load(self) -> Any:
        """Import the plugin.

        :raises ValueError: the target is not written as one.
        """
        match = TARGET.match(self.target)
        if match is None:
            raise ValueError(f"the entry point {self.name!r} names no module: {self.target!r}")
        plugin: Any = import_module(match["module"])
        for name in filter(None, (match["attribute"] or "").split(".")):
            plugin = getattr(plugin, name)
        return plugin


def installed_plugins(group: str) -> list[InstalledPlugin]:
    """List the entry points of a group; of a package that is installed twice, those that Python finds first."""
    return plugins_of_groups(group)[group]


def plugins_of_groups(*groups: str) -> dict[str, list[InstalledPlugin]]:
    """List the entry points of some groups, which are read together."""
    folders = [path or os.curdir for path in sys.path]
    if any(os.path.isfile(path) or path.endswith(".egg") for path in folders) or not _are_finders_plain():
        return {group: _listed_by_library(group) for group in groups}
    plugins: dict[str, list[InstalledPlugin]] = {group: [] for group in groups}
    seen: set[str] = set()
    for info in (info for folder in folders for info in _infos(folder)):
        package = SEPARATORS.sub("-", os.path.basename(info).rpartition(".")[0].partition("-")[0]).lower()
        if package not in seen:
            seen.add(package)
            entries = list(_entries(_text(info, "entry_points.txt"), groups))
            name, version = _name_and_version(info) if entries else ("", "")
            for group, entry, target in entries:
                plugins[group].append(InstalledPlugin(entry, target, name, version))
    return plugins


def _are_finders_plain() -> bool:
    """Return whether packages are found in folders alone."""
    return all(finder is PathFinder or not hasattr(finder, "find_distributions") for finder in sys.meta_path)


def _listed_by_library(group: str) -> list[InstalledPlugin]:
    from importlib.metadata import entry_points

    return [
        InstalledPlugin(entry.name, entry.value, entry.dist.name, entry.dist.version)
        for entry in entry_points(group=group)
        if entry.dist is not None
    ]


def _infos(folder: str) -> Iterator[str]:
    """Yield the folders with facts about installed packages in a folder."""
    try:
        names = os.listdir(folder)
    except OSError:
        return
    for name in names:
        if name.endswith((".dist-info", ".egg-info")) or name.lower().endswith((".dist-info", ".egg-info")):
            yield f"{folder}{os.sep}{name}"


def _text(info: str, name: str) -> str:
    try:
        with open(f"{info}{os.sep}{name}", "rb", 0) as stream:  # a stream of text takes twice as long to make
            return stream.read().decode("utf-8", "replace")
    except OSError:
        return ""


def _name_and_version(info: str) -> tuple[str, str]:
    """Return name and version of a package, from the head of its description; empty texts if they are missing."""
    text = _text(info, "METADATA") or _text(info, "PKG-INFO")
    facts: dict[str, str] = {}
    for line in text.splitlines():
        if not line.strip():
            break
        key, _, value = line.partition(":")
        facts.setdefault(key.lower(), value.strip())
    return facts.get("name", ""), facts.get("version", "")


def _entries(text: str, groups: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield group, name and target of each entry point of some groups."""
    if not any(group in text for group in groups):
        return
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif section in groups and "=" in line and not line.startswith("#"):
            name, _, target = line.partition("=")
            yield section, name.strip(), target.strip()


# --- the commands of the program: each package that comes with it brings its own, and plugins may bring more


GROUP = "smallworld.commands"
PLUGINS = "smallworld"
"""Groups of entry points: modules with the commands of a package of ours, and plugins."""


@cache
def shipped_commands(name: str = "") -> Mapping[str, tuple[str, str]]:
    """Return the commands that come with the program: name → place and line of help; the first package wins.

    A package that is not there brings no command.

    :param name: a command; if a package has its name in the entry point, this package alone is imported and asked.
    """
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(PluginHooks)
    entries = _shipped_entries()
    for entry in [entry for entry in entries if entry.name == name] or entries:
        with contextlib.suppress(ModuleNotFoundError):
            manager.register(entry.load(), name=entry.name)
    commands: dict[str, tuple[str, str]] = {}
    for answer in manager.hook.smallworld_commands():
        for command, row in answer.items():
            commands.setdefault(command, row)
    return commands


def shipped_packages() -> set[str]:
    """Return the packages that bring the commands of the program."""
    return {entry.target.partition(".")[0] for entry in _shipped_entries()}


def _shipped_entries() -> list[InstalledPlugin]:
    entries = (entry for entry in _program_entries()[GROUP] if entry.distribution == DISTRIBUTION)
    return sorted(entries, key=lambda entry: entry.target)


def is_plugin_installed() -> bool:
    """Return whether there is a plugin that does not come with the program, so that it may bring commands."""
    return any(entry.distribution != DISTRIBUTION for entry in _program_entries()[PLUGINS])


@cache
def _program_entries() -> Mapping[str, list[InstalledPlugin]]:
    return plugins_of_groups(GROUP, PLUGINS)
