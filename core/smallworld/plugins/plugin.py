"""One plugin: the facts about it, its import, and the faults that are its own."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from smallworld.abilities.base import Ability
from smallworld.errors import PluginError, SmallWorldError, sentence_of
from smallworld.languages import lazy, lazy_join, lazy_n
from smallworld.model.names import plain_name


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
