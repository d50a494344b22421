"""The commands of the program: each package that comes with it brings its own, and plugins may bring more.

Only the modules of the entry points ``smallworld.commands`` are asked, which import nothing but names, so that every
``--help`` is answered without an engine.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from functools import cache

import pluggy

from smallworld.hooks.decorators import PROJECT
from smallworld.hooks.plugin_hooks import PluginHooks
from smallworld.plugins.installed import InstalledPlugin, plugins_of_groups
from smallworld.versions import DISTRIBUTION

GROUP = "smallworld.commands"
PLUGINS = "smallworld"
"""Groups of entry points: modules with the commands of a package of ours, and plugins."""


@cache
def shipped_commands() -> Mapping[str, tuple[str, str]]:
    """Return the commands that come with the program: name → place and line of help; the first package wins.

    A package that is not there brings no command.
    """
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(PluginHooks)
    for entry in sorted(_entries()[GROUP]):
        if entry.distribution == DISTRIBUTION:
            with contextlib.suppress(ModuleNotFoundError):
                manager.register(entry.load(), name=entry.name)
    commands: dict[str, tuple[str, str]] = {}
    for answer in manager.hook.smallworld_commands():
        for name, row in answer.items():
            commands.setdefault(name, row)
    return commands


def is_plugin_installed() -> bool:
    """Return whether there is a plugin that does not come with the program, so that it may bring commands."""
    return any(entry.distribution != DISTRIBUTION for entry in _entries()[PLUGINS])


@cache
def _entries() -> Mapping[str, list[InstalledPlugin]]:
    return plugins_of_groups(GROUP, PLUGINS)
