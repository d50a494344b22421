"""One complaint of jsonschema → one problem: the right place, a sentence, a hint.

The caret stands under the key or the value that is wrong, never under its parent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from jsonschema.exceptions import ValidationError

from smallworld.content.documents import Document
from smallworld.content.problem import Problem, Range, Related
from smallworld.errors import suggest

Where = tuple[str | int, ...]
_Complaint = Callable[[Document, ValidationError, Where], Problem]

_TYPES = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
}


def complain(document: Document, error: ValidationError, prefix: Where = ()) -> list[Problem]:
    """The problems that a validation error means: one for each unknown key, else one.

    :param prefix: where in the document the validated data stands.
    """
    where = (*prefix, *error.absolute_path)
    if "propertyNames" in error.absolute_schema_path and isinstance(error.instance, str):
        return [_bad_key(document, error, where)]
    if error.validator in ("additionalProperties", "unevaluatedProperties") and error.validator_value is False:
        return [_unknown_key(document, error, where, key) for key in extra_keys(error)]
    make = _COMPLAINTS.get(str(error.validator), _other)
    return [make(document, error, where)]


def type_name(value: Any) -> str:  # noqa: ANN401
    """What a value is, in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return "text" if isinstance(value, str) else f"the number {value}"


def shown(value: Any) -> str:  # noqa: ANN401
    """A value as YAML shows it, cut to a readable length."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false"}.get(value, "null") if value is not None else "null"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _name(where: Where) -> str:
    for part in reversed(where):
        if isinstance(part, str):
            return f"{part!r}"
    return "the file"


def _one_of(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def _wrong_type(document: Document, error: ValidationError, where: Where) -> Problem:
    wanted = _listed(error.validator_value)
    expected = _one_of(_TYPES.get(name, name) for name in wanted)
    item = "an item of " if where and isinstance(where[-1], int) else ""
    message = f"{item}{_name(where)} must be {expected}, not {type_name(error.instance)}"
    return document.problem("wrong-type", document.value(where), message, _type_hint(error.instance, wanted))


def _listed(names: Any) -> list[str]:  # noqa: ANN401
    return names if isinstance(names, list) else [names]


def _type_hint(value: Any, wanted: list[str]) -> str:  # noqa: ANN401
    if "array" in wanted and not isinstance(value, list | dict) and value is not None:
        return f"write [{value}]"
    if "string" in wanted and isinstance(value, bool | int | float):
        return "quote it"
    if isinstance(value, str):
        if "boolean" in wanted and value.lower() in ("yes", "no", "on", "off"):
            return f"write {'true' if value.lower() in ('yes', 'on') else 'false'}"
        if ("integer" in wanted or "number" in wanted) and re.fullmatch(r"-?\d{1,15}", value):
            return "remove the quotes"
    return ""


def _missing(document: Document, error: ValidationError, where: Where) -> Problem:
    key = next(k for k in error.validator_value if k not in error.instance and f"'{k}'" in error.message)
    place = document.key(where) if where else _first_line(document)
    if where and isinstance(where[-1], int):
        place = _opening(document.value(where))
    owner = "the file" if not where else f"this item of {_name(where)}" if isinstance(where[-1], int) else _name(where)
    return document.problem("missing-key", place, f"{owner} lacks the key '{key}'", "add it")


def _first_line(document: Document) -> Range:
    if isinstance(document.data, dict) and document.data:
        return document.key((next(iter(document.data)),))
    return document.root


def _opening(place: Range) -> Range:
    return Range.at(place.line, place.column, 1)


def _unknown_key(document: Document, error: ValidationError, where: Where, key: str) -> Problem:
    allowed = [name for name in error.schema.get("properties", {}) if name not in error.instance]
    hint = suggest(key, allowed).removeprefix("; ")
    if hint.startswith("known: "):
        hint = "allowed here: " + hint.removeprefix("known: ")
    owner = _name(where) if where else "this kind of file"
    return document.problem("unknown-key", document.key((*where, key)), f"{owner} has no key {key!r}", hint)


def extra_keys(error: ValidationError) -> list[str]:
    """The keys of a mapping that its schema does not allow."""
    if error.validator == "unevaluatedProperties":
        return [k for k in error.instance if repr(k) in error.message]
    properties = error.schema.get("properties", {})
    patterns = list(error.schema.get("patternProperties", {}))
    return [k for k in error.instance if k not in properties and not any(re.search(p, k) for p in patterns)]


def _not_among(document: Document, error: ValidationError, where: Where) -> Problem:
    values = [error.validator_value] if error.validator == "const" else list(error.validator_value)
    message = f"{_name(where)} cannot be {shown(error.instance)}"
    hint = suggest(str(error.instance), [str(v) for v in values]).removeprefix("; ")
    if not hint.startswith("did"):
        hint = "write " + _one_of(shown(v).strip("'") for v in values)
    return document.problem("bad-value", document.value(where), message, hint)


def _pattern(document: Document, error: ValidationError, where: Where) -> Problem:
    what = error.schema.get("description", "").rstrip(".")
    message = f"{_name(where)} cannot be {shown(error.instance)}"
    examples = error.schema.get("examples")
    hint = f"for example {examples[0]}" if examples else f"allowed: {what[:1].lower()}{what[1:]}" if what else ""
    return document.problem("bad-value", document.value(where), message, hint)


def _range_of_numbers(document: Document, error: ValidationError, where: Where) -> Problem:
    words = {"minimum": "at least", "maximum": "at most", "exclusiveMinimum": "more than", "exclusiveMaximum": "below"}
    bound = words.get(str(error.validator), "a multiple of")
    message = f"{_name(where)} must be {bound} {error.validator_value}, not {error.instance}"
    return document.problem("out-of-range", document.value(where), message)


def _length(document: Document, error: ValidationError, where: Where) -> Problem:
    kind = str(error.validator)
    bound = "at least" if kind.startswith("min") else "at most"
    unit = {"Items": "items", "Length": "characters", "Properties": "keys"}[kind[3:]]
    count = error.validator_value
    unit = unit[:-1] if count == 1 else unit
    message = f"{_name(where)} must have {bound} {count} {unit}, not {len(error.instance)}"
    place = document.key(where) if isinstance(error.instance, dict | list) else document.value(where)
    return document.problem("bad-length", place, message)


def _too_many_items(document: Document, error: ValidationError, where: Where) -> Problem:
    allowed = len(error.schema.get("prefixItems", ()))
    place = document.value((*where, allowed))
    return document.problem("bad-length", place, f"{_name(where)} must have at most {allowed} items")


def _duplicate_item(document: Document, error: ValidationError, where: Where) -> Problem:
    items: list[Any] = error.instance
    for index, item in enumerate(items):
        first = next((i for i in range(index) if _same(items[i], item)), None)
        if first is not None:
            related = (Related("the first one is here", document.name, document.value((*where, first))),)
            message = f"{_name(where)} names {shown(item)} twice"
            place = document.value((*where, index))
            return document.problem("duplicate-item", place, message, "remove one", related=related)
    return _other(document, error, where)


def _same(one: Any, other: Any) -> bool:  # noqa: ANN401
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def _bad_key(document: Document, error: ValidationError, where: Where) -> Problem:
    key = str(error.instance)
    rule = str(error.schema.get("description") or error.schema.get("title") or "").rstrip(".")
    hint = f"allowed: {rule[:1].lower()}{rule[1:]}" if rule else ""
    return document.problem("bad-key", document.key((*where, key)), f"{key!r} cannot be a key here", hint)


def _other(document: Document, error: ValidationError, where: Where) -> Problem:
    if error.validator in ("oneOf", "anyOf"):
        types = _branch_types(error)
        if types:
            message = f"{_name(where)} must be {_one_of(types)}, not {type_name(error.instance)}"
            return document.problem("wrong-type", document.value(where), message)
    message = f"{_name(where)} does not fit here: {error.message.splitlines()[0][:120]}"
    return document.problem("bad-form", document.value(where), message)


def _branch_types(error: ValidationError) -> list[str]:
    found: list[str] = []
    for inner in error.context or ():
        if inner.validator == "type" and not inner.path:
            names = [_TYPES[name] for name in _listed(inner.validator_value) if name in _TYPES]
            found.extend(name for name in names if name not in found)
    return found


_COMPLAINTS: dict[str, _Complaint] = {
    "type": _wrong_type,
    "required": _missing,
    "enum": _not_among,
    "const": _not_among,
    "pattern": _pattern,
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), _range_of_numbers),
    **dict.fromkeys(("minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"), _length),
    "items": _too_many_items,
    "uniqueItems": _duplicate_item,
}
