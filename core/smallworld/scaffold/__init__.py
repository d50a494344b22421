"""Packages and variants to start from: ``plugin new`` and ``variant new``.

A template is a folder of files that end in ``.jinja``; in their text and in their paths
``{{ name }}`` is replaced. That is the part of copier's language that a package needs, so
``copier copy`` makes the same files from the repository (``copier.yml``), and the command
needs neither copier nor a network.
"""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Collection, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from smallworld.content.find import find_variants
from smallworld.errors import SmallWorldError
from smallworld.hookspecs import API_LEVEL
from smallworld.scaffold.parents import Parent
from smallworld.versions import __version__

SUFFIX = ".jinja"
NAME = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*\Z")
FIELD = re.compile(r"\{\{ ?(\w+) ?\}\}")


def new_plugin(name: str, folder: Path) -> list[Path]:
    """Write a plugin package into a folder that does not exist yet; returns its files.

    :raises SmallWorldError: the name cannot be one of a package, or the folder is there.
    """
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


def new_variant(name: str, folder: Path, parent: Parent | None = None) -> list[Path]:
    """Write a variant into a folder that does not exist yet; returns its files.

    :param parent: what it changes; None = an edition of its own, with a board.
    :raises SmallWorldError: the name cannot be one of a variant, or the folder is there.
    """
    _check_name(name, "variant")
    if name in find_variants():
        raise SmallWorldError(f"{name!r} is a variant that comes with the program; choose another name")
    values = {"variant": name, "title": name.replace("-", " ").replace("_", " ").capitalize()}
    if parent is None:
        return render("edition", folder, values)
    trial = parent.trial()
    left_out = () if trial else ("rules.scenario.yaml",)
    return render("variant", folder, values | parent.values(trial), left_out)


def render(template: str, folder: Path, values: Mapping[str, str], left_out: Collection[str] = ()) -> list[Path]:
    """Write every file of a template but those that are left out, with the values put in.

    :raises SmallWorldError: something is in the folder already, or it cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SmallWorldError(f"{str(folder)!r} is there already; choose another name, or another place with --to")
    source = files(__package__).joinpath("templates", template)
    written = []
    for parts, file in sorted(_walk(source, ()), key=lambda found: found[0]):
        path = folder.joinpath(*(_filled(part, values) for part in parts))
        if path.name in left_out:
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_filled(file.read_text("utf-8"), values), "utf-8")
        except OSError as error:
            raise SmallWorldError(f"{str(path)!r} cannot be written: {error.strerror}; choose another --to") from None
        written.append(path)
    return written


def _walk(folder: Traversable, above: tuple[str, ...]) -> list[tuple[tuple[str, ...], Traversable]]:
    found: list[tuple[tuple[str, ...], Traversable]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _walk(entry, (*above, entry.name))
        elif entry.name.endswith(SUFFIX):
            found.append(((*above, entry.name.removesuffix(SUFFIX)), entry))
    return found


def _filled(text: str, values: Mapping[str, str]) -> str:
    return FIELD.sub(lambda found: values[found[1]], text)


def _check_name(name: str, what: str) -> None:
    if not NAME.match(name):
        raise SmallWorldError(
            f"{name!r} cannot be the name of a {what}; use lower-case letters, digits and '-', e.g. 'misty-lakes'"
        )
    module = name.replace("-", "_")
    taken = keyword.iskeyword(module) or module in sys.stdlib_module_names or module in ("smallworld", "test", "tests")
    if what == "plugin" and taken:
        raise SmallWorldError(f"a plugin cannot be called {name!r}, Python needs the word; choose another name")
