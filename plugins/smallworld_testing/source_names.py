"""Names in the source of abilities that do not exist: attributes of the state and of the board."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from smallworld.abilities.base import Ability
from smallworld.api import Board, GameState
from smallworld.errors import with_suggestion
from smallworld.languages import lazy

KINDS: Mapping[str, type] = {"state": GameState, "board": Board}
"""Argument of hooks → its class."""
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def unknown_names(classes: Iterable[type[Ability]]) -> Iterator[str]:
    """Yield a sentence for each attribute of ``state`` or ``board`` in the modules of abilities that does not exist."""
    for module in dict.fromkeys(cls.__module__ for cls in classes):
        file = _file_of(module)
        if file is not None:
            yield from _unknown_in(file)


def _file_of(module: str) -> Path | None:
    """Return the source file of a module; None without one."""
    try:
        return Path(inspect.getsourcefile(sys.modules[module]) or "")
    except (KeyError, TypeError):
        return None


def _unknown_in(file: Path) -> Iterator[str]:
    try:
        tree = ast.parse(file.read_text("utf-8"))
    except (OSError, SyntaxError, ValueError):
        return
    seen = set()
    for function in ast.walk(tree):
        if isinstance(function, Function):
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and (node.lineno, node.col_offset) not in seen:
                    kind = _kind_of(node.value, _arguments(function))
                    if kind and node.attr not in _names_of(KINDS[kind]):
                        seen.add((node.lineno, node.col_offset))
                        yield _sentence(file, node, kind)


def _arguments(function: Function) -> frozenset[str]:
    """Return the arguments ``state`` and ``board`` that a function takes and does not assign."""
    arguments = function.args
    names = {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)} & set(KINDS)
    if names:
        names -= {
            node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
    return frozenset(names)


def _kind_of(node: ast.expr, arguments: frozenset[str]) -> str:
    """Return ``state`` or ``board`` for an expression that is one; empty for others."""
    if isinstance(node, ast.Name):
        return node.id if node.id in arguments else ""
    is_board = isinstance(node, ast.Attribute) and node.attr == "board" and _kind_of(node.value, arguments) == "state"
    return "board" if is_board else ""


@cache
def _names_of(kind: type) -> frozenset[str]:
    """Return the attributes of the instances of a class."""
    return frozenset(dir(kind)).union(*[inspect.get_annotations(base) for base in kind.__mro__])


def _sentence(file: Path, node: ast.Attribute, kind: str) -> str:
    names = [name for name in _names_of(KINDS[kind]) if not name.startswith("_")]
    fault = lazy(
        "{file}, line {line}: {kind} has no attribute {name!r}",
        file=file.name, line=node.lineno, kind=kind, name=node.attr,
    )  # fmt: skip
    return with_suggestion(fault, node.attr, names)
