"""Preparation of the sources for mypyc: the same rules in forms that it compiles well.

Every replacement that does not fit the source any more is an error of the build, never a silent omission.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

CONSTANT = re.compile(r"_?[A-Z][A-Z_0-9]+")
FUTURE = "from __future__ import annotations\n"


class FieldNames(NamedTuple):
    """The names of the fields of a state: lists, of which a copy gets its own, and shared values."""

    lists: tuple[str, ...]
    shared: tuple[str, ...]


def replace_text(text: str, old: str, new: str) -> str:
    """Replace a part of a source.

    :raises ValueError: the source does not have it.
    """
    if old not in text:
        raise ValueError(f"the source to compile does not contain {old!r}; adapt smallworld_native/preparation.py")
    return text.replace(old, new)


def prepare_constants(path: Path) -> None:
    """Declare the constants of a module as final: mypyc reads them without a look-up by name."""
    text = path.read_text("utf-8")
    lines = text.split("\n")
    for node in ast.parse(text).body:
        index = node.lineno - 1
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and len(node.targets) == 1:
            if CONSTANT.fullmatch(node.targets[0].id):
                lines[index] = lines[index].replace(" = ", ": Final = ", 1)
        elif (
            isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and CONSTANT.fullmatch(node.target.id)
        ):
            annotation = ast.unparse(node.annotation)
            lines[index] = lines[index].replace(f": {annotation} = ", f": Final[{annotation}] = ", 1)
    text = "\n".join(lines)
    if ": Final" in text:
        text = replace_text(text, FUTURE, FUTURE.rstrip() + "; from typing import Final\n")
    path.write_text(text, "utf-8")


def prepare_fields(path: Path) -> FieldNames:
    """Make the fields of a state a plain class with a list of names; return these names."""
    text = path.read_text("utf-8")
    node = next(node for node in ast.parse(text).body if isinstance(node, ast.ClassDef) and node.name == "Fields")
    types = {
        item.target.id: ast.unparse(item.annotation)
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }
    lists = tuple(name for name, kind in types.items() if kind.startswith("list[") and name != "events")
    names = FieldNames(lists, tuple(name for name in types if name not in (*lists, "events")))
    text = replace_text(text, "@dataclass(init=False, eq=False, repr=False, slots=True)\n", "\n")
    text = replace_text(text, '_copy = copier(SHARED, LISTS, empty=("events",))\n', "")
    text = replace_text(text, "_copy(self, new)", "raise NotImplementedError")
    text = re.sub(r"^LISTS = .*$", f"LISTS: tuple[str, ...] = {names.lists!r}", text, flags=re.MULTILINE)
    text = re.sub(r"^SHARED = .*$", f"SHARED: tuple[str, ...] = {names.shared!r}", text, flags=re.MULTILINE)
    for name, kind in types.items():
        if kind.startswith("Mapping[") and name != "script":  # a look-up in a dict needs no call of a method
            text = replace_text(text, f"    {name}: Mapping[", f"    {name}: dict[")
    path.write_text(text, "utf-8")
    return names


def prepare_game(path: Path) -> None:
    """Let the constructor make the empty game that copies begin with."""
    text = path.read_text("utf-8")
    text = replace_text(text, "new: Game = object.__new__(Game)", "new = Game(self.variant, (), None, {})")
    text = replace_text(text, "state: GameState, origin: Mapping[str, Any]) -> None:\n        self.", (
        "state: GameState | None, origin: Mapping[str, Any]) -> None:\n        if state is None: return\n        self."
    ))  # fmt: skip
    path.write_text(text, "utf-8")


def open_arguments(path: Path) -> None:
    """Let the public functions take arguments of any type, because they check them and explain what is wrong."""
    text = path.read_text("utf-8")
    lines = text.split("\n")
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        if function.name.startswith("_"):
            continue
        for argument in (*function.args.args, *function.args.kwonlyargs):
            annotation = argument.annotation
            if annotation is not None:
                lines[annotation.lineno - 1] = lines[annotation.lineno - 1].replace(
                    f"{argument.arg}: {ast.unparse(annotation)}", f"{argument.arg}: Any"
                )
    path.write_text("\n".join(lines), "utf-8")


def prepare_secrets(path: Path) -> None:
    """Give the memory of a game the type of its field: see :func:`prepare_fields`."""
    text = path.read_text("utf-8")
    path.write_text(replace_text(text, "Mapping[str, Any]", "dict[str, Any]"), "utf-8")


def prepare_regions(path: Path) -> None:
    """Make ``recent_indexes`` a compiled function; it is faster than a cache outside of the compiled code."""
    text = path.read_text("utf-8")
    text, count = re.subn(
        r"^recent_indexes: .*$",
        "def recent_indexes(mask: Regions) -> tuple[int, ...]: return indexes(mask)",
        text,
        flags=re.MULTILINE,
    )
    if count != 1:
        raise ValueError("model/regions.py has no recent_indexes; adapt smallworld_native/preparation.py")
    path.write_text(text, "utf-8")


def prepare_state(path: Path, root: Path, fields: FieldNames) -> None:
    """Write the state's methods out: a line ``leave = capture.leave_region`` does not make a compiled method.

    :param root: folder of the packages.
    """
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    imports = _imports(tree)
    imported: dict[str, str] = {}

    def method(match: re.Match[str]) -> str:
        name, module, function = match.groups()
        source = root / f"{imports[module].replace('.', '/')}/{module}.py"
        line, names = _method(
            name, module, function, ast.parse(source.read_text("utf-8")), f"{imports[module]}.{module}"
        )
        imported.update(names)
        return line

    text = re.sub(r"^    (\w+) = (\w+)\.(\w+)$", method, text, flags=re.MULTILINE)
    types = "".join(
        f"    from {module} import {name}\n"
        for name, module in sorted(imported.items())
        if name not in imports and not path.match(f"*/{module.replace('.', '/')}.py")
    )
    text = replace_text(text, "if TYPE_CHECKING:\n", "if TYPE_CHECKING:\n" + types)
    text = _rename_modules(text)
    text = replace_text(text, "    __slots__ = ()\n", "\n" + "\n".join(_copy(fields)) + "\n")
    text = replace_text(text, "table: GameTable, names", "table: GameTable | None, names")
    text = replace_text(text, "source: chance.Source)", "source: chance.Source | None)")
    begin = "        book, regions, players = table"
    text = replace_text(text, begin, f"        if table is None or source is None: return\n{begin}")
    path.write_text(text, "utf-8")


def _rename_modules(text: str) -> str:
    """Import the modules under another name that have the name of an argument of a method."""
    for module in sorted({match[1] for match in re.finditer(r"\b_(\w+)_module\.", text)}):
        text = replace_text(text, f"    {module},\n", f"    {module} as _{module}_module,\n")
        text = re.sub(rf"(?<![\w.]){module}\.(?=\w+\()", f"_{module}_module.", text)
    return text


def _imports(tree: ast.Module) -> dict[str, str]:
    """Map each imported name to the module or package that has it."""
    return {
        alias.asname or alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def _method(name: str, module: str, function: str, tree: ast.Module, full_name: str) -> tuple[str, dict[str, str]]:
    """Write a method that calls a function of a module; return it, and the names in it with their modules."""
    node = next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    names = {**dict.fromkeys(_defined(tree), full_name), **_imports(tree)}
    arguments = node.args
    positional, named = [item.arg for item in arguments.args[1:]], [item.arg for item in arguments.kwonlyargs]
    arguments.args[0] = ast.arg("self")
    signature, returns = ast.unparse(arguments), ast.unparse(node.returns) if node.returns else "None"
    passed = ", ".join(["self", *positional, *(f"{argument}={argument}" for argument in named)])
    called = f"_{module}_module" if module in (*positional, *named) else module
    identifiers = set(re.findall(r"\w+", f"{signature} {returns}"))
    answer = "" if returns == "None" else "return "
    line = f"    def {name}({signature}) -> {returns}: {answer}{called}.{function}({passed})"
    return line, {identifier: names[identifier] for identifier in identifiers if identifier in names}


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _copy(fields: FieldNames) -> Iterable[str]:
    yield "    def copy(self) -> GameState:"
    yield "        new = GameState(None, (), None)"
    yield from (f"        new.{name} = self.{name}[:]" for name in fields.lists)
    yield from (f"        new.{name} = self.{name}" for name in fields.shared)
    yield "        new.events = None"
    yield "        return new"
