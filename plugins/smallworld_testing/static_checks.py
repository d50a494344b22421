"""Promises of a plugin that need no game: texts, citations, content without warnings, public names in its source."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

from smallworld import Ability, Board, GameState, Plugins, Variant
from smallworld.errors import with_suggestion
from smallworld.languages import N_, LazyText, lazy
from smallworld_editions.variants.file_reader import entry_name, read_variant
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.file_checker import FileChecker


def doc_findings(classes: Iterable[type[Ability]]) -> Iterator[str]:
    """Report abilities without a text for people or without a rule."""
    no_text = N_("ability {ability!r} has no description; begin its docstring with one line for people")
    no_rule = N_('ability {ability!r} cites no rule; set rule = "…" (an id of yours, or a page)')
    no_meaning = N_("ability {ability!r} does not explain its parameter {name!r}; add ':param {name}: …'")
    for cls in classes:
        if cls.summary() in ("", (Ability.__doc__ or "").split("\n")[0]):
            yield lazy(no_text, ability=cls.name)
        if not cls.rule:
            yield lazy(no_rule, ability=cls.name)
        for name, entry in cls.schema()["properties"].items():
            if "description" not in entry:
                yield lazy(no_meaning, ability=cls.name, name=name)


def content_findings(variant: Variant, plugins: Plugins) -> Iterator[tuple[str, str, str]]:
    """Report the findings of ``validate`` about a variant, and its own entries without text or source."""
    if not variant.path:
        return
    for problem in FileChecker(CheckSettings(plugins)).check_file(Path(variant.path)):
        if problem.code not in ("unused", "no-start"):  # games are played later
            yield "content", LazyText(str, problem), problem.severity
    bundle, _ = read_variant(Path(variant.path), tuple(plugins.variants))
    for kind, entries in (("races", variant.races), ("powers", variant.powers), ("relics", variant.relics)):
        own_names = [name for name in entries if bundle is None or bundle.merged.is_own((kind, name))]
        lacking = [(name, key) for name in own_names for key in ("text", "source") if not getattr(entries[name], key)]
        for name, key in lacking:
            values = {"entry": entry_name(kind, name), "variant": variant.id, "key": key}
            yield "docs", lazy("{entry} of {variant} has no {key}", **values), "error"


KINDS: Mapping[str, type] = {"state": GameState, "board": Board}
"""Argument of hooks → its class."""
INTERNAL = frozenset({
    "table", "hook_tables", "board_profiles", "turn_memory", "memory", "log", "course", "interrupt", "spared_of",
    "lent_factions",
})  # fmt: skip
"""Fields of the state that may change at any time; queries and verbs answer what abilities ask."""
PUBLIC = frozenset({"smallworld", "smallworld.api", "smallworld.tools", "smallworld.events", "smallworld_testing"})
"""Modules with public names (``docs/hooks.md``)."""
OURS = ("smallworld", "smallworld_testing")
"""Packages with modules that are not public."""
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def _parsed(file: Path) -> ast.AST:
    """Return the syntax tree of a source; an empty one if it cannot be read."""
    try:
        return ast.parse(file.read_text("utf-8"))
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


# --- attributes of the state and of the board


def wrong_names(classes: Iterable[type[Ability]]) -> Iterator[str]:
    """Yield a sentence for each attribute of ``state`` or ``board`` in the modules of abilities that is not public."""
    for module in dict.fromkeys(cls.__module__ for cls in classes):
        if file := getattr(sys.modules.get(module), "__file__", None):
            yield from wrong_names_in(Path(file))


def wrong_names_in(file: Path) -> Iterator[str]:
    """Yield a sentence for each attribute of ``state`` or ``board`` in one source that is not public."""
    seen = set()
    for function in (node for node in ast.walk(_parsed(file)) if isinstance(node, Function)):
        for node in (node for node in ast.walk(function) if isinstance(node, ast.Attribute)):
            place = (node.lineno, node.col_offset)
            fault = _fault(file.name, node, _kind_of(node.value, _arguments(function))) if place not in seen else ""
            if fault:
                seen.add(place)
                yield fault


def _arguments(function: Function) -> frozenset[str]:
    """Return the arguments ``state`` and ``board`` that a function takes and does not assign."""
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    parameters = {each.arg for each in arguments} & KINDS.keys()
    names = (node for node in ast.walk(function) if isinstance(node, ast.Name)) if parameters else ()
    return frozenset(parameters - {node.id for node in names if isinstance(node.ctx, ast.Store)})


def _kind_of(node: ast.expr, arguments: frozenset[str]) -> str:
    """Return ``state`` or ``board`` for an expression that is one; empty for others."""
    if isinstance(node, ast.Attribute):
        return "board" if node.attr == "board" and _kind_of(node.value, arguments) == "state" else ""
    return node.id if isinstance(node, ast.Name) and node.id in arguments else ""


@cache
def _names_of(kind: type) -> frozenset[str]:
    """Return the attributes of the instances of a class."""
    return frozenset(dir(kind)).union(*[inspect.get_annotations(base) for base in kind.__mro__])


def _fault(file: str, node: ast.Attribute, kind: str) -> str:
    """Write that an attribute does not exist or is internal; empty if it is neither."""
    if kind == "state" and node.attr in INTERNAL:
        sentence = N_(
            "{file}, line {line}: state.{name} is internal and may change at any time; "
            "ask a query of the state (docs/game.md)"
        )
        return lazy(sentence, file=file, line=node.lineno, name=node.attr)
    if not kind or node.attr in _names_of(KINDS[kind]):
        return ""
    sentence = N_("{file}, line {line}: {kind} has no attribute {name!r}")
    fault = lazy(sentence, file=file, line=node.lineno, kind=kind, name=node.attr)
    return with_suggestion(fault, node.attr, [name for name in _names_of(KINDS[kind]) if not name.startswith("_")])


# --- imports


def private_imports(module: ModuleType) -> Iterator[str]:
    """Yield a sentence for each import of a private module in a plugin, its package included."""
    source = Path(module.__file__ or "")
    for file in sorted(source.parent.rglob("*.py")) if source.name == "__init__.py" else [source]:
        for line, name in sorted(set(_private_in(_parsed(file)))):
            last = name.rpartition(".")[2]
            package = next((package for package in OURS if last in sys.modules[package].__all__), "")
            remedy = lazy("smallworld, smallworld.api, smallworld.tools and smallworld.events have the public names")
            if package:
                remedy = lazy("write from {package} import {name}", package=package, name=last)
            sentence = N_("{file}, line {line}: {name!r} is not public and may change at any time; {remedy}")
            yield lazy(sentence, file=file.name, line=line, name=name, remedy=remedy)


def _private_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
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
