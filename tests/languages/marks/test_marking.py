"""Messages are marked so that the extractor finds them and every reader gets them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from language.rules import list_nodes
from smallworld_native.catalogues import KEYWORDS, extract_marked

ROOT = Path(__file__).parents[3]
MARKS = ("_", "ngettext", "pgettext")
Function = ast.FunctionDef | ast.AsyncFunctionDef
MODULES = [
    path
    for folder in ("core", "plugins")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "from smallworld.languages import" in path.read_text("utf-8")
]


def calls(node: ast.AST) -> Iterator[ast.Call]:
    """Calls of the functions that translate."""
    for inner in nodes_of(node):
        if type(inner) is ast.Call and isinstance(inner.func, ast.Name) and inner.func.id in MARKS:
            yield inner


def places(is_wrong: Callable[[ast.Module], Iterable[ast.AST]]) -> list[str]:
    """The lines of all modules that a rule refuses."""
    return [f"{path.relative_to(ROOT)}:{node.lineno}" for path in MODULES for node in is_wrong(tree_of(path))]  # type: ignore[attr-defined]


nodes_of = cache(list_nodes)
"""All nodes of a tree; it is searched several times."""


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def test_marked_messages_are_literals() -> None:
    def assembled(tree: ast.Module) -> Iterator[ast.Call]:
        for call in calls(tree):
            if any(isinstance(argument, ast.JoinedStr | ast.BinOp) for argument in call.args[:2]):
                yield call

    assert len(MODULES) > 100
    assert places(assembled) == []


def test_translating_functions_do_not_bind_the_underscore() -> None:
    def binding(tree: ast.Module) -> Iterator[ast.AST]:
        for function in nodes_of(tree):
            if isinstance(function, Function) and any(call.func.id == "_" for call in calls(function)):  # type: ignore[attr-defined]
                for inner in ast.walk(function):
                    if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store) and inner.id == "_":
                        yield inner
                    if isinstance(inner, ast.arg) and inner.arg == "_":
                        yield inner

    assert places(binding) == []


def test_nothing_is_translated_when_a_module_is_imported() -> None:
    def outside(tree: ast.Module) -> Iterator[ast.Call]:
        functions = (node for node in nodes_of(tree) if isinstance(node, Function | ast.Lambda))
        inside = {id(call) for function in functions for call in calls(function)}
        return (call for call in calls(tree) if id(call) not in inside)

    assert places(outside) == []


def test_messages_in_f_strings_and_in_other_marks_are_found() -> None:
    """Babel alone misses them before Python 3.12."""
    source = "text = f\"{_('one')}: {ngettext('two', 'three', count)}\"; lazy(names.get(key, N_(\"four\")))"
    messages = [message for _, _, message, _ in extract_marked(BytesIO(source.encode()), KEYWORDS, (), {})]
    assert ("one",) in messages and ("two", "three", None) in messages and ("four",) in messages
