"""Finding, naming and isolating plugins.

A plugin is a module (or an object) with implementations of
:class:`smallworld.hookspecs.ProgramHooks`. It is loaded only when it is installed with
an entry point of the group ``smallworld``, or named by the user. A broken plugin is
reported with its name and its hook; the rest goes on.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from pathlib import Path
from typing import Any

import pluggy

from smallworld.ability import Ability
from smallworld.errors import PluginError
from smallworld.hookspecs import PROJECT, ProgramHooks

GROUP = "smallworld"
SWITCH = "SMALLWORLD_PLUGINS"
"""Environment variable: ``a,b`` loads only these installed plugins, ``-a`` all but this one."""
BUILT_IN = ("smallworld.abilities", "smallworld.bots")


@dataclass(slots=True)
class Plugin:
    """One plugin and how loading it went.

    :ivar source: ``built-in``, ``installed`` or the path or module that the user named.
    :ivar status: ``ok``, ``blocked`` or ``failed``.
    :ivar problem: what is wrong with it, one sentence.
    :ivar brings: what it adds, by kind: abilities, variants, bots.
    """

    name: str
    source: str
    version: str = ""
    status: str = "ok"
    problem: str = ""
    module: Any = None
    hooks: tuple[str, ...] = ()
    brings: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Plugins:
    """All plugins of one run of the program, and what they bring.

    :ivar found: every plugin that was looked at, broken and blocked ones too.
    :ivar abilities: ability name → class. :ivar variants: folders with editions. :ivar bots: name → class.
    """

    def __init__(self, named: Iterable[str] = (), *, installed: bool = True) -> None:
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(ProgramHooks)
        self.found: list[Plugin] = []
        self.abilities: dict[str, type[Ability]] = {}
        self.variants: list[Path] = []
        self.bots: dict[str, type] = {}
        for module in BUILT_IN:
            if importlib.util.find_spec(module):
                self._load(Plugin(module, "built-in"), lambda module=module: importlib.import_module(module))  # type: ignore[misc]
        if installed:
            self._load_installed()
        for name in named:
            self._load(Plugin(_short(name), name), lambda name=name: _import_named(name))  # type: ignore[misc]

    def plugin(self, name: str) -> Plugin | None:
        """The plugin of this name, or None; ``-`` and ``_`` are the same."""
        wanted = name.replace("-", "_")
        return next((p for p in self.found if wanted in (p.name.replace("-", "_"), _module_name(p))), None)

    def broken(self) -> list[Plugin]:
        """Plugins that could not be used."""
        return [plugin for plugin in self.found if plugin.status == "failed"]

    def _load_installed(self) -> None:
        wanted, blocked = _switch(os.environ.get(SWITCH, ""))
        for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
            plugin = Plugin(entry.name, "installed", _version(entry))
            if entry.name in blocked or (wanted and entry.name not in wanted):
                plugin.status, plugin.problem = "blocked", f"switched off by {SWITCH}"
                self.found.append(plugin)
                continue
            self._load(plugin, entry.load)

    def _load(self, plugin: Plugin, load: Callable[[], Any]) -> None:
        """Load, register and ask one plugin; whatever goes wrong is noted, not raised."""
        if any(other.name == plugin.name and other.status == "ok" for other in self.found):
            return
        self.found.append(plugin)
        try:
            plugin.module = load()
            if isinstance(plugin.module, type):
                plugin.module = plugin.module()
            self.manager.register(plugin.module, name=plugin.name)
            self._check_spelling(plugin)
            self._collect(plugin)
        except Exception as error:
            plugin.status = "failed"
            plugin.problem = f"{type(error).__name__}: {error}" if not isinstance(error, PluginError) else str(error)
            if plugin.module is not None and self.manager.is_registered(plugin.module):
                self.manager.unregister(plugin.module)

    def _check_spelling(self, plugin: Plugin) -> None:
        callers = self.manager.get_hookcallers(plugin.module) or []
        plugin.hooks = tuple(sorted(caller.name for caller in callers))
        for caller in callers:
            if not caller.has_spec():
                raise PluginError(f"hook {caller.name!r} does not exist; see the reference of hooks")

    def _collect(self, plugin: Plugin) -> None:
        before = set(self.abilities)
        self._collect_abilities(plugin)
        for folder in _ask(plugin, "smallworld_variants", (list, tuple)):
            self.variants.append(Path(folder))
        bots = _ask(plugin, "smallworld_bots", (dict, Mapping))
        for name in bots:
            if name in self.bots:
                raise PluginError(f"hook smallworld_bots: a bot {name!r} is there already; choose another name")
        self.bots.update(bots)
        plugin.brings = {
            "abilities": tuple(sorted(set(self.abilities) - before)),
            "variants": tuple(Path(folder).name for folder in _ask(plugin, "smallworld_variants", (list, tuple))),
            "bots": tuple(sorted(bots)),
        }

    def _collect_abilities(self, plugin: Plugin) -> None:
        for cls in _ask(plugin, "smallworld_abilities", (list, tuple)):
            if not (isinstance(cls, type) and issubclass(cls, Ability)):
                raise PluginError(f"hook smallworld_abilities: {cls!r} is not a subclass of Ability")
            other = self.abilities.get(cls.name)
            if other is not None and other is not cls:
                raise PluginError(
                    f"hook smallworld_abilities: an ability {cls.name!r} is there already, from {other.__module__}"
                )
            self.abilities[cls.name] = cls


def _ask(plugin: Plugin, hook: str, kinds: tuple[type, ...]) -> Any:
    implementation = getattr(plugin.module, hook, None)
    if implementation is None or hook not in plugin.hooks:
        return {} if dict in kinds else ()
    answer = implementation()
    if not isinstance(answer, kinds):
        raise PluginError(f"hook {hook}: must return {kinds[0].__name__}, not {type(answer).__name__}")
    return answer


def _switch(text: str) -> tuple[set[str], set[str]]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    return {n for n in names if not n.startswith("-")}, {n[1:] for n in names if n.startswith("-")}


def _version(entry: EntryPoint) -> str:
    if entry.dist is not None:
        return entry.dist.version
    try:
        return version(entry.name)
    except PackageNotFoundError:
        return ""


def _module_name(plugin: Plugin) -> str:
    return str(getattr(plugin.module, "__name__", "")).replace("-", "_")


def _short(name: str) -> str:
    return Path(name).stem if name.endswith(".py") or os.sep in name else name


def _import_named(name: str) -> Any:
    """Import what the user named: a module, a ``.py`` file or a package folder."""
    path = Path(name)
    if not (path.suffix == ".py" or path.is_dir()):
        return importlib.import_module(name)
    file = path / "__init__.py" if path.is_dir() else path
    if not file.is_file():
        raise PluginError(f"no plugin at {name!r}; give a module, a .py file or a package folder")
    spec = importlib.util.spec_from_file_location(_short(name), file, submodule_search_locations=[str(file.parent)])
    if spec is None or spec.loader is None:
        raise PluginError(f"{name!r} cannot be imported; give a module, a .py file or a package folder")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@cache
def default_plugins() -> Plugins:
    """The built-in and installed plugins; looked up once in a run of the program."""
    return Plugins()
