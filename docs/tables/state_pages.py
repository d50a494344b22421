"""Sections for the page of the game: the state, the values of hooks, the board."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any

from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.game_board import Board
from smallworld.tools import RelicPlaces
from smallworld_authors.reference_text import plain, record_attributes, record_summary
from smallworld_authors.verb_info import VerbInfo, grouped_verbs

MARKS = {"fact": "", "query": "", "verb": " **!**"}
"""Kind → its mark behind the name; verbs change the game."""


def state_sections() -> str:
    """Every fact, query and verb of a state under the headings of its source."""
    return "".join(f"\n### {group.capitalize()}\n\n{''.join(map(_line, infos))}" for group, infos in grouped_verbs())


def _line(info: VerbInfo) -> str:
    head = info.name if info.kind == "fact" else info.signature()
    return f"- `{head}`{MARKS[info.kind]}: {plain(info.text).rstrip('.')}.\n"


def signature_text(name: str, method: Callable[..., Any]) -> str:
    """A method of a board or of relics as it is called: its parameters, and the kind of the answer."""
    signature = inspect.signature(method)
    parts = [part.replace(annotation=part.empty) for part in list(signature.parameters.values())[1:]]
    called = signature.replace(parameters=parts, return_annotation=signature.empty)
    return f"{name}{called} -> {signature.return_annotation}"


def first_line(method: Callable[..., Any]) -> str:
    """The first paragraph of a docstring, as one line."""
    paragraph = (inspect.getdoc(method) or "").split("\n\n")[0]
    return re.sub(r":\w+:`", "`", " ".join(paragraph.split()).replace("``", "`"))


def value_section(cls: type) -> str:
    """One record that hooks take or return: its attributes with their defaults and meanings."""
    return f"\n### {cls.__name__}\n\n{record_summary(cls)}\n\n" + "".join(_attribute_lines(cls))


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


def _attribute_lines(cls: type) -> Sequence[str]:
    """A line for each attribute of a class that its docstring explains."""
    heads = [(each.names + (f" = {each.default}" if each.default else ""), each) for each in record_attributes(cls)]
    return [f"- `{head}`: {each.meaning}.\n" for head, each in heads]
