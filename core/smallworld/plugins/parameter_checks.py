"""Checks of the parameters of an ability class: types, defaults and texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
    for name, entry in properties.items():
        if "default" in entry and not _fits(entry["default"], entry):
            sentence = N_("the default {value} of its parameter {name!r} is not {type}")
            yield lazy(sentence, value=repr(entry["default"]), name=name, type=_describe_type(entry))
    for name in re.findall(r":param (\w+):", cls.__dict__.get("__doc__") or ""):
        if name in cls.__dict__ and name not in properties:
            value = cls.__dict__[name]
            sentence = N_("its parameter {name!r} has no type; write {name}: {type} = {value}")
            yield lazy(sentence, name=name, type=type(value).__name__, value=repr(value))


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
