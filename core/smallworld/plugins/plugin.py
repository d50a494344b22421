"""One plugin: the facts about it, its import, the faults that are its own, and its answers to the hooks."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

import pluggy

from smallworld.abilities.base import Ability
from smallworld.decision_limit import DecisionLimit, OutOfTime
from smallworld.errors import PluginError, SmallWorldError, sentence_of
from smallworld.languages import N_, lazy, lazy_join, lazy_n, lazy_or
from smallworld.model.names import plain_name, qualified
from smallworld.model.variant_folder import VARIANT_FILE, shipped_folder, variants_in

IMPORT_SECONDS = 120.0
"""Seconds for the import of one plugin; then it is left out."""


@dataclass(slots=True)
class Plugin:
    """One plugin and the result of loading it.

    :ivar source: ``built-in``, ``installed`` or the path or module that the user named.
    :ivar status: ``ok``, ``blocked`` or ``failed``.
    :ivar problems: the reasons why it cannot be used, a sentence each.
    :ivar notes: names that another plugin has too, a sentence each with the full name.
    :ivar details: the traceback of a failure, for its author.
    :ivar distribution: name of the installed package that it belongs to.
    :ivar target: the module that its entry point names, known before it is imported.
    :ivar brings: what it adds, by kind: abilities, variants, bots, commands, renderers.
    """

    name: str
    source: str
    version: str = ""
    status: str = "ok"
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    details: str = ""
    distribution: str = ""
    target: str = ""
    module: Any = None
    hooks: tuple[str, ...] = ()
    brings: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def problem(self) -> str:
        """The first problem, and how many more there are."""
        if len(self.problems) < 2:
            return self.problems[0] if self.problems else ""
        return lazy_n(
            "{problem} (and {count} more, see smallworld plugin list)",
            "{problem} (and {count} more, see smallworld plugin list)",
            len(self.problems) - 1, problem=self.problems[0],
        )  # fmt: skip

    def names(self) -> set[str]:
        """Return all its names: entry point, module, distribution; ``-`` written as ``_``."""
        known_names = (self.name, str(getattr(self.module, "__name__", "")), self.distribution, self.target)
        return {plain_name(name) for name in known_names if name}


# --- import plugins that the user named: a module, a ``.py`` file or a package folder


_named: set[str] = set()
"""Modules that came from paths; another plugin of the same name may replace them."""


def short_name(name: str) -> str:
    """Return the name of a plugin that the user named by its module or path."""
    path = Path(name)
    return path.resolve().stem if path.suffix == ".py" or os.sep in name or path.is_dir() else name


def import_named(name: str) -> ModuleType:
    """Import a module, a ``.py`` file or a package folder.

    :raises PluginError: the file does not exist, or another module has its name.
    """
    path = Path(name)
    if not (path.suffix == ".py" or path.is_dir() or os.sep in name):
        return importlib.import_module(name)
    file = path / "__init__.py" if path.is_dir() else path
    if not file.is_file():
        inside = sorted(path.glob("src/*/__init__.py")) if path.is_dir() else []
        hint = lazy("give a module, a .py file or a package folder")
        if inside:
            hint = lazy("did you mean {name!r}?", name=str(inside[0].parent))
        raise PluginError(lazy_join("; ", [lazy("there is no plugin at {name!r}", name=name), hint]))
    places = [str(path)] if path.is_dir() else None
    spec = importlib.util.spec_from_file_location(short_name(name), file, submodule_search_locations=places)
    if spec is None or spec.loader is None:
        raise PluginError(lazy("{name!r} cannot be imported; give a module, a .py file or a package folder", name=name))
    _make_room(spec.name, file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    _named.add(spec.name)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[spec.name]
        raise
    return module


def _make_room(module: str, file: Path) -> None:
    """Forget an earlier plugin of this name; refuse one that would hide another module."""
    if module in _named:
        for other in [other for other in sys.modules if other == module or other.startswith(f"{module}.")]:
            del sys.modules[other]
        return
    loaded_file = sys.modules[module].__file__ if module in sys.modules else None
    is_taken = module in sys.modules or module in sys.stdlib_module_names
    if is_taken and loaded_file != str(file.resolve()):
        raise PluginError(lazy("a module {module!r} is there already; rename {file!r}", module=module, file=str(file)))


def import_plugin(load: Callable[[], Any]) -> object:
    """Return the plugin object.

    :raises PluginError: its import failed.
    """
    try:
        with DecisionLimit(IMPORT_SECONDS, lambda: 0):
            module = load()
            return module() if isinstance(module, type) else module
    except (PluginError, KeyboardInterrupt):
        raise
    except OutOfTime as error:
        message = lazy("its import takes more than {seconds} seconds", seconds=f"{IMPORT_SECONDS:g}")
        raise PluginError(message) from error
    except BaseException as error:
        raise PluginError(lazy("it cannot be imported: {fault}", fault=sentence_of(error))) from error


# --- name the ability and the hook in an error of a plugin's code


def blame(error: BaseException) -> BaseException:
    """Return our own errors and Ctrl-C unchanged, for other errors one that names the ability and its hook.

    The traceback names the ability that was called last, so calls need no wrapping and cost nothing.
    """
    if isinstance(error, SmallWorldError | KeyboardInterrupt):
        return error
    frame_owner = None
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        owner = trace.tb_frame.f_locals.get("self")
        if isinstance(owner, Ability):
            frame_owner = (owner, trace.tb_frame.f_code.co_name)
        trace = trace.tb_next
    if frame_owner is None:
        return error
    ability, hook = frame_owner
    module = type(ability).__module__
    message = lazy(
        "ability {ability!r} of {source!r} ({module}) failed in {hook}: {fault}",
        ability=ability.name, source=ability.source, module=module, hook=hook, fault=sentence_of(error),
    )  # fmt: skip
    return PluginError(message)


# --- answers of a plugin to the hooks of the program: abilities, folders of variants, bots, commands, renderers


def ask_plugin(
    manager: pluggy.PluginManager,
    plugin: Plugin,
    hook: str,
    kinds: tuple[type, ...],
    problems: list[str],
    **arguments: Any,
) -> Any:
    """Return the answer of a plugin to a hook; if that is unusable, note the reason and return an empty answer."""
    empty: Any = {} if dict in kinds else ()
    if hook not in plugin.hooks:
        return empty
    try:
        skipped = [module for module in manager.get_plugins() if module is not plugin.module]
        answers = manager.subset_hook_caller(hook, skipped)(**arguments)
        answer = answers[0] if answers else None  # pluggy drops None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        problems.append(lazy("hook {hook} failed: {sentence_of}", hook=hook, sentence_of=sentence_of(error)))
        plugin.details = traceback.format_exc()
        return empty
    if isinstance(answer, kinds):
        return answer
    names = {"type": kinds[0].__name__, "other": type(answer).__name__}
    problems.append(lazy("hook {hook} must return a {type}, not {other}", hook=hook, **names))
    return empty


def variant_folder(folder: object) -> Path:
    """Return a folder with variants.

    :raises PluginError: it is not the path of a folder, or has no variant.
    """
    if not isinstance(folder, str | Path):
        sentence = N_("hook smallworld_variants must return paths of folders, not {value}")
        raise PluginError(lazy(sentence, value=repr(folder)))
    if not variants_in(Path(folder)):
        sentence = N_("hook smallworld_variants: there is no variant.yaml in {folder!r}; is it in the package?")
        raise PluginError(lazy(sentence, folder=str(folder)))
    return Path(folder)


def variant_clash(plugin: Plugin, other: Plugin | None, name: str) -> str:
    """Explain how a variant is named when the program or another plugin has one of this id; empty if none has."""
    full_name = qualified(plugin.name, name)
    if (shipped_folder() / name / VARIANT_FILE).is_file():
        return lazy(
            "the variant {name!r} comes with the program too; write {full_name}", name=name, full_name=full_name
        )
    if other is None:
        return ""
    names = lazy_or([full_name, qualified(other.name, name)])
    return lazy("the variant {name!r} is in {plugin} too; write {names}", name=name, plugin=other.name, names=names)


def ability_clash(plugin: Plugin, other: Plugin, name: str) -> str:
    """Explain how a variant names an ability when another plugin has one of this name."""
    full_name = qualified(plugin.name, name)
    if other.source == "built-in":
        sentence = N_("the ability {name!r} comes with the program too; write {full_name} in a variant")
        return lazy(sentence, name=name, full_name=full_name)
    return lazy(
        "the ability {name!r} is in {other} too; a variant means the one of the plugin that it "
        "names, and one that names both writes {full_name}",
        name=name, other=other.name, full_name=full_name,
    )  # fmt: skip


def command_problems(commands: Mapping[Any, Any], reserved: Mapping[str, object]) -> list[str]:
    """List what is wrong with the commands that a plugin brings.

    :param reserved: commands that the program and other plugins have.
    """
    problems = []
    for name, row in commands.items():
        if not (isinstance(row, tuple | list) and len(row) == 2 and all(isinstance(part, str) for part in row)):
            sentence = N_("hook smallworld_commands: {name!r} must have two texts, 'module:command' and a line of help")
            problems.append(lazy(sentence, name=name))
        elif name in reserved:
            sentence = N_("hook smallworld_commands: a command {name!r} is there already; choose another name")
            problems.append(lazy(sentence, name=name))
    return problems


def renderer_problems(renderers: Mapping[Any, Any], reserved: Mapping[str, object]) -> list[str]:
    """List what is wrong with the renderers that a plugin brings.

    :param reserved: renderers that the program and other plugins have.
    """
    problems = []
    for name, function in renderers.items():
        if not callable(function):
            sentence = N_("hook smallworld_renderers: {name!r} must be a function of a view")
            problems.append(lazy(sentence, name=name))
        elif name in reserved:
            sentence = N_("hook smallworld_renderers: a renderer {name!r} is there already; choose another name")
            problems.append(lazy(sentence, name=name))
    return problems
