"""The build that is installed: plain Python, or compiled, and with which modules."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from smallworld_native.ability_functions import PACKAGES, PREFIX, list_ability_modules
from smallworld_native.extensions import list_sources


class Build(NamedTuple):
    """The modules that a compiled build has, by the way in which they are installed."""

    compiled: tuple[str, ...]
    interpreted: tuple[str, ...]

    @property
    def is_compiled(self) -> bool:
        """Return whether this is a compiled build, whole or in part."""
        return bool(self.compiled)


def installed_build() -> Build:
    """Look at each module that a compiled build has."""
    places = {name: find_spec(name) for name in _compiled_modules()}
    compiled = {name for name, spec in places.items() if spec and str(spec.origin).endswith(tuple(EXTENSION_SUFFIXES))}
    return Build(tuple(sorted(compiled)), tuple(sorted(places.keys() - compiled)))


def _compiled_modules() -> Iterator[str]:
    """Yield the names of all modules that are compiled, from the sources next to them."""
    folders = {package: _folder(package) for package in ("smallworld", "smallworld_bots")}
    for path in list_sources(*folders.values()):
        package = next(name for name, folder in folders.items() if path.is_relative_to(folder))
        yield ".".join((package, *path.relative_to(folders[package]).with_suffix("").parts))
    for package in PACKAGES:
        yield from (f"{package}.{PREFIX}{path.stem}" for path in list_ability_modules(_folder(package)))


def _folder(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent
