"""Packages and variants to start from: ``plugin new`` and ``variant new``.

A template is a folder of files that end in ``.in``. In their text ``$name`` is replaced,
in their path ``__name__``. Python's own :class:`string.Template` does it: no network, no
further dependency.
"""

from __future__ import annotations

import keyword
import re
import string
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from smallworld.errors import SmallWorldError
from smallworld.hookspecs import API_LEVEL

NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*\Z")
HIDDEN = {"gitignore": ".gitignore"}
"""Files whose name begins with a dot once they are written."""


def new_plugin(name: str, folder: Path) -> list[Path]:
    """Write a plugin package into a folder that does not exist yet; returns its files.

    :raises SmallWorldError: the name cannot be one of a package, or the folder is there.
    """
    from smallworld.versions import __version__

    _check_name(name, "plugin")
    module = name.replace("-", "_")
    variant = module.removeprefix("smallworld_").replace("_", "-")
    values = {
        "project": name.replace("_", "-"),
        "module": module,
        "variant": variant,
        "title": variant.replace("-", " ").capitalize(),
        "smallworld": ".".join(__version__.split(".")[:2]),
        "api_level": str(API_LEVEL),
    }
    return render("plugin", folder, values)


def new_variant(name: str, folder: Path, *, extends: str = "base", whole: bool = False) -> list[Path]:
    """Write a variant into a folder that does not exist yet; returns its files.

    :param extends: the variant that it changes.
    :param whole: an edition of its own instead, with a board.
    :raises SmallWorldError: the name cannot be one of a variant, or the folder is there.
    """
    _check_name(name, "variant")
    values = {"variant": name, "title": name.replace("-", " ").replace("_", " ").capitalize(), "extends": extends}
    return render("edition" if whole else "variant", folder, values)


def render(template: str, folder: Path, values: Mapping[str, str]) -> list[Path]:
    """Write every file of a template, with the values put in.

    :raises SmallWorldError: something is in the folder already.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SmallWorldError(f"{str(folder)!r} is there already; choose another name, or another place with --to")
    source = files(__package__).joinpath("templates", template)
    written = []
    for parts, file in sorted(_walk(source, ())):
        path = folder.joinpath(*(_path(part, values) for part in parts))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(string.Template(file.read_text("utf-8")).substitute(values), "utf-8")
        written.append(path)
    return written


def _walk(folder: Traversable, above: tuple[str, ...]) -> list[tuple[tuple[str, ...], Traversable]]:
    found: list[tuple[tuple[str, ...], Traversable]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _walk(entry, (*above, entry.name))
        elif entry.name.endswith(".in"):
            found.append(((*above, entry.name.removesuffix(".in")), entry))
    return found


def _path(part: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        part = part.replace(f"__{name}__", value)
    return HIDDEN.get(part, part)


def _check_name(name: str, what: str) -> None:
    if not NAME.match(name):
        raise SmallWorldError(
            f"{name!r} cannot be the name of a {what}; use lower-case letters, digits and '-', e.g. 'misty-lakes'"
        )
    module = name.replace("-", "_")
    if what == "plugin" and (keyword.iskeyword(module) or module in ("smallworld", "test", "tests")):
        raise SmallWorldError(f"a plugin cannot be called {name!r}, Python needs the word; choose another name")
