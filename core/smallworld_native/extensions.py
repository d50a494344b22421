"""The extension modules of the compiled build, the forms in which mypyc compiles them, and which are installed.

Python prefers them to the plain sources, which a wheel holds, too. Other modules stay interpreted, such as ``actions``.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

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


# --- the forms in which mypyc compiles the rules well


ANY_MASK = "def indexes(mask: Regions) -> tuple[int, ...]:\n"
RECENT_INDEXES = "recent_indexes: Final[Callable[[Regions], tuple[int, ...]]] = lru_cache(maxsize=32)(indexes)\n"
PLAIN_INDEXES = """MYPY: Final = False
if MYPY:
    from mypy_extensions import i64
_LATER: Final = [_SECOND, _THIRD, _FOURTH, _FIFTH, _SIXTH]


def indexes(mask: Regions) -> tuple[int, ...]:
    if mask >> 60:
        return _indexes_of_any(mask)
    bits: i64 = mask
    found: tuple[int, ...] = _FIRST[bits & 1023]
    place: i64 = 0
    bits >>= 10
    while bits:
        if bits & 1023:
            found = found + _LATER[place][bits & 1023] if found else _LATER[place][bits & 1023]
        place += 1
        bits >>= 10
    return found


def recent_indexes(mask: Regions) -> tuple[int, ...]:
    return indexes(mask)
"""
"""Sets of regions are listed with machine words, and recent ones not kept, which would take twice as long."""
HOOK_TABLE_COPIER = '_copy = copier(dict.fromkeys(ATTRIBUTES, ""))\n'
FIELDS_COPIER = "copy_fields = copier(Fields.__annotations__)\n"
IN_PLACE = re.compile(r"^( +)([\w.]+\[[\w.\[\]]+\]) ([-+|&^])= (.+?)(  #.*)?$", re.MULTILINE)
METHOD = re.compile(r"^    (\w+) = (\w+)\.(\w+)$", re.MULTILINE)
"""A function of the rules that is a method of the state: ``leave = capture.leave_region``."""


def prepare_sources(root: Path, target: Path) -> list[Path]:
    """Copy the packages of a source tree to a folder and prepare the copy; return the modules to compile."""
    for package, folder in PACKAGES.items():
        shutil.rmtree(target / package, ignore_errors=True)
        shutil.copytree(root / folder, target / package, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    core = target / "smallworld"
    modules = list_sources(core, target / "smallworld_bots")
    prepare_state(core / "rules" / "game_state.py", target)
    replace_text(core / "model" / "regions.py", ANY_MASK, ANY_MASK.replace("indexes", "_indexes_of_any"))
    replace_text(core / "model" / "regions.py", RECENT_INDEXES, PLAIN_INDEXES)
    replace_text(core / "game.py", "CHOICES[state.phase](state)", "legal_actions(state)")
    replace_text(core / "game.py", "import CHOICES, advance", "import advance, legal_actions")
    prepare_copier(core / "rules" / "prepared" / "hook_table.py", "HookTable", HOOK_TABLE_COPIER)
    prepare_copier(core / "rules" / "state" / "fields.py", "Fields", FIELDS_COPIER)
    open_arguments(core / "game.py")
    open_arguments(core / "player_view.py")
    modules += write_ability_functions(target)
    for module in modules:
        # ``numbers[i] += 1`` adds objects, while ``numbers[i] = numbers[i] + 1`` adds machine words.
        module.write_text(IN_PLACE.sub(r"\1\2 = \2 \3 (\4)\5", module.read_text("utf-8")), "utf-8")
    return modules


def replace_text(path: Path, old: str, new: str) -> None:
    """Replace a part of a source.

    :raises ValueError: the source does not have it.
    """
    text = path.read_text("utf-8")
    if old not in text:
        raise ValueError(f"{path.name} does not contain {old!r}; adapt smallworld_native/extensions.py")
    path.write_text(text.replace(old, new), "utf-8")


def open_arguments(path: Path) -> None:
    """Let the public functions take arguments of any type, because they check them and explain what is wrong."""
    text = path.read_text("utf-8")
    lines = text.split("\n")
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    for function in (function for function in functions if not function.name.startswith("_")):
        for argument in (*function.args.args, *function.args.kwonlyargs):
            if argument.annotation is not None:
                typed, place = f"{argument.arg}: {ast.unparse(argument.annotation)}", argument.annotation.lineno - 1
                lines[place] = lines[place].replace(typed, f"{argument.arg}: Any")
    path.write_text("\n".join(lines), "utf-8")


def prepare_copier(path: Path, name: str, copier: str) -> None:
    """Write out the function that copies objects of a class; the generated one finds each attribute by its name."""
    body = ast.parse(path.read_text("utf-8")).body
    cls = next(node for node in body if isinstance(node, ast.ClassDef) and node.name == name)
    stored = [node for node in ast.walk(cls) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)]
    kinds = {node.attr: "" for node in stored if ast.unparse(node.value) == "self"}
    for node in cls.body:
        if isinstance(node, ast.AnnAssign):
            kinds[ast.unparse(node.target)] = ast.unparse(node.annotation)
    lines = [f"def {copier.partition(' ')[0]}(old: {name}, new: {name}) -> None:\n"]
    for attribute, kind in kinds.items():  # as hook_implementation.copier has it
        is_list, may_be_none = kind.startswith("list["), "None" in kind
        value = "None" if is_list and may_be_none else f"old.{attribute}{'.copy()' if is_list else ''}"
        lines.append(f"    new.{attribute} = {value}\n")
    replace_text(path, copier, "".join(lines))


def prepare_state(path: Path, root: Path) -> None:
    """Write the state's methods out: a line ``leave = capture.leave_region`` does not make a compiled method.

    :param root: folder of the packages.
    """
    functions, types = list[str](), set[str]()

    def method(match: re.Match[str]) -> str:
        name, module, function = match.groups()
        source = next(root.glob(f"smallworld/rules/**/{module}.py"))
        body = ast.parse(source.read_text("utf-8")).body
        node = next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == function)
        module = ".".join(source.relative_to(root).with_suffix("").parts)
        functions.append(f"from {module} import {function} as _{function}")
        types.add(f"from {module} import *")
        node.args.args[0] = ast.arg("self")
        passed = [item.arg for item in node.args.args] + [f"{item.arg}={item.arg}" for item in node.args.kwonlyargs]
        head = f"    def {name}({ast.unparse(node.args)}) -> {ast.unparse(node.returns or ast.Constant(None))}"
        return f"{head}: return _{function}({', '.join(passed)})"

    path.write_text(METHOD.sub(method, path.read_text("utf-8")), "utf-8")
    checked = "if TYPE_CHECKING:\n"
    replace_text(path, checked, f"{'; '.join(functions)}\n{checked}    {'; '.join(sorted(types))}  # type: ignore\n")


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
