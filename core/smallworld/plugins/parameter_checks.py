"""Checks of the parameters of an ability class: types, defaults and texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from inspect import get_annotations
from typing import Any

from smallworld.abilities.base import Ability
from smallworld.languages import N_, lazy, lazy_or

KINDS: Mapping[str, type] = {"integer": int, "string": str, "boolean": bool, "null": type(None), "array": list}
"""Type in a schema → type in Python."""


def parameter_problems(cls: type[Ability]) -> Iterator[str]:
    """Yield the problems of the parameters of an ability class, without its name.

    :raises PluginError: a parameter is of a type that no variant file can give.
    """
    properties: Mapping[str, Any] = cls.schema()["properties"]
    yield from reserved_names(cls)
    for name, entry in properties.items():
        if "default" in entry and not _fits(entry["default"], entry):
            sentence = N_("the default {value} of its parameter {name!r} is not {type}")
            yield lazy(sentence, value=repr(entry["default"]), name=name, type=_describe_type(entry))
    for name in re.findall(r":param (\w+):", cls.__dict__.get("__doc__") or ""):
        if name in cls.__dict__ and name not in properties:
            value = cls.__dict__[name]
            sentence = N_("its parameter {name!r} has no type; write {name}: {type} = {value}")
            yield lazy(sentence, name=name, type=type(value).__name__, value=repr(value))


def reserved_names(cls: type[Ability]) -> Iterator[str]:
    """Yield a problem for each parameter with a name that the engine gives an ability, or that is a method of it."""
    parameters = {item.name for item in fields(Ability) if item.init}
    reserved = ({name for name in dir(Ability) if not name.startswith("_")} | {*get_annotations(Ability)}) - parameters
    for item in fields(cls):
        if item.name in reserved and item.name in _own_annotations(cls):
            yield lazy("its parameter {name!r} has a name that every ability has already; rename it", name=item.name)


def _own_annotations(cls: type[Ability]) -> set[str]:
    """Return the names that a class and its bases below Ability annotate."""
    bases = cls.__mro__[: cls.__mro__.index(Ability)]
    return {name for base in bases for name in get_annotations(base)}


def _fits(value: object, schema: Mapping[str, Any]) -> bool:
    """Return whether the schema of a parameter allows a value."""
    if "anyOf" in schema:
        return any(_fits(value, part) for part in schema["anyOf"])
    if "enum" in schema:
        return any(value == word and type(value) is type(word) for word in schema["enum"])
    if type(value) is not KINDS[schema["type"]]:
        return False
    return not isinstance(value, list) or all(_fits(part, schema["items"]) for part in value)


def _describe_type(schema: Mapping[str, Any]) -> str:
    """Describe the values that the schema of a parameter allows."""
    if "anyOf" in schema:
        return lazy_or(map(_describe_type, schema["anyOf"]))
    if "enum" in schema:
        return lazy("one of {names}", names=", ".join(map(repr, schema["enum"])))
    phrases = {
        "integer": lazy("a whole number"),
        "string": lazy("a text"),
        "boolean": lazy("True or False"),
        "null": "None",
    }
    return phrases.get(schema["type"], "") or lazy("a tuple, each part {type}", type=_describe_type(schema["items"]))
