"""Nobody outside the engine parses the text of an action: it has fields, and ``Game.read`` reads typed ones."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from language.rules import list_nodes
from smallworld.notation import CORE_VERBS

ROOT = Path(__file__).parents[1]
ENGINE = (
    "core/smallworld/rules/", "core/smallworld/actions.py", "core/smallworld/notation.py",
    "plugins/smallworld_validate/game_file_checks/",
)  # fmt: skip
"""Where actions are made and read, also the short forms that authors of scenarios write."""
METHODS = {
    "startswith", "endswith", "split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "find",
    "index", "replace",
}  # fmt: skip
NAMES = re.compile(r"(action|conquest|deployment|pick|move|offer)(_text)?$|legal$")
"""The last name of an expression that holds an action."""
NOTATION = re.compile(rf"(?:{'|'.join(CORE_VERBS)})(?: |$)| by |\+die$| as decline$")
"""A constant text with which only the text of an action is compared."""


def parsing(source: str) -> Iterator[str]:
    """Yield the expressions of a module that take the text of an action apart."""
    for node in list_nodes(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=method), args=args) if method in METHODS:
                if _holds_action(value) or any(_is_notation(arg) for arg in args):
                    yield ast.unparse(node)
            case ast.Subscript(value=value, slice=ast.Slice(lower=ast.expr())) if _holds_action(value, several=False):
                yield ast.unparse(node)
            case ast.Compare(left=ast.Subscript(value=value, slice=ast.Slice())) if _holds_action(value, several=False):
                yield ast.unparse(node)
            case ast.Compare(left=ast.Constant() as constant, ops=[ast.In() | ast.NotIn()], comparators=[value]):
                if _holds_action(value, several=False) or (_is_notation(constant) and " " in str(constant.value)):
                    yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re")), args=[pattern, *_]):
                if _is_notation(pattern):
                    yield ast.unparse(node)


def _holds_action(node: ast.expr, *, several: bool = True) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return bool(NAMES.search(name)) and (name != "legal")
        case ast.Subscript(slice=ast.Constant(value="do")):
            return True
        case ast.Subscript(value=value):
            return several and _holds_legal(value)
        case ast.Call(func=ast.Name(id="str"), args=[value]):
            return _holds_action(value)
    return False


def _holds_legal(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in ("legal", "actions")
        case ast.Call(func=ast.Attribute(attr="legal_actions")):
            return True
    return False


def _is_notation(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return bool(NOTATION.match(text))
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return bool(NOTATION.match(text))
        case ast.Tuple(elts=elements):
            return any(map(_is_notation, elements))
    return False


def modules() -> Iterator[Path]:
    """Yield the modules outside the engine."""
    for folder in ("core/smallworld", "plugins"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            place = path.relative_to(ROOT)
            if not place.as_posix().startswith(ENGINE):
                yield path


def test_nobody_outside_the_engine_parses_an_action() -> None:
    texts = [f"{path.relative_to(ROOT)}: {text}" for path in modules() for text in parsing(path.read_text("utf-8"))]
    assert texts == [], "an Action has verb, region, number, means, operands; Game.read reads what a person typed"


@pytest.mark.parametrize(
    "source",
    [
        'x.startswith("conquer")',
        'x.startswith(("deploy", "done"))',
        "action.split()[1]",
        "str(action).partition(' ')",
        'action[:7] == "deploy "',
        "int(action[5:])",
        '" by die" in x',
        'x.endswith("+die")',
        're.match("deploy (.*)", x)',
        'x.removeprefix(f"deploy {region}")',
        "offer.action.split()",
        "legal[0].split()",
        'event["do"].split()',
        '"r07" in action',
        "game.legal_actions()[0].startswith(word)",
    ],
)
def test_parsing_is_noticed(source: str) -> None:
    assert list(parsing(source))


@pytest.mark.parametrize(
    "source",
    [
        'action.verb == "conquer"',
        '"die" in action.means',
        '"decline" in legal',
        'action == "done"',
        "text.split()",
        "action in legal",
        "legal[:-1]",
        "str(action)[:80]",
        'phase.startswith("re")',
        'x.replace("conquered", "taken")',
    ],
)
def test_fields_may_be_read(source: str) -> None:
    assert not list(parsing(source))
