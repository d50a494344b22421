"""Messages are marked so that the extractor finds them and every reader gets them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from smallworld.languages.build import KEYWORDS
from smallworld.languages.extractors import extract_marked

CORE = Path(__file__).parents[2] / "core" / "smallworld"
MARKS = ("_", "ngettext", "pgettext", "npgettext")
Function = ast.FunctionDef | ast.AsyncFunctionDef
MODULES = [path for path in sorted(CORE.rglob("*.py")) if "from smallworld.languages import" in path.read_text("utf-8")]


def calls(node: ast.AST) -> Iterator[ast.Call]:
    """Calls of the functions that translate."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id in MARKS:
            yield inner


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(CORE).as_posix())
def test_marked_messages_are_literals(path: Path) -> None:
    for call in calls(ast.parse(path.read_text("utf-8"))):
        assert not any(isinstance(argument, ast.JoinedStr | ast.BinOp) for argument in call.args[:2]), call.lineno


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(CORE).as_posix())
def test_translating_functions_do_not_bind_the_underscore(path: Path) -> None:
    for function in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(function, Function) or not any(call.func.id == "_" for call in calls(function)):  # type: ignore[attr-defined]
            continue
        names = [
            inner.id for inner in ast.walk(function) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
        ]
        names += [inner.arg for inner in ast.walk(function) if isinstance(inner, ast.arg)]
        assert "_" not in names, f"{function.name}, line {function.lineno}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(CORE).as_posix())
def test_nothing_is_translated_when_a_module_is_imported(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    inside = {id(call) for node in ast.walk(tree) if isinstance(node, Function | ast.Lambda) for call in calls(node)}
    assert [call.lineno for call in calls(tree) if id(call) not in inside] == []


def test_messages_in_f_strings_and_in_other_marks_are_found() -> None:
    """Babel alone misses them before Python 3.12."""
    source = "text = f\"{_('one')}: {ngettext('two', 'three', count)}\"; lazy(names.get(key, N_(\"four\")))"
    messages = [message for _, _, message, _ in extract_marked(BytesIO(source.encode()), KEYWORDS, (), {})]
    assert ("one",) in messages and ("two", "three", None) in messages and ("four",) in messages
