"""Describe values, types, names and counts in words, for sentences about mistakes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, LazyText, lazy, lazy_or
from smallworld.languages.messages import format_count
from smallworld_editions.reading.scalars import write_yaml

LONGEST_SHOWN = 30
"""Longer texts are not repeated in a sentence; the excerpt above the caret shows them."""


TYPES = {
    "object": N_("a mapping"),
    "array": N_("a list"),
    "string": N_("text"),
    "integer": N_("a whole number"),
    "number": N_("a number"),
    "boolean": N_("true or false"),
    "null": N_("nothing"),
}
"""Type of JSON → its name."""


def type_name(value: Any) -> str:
    """Describe a value in words."""
    if value is None:
        return lazy("nothing")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return lazy("a mapping")
    if isinstance(value, list):
        return lazy("a list")
    if not isinstance(value, str):
        return lazy("the number {value}", value=value)
    return lazy("the text {value!r}", value=value) if 0 < len(value) <= LONGEST_SHOWN else lazy("text")


def show_value(value: Any) -> str:
    """Write a value as YAML, cut to a readable length."""
    if isinstance(value, bool) or value is None:
        return write_yaml(value)
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def list_alternatives(names: Iterable[str]) -> str:
    """Write a list of names of which any is right."""
    alternatives = list(names)
    return lazy_or(alternatives) if len(alternatives) > 1 else alternatives[0]


def allowed_types(names: Any) -> list[str]:
    """Return the list of types that a schema allows."""
    return names if isinstance(names, list) else [names]


def example_of(schema: Mapping[str, Any]) -> str:
    """Return an example of a value that fits a schema; empty if the schema has no example."""
    examples = [*schema.get("examples", ()), *filter(None, [schema.get("default")])]
    has_example = bool(examples) and isinstance(examples[0], dict | list)
    return lazy("for example {value}", value=write_yaml(examples[0])) if has_example else ""


def answer_hint(answer: object, answers: Collection[object], shown: Iterable[str]) -> str:
    """Return a hint how to write an answer of a ruling.

    :param shown: the answers as sentences name them.
    """
    truth = type_hint(answer, ["boolean"]) if True in answers else ""
    return truth or suggest(write_yaml(answer), shown)


def type_hint(value: Any, types: list[str], schema: Mapping[str, Any] | None = None) -> str:
    """Return a hint how to write a value of a wrong type, where that is certain."""
    for name, opening, closing in (("array", "[", "]"), ("object", "{", "}")):
        if name in types and isinstance(value, str) and value.endswith(closing) and opening not in value:
            return lazy("add the missing {opening} before it", opening=opening)
    example = example_of(schema or {})
    hint = _list_hint(value, example) if "array" in types else ""
    has_name = isinstance(value, str) and types == ["object"] and "name" in (schema or {}).get("properties", {})
    if has_name and set((schema or {}).get("required", ())) <= {"name"}:
        return lazy("write {value}", value=write_yaml({"name": value}))
    if not hint and types == ["object"] and isinstance(value, list):
        hint = _mapping_hint(value, example)
    hint = hint or _scalar_hint(value, types)
    return hint or example or _skeleton(value, types, schema or {}) or _single_value(value, types)


def _skeleton(value: Any, types: list[str], schema: Mapping[str, Any]) -> str:
    """Write the mapping that a schema requires, with a plain value at the only key where it fits."""
    keys = list(schema.get("required", ())) if "object" in types else []
    kind = {int: "integer", str: "string"}.get(type(value), "")
    fitting = [key for key in keys if schema.get("properties", {}).get(key, {}).get("type") == kind]
    if not keys:
        return ""
    written = (f"{key}: {write_yaml(value) if fitting == [key] else '…'}" for key in keys)
    return lazy("write {value}", value=f"{{{', '.join(written)}}}")


def _single_value(value: Any, types: list[str]) -> str:
    """Return a hint how to write one plain value in place of several, or of a fraction."""
    items = [*(value.values() if isinstance(value, dict) else value)] if isinstance(value, dict | list) else []
    if isinstance(value, float) and "integer" in types:
        return lazy("write a whole number, for example {value}", value=int(value))
    if len(items) == 1 and not isinstance(items[0], dict | list) and "array" not in types:
        return lazy("write {value}", value=write_yaml(items[0]))
    if items and "string" in types:
        return lazy("write one of them, and an entry of its own for each other")
    if isinstance(value, str) and ";" in value:
        return lazy("write '{instead}' in place of {sign}", instead=",", sign=";")
    return ""


def bracket_hint(value: Any, types: list[str]) -> str:
    """Return a hint to write a text as a list of one item; empty if it may be more than one."""
    is_item = isinstance(value, str) and re.fullmatch(r"[\w.-][\w. -]{0,59}", value)
    return lazy("write [{value}]", value=value) if is_item and "array" in types else ""


def _list_hint(value: Any, example: str) -> str:
    """Return a hint how to write a value as a list."""
    if re.fullmatch(r"-[A-Za-z_][\w.-]*", str(value)):
        return lazy("write a space after the '-' in a line of its own, or [{value}]", value=value[1:])
    if isinstance(value, str) and re.search(r"(?:^| )- ", value):
        return lazy("begin each entry with '- ', the first one too")
    round_brackets = re.fullmatch(r"\(([^()]*)\)", value) if isinstance(value, str) else None
    if round_brackets is not None:
        return lazy("write [{value}]", value=round_brackets[1])
    numbers = re.fullmatch(r"-?[0-9.]+( *[,;] *-?[0-9.]+)+", value) if isinstance(value, str) else None
    if numbers is not None:
        return lazy("write [{value}]", value=value)
    if example and isinstance(value, int | float):
        return example
    bullet = re.match(r"([–—−•·▪‣*])\s+\S", value) if isinstance(value, str) else None
    if bullet is not None:
        return lazy("write '-' in place of {sign}", sign=bullet[1])
    is_word = value is not None and re.fullmatch(r"[\w.-]{1,60}", str(value))
    if is_word or (isinstance(value, str) and re.fullmatch(r"[\w.-]+(, *[\w.-]+)+", value)):
        return lazy("write [{value}]", value=value)
    return lazy("make it a list: begin each entry with '-', or put [ ] around it") if isinstance(value, dict) else ""


def _mapping_hint(value: list[Any], example: str) -> str:
    """Return a hint how to write a list as a mapping."""
    if not value:
        return lazy("write {}, or remove the key")
    fits = example and not any(isinstance(item, dict) for item in value)
    return example if fits else lazy("begin each entry with 'key:' instead of '-'")


def _scalar_hint(value: Any, types: list[str]) -> str:
    """Return a hint how to write a number, a truth value or a text."""
    if "integer" in types and isinstance(value, bool):
        return lazy("write {value}", value=int(value))
    if types == ["boolean"] and value in (0, 1):
        return lazy("write {value}", value="true" if value else "false")
    if "boolean" in types and value in ("true", "false"):
        return lazy("remove the quotes")
    if "string" in types and isinstance(value, bool | int | float):
        return lazy("quote it")
    if isinstance(value, list) and len(value) == 1 and "integer" in types and type(value[0]) is int:
        return lazy("write {value}", value=value[0])
    if isinstance(value, list) and len(value) == 1 and "string" in types and isinstance(value[0], str):
        return lazy("write {value}", value=write_yaml(value[0]))
    if not isinstance(value, str):
        return ""
    if "boolean" in types and value.lower() in ("yes", "no", "on", "off"):
        return lazy("write {value}", value="true" if value.lower() in ("yes", "on") else "false")
    if "integer" in types or "number" in types:
        return _number_hint(value, types)
    return ""


def _number_hint(value: str, types: list[str]) -> str:
    """Return a hint how to write a number that is text."""
    if re.fullmatch(r"-?[0-9]{1,15}", value):
        return lazy("remove the quotes")
    if value.isdecimal():  # the digits of another script
        return lazy("write {value}", value=int(value))
    match = re.fullmatch(r"(-?[0-9]{1,15})\s*(#|//)?[^0-9.]*", value)
    if match and match[2]:
        return lazy("begin the comment with a space and #")
    if match:
        return lazy("write {value}", value=match[1])
    return lazy("write it in digits") if "integer" in types else ""


_MISSING = {
    "island": N_("the variant has no island {name}"),
    "piece": N_("the variant has no piece {name}"),
    "power": N_("the variant has no power {name}"),
    "race": N_("the variant has no race {name}"),
    "relic": N_("the variant has no relic {name}"),
    "symbol": N_("the variant has no symbol {name}"),
    "terrain": N_("the variant has no terrain {name}"),
}
"""Kind of thing → the sentence about a name that the variant does not have."""


def no_such(kind: str, name: str) -> str:
    """Write that the variant has no thing of a kind with this name.

    :param name: in quotes.
    """
    return lazy(_MISSING[kind], name=name)


def lazy_count(count: int, noun: str) -> str:
    """Write a count with its noun, ``2 players``, when it is shown."""
    return LazyText(format_count, count, noun)
