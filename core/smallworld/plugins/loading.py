"""Import plugins that the user named: a module, a ``.py`` file or a package folder."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

from smallworld.errors import PluginError
from smallworld.languages import lazy, lazy_join

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
