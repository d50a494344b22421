"""The types of an ability's parameters, and their JSON schema."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from smallworld.errors import PluginError


@dataclass(frozen=True, slots=True)
class Name:
    """Marks a text parameter as the id of something that the variant defines.

    :ivar trait: a key that has to be true of it, such as ``token`` of a piece; empty for none.
    :ivar never: keys that must not be true of it, such as ``own`` of a piece in regions of others.
    :ivar placed: its owner places it, so a race and its power cannot both have this kind.
    """

    kind: str
    trait: str = ""
    never: tuple[str, ...] = ()
    placed: bool = False

    def marks(self) -> dict[str, Any]:
        """Return the marks of such a parameter in a schema."""
        marks = {"x-names": self.kind, "x-trait": self.trait, "x-never": list(self.never), "x-placed": self.placed}
        return {key: value for key, value in marks.items() if value}


@dataclass(frozen=True, slots=True)
class Least:
    """Marks a whole-number parameter: the smallest number that makes sense."""

    number: int

    def marks(self) -> dict[str, Any]:
        """Return the marks of such a parameter in a schema."""
        return {"minimum": self.number}


@dataclass(frozen=True, slots=True)
class Form:
    """Marks a text parameter: the pattern that it has to match, and a text that does."""

    pattern: str
    example: str

    def marks(self) -> dict[str, Any]:
        """Return the marks of such a parameter in a schema."""
        return {"pattern": self.pattern, "examples": [self.example]}


MOST = 1000
"""The largest number that a parameter may be, and less the smallest: nothing in a box is more."""
Amount = Annotated[int, Least(0)]
"""A parameter that counts coins or tokens, perhaps none."""
Count = Annotated[int, Least(1)]
"""A parameter of which there must be at least one: a number of times, or one that others are divided by."""
Word = Annotated[str, Form("^(?!die$)[a-z][a-z_]{0,30}$", "storm")]
"""A parameter that is a word of the notation: small letters and ``_``; ``die`` is the engine's."""
Terrain = Annotated[str, Name("terrain")]
"""A parameter that names a terrain of the variant."""
Symbol = Annotated[str, Name("symbol")]
"""A parameter that names a symbol of the variant."""
Piece = Annotated[str, Name("piece")]
"""A parameter that names a kind of piece of the variant."""
LaidPiece = Annotated[str, Name("piece", never=("token",))]
"""A kind of piece that the ability places in regions; tokens of a race are deployed instead."""
PlacedPiece = Annotated[str, Name("piece", never=("token",), placed=True)]
"""A kind of piece that its owner places with ``place PIECE R``."""


RaceId = Annotated[str, Name("race")]
"""A parameter that names a race of the variant."""
PowerId = Annotated[str, Name("power")]
"""A parameter that names a power of the variant."""
RelicId = Annotated[str, Name("relic")]
"""A parameter that names a relic of the variant."""


@cache
def hints(cls: Any) -> dict[str, Any]:
    """Return the annotations of an ability class; resolving them takes long, so they are kept."""
    return get_type_hints(cls, include_extras=True)


@cache
def least_numbers(cls: Any) -> dict[str, int]:
    """Return parameter → its smallest number, where it has one."""
    annotations = hints(cls)
    bounds = {item.name: _least(annotations[item.name]) for item in fields(cls) if item.init}
    return {name: least for name, least in bounds.items() if least is not None}


@cache
def piece_parameters(cls: Any) -> tuple[str, ...]:
    """List the parameters that name one kind of piece."""
    annotations = hints(cls)
    return tuple(
        item.name
        for item in fields(cls)
        if item.init and any(isinstance(note, Name) and note.kind == "piece" for note in _notes(annotations[item.name]))
    )


def _notes(hint: Any) -> tuple[Any, ...]:
    """Return the notes of an annotation, beginning with its type."""
    return get_args(hint) if get_origin(hint) is Annotated else (hint,)


def _least(hint: Any) -> int | None:
    """Return the bound of an annotation, or of one of its alternatives."""
    if get_origin(hint) in (Union, UnionType):
        return next((least for part in get_args(hint) if (least := _least(part)) is not None), None)
    return next((note.number for note in _notes(hint) if isinstance(note, Least)), None)


def parameter_texts(cls: type) -> dict[str, str]:
    """Return parameter → its sentence in the docstring of an ability class."""
    descriptions = re.findall(r":param (\w+):\s*(.+?)(?=\n\s*:|\n\s*\n|\Z)", cls.__doc__ or "", re.DOTALL)
    return {name: " ".join(text.split()) for name, text in descriptions}


def type_schema(hint: Any) -> dict[str, Any]:
    """Return the JSON schema of an annotation.

    :raises PluginError: a parameter cannot be of this type.
    """
    origin = get_origin(hint)
    if origin is Annotated:
        base, *notes = get_args(hint)
        schema = type_schema(base)
        for note in notes:
            schema |= note.marks()
        return schema
    if origin is Literal:
        return {"enum": list(get_args(hint))}
    if origin is tuple:
        return {"type": "array", "items": type_schema(get_args(hint)[0])}
    if origin in (Union, UnionType):
        return {"anyOf": [type_schema(part) for part in get_args(hint)]}
    names_of = {int: "integer", str: "string", bool: "boolean", type(None): "null"}
    if hint not in names_of:
        raise PluginError(
            f"a parameter cannot be of type {hint!r}; use text, whole numbers, booleans, Literal or tuple"
        )
    return {"type": names_of[hint], **({"minimum": -MOST, "maximum": MOST} if hint is int else {})}
