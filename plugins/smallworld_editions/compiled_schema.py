"""JSON schemas as Python functions, which answer whether data fit a schema; jsonschema explains why they do not.

A function has the keywords that the schemas of files and abilities use. A schema with another one is not compiled, and
jsonschema answers. The official suite of JSON Schema runs through both (``tests/content/schemas/test_suites.py``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

Test = Callable[[Any], bool]
"""Answers whether plain data fit."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "object": (dict,), "array": (list,), "string": (str,), "integer": (int,), "number": (int, float),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip
"""Name of a type in a schema → the types of plain data."""
_REMARKS = frozenset({"title", "description", "examples", "default", "$comment", "$defs", "format"})
"""Keywords that refuse nothing; so do those that begin with ``x-``."""
_MEMBERS = ("properties", "patternProperties", "additionalProperties")
_LOCAL = re.compile(r"#((?:/[\w$-]+)+)")
"""Pattern of a reference to another place of the same schema."""


MOST_KEPT = 4_000
"""Functions that are kept for the next question."""
_kept: dict[int, tuple[Any, Test | None]] = {}
"""The id of a schema → the schema, so that no other one gets its id, and its function."""


class _NotCompiled(Exception):
    """The schema has a keyword that only jsonschema knows."""


def compile_schema(schema: Any) -> Test | None:
    """Return the function of a schema; None for a schema that is not compiled."""
    try:
        if isinstance(schema, Mapping):
            if schema.get("$schema", DIALECT) != DIALECT:
                return None
            rest = {key: value for key, value in schema.items() if key not in ("$schema", "$id")}
            return _Compiler(rest).test(rest)
        return _Compiler({}).test(schema)
    except _NotCompiled:
        return None


def kept_test(schema: Any) -> Test | None:
    """Return the function of a schema that stays as it is, which is compiled once."""
    if id(schema) not in _kept:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        _kept[id(schema)] = schema, compile_schema(schema)
    return _kept[id(schema)][1]


# --- equal items: jsonschema compares all pairs, which takes too long for long lists


def first_duplicate(items: list[Any]) -> tuple[int, int] | None:
    """Return the indexes of the first two equal items; ``true`` does not equal 1, but 1.0 does."""
    seen: dict[Hashable, int] = {}
    for index, item in enumerate(items):
        first = seen.setdefault(_freeze(item), index)
        if first != index:
            return first, index
    return None


def _freeze(value: Any) -> Hashable:
    """Make a hashable value that is equal for equal values of JSON; the reader limits its depth."""
    if isinstance(value, dict):
        return frozenset((key, _freeze(item)) for key, item in value.items())
    if isinstance(value, list):
        return tuple(map(_freeze, value))
    return (bool, value) if isinstance(value, bool) else value


# --- one function for each keyword


def _all_of(tests: list[Test]) -> Test:
    """Join tests."""
    if len(tests) == 1:
        return tests[0]

    def test(data: Any) -> bool:
        for each in tests:  # a generator takes twice as long
            if not each(data):
                return False
        return True

    return test


def _of_kind(names: str | list[str]) -> Test:
    """Return the test of ``type``."""
    listed = [names] if isinstance(names, str) else names
    if not all(name in _KINDS for name in listed):
        raise _NotCompiled
    kinds = frozenset(kind for name in listed for kind in _KINDS[name])
    if "integer" in listed and "number" not in listed:
        return lambda data: type(data) in kinds or (type(data) is float and data.is_integer())
    return lambda data: type(data) in kinds


def _one_of_values(values: list[Any]) -> Test:
    """Return the test of ``enum`` and ``const``."""
    allowed = frozenset(map(_freeze, values))
    has_plain = not any(isinstance(value, dict | list) for value in values)

    def test(data: Any) -> bool:
        if has_plain and isinstance(data, dict | list):
            return False
        return _freeze(data) in allowed

    return test


def _pattern(text: str) -> Callable[[str], Any]:
    try:
        return re.compile(text).search
    except re.error:
        raise _NotCompiled from None


def _matches(text: str) -> Test:
    search = _pattern(text)
    return lambda data: search(data) is not None


_NUMBER, _TEXT, _LIST, _MAPPING = (int, float), (str,), (list,), (dict,)
_LIMITS: Final[dict[str, tuple[tuple[type, ...], Callable[[Any], Test]]]] = {
    "minimum": (_NUMBER, lambda least: lambda data: bool(data >= least)),
    "maximum": (_NUMBER, lambda most: lambda data: bool(data <= most)),
    "minLength": (_TEXT, lambda least: lambda data: len(data) >= least),
    "maxLength": (_TEXT, lambda most: lambda data: len(data) <= most),
    "pattern": (_TEXT, _matches),
    "minItems": (_LIST, lambda least: lambda data: len(data) >= least),
    "maxItems": (_LIST, lambda most: lambda data: len(data) <= most),
    "uniqueItems": (_LIST, lambda unique: lambda data: not unique or first_duplicate(data) is None),
    "minProperties": (_MAPPING, lambda least: lambda data: len(data) >= least),
    "maxProperties": (_MAPPING, lambda most: lambda data: len(data) <= most),
    "required": (_MAPPING, lambda keys: lambda data: all(key in data for key in keys)),
}
"""Keyword without another schema in it → the types of data that it is about, and the maker of its test."""


class _Compiler:
    """Makes the functions of one schema and of the places to which it refers."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._tests: dict[str, Test] = {}

    def test(self, schema: Any) -> Test:
        """Return the function of a schema.

        :raises _NotCompiled: it has a keyword without one.
        """
        if isinstance(schema, bool):
            return lambda data: schema
        if not isinstance(schema, Mapping):
            raise _NotCompiled
        always: list[Test] = [_of_kind(schema["type"])] if "type" in schema else []
        by_kind: dict[type, list[Test]] = {}
        for keyword, value in schema.items():
            if keyword in _LIMITS:
                kinds, make = _LIMITS[keyword]
                for kind in kinds:
                    by_kind.setdefault(kind, []).append(make(value))
            elif (test := self._keyword(keyword, value, schema)) is not None:
                always.append(test)
        if not schema.keys().isdisjoint(_MEMBERS):
            by_kind.setdefault(dict, []).append(self._members(schema))
        if not schema.keys().isdisjoint(("items", "prefixItems")):
            by_kind.setdefault(list, []).append(self._items(schema))
        if by_kind:
            joined = {kind: _all_of(tests) for kind, tests in by_kind.items()}
            always.append(lambda data: type(data) not in joined or joined[type(data)](data))
        return _all_of(always) if always else lambda data: True

    def _keyword(self, keyword: str, value: Any, schema: Mapping[str, Any]) -> Test | None:
        """Return the test of a keyword about data of any type; None if it is made together with another one."""
        if keyword == "$ref":
            return self._reference(value)
        if keyword in ("enum", "const"):
            return _one_of_values(value if keyword == "enum" else [value])
        if keyword in ("allOf", "anyOf", "oneOf"):
            return self._combined(keyword, [self.test(each) for each in value])
        if keyword == "not":
            refused = self.test(value)
            return lambda data: not refused(data)
        if keyword == "if":
            condition, then, otherwise = (self.test(schema.get(key, True)) for key in ("if", "then", "else"))
            return lambda data: then(data) if condition(data) else otherwise(data)
        if keyword == "propertyNames":
            names = self.test(value)
            return lambda data: type(data) is not dict or all(map(names, data))
        is_made = keyword in ("type", "then", "else", "items", "prefixItems", *_MEMBERS)
        if is_made or keyword in _REMARKS or keyword.startswith("x-"):
            return None
        raise _NotCompiled

    def _reference(self, target: str) -> Test:
        """Return the function of another place of the schema, which may be needed before it is complete."""
        tests = self._tests
        if target not in tests:
            schema = self._place(target)
            tests[target] = lambda data: tests[target](data)  # replaced by the next line
            tests[target] = self.test(schema)
        return tests[target]

    def _place(self, target: str) -> Any:
        match = _LOCAL.fullmatch(target)
        place: Any = self._root
        for part in match[1].split("/")[1:] if match is not None else ():
            if isinstance(place, list) and part.isdecimal() and int(part) < len(place):
                place = place[int(part)]
            elif isinstance(place, Mapping) and part in place and "$id" not in place:
                place = place[part]
            else:
                raise _NotCompiled
        if match is None:
            raise _NotCompiled
        return place

    @staticmethod
    def _combined(keyword: str, tests: list[Test]) -> Test:
        if keyword == "allOf":
            return _all_of(tests)
        if keyword == "anyOf":
            return lambda data: any(test(data) for test in tests)
        return lambda data: sum(test(data) for test in tests) == 1

    def _members(self, schema: Mapping[str, Any]) -> Test:
        """Return the test of the values of a mapping."""
        properties = {key: self.test(value) for key, value in schema.get("properties", {}).items()}
        patterns = [(_pattern(key), self.test(value)) for key, value in schema.get("patternProperties", {}).items()]
        rest = schema.get("additionalProperties", True)
        extra = None if rest is True else self.test(rest)

        def test(data: dict[str, Any]) -> bool:
            for key, value in data.items():
                named = properties.get(key)
                if named is not None and not named(value):
                    return False
                is_extra = named is None
                for search, fits in patterns:
                    if search(key) is not None:
                        is_extra = False
                        if not fits(value):
                            return False
                if is_extra and extra is not None and not extra(value):
                    return False
            return True

        return test

    def _items(self, schema: Mapping[str, Any]) -> Test:
        """Return the test of the items of a list."""
        first = [self.test(each) for each in schema.get("prefixItems", ())]
        rest, count = self.test(schema.get("items", True)), len(first)
        if not first:
            return lambda data: all(map(rest, data))
        return lambda data: (
            all(fits(item) for fits, item in zip(first, data, strict=False)) and all(map(rest, data[count:]))
        )
