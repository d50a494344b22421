"""Describe values, types, names and counts in words, for sentences about mistakes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, NN_, SCHEMA, LazyText, format_count, lazy, pgettext
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
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return lazy("the number {value}", value=value)
    if isinstance(value, str) and 0 < len(value) <= LONGEST_SHOWN:
        return lazy("the text {value!r}", value=value)
    kinds: dict[type, str] = {dict: "object", list: "array", str: "string"}
    return lazy(TYPES[kinds.get(type(value), "null")])


def show_value(value: Any) -> str:
    """Write a value as YAML, cut to a readable length."""
    if isinstance(value, bool) or value is None:
        return write_yaml(value)
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def allowed_types(names: Any) -> list[str]:
    """Return the list of types that a schema allows."""
    return names if isinstance(names, list) else [names]


def example_of(schema: Mapping[str, Any]) -> str:
    """Return an example of a value that fits a schema; empty if the schema has no example."""
    examples = [*schema.get("examples", ()), *filter(None, [schema.get("default")])]
    has_example = bool(examples) and isinstance(examples[0], dict | list)
    return lazy("for example {value}", value=write_yaml(examples[0])) if has_example else ""


ONE_LINE = r"^(?!\s+(?!.|\n))[^\n\r]*(?!.|\n)"
"""Pattern for one-line names that do not consist of spaces alone; an empty name breaks a rule of its own."""


LENGTHS = {
    "minItems": NN_("{key} must have at least {count} item, not {length}",
                    "{key} must have at least {count} items, not {length}"),
    "maxItems": NN_("{key} must have at most {count} item, not {length}",
                    "{key} must have at most {count} items, not {length}"),
    "minLength": NN_("{key} must have at least {count} character, not {length}",
                     "{key} must have at least {count} characters, not {length}"),
    "maxLength": NN_("{key} must have at most {count} character, not {length}",
                     "{key} must have at most {count} characters, not {length}"),
    "minProperties": NN_("{key} must have at least {count} key, not {length}",
                         "{key} must have at least {count} keys, not {length}"),
    "maxProperties": NN_("{key} must have at most {count} key, not {length}",
                         "{key} must have at most {count} keys, not {length}"),
}  # fmt: skip
"""Keyword of a length → the sentence about it, for one and for several."""


def answer_hint(answer: object, answers: Collection[object], shown: Iterable[str]) -> str:
    """Return a hint how to write an answer of a ruling.

    :param shown: the answers as sentences name them.
    """
    truth = type_hint(answer, ["boolean"]) if True in answers else ""
    return truth or suggest(write_yaml(answer), shown)


_WRITE = N_("write {value}")
_AS_LIST = N_("write [{value}]")
_LIST_HINTS = (
    (r"-([A-Za-z_][\w.-]*)", N_("write a space after the '-' in a line of its own, or [{value}]")),
    (r"((?:.* )?- .*)", N_("begin each entry with '- ', the first one too")),
    (r"\(([^()]*)\)", _AS_LIST),
    (r"(-?[0-9.]+(?: *[,;] *-?[0-9.]+)+)", _AS_LIST),
    (r"([–—−•·▪‣*])\s+\S.*", N_("write '-' in place of {sign}")),
    (r"([\w.-]{1,60}|[\w.-]+(?:, *[\w.-]+)+)", _AS_LIST),
)
"""Pattern of a text where a list is meant → the hint about its group; the first one counts."""
_NUMBER_HINTS = (
    (r"(-?[0-9]{1,15})", N_("remove the quotes")),
    (r"(-?[0-9]{1,15})\s*(?:#|//)[^0-9.]*", N_("begin the comment with a space and #")),
    (r"(-?[0-9]{1,15})\s*[^0-9.]*", _WRITE),
)
"""The same where a number is meant."""


def _hint_of(hints: Iterable[tuple[str, str]], text: str) -> str:
    matches = ((hint, match) for pattern, hint in hints if (match := re.fullmatch(pattern, text, re.DOTALL)))
    return next((lazy(hint, value=match[1], sign=match[1]) for hint, match in matches), "")


def type_hint(value: Any, types: list[str], schema: Mapping[str, Any] | None = None) -> str:
    """Return a hint how to write a value of a wrong type, where that is certain."""
    schema = schema or {}
    for name, opening, closing in (("array", "[", "]"), ("object", "{", "}")):
        if name in types and isinstance(value, str) and value.endswith(closing) and opening not in value:
            return lazy("add the missing {opening} before it", opening=opening)
    has_name = types == ["object"] and "name" in schema.get("properties", {})
    if isinstance(value, str) and has_name and set(schema.get("required", ())) <= {"name"}:
        return lazy(_WRITE, value=write_yaml({"name": value}))
    example = example_of(schema)
    hint = _list_hint(value, example) if "array" in types else ""
    if not hint and types == ["object"] and isinstance(value, list):
        hint = lazy("begin each entry with 'key:' instead of '-'") if value else lazy("write {}, or remove the key")
        hint = example if example and value and not any(isinstance(item, dict) for item in value) else hint
    return hint or _scalar_hint(value, types) or example or _single_value(value, types, schema)


def _list_hint(value: Any, example: str) -> str:
    """Return a hint how to write a value as a list."""
    if isinstance(value, dict):
        return lazy("make it a list: begin each entry with '-', or put [ ] around it")
    if isinstance(value, int | float) and example:
        return example
    return "" if value is None or isinstance(value, list) else _hint_of(_LIST_HINTS, str(value))


def _scalar_hint(value: Any, types: list[str]) -> str:
    """Return a hint how to write a number, a truth value or a text."""
    truth = {"yes": "true", "on": "true", "no": "false", "off": "false"}
    if types == ["boolean"] and value in (0, 1):
        return lazy(_WRITE, value="true" if value else "false")
    if "boolean" in types and value in ("true", "false"):
        return lazy("remove the quotes")
    if "boolean" in types and isinstance(value, str) and value.lower() in truth:
        return lazy(_WRITE, value=truth[value.lower()])
    if "integer" in types and isinstance(value, bool):
        return lazy(_WRITE, value=int(value))
    if "string" in types and isinstance(value, bool | int | float):
        return lazy("quote it")
    if isinstance(value, list) and len(value) == 1 and {int: "integer", str: "string"}.get(type(value[0])) in types:
        return lazy(_WRITE, value=write_yaml(value[0]))
    if not isinstance(value, str) or not {"integer", "number"} & {*types}:
        return ""
    if value.isdecimal() and not re.fullmatch("[0-9]{1,15}", value):  # the digits of another script
        return lazy(_WRITE, value=int(value))
    return _hint_of(_NUMBER_HINTS, value) or (lazy("write it in digits") if "integer" in types else "")


def _single_value(value: Any, types: list[str], schema: Mapping[str, Any]) -> str:
    """Return a hint how to write a mapping for a plain value, a plain value for several, or a whole number."""
    if "object" in types and (keys := list(schema.get("required", ()))):
        kind = {int: "integer", str: "string"}.get(type(value), "")
        fitting = [key for key in keys if schema.get("properties", {}).get(key, {}).get("type") == kind]
        written = (f"{key}: {write_yaml(value) if fitting == [key] else '…'}" for key in keys)
        return lazy(_WRITE, value=f"{{{', '.join(written)}}}")
    if isinstance(value, float) and "integer" in types:
        return lazy("write a whole number, for example {value}", value=int(value))
    items = [*(value.values() if isinstance(value, dict) else value)] if isinstance(value, dict | list) else []
    if len(items) == 1 and not isinstance(items[0], dict | list) and "array" not in types:
        return lazy(_WRITE, value=write_yaml(items[0]))
    if items and "string" in types:
        return lazy("write one of them, and an entry of its own for each other")
    if isinstance(value, str) and ";" in value:
        return lazy("write '{instead}' in place of {sign}", instead=",", sign=";")
    if isinstance(value, str) and "array" in types and re.fullmatch(r"[\w.-][\w. -]{0,59}", value):
        return lazy(_AS_LIST, value=value)
    return ""


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


def write_rule(description: str) -> str:
    """Write the description of a value inside of a sentence."""
    text = pgettext(SCHEMA, description).rstrip(".")
    return text[:1].lower() + text[1:]
