"""Sections for the page of the game: the state, the values of hooks, the board."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from smallworld.model.board import Board, BoardFile, RegionSpec
from smallworld.model.values import Bar, Columns, Conquest, SpecialConquest, Toll, Traits, Travel
from smallworld.rules.game_state import GameState
from smallworld.rules.phases.questions import Question
from smallworld.rules.state.fields import Fields
from smallworld.rules.state.relics import RelicPlaces

VALUES = (Traits, Travel, SpecialConquest, Bar, Toll, Columns, Conquest, Question)
"""The records that hooks take or return."""


def facts_section() -> str:
    """The fields of a state, each with the docstring under it."""
    body = ast.parse(inspect.getsource(Fields)).body[0].body  # type: ignore[attr-defined]
    facts = [
        (field.target.id, text.value.value)
        for field, text in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr)
    ]
    lines = [f"- `{name}`: {' '.join(text.split()).replace('``', '`').rstrip('.')}.\n" for name, text in facts]
    return "\n### Facts\n\n" + "".join(lines)


def method_groups() -> Iterator[tuple[str, list[str]]]:
    """The public methods of a state under the headings of its source: ``# --- heading``."""
    parts = re.split(r"^    # --- (.+)$", inspect.getsource(GameState), flags=re.MULTILINE)
    yield "copies and comparison", ["copy", "facts"]
    for heading, source in zip(parts[1::2], parts[2::2], strict=True):
        yield heading, re.findall(r"^    (?:def )?([a-z]\w*)(?:\(| = )", source, re.MULTILINE)


def method_section(heading: str, names: Sequence[str]) -> str:
    """Each method with the first line of its docstring."""
    methods = [(name, getattr(GameState, name)) for name in names]
    lines = [f"- `{signature_text(name, method)}`: {first_line(method)}\n" for name, method in methods]
    return f"\n### {heading.capitalize()}\n\n" + "".join(lines)


def signature_text(name: str, method: Callable[..., Any]) -> str:
    """A method as it is called: names and defaults of its parameters, and the kind of the answer."""
    if isinstance(method, property):
        assert method.fget is not None
        return f"{name} -> {inspect.signature(method.fget).return_annotation}"
    signature = inspect.signature(method)
    plain = [part.replace(annotation=part.empty) for part in list(signature.parameters.values())[1:]]
    called = signature.replace(parameters=plain, return_annotation=signature.empty)
    return f"{name}{called} -> {signature.return_annotation}"


def first_line(method: Callable[..., Any]) -> str:
    """The first paragraph of a docstring, as one line."""
    paragraph = (inspect.getdoc(method) or "").split("\n\n")[0]
    return re.sub(r":\w+:`", "`", " ".join(paragraph.split()).replace("``", "`"))


def value_section(cls: type) -> str:
    """One record that hooks take or return: its fields with their defaults and meanings."""
    text = " ".join((inspect.getdoc(cls) or "").replace("``", "`").split())
    summary, *rest = re.split(r":ivar ", text)
    meanings: dict[str, str] = {}
    for part in rest:
        names, _, meaning = part.partition(": ")
        meanings |= dict.fromkeys(names.split(", "), meaning.strip())
    defaults: Mapping[str, Any] = cls._field_defaults  # type: ignore[attr-defined]
    names: Sequence[str] = cls._fields  # type: ignore[attr-defined]
    heads = (f"{name} = {defaults[name]!r}" if name in defaults else name for name in names)
    lines = [f"- `{head}`: {meanings[name].rstrip('.')}.\n" for head, name in zip(heads, names, strict=True)]
    return f"\n### {cls.__name__}\n\n{summary.strip()}\n\n" + "".join(lines)


def relics_section() -> str:
    """The queries of ``state.relics``: its attributes and its own methods."""
    methods = [(name, getattr(RelicPlaces, name)) for name in ("in_region", "count")]
    lines = _attribute_lines(RelicPlaces)
    lines += [f"- `{signature_text(name, method)}`: {first_line(method)}\n" for name, method in methods]
    return "\n### RelicPlaces\n\nIt is `state.relics`.\n\n" + "".join(lines)


def board_section() -> str:
    """The attributes and methods of a board that abilities use, and the records in it."""
    public = {name: method for name, method in vars(Board).items() if not name.startswith("_")}
    methods = [(name, method) for name, method in public.items() if inspect.isfunction(method)]
    lines = _attribute_lines(Board)
    lines += [f"- `{signature_text(name, method)}`: {first_line(method)}\n" for name, method in methods]
    for record, place in ((RegionSpec, "an element of `board.regions`"), (BoardFile, "an element of `board.faces`")):
        lines += [f"\n### {record.__name__}\n\nIt is {place}.\n\n", *_attribute_lines(record)]
    return "\n### Board\n\n" + "".join(lines)


def _attribute_lines(cls: type) -> list[str]:
    """A line for each attribute of a class that its docstring explains."""
    text = " ".join((inspect.getdoc(cls) or "").replace("``", "`").split())
    attributes = [part.partition(": ") for part in re.split(r":ivar ", text)[1:]]
    return [f"- `{names}`: {meaning.strip().rstrip('.;')}.\n" for names, _, meaning in attributes]
