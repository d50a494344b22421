"""Imports of a plugin that may stop working with any version: modules of the engine that are not public."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from smallworld.languages import N_, lazy

PUBLIC = frozenset({"smallworld", "smallworld.api", "smallworld.tools", "smallworld.events", "smallworld_testing"})
"""Modules with public names (``docs/hooks.md``)."""
OURS = ("smallworld", "smallworld_testing")
"""Packages with modules that are not public."""


def private_imports(module: ModuleType) -> Iterator[str]:
    """Yield a sentence for each import of a private module in a plugin, its package included."""
    for file in _files_of(module):
        try:
            tree = ast.parse(file.read_text("utf-8"))
        except (OSError, SyntaxError, ValueError):
            continue
        for line, name in sorted(set(_private_in(tree))):
            sentence = N_("{file}, line {line}: {name!r} is not public and may change at any time; {remedy}")
            yield lazy(sentence, file=file.name, line=line, name=name, remedy=_remedy(name))


def _remedy(name: str) -> str:
    last = name.rpartition(".")[2]
    for package in OURS:
        if last in sys.modules[package].__all__:
            return lazy("write from {package} import {name}", package=package, name=last)
    return lazy("smallworld, smallworld.api, smallworld.tools and smallworld.events have the public names")


def _files_of(module: ModuleType) -> list[Path]:
    """Return the source file of a module, or those of the whole package."""
    file = Path(module.__file__ or "")
    return sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]


def _private_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted name) of each private import; of a name that is in a private module, the name in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if _is_private(alias.name))
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                is_module = node.module in OURS and alias.name not in sys.modules[node.module].__all__
                if _is_private(node.module) or (is_module and _is_private(name)):
                    yield node.lineno, name


def _is_private(module: str) -> bool:
    return module.partition(".")[0] in OURS and module not in PUBLIC
