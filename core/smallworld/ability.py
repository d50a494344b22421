"""What races, powers, relics and editions can do: the base class of abilities.

An ability is a class with parameters. A variant file names it; one instance exists
for each race, power or relic that uses it. Instances hold no game data: what must be
remembered lies in the game under :attr:`Ability.key`, see ``game.recall``.

    class PeatCutters(Ability):
        '''A coin for every swamp next to water.

        :param coins: coins for each such region.
        '''

        rule = "PEAT-1"
        coins: int = 1

        @hookimpl
        def score(self, game, race):
            board = game.board
            return self.coins * (game.regions[race] & board.terrain("swamp") & board.coast).bit_count()
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from smallworld.errors import PluginError, suggest

if TYPE_CHECKING:
    from smallworld.rules.position import Position

A = TypeVar("A", bound="Ability")

USERS = ("race", "power", "relic", "edition")
"""What can have abilities."""
PHASES = ("conquer", "redeploy", "retreat", "finish")
"""Phases in which abilities may offer actions."""
MATTERS: Mapping[str, tuple[str, ...]] = {
    "act": ("conquer", "redeploy"),
    "decline": ("conquer",),
    "done": ("conquer", "redeploy"),
    "die": ("conquer",),
    "conquer": ("conquer",),
}
"""What abilities may refuse although the rules allow it → the phases in which it comes up."""


@dataclass(frozen=True, slots=True)
class Name:
    """Marks a text parameter as the id of something that the variant defines.

    :ivar trait: a key that has to be true of it, such as ``token`` of a piece; empty for none.
    """

    kind: str
    trait: str = ""


@dataclass(frozen=True, slots=True)
class Least:
    """Marks a whole-number parameter: the smallest number that makes sense."""

    number: int


@dataclass(frozen=True, slots=True)
class Form:
    """Marks a text parameter: the pattern that it has to match, and a text that does."""

    pattern: str
    example: str


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


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False)
class _Fields:
    """Turns every subclass into a frozen dataclass with keyword-only parameters."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        told = cls.__dict__.get("__doc__")
        if "__init__" in cls.__dict__:
            raise PluginError(
                f"class {cls.__name__} in {cls.__module__} has a method __init__, but abilities keep no data of "
                f"their own; annotate parameters in the class, and let the hooks compute the rest"
            )
        dataclass(frozen=True, eq=False, kw_only=True, repr=False)(cls)
        cls.__doc__ = told  # not the signature that a dataclass takes for a docstring


class Ability(_Fields):
    """Base class of all abilities.

    :param in_decline: the ability goes on when its race has declined.
    :cvar name: how variant files call it; by default the class name in snake_case.
    :cvar rule: id of the rule, or page of the rulebook, that it implements.
    :cvar verbs: words that it adds to the notation → pattern of their operands,
        e.g. ``{"ally": "PLAYER"}`` (``REGION``, ``PIECE``, ``PLAYER``, ``N``, ``WORD``; ``?`` = optional;
        ``PAIR`` = two regions in any order).
    :cvar label: name of its line in a score; by default the source.
    :cvar words: what it does as a line of a ledger, parameters in braces: ``next to an own {terrain}``; by default
        the first line of the docstring.
    :cvar offers_in: the phases in which it may offer actions, by default all; in others it is not asked.
    :cvar refuses: what its ``veto`` may refuse, by default everything; about other matters it is not asked.
    :cvar refuses_in: the phases in which it may, by default ``conquer`` and ``redeploy``.
    :cvar common: an ability of a relic that holds for every race, whoever has the relic.
    :cvar users: what may have it, by default all: ``race``, ``power``, ``relic``, ``edition``. An ability that asks
        where its relic lies is for relics only.
    :ivar source: id of the race, power, relic or variant that uses it.
    :ivar key: unique name of this instance at the table.
    """

    name: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    verbs: ClassVar[Mapping[str, str]] = {}
    label: ClassVar[str] = ""
    words: ClassVar[str] = ""
    offers_in: ClassVar[tuple[str, ...]] = PHASES
    refuses: ClassVar[tuple[str, ...]] = tuple(MATTERS)
    refuses_in: ClassVar[tuple[str, ...]] = ("conquer", "redeploy")
    common: ClassVar[bool] = False
    users: ClassVar[tuple[str, ...]] = USERS

    in_decline: bool = False
    source: str = field(init=False, default="")
    key: str = field(init=False, default="")

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    def __repr__(self) -> str:
        return f"<{self.name} of {self.source or 'nobody'}>"

    @classmethod
    def text(cls) -> str:
        """One line for people: the first line of the docstring."""
        return (cls.__doc__ or "").strip().split("\n")[0]

    def told(self) -> str:
        """What it does as a line of a ledger, its own parameters worked in."""
        chosen = {item.name: getattr(self, item.name) for item in fields(self)}
        return self.words.format(**chosen) if self.words else self.text().rstrip(".")

    def unavailable(self, game: Position, race: int, region: int) -> str:
        """Why what it offers is not to be had now, a sentence for people; empty if it has nothing to say.

        It is asked after a refusal only. :param region: the region that was named; -1 if none was.
        """
        return ""

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """JSON schema of the parameters, from annotations, defaults and docstring."""
        hints = get_type_hints(cls, include_extras=True)
        texts = {**_parameter_texts(Ability), **_parameter_texts(cls)}
        properties: dict[str, Any] = {}
        required = []
        for item in fields(cls):
            if not item.init:
                continue
            entry = _type_schema(hints[item.name])
            if item.name in texts:
                entry["description"] = texts[item.name]
            if item.default is not MISSING:
                entry["default"] = list(item.default) if isinstance(item.default, tuple) else item.default
            else:
                required.append(item.name)
            properties[item.name] = entry
        schema: dict[str, Any] = {"type": "object", "description": cls.text(), "properties": properties}
        if required:
            schema["required"] = required
        if cls.users != USERS:
            schema["x-users"] = list(cls.users)
        return {**schema, "additionalProperties": False}

    @classmethod
    def build(cls: type[A], parameters: Mapping[str, Any], *, source: str, key: str) -> A:
        """An instance bound to its user; lists become tuples.

        :raises PluginError: a parameter is unknown, missing or too small.
        """
        known = {item.name for item in fields(cls) if item.init}
        for name in parameters:
            if name not in known:
                raise PluginError(f"ability {cls.name!r} of {source!r} has no parameter {name!r}{suggest(name, known)}")
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in parameters.items()
        }
        bounded: Any = cls  # no checker takes a class of such a variable for hashable
        for name, least in _least_numbers(bounded).items():
            value = values.get(name, least)
            if type(value) is int and value < least:
                raise PluginError(f"ability {cls.name!r} of {source!r}: {name!r} must be at least {least}, not {value}")
        try:
            made = _construct(cls, values)
        except (TypeError, ValueError, AttributeError) as error:  # a __post_init__ of the author's may refuse values
            raise PluginError(f"ability {cls.name!r} of {source!r}: {error}") from None
        object.__setattr__(made, "source", source)
        object.__setattr__(made, "key", key)
        return made


def _construct(cls: type[A], values: dict[str, Any]) -> A:
    make: Any = cls  # the parameters are those of the subclass, which no checker can know here
    made: A = make(**values)
    return made


@cache
def _least_numbers(cls: Any) -> dict[str, int]:
    """Parameter → its smallest number, where it has one."""
    hints = get_type_hints(cls, include_extras=True)
    found = {item.name: _least(hints[item.name]) for item in fields(cls) if item.init}
    return {name: least for name, least in found.items() if least is not None}


def _least(hint: Any) -> int | None:
    """The bound of an annotation, or of one of its alternatives."""
    if get_origin(hint) is Annotated:
        return next((note.number for note in get_args(hint)[1:] if isinstance(note, Least)), None)
    if get_origin(hint) in (Union, UnionType):
        return next((least for part in get_args(hint) if (least := _least(part)) is not None), None)
    return None


def _parameter_texts(cls: type) -> dict[str, str]:
    found = re.findall(r":param (\w+):\s*(.+?)(?=\n\s*:|\n\s*\n|\Z)", cls.__doc__ or "", re.DOTALL)
    return {name: " ".join(text.split()) for name, text in found}


def _type_schema(hint: Any) -> dict[str, Any]:
    origin = get_origin(hint)
    if origin is Annotated:
        base, *notes = get_args(hint)
        least = [note.number for note in notes if isinstance(note, Least)]
        named: dict[str, Any] = {}
        for note in notes:
            if isinstance(note, Name):
                named |= {"x-names": note.kind, **({"x-trait": note.trait} if note.trait else {})}
            elif isinstance(note, Form):
                named |= {"pattern": note.pattern, "examples": [note.example]}
        return {**_type_schema(base), **named, **({"minimum": least[0]} if least else {})}
    if origin is Literal:
        return {"enum": list(get_args(hint))}
    if origin is tuple:
        return {"type": "array", "items": _type_schema(get_args(hint)[0])}
    if origin in (Union, UnionType):
        return {"anyOf": [_type_schema(part) for part in get_args(hint)]}
    names_of = {int: "integer", str: "string", bool: "boolean", type(None): "null"}
    if hint not in names_of:
        raise PluginError(
            f"a parameter cannot be of type {hint!r}; use text, whole numbers, booleans, Literal or tuple"
        )
    return {"type": names_of[hint], **({"minimum": -MOST, "maximum": MOST} if hint is int else {})}
