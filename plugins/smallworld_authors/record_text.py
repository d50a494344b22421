"""The records that hooks and verbs take or return, and the names of their numbers, from their docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
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
from smallworld.model import aliases
from smallworld.model.board import BoardFile, RegionSpec
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


def named_in(annotations: Sequence[str]) -> Iterator[type]:
    """Yield the records that annotations name, each once."""
    names = dict.fromkeys(name for text in annotations for name in re.findall(r"\w+", text))
    yield from (RECORDS[name] for name in names if name in RECORDS)


@cache
def numbers() -> Mapping[str, str]:
    """Return the names of numbers, such as ``Race``, and what each counts or points to."""
    source = inspect.getsource(aliases)
    pairs = re.findall(r'^(\w+): TypeAlias = int\n"""(.+?)"""', source, re.MULTILINE | re.DOTALL)
    return {name: _plain(text.partition("\n\n")[0]) for name, text in pairs}


def _plain(text: str) -> str:
    return " ".join(text.replace("``", "`").split())
