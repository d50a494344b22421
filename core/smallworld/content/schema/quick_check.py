"""Accept valid data quickly: a JSON schema as one function of Python, which knows valid from wrong but no reasons.

Most data is valid. For the rest jsonschema lists the errors with their places, in many times the time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from numbers import Number
from typing import Any

from smallworld.content.schema.uniqueness import first_duplicate

Predicate = Callable[[Any], bool]
"""Returns whether data is valid."""

NOTES = frozenset({"$schema", "$id", "$defs", "title", "description", "examples", "default"})
"""Keywords that no data breaks."""


class _Unsupported(Exception):
    """The schema has a keyword that is not compiled."""


def compile_schema(schema: Mapping[str, Any] | bool) -> Predicate:
    """Return a predicate that is true exactly for valid data; of a schema with rarer keywords one that is never true.

    :param schema: a schema of Draft 2020-12; its references are to parts of itself.
    """
    try:
        return _Compiler(schema).compile(schema)
    except _Unsupported:
        return lambda _data: False


class _Compiler:
    """Compiles a schema and the definitions that it refers to."""

    def __init__(self, root: Mapping[str, Any] | bool) -> None:
        self.root = root
        self.compiled: dict[str, Predicate] = {}

    def compile(self, schema: Any) -> Predicate:
        if isinstance(schema, bool):
            return lambda _data: schema
        rules = [rule for keyword in schema for rule in self._rules(keyword, schema)]
        if len(rules) == 1:
            return rules[0]

        def is_valid(data: Any) -> bool:
            for rule in rules:
                if not rule(data):
                    return False
            return True

        return is_valid

    def _rules(self, keyword: str, schema: Mapping[str, Any]) -> list[Predicate]:
        """Return the rules of one keyword; some keywords are part of the rule of another."""
        if keyword in NOTES or keyword.startswith("x-") or keyword in ("then", "else"):
            return []
        if keyword in LIMITS:
            return [LIMITS[keyword](schema[keyword])]
        nested: dict[str, Callable[[Any], Predicate]] = {
            "$ref": self._reference, "propertyNames": self._names, "oneOf": self._one_of, "anyOf": self._any_of,
            "allOf": self._all_of, "not": self._not,
        }  # fmt: skip
        if keyword in nested:
            return [nested[keyword](schema[keyword])]
        for keywords, compile_group in (
            (("properties", "additionalProperties"), self._properties),
            (("prefixItems", "items"), self._items),
            (("if",), self._condition),
        ):
            if keyword in keywords:
                is_first = keyword == next(key for key in schema if key in keywords)
                return [compile_group(schema)] if is_first else []
        raise _Unsupported(keyword)

    def _reference(self, target: str) -> Predicate:
        """Return the predicate of a part of the schema, compiled once; it may refer to itself."""
        compiled = self.compiled
        if target not in compiled:
            compiled[target] = lambda data: compiled[target](data)
            compiled[target] = self.compile(self._part(target))
        return compiled[target]

    def _part(self, target: str) -> Any:
        """Return the part of the schema that a reference names."""
        start, *keys = target.split("/")
        part: Any = self.root
        try:
            for key in keys:
                part = part[int(key) if isinstance(part, list) else key]
        except (KeyError, IndexError, TypeError, ValueError):
            start = ""
        if start != "#":
            raise _Unsupported(target)
        return part

    def _properties(self, schema: Mapping[str, Any]) -> Predicate:
        inner_rules = {key: self.compile(inner) for key, inner in schema.get("properties", {}).items()}
        extra_rule = self.compile(schema.get("additionalProperties", True))

        def is_valid(data: Any) -> bool:
            if not isinstance(data, dict):
                return True
            for key, value in data.items():
                if not inner_rules.get(key, extra_rule)(value):
                    return False
            return True

        return is_valid

    def _names(self, schema: Any) -> Predicate:
        name = self.compile(schema)
        return lambda data: not isinstance(data, dict) or all(map(name, data))

    def _items(self, schema: Mapping[str, Any]) -> Predicate:
        first = [self.compile(inner) for inner in schema.get("prefixItems", ())]
        other, count = self.compile(schema.get("items", True)), len(first)

        def is_valid(data: Any) -> bool:
            if not isinstance(data, list):
                return True
            begin = all(is_item(item) for is_item, item in zip(first, data, strict=False))
            return begin and all(map(other, data[count:] if count else data))

        return is_valid

    def _one_of(self, schemas: list[Any]) -> Predicate:
        branches = [self.compile(schema) for schema in schemas]
        return lambda data: sum(branch(data) for branch in branches) == 1

    def _any_of(self, schemas: list[Any]) -> Predicate:
        branches = [self.compile(schema) for schema in schemas]
        return lambda data: any(branch(data) for branch in branches)

    def _all_of(self, schemas: list[Any]) -> Predicate:
        branches = [self.compile(schema) for schema in schemas]
        return lambda data: all(branch(data) for branch in branches)

    def _not(self, schema: Any) -> Predicate:
        inner = self.compile(schema)
        return lambda data: not inner(data)

    def _condition(self, schema: Mapping[str, Any]) -> Predicate:
        condition, true = self.compile(schema["if"]), self.compile(schema.get("then", True))
        false = self.compile(schema.get("else", True))
        return lambda data: true(data) if condition(data) else false(data)


def _is_number(data: Any) -> bool:
    return isinstance(data, Number) and not isinstance(data, bool)


def _is_integer(data: Any) -> bool:
    if isinstance(data, float):
        return data.is_integer()
    return isinstance(data, int) and not isinstance(data, bool)


TYPES: dict[str, Predicate] = {
    "object": lambda data: isinstance(data, dict),
    "array": lambda data: isinstance(data, list),
    "string": lambda data: isinstance(data, str),
    "boolean": lambda data: isinstance(data, bool),
    "null": lambda data: data is None,
    "number": _is_number,
    "integer": _is_integer,
}


def _type(names: str | list[str]) -> Predicate:
    if isinstance(names, str):
        return TYPES[names]
    types = [TYPES[name] for name in names]
    return lambda data: any(is_type(data) for is_type in types)


def _enum(values: list[Any]) -> Predicate:
    if not all(isinstance(value, str) for value in values):
        raise _Unsupported("enum")
    return lambda data: isinstance(data, str) and data in values


def _const(value: Any) -> Predicate:
    if isinstance(value, bool):
        return lambda data: data is value
    if isinstance(value, int):
        return lambda data: not isinstance(data, bool) and data == value
    return _enum([value])


def _pattern(pattern: str) -> Predicate:
    search = re.compile(pattern).search
    return lambda data: not isinstance(data, str) or search(data) is not None


def _required(keys: list[str]) -> Predicate:
    return lambda data: not isinstance(data, dict) or all(key in data for key in keys)


def _unique_items(is_unique: bool) -> Predicate:
    return lambda data: not is_unique or not isinstance(data, list) or first_duplicate(data) is None


LIMITS: dict[str, Callable[[Any], Predicate]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "required": _required,
    "uniqueItems": _unique_items,
    "minimum": lambda least: lambda data: not _is_number(data) or not data < least,
    "maximum": lambda most: lambda data: not _is_number(data) or not data > most,
    "exclusiveMinimum": lambda limit: lambda data: not _is_number(data) or not data <= limit,
    "exclusiveMaximum": lambda limit: lambda data: not _is_number(data) or not data >= limit,
    "minLength": lambda least: lambda data: not isinstance(data, str) or len(data) >= least,
    "maxLength": lambda most: lambda data: not isinstance(data, str) or len(data) <= most,
    "minItems": lambda least: lambda data: not isinstance(data, list) or len(data) >= least,
    "maxItems": lambda most: lambda data: not isinstance(data, list) or len(data) <= most,
    "minProperties": lambda least: lambda data: not isinstance(data, dict) or len(data) >= least,
    "maxProperties": lambda most: lambda data: not isinstance(data, dict) or len(data) <= most,
}
"""Keyword with a plain value → its rule."""
