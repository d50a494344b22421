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


def calls(nodes: Iterable[ast.AST]) -> Iterator[ast.Call]:
    """Calls of the functions that translate."""
    for inner in nodes:
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
        for call in calls(nodes_of(tree)):
            if any(isinstance(argument, ast.JoinedStr | ast.BinOp) for argument in call.args[:2]):
                yield call

    assert len(MODULES) > 100
    assert places(assembled) == []


def is_binding(node: ast.AST) -> bool:
    """Whether a node binds the underscore."""
    if isinstance(node, ast.Name):
        return node.id == "_" and isinstance(node.ctx, ast.Store)
    return isinstance(node, ast.arg) and node.arg == "_"


def test_translating_functions_do_not_bind_the_underscore() -> None:
    def binding(tree: ast.Module) -> Iterator[ast.AST]:
        bindings = [node for node in nodes_of(tree) if is_binding(node)]
        for function in nodes_of(tree) if bindings else ():
            if isinstance(function, Function):
                inner = list_nodes(function)
                if any(call.func.id == "_" for call in calls(inner)):  # type: ignore[attr-defined]
                    yield from filter(is_binding, inner)

    assert places(binding) == []


def test_nothing_is_translated_when_a_module_is_imported() -> None:
    def outside(tree: ast.Module) -> Iterator[ast.Call]:
        nodes: list[ast.AST] = [tree]
        for node in nodes:  # it grows meanwhile
            if not isinstance(node, Function | ast.Lambda):
                nodes += ast.iter_child_nodes(node)
        return calls(nodes)

    assert places(outside) == []


def test_messages_in_f_strings_and_in_other_marks_are_found() -> None:
    """Babel alone misses them before Python 3.12."""
    source = "text = f\"{_('one')}: {ngettext('two', 'three', count)}\"; lazy(names.get(key, N_(\"four\")))"
    messages = [message for _, _, message, _ in extract_marked(BytesIO(source.encode()), KEYWORDS, (), {})]
    assert ("one",) in messages and ("two", "three", None) in messages and ("four",) in messages
