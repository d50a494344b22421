"""Discovery and isolation of plugins.

A plugin is a module (or an object) with implementations of :class:`smallworld.hooks.plugin_hooks.PluginHooks`. It is
loaded only when it is installed with an entry point of the group ``smallworld``, or named by the user; no file that the
program reads can name code. A broken plugin is reported with its name and its hook; all others work.
"""

from __future__ import annotations

import importlib.util
import os
import traceback
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

import pluggy

from smallworld.abilities.base import Ability
from smallworld.errors import ArgumentError, PluginError, PluginFaults, did_you_mean, sentence_of, with_suggestion
from smallworld.hooks.decorators import PROJECT
from smallworld.hooks.hook_info import program_hooks_of
from smallworld.hooks.plugin_hooks import PluginHooks
from smallworld.languages import N_, lazy
from smallworld.languages.catalogue import add_catalogues
from smallworld.model.names import plain_name, qualified
from smallworld.model.names import short_name as short_name_of
from smallworld.model.variant_folder import PluginFolder, variants_in
from smallworld.plugins.installed import InstalledPlugin, installed_plugins, shipped_commands
from smallworld.plugins.plugin import (
    Plugin,
    ability_clash,
    ask_plugin,
    command_problems,
    import_named,
    import_plugin,
    renderer_problems,
    short_name,
    variant_clash,
    variant_folder,
)
from smallworld.versions import DISTRIBUTION, is_satisfied, pip_install

if TYPE_CHECKING:
    from smallworld.model.variant import Variant

GROUP = "smallworld"
SWITCH = "SMALLWORLD_PLUGINS"
"""Environment variable: ``a,b`` loads only these installed plugins, ``-a`` all but this one."""


class Plugins:
    """All plugins of one run of the program, and what they bring.

    Where only those of the program are installed, they are loaded when somebody asks for one.

    :ivar variants: folders with editions; those of the program are not among them.
    :ivar is_only_shipped: there are only the plugins of the program, and none of them is switched off.
    """

    def __init__(self, named: Iterable[str] = (), *, installed: bool = True) -> None:
        named = _checked_names(named)
        self.variants: list[PluginFolder] = []
        packages = installed_plugins(GROUP) if installed else []
        self._installed = sorted(packages, key=lambda entry: (not _is_own(entry), entry.name))
        self._named, self._is_installed = named, installed
        self._lock, self._is_loading, self._is_loaded = RLock(), False, False
        self.is_only_shipped = not named and not os.environ.get(SWITCH) and all(map(_is_own, self._installed))
        if not self.is_only_shipped:
            self._load_all()

    @property
    def manager(self) -> _Manager:
        """The registration of all usable plugins."""
        self._load_all()
        return self._manager

    @property
    def entries(self) -> list[Plugin]:
        """Every plugin, broken and blocked ones too."""
        self._load_all()
        return self._entries

    @property
    def abilities(self) -> dict[str, type[Ability]]:
        """Ability name → class."""
        self._load_all()
        return self._abilities

    @property
    def bots(self) -> ChainMap[str, type]:
        """Bot name → class."""
        self._load_all()
        return self._bots

    @property
    def observers(self) -> dict[str, type]:
        """Observer name → class."""
        self._load_all()
        return self._observers

    @property
    def commands(self) -> dict[str, tuple[str, str]]:
        """Name → place and line of help, without the commands of the program."""
        self._load_all()
        return self._commands

    @property
    def renderers(self) -> dict[str, Callable[[Any], str]]:
        """Name → function of a view."""
        self._load_all()
        return self._renderers

    def _load_all(self) -> None:
        """Load all plugins, once; a thread that asks meanwhile waits."""
        if self._is_loaded:
            return
        with self._lock:
            if self._is_loading:
                return
            self._is_loading = True
            self._manager = _Manager(PROJECT)
            self._manager.add_hookspecs(PluginHooks)
            self._entries: list[Plugin] = []
            self._abilities: dict[str, type[Ability]] = {}
            self._bots: ChainMap[str, type] = ChainMap()
            self._observers: dict[str, type] = {}
            self._commands: dict[str, tuple[str, str]] = {}
            self._renderers: dict[str, Callable[[Any], str]] = {}
            try:
                if self._is_installed:
                    self._load_installed({plain_name(short_name(name)): name for name in self._named})
                for name in dict.fromkeys(self._named):
                    self._load(Plugin(short_name(name), name), partial(import_named, name))
            except BaseException:  # Ctrl-C: the next question loads them again
                self._is_loading = False
                self.variants.clear()
                raise
            self._is_loaded = True

    def plugin(self, name: str) -> Plugin | None:
        """Return the plugin of this name, or None; usable ones first."""
        matches = [plugin for plugin in self.entries if plain_name(name) in plugin.names()]
        return next((p for p in matches if p.status == "ok"), matches[0] if matches else None)

    def broken(self) -> list[Plugin]:
        """List the plugins that could not be used."""
        return [plugin for plugin in self.entries if plugin.status == "failed"]

    def foreign(self) -> frozenset[str]:
        """Return the names of abilities that do not come with the program; their answers are checked."""
        return frozenset(name for p in self.entries if p.source != "built-in" for name in p.brings.get("abilities", ()))

    def listed_abilities(self) -> dict[str, type[Ability]]:
        """Return every ability once: by its name, or by its full name if another one has that name."""
        return {name: cls for name, cls in self.abilities.items()
                if name == short_name_of(name) or self.abilities[short_name_of(name)] is not cls}  # fmt: skip

    def parameter_schemas(self) -> dict[str, dict[str, Any]]:
        """Return the schema of the parameters of each ability."""
        return {name: dict(cls.schema()) for name, cls in self.abilities.items()}

    def schemas(self) -> dict[str, dict[str, Any]]:
        """Return the schema of each ability; ``x-plugin`` is the plugin that a variant has to name for it."""
        schemas = self.parameter_schemas()
        for plugin in self.entries:
            if plugin.source != "built-in" and plugin.status == "ok":
                for name in plugin.brings.get("abilities", ()):
                    cls = self.ability_of(plugin, name)
                    entry = {"name": plugin.name, "names": sorted(plugin.names()), "version": plugin.version}
                    for key in (name, qualified(plugin.name, name)):
                        if self.abilities.get(key) is cls:
                            schemas[key]["x-plugin"] = entry
        return schemas

    def ability_of(self, plugin: Plugin, name: str) -> type[Ability]:
        """Return the class of an ability that a plugin brings."""
        full_name = qualified(plugin.name, name)
        return self.abilities[full_name if full_name in self.abilities else name]

    def lacks(self, name: str, requirement: str = "") -> tuple[str, str] | None:
        """Explain why a variant that names a plugin cannot be played: problem and remedy; None if it can."""
        plugin = self.plugin(name)
        package = f"{name.replace('_', '-')}{requirement}" if requirement.strip("* ") else name.replace("_", "-")
        if plugin is None:
            message = lazy("the plugin {name!r} is not installed", name=name)
            shipped = (entry.target for entry in self.entries if entry.source == "built-in")
            if advice := did_you_mean(name, shipped):  # a package of that name may belong to anybody
                return message, advice
            return message, lazy("{install}, or name it with --plugin", install=pip_install(package))
        if plugin.status == "failed":
            message = lazy("the plugin {name!r} is broken: {problem}", name=name, problem=plugin.problem)
            return message, lazy("see smallworld doctor")
        if plugin.status == "blocked":
            message = lazy("the plugin {name!r} is not loaded: {problem}", name=name, problem=plugin.problem)
            return message, lazy("change or unset {variable}", variable=SWITCH)
        if is_satisfied(plugin.version, requirement):
            return None
        message = lazy(
            "the plugin {name!r} has version {version}, but {requirement} is needed",
            name=name, version=plugin.version, requirement=requirement,
        )  # fmt: skip
        return message, pip_install(DISTRIBUTION if plugin.source == "built-in" else package, upgrade=True)

    def _load_installed(self, named: Mapping[str, str]) -> None:
        """Load the editions of the program, then other installed plugins, each by name."""
        selected, blocked = _switch(os.environ.get(SWITCH, ""))
        for entry in self._installed:
            is_edition = _is_own(entry)
            if is_edition and importlib.util.find_spec(entry.module.partition(".")[0]) is None:
                continue  # a package around the engine that was left out
            plugin = Plugin(entry.name, "built-in" if is_edition else "installed", entry.version)
            plugin.distribution = "" if is_edition else entry.distribution
            plugin.target = entry.module
            names = {plain_name(entry.name), plain_name(plugin.target)}
            path = next((named[name] for name in names if name in named), "")
            if names & blocked or (selected and not is_edition and not names & selected):
                self._set_aside(plugin, lazy("switched off by {variable}", variable=SWITCH))
            elif path:
                self._set_aside(plugin, lazy("replaced by {path}", path=str(path)))
            else:
                self._load(plugin, entry.load)
        installed = {plain_name(name) for entry in self._installed for name in (entry.name, entry.module)}
        for name in sorted((selected | blocked) - installed):
            fault = lazy("{variable} names it, but it is not installed", variable=SWITCH)
            problems = (with_suggestion(fault, name, installed),)
            self.entries.append(Plugin(name, "installed", status="failed", problems=problems))

    def _set_aside(self, plugin: Plugin, why: str) -> None:
        plugin.status, plugin.problems = "blocked", (why,)
        self.entries.append(plugin)

    def _load(self, plugin: Plugin, load: Callable[[], Any]) -> None:
        """Load, register and ask one plugin; every failure becomes its problem and is not raised."""
        if any(other.name == plugin.name and other.status == "ok" for other in self.entries):
            plugin.status = "failed"
            plugin.problems = (lazy("another plugin is called {name!r} too; rename one", name=plugin.name),)
            self.entries.append(plugin)
            return
        self.entries.append(plugin)
        try:
            plugin.module = import_plugin(load)
            plugin.hooks, problems = _checked_hooks(plugin)
            self.manager.usable = plugin.hooks
            self.manager.register(plugin.module, name=plugin.name)
            self._collect(plugin, problems)
        except KeyboardInterrupt:
            raise KeyboardInterrupt(lazy("while the plugin {name!r} was loaded", name=plugin.name)) from None
        except BaseException as error:  # SystemExit too: a plugin may not end the program
            plugin.status = "failed"
            plugin.problems = error.problems if isinstance(error, PluginFaults) else (sentence_of(error),)
            plugin.details = plugin.details or traceback.format_exc()
            if self.manager.has_plugin(plugin.name):
                self.manager.unregister(name=plugin.name)

    def _ask(self, plugin: Plugin, hook: str, problems: list[str], *kinds: type) -> Any:
        return ask_plugin(self.manager, plugin, hook, kinds, problems)

    def variant_problems(self, variant: Variant) -> list[tuple[str, str, str]]:
        """Ask every plugin what is wrong with an edition; return plugin, place and sentence of each finding.

        A fault of a plugin while it checks is a sentence about it.
        """
        findings: list[tuple[str, str, str]] = []
        for plugin in (plugin for plugin in self.entries if "smallworld_check_variant" in plugin.hooks):
            faults: list[str] = []
            answers = ask_plugin(
                self.manager, plugin, "smallworld_check_variant", (list, tuple), faults, variant=variant
            )
            for finding in (*answers, *faults):
                place, sentence = finding if isinstance(finding, tuple) and len(finding) == 2 else ("", finding)
                findings.append((plugin.name, str(place), str(sentence)))
        return findings

    def _collect(self, plugin: Plugin, problems: list[str]) -> None:
        """Take everything that the plugin brings, or nothing of it.

        :param problems: mistakes that were found before.
        :raises PluginFaults: with all mistakes.
        """
        notes: list[str] = []
        abilities = self._abilities_of(plugin, problems, notes)
        folders = self._folders_of(plugin, problems, notes)
        bots = self._bots_of(plugin, problems)
        observers = self._observers_of(plugin, problems)
        commands = self._ask(plugin, "smallworld_commands", problems, dict, Mapping)
        if commands:  # a game without such a plugin asks no package for its commands
            problems += command_problems(commands, {**shipped_commands(), **self.commands})
        renderers = self._ask(plugin, "smallworld_renderers", problems, dict, Mapping)
        problems += renderer_problems(renderers, self.renderers)
        catalogues = self._ask(plugin, "smallworld_catalogues", problems, list, tuple)
        if problems:
            raise PluginFaults(problems)
        for name, cls in abilities.items():
            self.abilities.setdefault(name, cls)
            if plugin.source != "built-in":
                self.abilities[qualified(plugin.name, name)] = cls
        self.variants += [PluginFolder(plugin.name, folder) for folder in folders]
        # Those of the program are imported when they are looked up.
        self.bots.maps.insert(0, cast("dict[str, type]", bots) if plugin.source == "built-in" else dict(bots))
        self.observers.update(observers)
        self.commands.update({name: (str(place), str(text)) for name, (place, text) in commands.items()})
        self.renderers.update(renderers)
        for folder in (*(Path(path) / "catalogues" for path in getattr(plugin.module, "__path__", ())), *catalogues):
            add_catalogues(Path(folder))
        plugin.version = plugin.version or str(getattr(plugin.module, "__version__", ""))
        plugin.brings = {
            "abilities": tuple(sorted(abilities)),
            "variants": tuple(name for folder in folders for name in variants_in(folder)),
            "bots": tuple(sorted(bots)),
            **({"observers": tuple(sorted(observers))} if observers else {}),
            **({"commands": tuple(sorted(commands))} if commands else {}),
            **({"renderers": tuple(sorted(renderers))} if renderers else {}),
        }
        if not plugin.hooks:
            plugin.problems = (lazy("it brings nothing; mark its hooks with @hookimpl"),)
        plugin.notes = tuple(notes)

    def _folders_of(self, plugin: Plugin, problems: list[str], notes: list[str]) -> list[Path]:
        """Return the folders with variants of a plugin, and note the ids that another plugin has too."""
        folders = []
        for folder in self._ask(plugin, "smallworld_variants", problems, list, tuple):
            try:
                folders.append(variant_folder(folder))
            except PluginError as error:
                problems.append(sentence_of(error))
        for name in (name for folder in folders for name in variants_in(folder)):
            note = variant_clash(plugin, self._other_owner(plugin, "variants", name), name)
            notes += [note] if note else []
        return folders

    def _bots_of(self, plugin: Plugin, problems: list[str]) -> Mapping[str, type]:
        bots: Mapping[str, Any] = self._ask(plugin, "smallworld_bots", problems, dict, Mapping)
        if plugin.source == "built-in":  # imported when they are looked up; the tests check them
            return bots
        for name, bot in bots.items():
            if name in self.bots:
                sentence = N_("hook smallworld_bots: a bot {name!r} is there already; choose another name")
                problems.append(lazy(sentence, name=name))
            if not isinstance(bot, type):
                sentence = N_("hook smallworld_bots: the bot {name!r} is {value}, not a class; write the class itself")
                problems.append(lazy(sentence, name=name, value=f"a {type(bot).__name__}"))
        return {name: bot for name, bot in bots.items() if isinstance(bot, type)}

    def _observers_of(self, plugin: Plugin, problems: list[str]) -> Mapping[str, type]:
        classes: Mapping[str, Any] = self._ask(plugin, "smallworld_observers", problems, dict, Mapping)
        for name, cls in classes.items():
            if not isinstance(cls, type):
                sentence = N_(
                    "hook smallworld_observers: the observer {name!r} is {value}, not a class; write the class itself"
                )
                problems.append(lazy(sentence, name=name, value=f"a {type(cls).__name__}"))
            elif name in self.observers:
                sentence = N_("hook smallworld_observers: an observer {name!r} is there already; choose another name")
                problems.append(lazy(sentence, name=name))
        return classes

    def _other_owner(self, plugin: Plugin, kind: str, name: str) -> Plugin | None:
        """Return another plugin that brings something of this name."""
        return next((p for p in self.entries if p is not plugin and name in p.brings.get(kind, ())), None)

    def _abilities_of(self, plugin: Plugin, problems: list[str], notes: list[str]) -> dict[str, type[Ability]]:
        """Return the abilities of a plugin by name, and note the names that another plugin uses too."""
        classes: dict[str, type[Ability]] = {}
        for cls in self._ask(plugin, "smallworld_abilities", problems, list, tuple):
            # The tests check those of the program.
            mistakes = [] if plugin.source == "built-in" else _mistakes_of(cls)
            problems += mistakes
            if mistakes:
                continue
            if classes.get(cls.name, cls) is not cls:
                problems.append(
                    lazy("hook smallworld_abilities: it has two abilities {name!r}; rename one", name=cls.name)
                )
            other = self._other_owner(plugin, "abilities", cls.name)
            if other is not None and self.ability_of(other, cls.name) is not cls:
                notes.append(ability_clash(plugin, other, cls.name))
            classes[cls.name] = cls
        return classes


class _Manager(pluggy.PluginManager):
    """Knows the implementations of the plugin that is registered now which passed the checks.

    :ivar usable: their names.
    """

    usable: tuple[str, ...] = ()

    def parse_hookimpl_opts(self, plugin: Any, name: str) -> Any:
        """Return the mark of an implementation, or None for anything else."""
        return super().parse_hookimpl_opts(plugin, name) if name in self.usable else None


def _checked_names(named: object) -> tuple[str, ...]:
    """Return the plugins that the user names.

    :raises ArgumentError: it is not a list of texts.
    """
    if isinstance(named, str | bytes) or not isinstance(named, Iterable):
        message = lazy("plugins are named by a list of modules or files, not {value}", value=f"{named!r:.60}")
        raise ArgumentError(message)
    names = tuple(named)
    for name in names:
        if not isinstance(name, str):
            message = lazy("a plugin is named by text, a module or a file, not {value}", value=f"{name!r:.60}")
            raise ArgumentError(message)
    return names


def _checked_hooks(plugin: Plugin) -> tuple[tuple[str, ...], list[str]]:
    """Return the program hooks that a plugin implements, and their mistakes."""
    if plugin.source == "built-in":  # the tests check those of the program
        return program_hooks_of(plugin.module), []
    from smallworld.plugins.signature_checks import check_module

    return check_module(plugin.module)


def _mistakes_of(cls: object) -> list[str]:
    from smallworld.plugins.signature_checks import class_problems

    return list(class_problems(cls))


def _switch(text: str) -> tuple[set[str], set[str]]:
    """Return the plugins to which loading is limited, and the blocked ones."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    blocked = {plain_name(name[1:]) for name in names if name.startswith("-")}
    return {plain_name(name) for name in names if not name.startswith("-")}, blocked


def _is_own(entry: InstalledPlugin) -> bool:
    """Return whether it is an edition that comes with the program."""
    return entry.distribution == DISTRIBUTION


@cache
def default_plugins() -> Plugins:
    """Return the built-in and installed plugins; looked up once in a run of the program."""
    return Plugins()
