"""The extension modules of the compiled build, and which of them are installed.

mypyc compiles a prepared copy of the sources (:mod:`smallworld_native.preparation`). The wheel holds the plain
sources next to the compiled modules; Python prefers the latter. Modules that are not listed here stay
interpreted, among them ``Action``, a subclass of ``str``.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from smallworld_native import preparation
from smallworld_native.ability_functions import ABILITY_PACKAGES, PREFIX, list_ability_modules, write_ability_functions

if TYPE_CHECKING:
    from setuptools import Extension

TARGET = Path("build", "native")
"""The folder of the prepared copy and of the C sources in the source tree."""
PACKAGES = {
    "smallworld": "core/smallworld",
    "smallworld_base": "plugins/smallworld_base",
    "smallworld_bots": "plugins/smallworld_bots",
    "smallworld_primitives": "plugins/smallworld_primitives",
    "smallworld_warcraft": "plugins/smallworld_warcraft",
}
"""Package → its folder in the source tree."""
INTERPRETED = {"__init__", "hook_implementation"}
"""Modules of the compiled folders that generate code or work on classes."""
COMPILED_FOLDERS = ("operations", "phases", "state", "prepared")
"""Folders of ``rules`` with compiled modules."""
BOTS = ("position_value", "turn_plans")
"""Compiled modules of the bots, without bots: their classes have annotations that are read, and subclasses."""
CORE = ("game", "player_view", "model/game_board", "model/regions")
"""Compiled modules of the core outside of the rules and the bots."""
RULES = ("chance", "game_state", "setup", "turn")
"""Further compiled modules of ``rules``."""
DIRECT_CALLS = ["-fvisibility=hidden", "-fno-plt"]
"""Options of GCC and Clang: functions of the rules call each other, and the runtime, without a table of addresses."""
SETTINGS = """[mypy]
explicit_package_bases = True
follow_imports = silent
ignore_missing_imports = True
mypy_path = {path}
"""


def extension_modules(root: Path) -> list[Extension]:
    """Prepare the sources, let mypyc write the C sources, and return the extensions for setuptools.

    :param root: the source tree.
    """
    from mypyc.build import mypycify

    target = root / TARGET
    prepared = prepare_sources(root, target)
    print("compiled modules:", *(path.relative_to(target).as_posix() for path in prepared), sep="\n  ")
    settings = target / "mypy.ini"
    settings.write_text(SETTINGS.format(path=target), "utf-8")
    os.environ["MYPYPATH"] = str(target)
    modules: list[Extension] = mypycify(
        [f"--config-file={settings}", *map(str, prepared)],
        opt_level="3", debug_level="0", group_name="smallworld", target_dir=str(target),
    )  # fmt: skip
    for module in modules if sys.platform != "win32" else []:
        module.extra_compile_args += DIRECT_CALLS
    return modules


def list_sources(core: Path, bots: Path) -> list[Path]:
    """List the modules that are compiled, apart from the functions of abilities.

    :param core: the folder of ``smallworld``; :param bots: that of ``smallworld_bots``.
    :raises ValueError: a listed folder has no module, or a listed module does not exist.
    """
    rules = core / "rules"
    modules = [core / f"{name}.py" for name in CORE]
    modules += [rules / f"{name}.py" for name in RULES]
    modules += [bots / f"{name}.py" for name in BOTS]
    for folder in COMPILED_FOLDERS:
        sources = [path for path in sorted((rules / folder).glob("*.py")) if path.stem not in INTERPRETED]
        modules += sources or [rules / folder]
    missing = ["/".join(path.parts[-3:]) for path in modules if not path.is_file()]
    if missing:
        raise ValueError(f"{', '.join(missing)}: no modules to compile; adapt smallworld_native/extensions.py")
    return modules


def prepare_sources(root: Path, target: Path) -> list[Path]:
    """Copy the packages of a source tree to a folder and prepare the copy; return the modules to compile."""
    for package, folder in PACKAGES.items():
        shutil.rmtree(target / package, ignore_errors=True)
        shutil.copytree(root / folder, target / package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    core, rules = target / "smallworld", target / "smallworld" / "rules"
    modules = list_sources(core, target / "smallworld_bots")
    preparation.prepare_state(rules / "game_state.py", target)
    preparation.prepare_regions(core / "model" / "regions.py")
    preparation.prepare_game(core / "game.py")
    preparation.prepare_copier(rules / "prepared" / "hook_table.py", "HookTable")
    preparation.prepare_copier(rules / "state" / "fields.py", "Fields")
    preparation.open_arguments(core / "game.py")
    preparation.open_arguments(core / "player_view.py")
    modules += write_ability_functions(target)
    tuples = preparation.NamedTuples(core / "model" / "values.py")
    for module in modules:
        preparation.write_plainly(module, tuples)
    return modules


# --- the build that is installed


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
    for package in ABILITY_PACKAGES:
        yield from (f"{package}.{PREFIX}{path.stem}" for path in list_ability_modules(_folder(package)))


def _folder(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent
