"""Records, names of numbers and examples for the reference: from docstrings and from the shipped abilities."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from smallworld.api import (
    Bar,
    Board,
    Columns,
    Conquest,
    Loss,
    PieceSpec,
    PowerSpec,
    Question,
    RaceSpec,
    SpecialConquest,
    Traits,
    Travel,
)
from smallworld.hooks.hook_info import hooks, implemented
from smallworld.model import aliases
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.plugins.manager import Plugins
from smallworld.tools import RelicPlaces

VALUES = (Traits, Travel, SpecialConquest, Bar, Loss, Columns, Conquest, Question)
"""The records that hooks take or return, as the page of the game lists them."""
RECORDS: Mapping[str, type] = {
    cls.__name__: cls for cls in (*VALUES, Board, RegionSpec, BoardFile, RelicPlaces, RaceSpec, PowerSpec, PieceSpec)
}
"""Name in an annotation → class with documented attributes."""


class Attribute(NamedTuple):
    """One attribute of a record; several that share a meaning have their names in one text."""

    names: str
    default: str
    """Empty if the value must be given, or is never given."""
    meaning: str


def record_summary(cls: type) -> str:
    """Return the paragraphs of a docstring before its attributes, as one line."""
    return _plain(inspect.getdoc(cls) or "").partition(":ivar ")[0].strip()


def record_attributes(cls: type) -> list[Attribute]:
    """Return the attributes that the docstring of a class explains, in its order."""
    defaults: Mapping[str, Any] = getattr(cls, "_field_defaults", {})
    attributes = []
    for part in re.split(r":ivar ", _plain(inspect.getdoc(cls) or ""))[1:]:
        names, _, meaning = part.partition(": ")
        default = repr(defaults[names]) if names in defaults else ""
        attributes.append(Attribute(names, default, meaning.strip().rstrip(".;")))
    return attributes


@cache
def numbers() -> Mapping[str, str]:
    """Return the names of numbers, such as ``Race``, and what each counts or points to."""
    source = inspect.getsource(aliases)
    pairs = re.findall(r'^(\w+): TypeAlias = int\n"""(.+?)"""', source, re.MULTILINE | re.DOTALL)
    return {name: _plain(text.partition("\n\n")[0]) for name, text in pairs}


def _plain(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


EDITIONS = ("smallworld_base", "smallworld_primitives", "smallworld_warcraft")
"""The plugins that come with the program and bring abilities."""


class Example(NamedTuple):
    """Some lines of an ability."""

    code: str
    place: str
    """The ability, or the module."""


@cache
def shipped() -> Plugins:
    """Return the abilities that come with the program, and no others."""
    return Plugins(installed=False, named=EDITIONS)


@cache
def hook_users() -> Mapping[str, Sequence[str]]:
    """Return the abilities, or for hooks of the program the plugins, that implement each hook."""
    users: dict[str, list[str]] = {name: [] for name in hooks()}
    for plugin in shipped().entries:
        for hook in plugin.hooks:
            users[hook].append(plugin.name)
    for name, cls in sorted(shipped().listed_abilities().items()):
        for hook in implemented(cls):
            users[hook].append(name)
    return users


def hook_example(hook: str) -> Example | None:
    """Return the shortest method of a shipped ability that implements a hook."""
    examples = []
    for name in hook_users()[hook]:
        cls = shipped().abilities.get(name)
        source = _source(vars(cls).get(hook)) if cls is not None else ""
        if source:
            examples.append(Example(source, name))
    return min(examples, key=lambda example: (len(example.code), example.place), default=None)


def verb_example(name: str) -> Example | None:
    """Return the shortest statement of a shipped ability that uses ``state.NAME``."""
    return _statements().get(name)


@cache
def _statements() -> Mapping[str, Example]:
    """Return name → the shortest statement with ``state.NAME``."""
    shortest: dict[str, Example] = {}
    for module in dict.fromkeys(sys.modules[cls.__module__] for cls in shipped().listed_abilities().values()):
        for statement in _simple_statements(module):
            code = ast.unparse(statement)
            for node in ast.walk(statement):
                if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "state":
                    best = shortest.get(node.attr)
                    if best is None or len(code) < len(best.code):
                        shortest[node.attr] = Example(code, module.__name__)
    return shortest


def _simple_statements(module: ModuleType) -> Iterator[ast.stmt]:
    """Yield the statements of a module that hold no others."""
    for node in ast.walk(ast.parse(_source(module) or "")):
        if isinstance(node, ast.stmt) and not hasattr(node, "body"):
            yield node


def _source(part: object) -> str:
    try:
        return textwrap.dedent(inspect.getsource(part)).rstrip()  # type: ignore[arg-type]
    except (OSError, TypeError):
        return ""
