"""Discovery and isolation of plugins.

A plugin is a module (or an object) with implementations of
:class:`smallworld.hooks.specs.ProgramHooks`. It is loaded only when it is installed with
an entry point of the group ``smallworld``, or named by the user; no file that the
program reads can name code. A broken plugin is reported with its name and its hook;
the rest goes on.
"""

from __future__ import annotations

import importlib.util
import os
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, version
from pathlib import Path
from typing import Any

import pluggy

from smallworld.abilities.base import Ability
from smallworld.errors import ArgumentError, PluginError, sentence_of, suggest
from smallworld.hooks.declare import PROJECT
from smallworld.hooks.specs import ProgramHooks
from smallworld.plugins.checks import check_ability, check_module
from smallworld.plugins.loading import importer, short_name
from smallworld.versions import is_satisfied

GROUP = "smallworld"
SWITCH = "SMALLWORLD_PLUGINS"
"""Environment variable: ``a,b`` loads only these installed plugins, ``-a`` all but this one."""
BUILT_IN = ("smallworld.abilities", "smallworld.bots")
DISTRIBUTION = "smallworld"
"""Plugins of this distribution are the editions that come with the program."""


@dataclass(slots=True)
class Plugin:
    """One plugin and the result of loading it.

    :ivar source: ``built-in``, ``installed`` or the path or module that the user named.
    :ivar status: ``ok``, ``blocked`` or ``failed``.
    :ivar problem: the reason why it cannot be used, one sentence.
    :ivar details: the traceback of a failure, for its author.
    :ivar distribution: name of the installed package that it belongs to.
    :ivar target: the module that its entry point names, known before it is imported.
    :ivar brings: what it adds, by kind: abilities, variants, bots.
    """

    name: str
    source: str
    version: str = ""
    status: str = "ok"
    problem: str = ""
    details: str = ""
    distribution: str = ""
    target: str = ""
    module: Any = None
    hooks: tuple[str, ...] = ()
    brings: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def names(self) -> set[str]:
        """Return all its names: entry point, module, distribution; ``-`` written as ``_``."""
        known_names = (self.name, str(getattr(self.module, "__name__", "")), self.distribution, self.target)
        return {_plain(name) for name in known_names if name}


class Plugins:
    """All plugins of one run of the program, and what they bring.

    :ivar found: every plugin that was looked at, broken and blocked ones too.
    :ivar abilities: ability name → class. :ivar variants: folders with editions. :ivar bots: name → class.
    """

    def __init__(self, named: Iterable[str] = (), *, installed: bool = True) -> None:
        if isinstance(named, str | bytes) or not isinstance(named, Iterable):
            raise ArgumentError(f"plugins are named by a list of modules or files, not {named!r:.60}")
        named = tuple(named)
        for name in named:
            if not isinstance(name, str):
                raise ArgumentError(f"a plugin is named by text, a module or a file, not {name!r:.60}")
        self.manager = pluggy.PluginManager(PROJECT)
        self.manager.add_hookspecs(ProgramHooks)
        self.entries: list[Plugin] = []
        self.abilities: dict[str, type[Ability]] = {}
        self.variants: list[Path] = []
        self.bots: dict[str, type] = {}
        for module in BUILT_IN:
            if importlib.util.find_spec(module):
                self._load(Plugin(module, "built-in"), importer(module))
        if installed:
            self._load_installed({_plain(short_name(name)): name for name in named})
        for name in dict.fromkeys(named):
            self._load(Plugin(short_name(name), name), importer(name))

    def plugin(self, name: str) -> Plugin | None:
        """Return the plugin of this name, or None; usable ones first."""
        matches = [plugin for plugin in self.entries if _plain(name) in plugin.names()]
        return next((p for p in matches if p.status == "ok"), matches[0] if matches else None)

    def broken(self) -> list[Plugin]:
        """List the plugins that could not be used."""
        return [plugin for plugin in self.entries if plugin.status == "failed"]

    def foreign(self) -> frozenset[str]:
        """Return the names of abilities that do not come with the program; their answers are checked."""
        return frozenset(name for p in self.entries if p.source != "built-in" for name in p.brings.get("abilities", ()))

    def lacks(self, name: str, requirement: str = "") -> tuple[str, str] | None:
        """Explain why a variant that names a plugin cannot be played: problem and remedy; None if it can."""
        plugin = self.plugin(name)
        package = f"{name.replace('_', '-')}{requirement}" if requirement.strip("* ") else name.replace("_", "-")
        if plugin is None:
            return f"the plugin {name!r} is not installed", f"pip install '{package}', or name it with --plugin"
        if plugin.status == "failed":
            return f"the plugin {name!r} is broken: {plugin.problem}", "see smallworld doctor"
        if plugin.status == "blocked":
            return f"the plugin {name!r} is not loaded: {plugin.problem}", f"change or unset {SWITCH}"
        if not is_satisfied(plugin.version, requirement):
            message = f"the plugin {name!r} has version {plugin.version}, but {requirement} is needed"
            return message, f"pip install --upgrade '{package}'"
        return None

    def _load_installed(self, named: Mapping[str, str]) -> None:
        """Load the editions of the program, then other installed plugins, each by name."""
        selected, blocked = _switch(os.environ.get(SWITCH, ""))
        entries = sorted(entry_points(group=GROUP), key=lambda entry: (not _is_own(entry), entry.name))
        for entry in entries:
            is_edition = _is_own(entry)
            plugin = Plugin(entry.name, "built-in" if is_edition else "installed", _version(entry))
            plugin.distribution = entry.dist.name if entry.dist is not None and not is_edition else ""
            plugin.target = entry.value.partition(":")[0]
            names = {_plain(entry.name), _plain(plugin.target)}
            path = next((named[name] for name in names if name in named), "")
            if names & blocked or (selected and not is_edition and not names & selected):
                self._set_aside(plugin, f"switched off by {SWITCH}")
            elif path:
                self._set_aside(plugin, f"replaced by {path}")
            else:
                self._load(plugin, entry.load)
        installed = {_plain(name) for entry in entries for name in (entry.name, entry.value.partition(":")[0])}
        for name in sorted((selected | blocked) - installed):
            problem = f"{SWITCH} names it, but it is not installed{suggest(name, installed)}"
            self.entries.append(Plugin(name, "installed", status="failed", problem=problem))

    def _set_aside(self, plugin: Plugin, why: str) -> None:
        plugin.status, plugin.problem = "blocked", why
        self.entries.append(plugin)

    def _load(self, plugin: Plugin, load: Callable[[], Any]) -> None:
        """Load, register and ask one plugin; every failure becomes its problem and is not raised."""
        if any(other.name == plugin.name and other.status == "ok" for other in self.entries):
            plugin.status, plugin.problem = "failed", f"another plugin is called {plugin.name!r} too; rename one"
            self.entries.append(plugin)
            return
        self.entries.append(plugin)
        try:
            plugin.module = _imported(load)
            plugin.hooks = check_module(plugin.module)
            self.manager.register(plugin.module, name=plugin.name)
            self._collect(plugin)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too: a plugin may not end the program
            plugin.status, plugin.problem = "failed", sentence_of(error)
            plugin.details = traceback.format_exc()
            if plugin.module is not None and self.manager.is_registered(plugin.module):
                self.manager.unregister(plugin.module)

    def _collect(self, plugin: Plugin) -> None:
        """Take everything that the plugin brings, or nothing of it."""
        abilities = self._abilities_of(plugin)
        folders = [_folder(folder) for folder in _ask(plugin, "smallworld_variants", (list, tuple))]
        bots = _ask(plugin, "smallworld_bots", (dict, Mapping))
        for name in bots:
            if name in self.bots:
                raise PluginError(f"hook smallworld_bots: a bot {name!r} is there already; choose another name")
        self.abilities.update(abilities)
        self.variants += folders
        self.bots.update(bots)
        plugin.version = plugin.version or str(getattr(plugin.module, "__version__", ""))
        plugin.brings = {
            "abilities": tuple(sorted(abilities)),
            "variants": tuple(name for folder in folders for name in _variants_in(folder)),
            "bots": tuple(sorted(bots)),
        }
        if not plugin.hooks:
            plugin.problem = "it brings nothing; mark its hooks with @hookimpl"

    def _abilities_of(self, plugin: Plugin) -> dict[str, type[Ability]]:
        classes: dict[str, type[Ability]] = {}
        for cls in _ask(plugin, "smallworld_abilities", (list, tuple)):
            check_ability(cls)
            other = self.abilities.get(cls.name) or classes.get(cls.name)
            if other is not None and other is not cls:
                raise PluginError(
                    f"hook smallworld_abilities: an ability {cls.name!r} is there already, from {other.__module__}; "
                    f"choose another name"
                )
            classes[cls.name] = cls
        return classes


def _imported(load: Callable[[], Any]) -> object:
    """Return the plugin object.

    :raises PluginError: its import failed.
    """
    try:
        module = load()
        return module() if isinstance(module, type) else module
    except (PluginError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise PluginError(f"it cannot be imported: {sentence_of(error)}") from error


def _ask(plugin: Plugin, hook: str, kinds: tuple[type, ...]) -> Any:
    if hook not in plugin.hooks:
        return {} if dict in kinds else ()
    try:
        answer = getattr(plugin.module, hook)()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginError(f"hook {hook} failed: {sentence_of(error)}") from error
    if not isinstance(answer, kinds):
        raise PluginError(f"hook {hook} must return a {kinds[0].__name__}, not {type(answer).__name__}")
    return answer


def _folder(folder: object) -> Path:
    if not isinstance(folder, str | Path):
        raise PluginError(f"hook smallworld_variants must return paths of folders, not {folder!r}")
    if not _variants_in(Path(folder)):
        raise PluginError(
            f"hook smallworld_variants: there is no variant.yaml in {str(folder)!r}; is it in the package?"
        )
    return Path(folder)


def _variants_in(folder: Path) -> tuple[str, ...]:
    if (folder / "variant.yaml").is_file():
        return (folder.name,)
    return tuple(path.parent.name for path in sorted(folder.glob("*/variant.yaml")))


def _switch(text: str) -> tuple[set[str], set[str]]:
    """Return the plugins to which loading is limited, and the blocked ones."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    return {_plain(n) for n in names if not n.startswith("-")}, {_plain(n[1:]) for n in names if n.startswith("-")}


def _is_own(entry: EntryPoint) -> bool:
    return entry.dist is not None and entry.dist.name == DISTRIBUTION


def _version(entry: EntryPoint) -> str:
    if entry.dist is not None:
        return entry.dist.version
    try:
        return version(entry.name)
    except PackageNotFoundError:
        return ""


def _plain(name: str) -> str:
    return name.replace("-", "_")


@cache
def default_plugins() -> Plugins:
    """Return the built-in and installed plugins; looked up once in a run of the program."""
    return Plugins()
