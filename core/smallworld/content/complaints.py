"""One complaint of jsonschema → one problem: the right place, a sentence, a hint.

The caret stands under the key or the value that is wrong, never under its parent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from jsonschema.exceptions import ValidationError

from smallworld.content.documents import Document
from smallworld.content.problem import Problem, Range, Related
from smallworld.content.uniqueness import first_duplicate
from smallworld.content.wording import TYPES, example_of, listed, one_of, shown, type_hint, type_name
from smallworld.errors import suggest

Where = tuple[str | int, ...]


class _Failure:
    """What a validation error says, in fewer and plainer words.

    :ivar keyword: the keyword of the schema that fails.
    :ivar wanted: the value of that keyword.
    :ivar value: the data that does not fit. :ivar where: its path in the document.
    """

    def __init__(self, failed: ValidationError, where: Where) -> None:
        self.failed = failed
        self.keyword = str(failed.validator)
        self.wanted: Any = failed.validator_value
        self.value: Any = failed.instance
        self.schema: Mapping[str, Any] = failed.schema if isinstance(failed.schema, dict) else {}
        self.where = where
        self.message = failed.message
        self.context: Iterable[ValidationError] = failed.context or ()

    @property
    def owner(self) -> str:
        """What the value is called in a sentence."""
        if not self.where:
            return "the file"
        return f"this item of {_name(self.where)}" if isinstance(self.where[-1], int) else _name(self.where)


_Complaint = Callable[[Document, _Failure], Problem]


def complain(document: Document, failed: ValidationError, prefix: Where = ()) -> Iterator[Problem]:
    """The problems that a validation error means: one for each unknown key, else one.

    :param prefix: where in the document the validated data stands.
    """
    error = _Failure(failed, (*prefix, *failed.absolute_path))
    if "propertyNames" in failed.absolute_schema_path and isinstance(error.value, str):
        yield _bad_key(document, error)
    elif error.keyword in ("additionalProperties", "unevaluatedProperties") and error.wanted is False:
        yield from (_unknown_key(document, error, key) for key in extra_keys(failed))
    else:
        problem = _COMPLAINTS.get(error.keyword, _other)(document, error)
        yield replace(problem, hint=_nothing_there(error)) if error.value is None and not problem.hint else problem


def _nothing_there(error: _Failure) -> str:
    """What to do about a value that was left out."""
    if error.where and isinstance(error.where[-1], int):
        return "give it a value, or remove the item"
    return "give it a value, or remove the key"


def _name(where: Where) -> str:
    for part in reversed(where):
        if isinstance(part, str):
            return f"{part!r}"
    return "the file"


def _wrong_type(document: Document, error: _Failure) -> Problem:
    wanted = listed(error.wanted)
    hint = type_hint(error.value, wanted) or example_of(error.schema)
    if {"object", "null"} <= set(wanted) and error.where:
        hint = f"write {error.where[-1]} alone, or a mapping after it"
    expected = one_of(TYPES.get(name, name) for name in wanted)
    item = "an item of " if error.where and isinstance(error.where[-1], int) else ""
    message = f"{item}{_name(error.where)} must be {expected}, not {type_name(error.value)}"
    return document.problem("wrong-type", document.value(error.where), message, hint)


def _missing(document: Document, error: _Failure) -> Problem:
    key = missing_key(error.failed)
    place = document.key(error.where) if error.where else _first_line(document)
    if error.where and isinstance(error.where[-1], int):
        place = _opening(document.value(error.where))
    hint = "add it"
    if not error.where and "variant" in document.data and key not in ("variant", "name"):
        hint = "add it, or 'extends: base' if only some things differ from another variant"
    return document.problem("missing-key", place, f"{error.owner} lacks the key '{key}'", hint)


def _first_line(document: Document) -> Range:
    if isinstance(document.data, dict) and document.data:
        return document.key((next(iter(document.data)),))
    return document.root


def _opening(place: Range) -> Range:
    return Range.at(place.line, place.column, 1)


def _unknown_key(document: Document, error: _Failure, key: str) -> Problem:
    allowed = [name for name in error.schema.get("properties", {}) if name not in error.value]
    hint = suggest(key, allowed).removeprefix("; ")
    if not hint.startswith("did"):  # it may be written beside a key that << brings
        near = suggest(key, error.schema.get("properties", {})).removeprefix("; ")
        hint = near if near.startswith("did") else hint
    if hint.startswith("known: "):
        hint = "allowed here: " + hint.removeprefix("known: ")
    owner = error.owner if error.where else "this kind of file"
    return document.problem("unknown-key", document.key((*error.where, key)), f"{owner} has no key {key!r}", hint)


def extra_keys(failed: ValidationError) -> list[str]:
    """The keys of a mapping that its schema does not allow."""
    mapping: Any = failed.instance
    if failed.validator == "unevaluatedProperties":
        return [key for key in mapping if repr(key) in failed.message]
    schema: Any = failed.schema
    patterns = list(schema.get("patternProperties", {}))
    known = schema.get("properties", {})
    return [key for key in mapping if key not in known and not any(re.search(p, key) for p in patterns)]


def missing_key(failed: ValidationError) -> str:
    """The key that a ``required`` asks for in vain: jsonschema names it in the message only."""
    wanted, mapping = failed.validator_value, failed.instance
    listed: list[str] = [key for key in wanted if key not in mapping]  # type: ignore[union-attr, operator]
    return next((key for key in listed if failed.message.startswith(repr(key))), listed[0])


def _not_among(document: Document, error: _Failure) -> Problem:
    values = [error.wanted] if error.keyword == "const" else list(error.wanted)
    message = f"{_name(error.where)} cannot be {shown(error.value)}"
    hint = suggest(str(error.value), [str(v) for v in values]).removeprefix("; ")
    if not hint.startswith("did"):
        hint = "write " + one_of(shown(v).strip("'") for v in values)
    return document.problem("bad-value", document.value(error.where), message, hint)


def _pattern(document: Document, error: _Failure) -> Problem:
    what = error.schema.get("description", "").rstrip(".")
    message = f"{_name(error.where)} cannot be {shown(error.value)}"
    examples = error.schema.get("examples")
    hint = f"for example {examples[0]}" if examples else f"allowed: {what[:1].lower()}{what[1:]}" if what else ""
    return document.problem("bad-value", document.value(error.where), message, hint)


def _range_of_numbers(document: Document, error: _Failure) -> Problem:
    words = {"minimum": "at least", "maximum": "at most", "exclusiveMinimum": "more than", "exclusiveMaximum": "below"}
    bound = words.get(error.keyword, "a multiple of")
    message = f"{_name(error.where)} must be {bound} {error.wanted}, not {error.value}"
    hint = {"minimum": f"write {error.wanted} or more", "maximum": f"write {error.wanted} or less"}.get(
        error.keyword, ""
    )
    return document.problem("out-of-range", document.value(error.where), message, hint)


def _length(document: Document, error: _Failure) -> Problem:
    kind = error.keyword
    if kind == "maxProperties" and error.wanted == 1:
        return _several_keys(document, error)
    bound = "at least" if kind.startswith("min") else "at most"
    unit = {"Items": "items", "Length": "characters", "Properties": "keys"}[kind[3:]]
    count = error.wanted
    unit = unit[:-1] if count == 1 else unit
    message = f"{_name(error.where)} must have {bound} {count} {unit}, not {len(error.value)}"
    place = document.key(error.where) if isinstance(error.value, dict | list) else document.value(error.where)
    return document.problem("bad-length", place, message, example_of(error.schema))


def _several_keys(document: Document, error: _Failure) -> Problem:
    """A mapping of one key that has more: mostly the others are indented too little."""
    first, second = list(error.value)[:2]
    if error.value[first] is None:
        place = document.key((*error.where, second))
        hint = f"indent it two more if it belongs to {first!r}"
        return document.problem("bad-length", place, f"{second!r} stands beside {first!r}, not under it", hint)
    message = f"{error.owner} must have one key, not {len(error.value)}"
    return document.problem("bad-length", document.key(error.where), message, "make each key an item of its own")


def _lacks_item(document: Document, error: _Failure) -> Problem:
    few = error.schema.get("minContains", 1)
    times = "" if few == 1 else f" {few} times"
    message = f"{_name(error.where)} must hold a certain item{times}, and does not"
    return document.problem(
        "bad-length", document.key(error.where), message, f"an item must fit {_brief(error.wanted)}"
    )


def _brief(schema: Any) -> str:
    text = schema.get("description", "") if isinstance(schema, dict) else ""
    return text or shown(schema)


def _needs_companion(document: Document, error: _Failure) -> Problem:
    """``dependentRequired``: the key whose presence asks for another."""
    for key, companions in error.wanted.items():
        for companion in companions if key in error.value else ():
            if companion not in error.value:
                message = f"{key!r} needs the key {companion!r} beside it"
                return document.problem("missing-key", document.key((*error.where, key)), message, "add it")
    return _other(document, error)


def _too_many_items(document: Document, error: _Failure) -> Problem:
    allowed = len(error.schema.get("prefixItems", ()))
    place = document.value((*error.where, allowed))
    return document.problem("bad-length", place, f"{_name(error.where)} must have at most {allowed} items")


def _duplicate_item(document: Document, error: _Failure) -> Problem:
    items: list[Any] = error.value
    first, second = first_duplicate(items) or (0, 0)
    related = (Related("the first one is here", document.name, document.value((*error.where, first))),)
    message = f"{_name(error.where)} names {shown(items[second])} twice"
    place = document.value((*error.where, second))
    return document.problem("duplicate-item", place, message, "remove one", related=related)


def _bad_key(document: Document, error: _Failure) -> Problem:
    key = str(error.value)
    rule = str(error.schema.get("description") or error.schema.get("title") or "").rstrip(".")
    hint = f"allowed: {rule[:1].lower()}{rule[1:]}" if rule else ""
    return document.problem("bad-key", document.key((*error.where, key)), f"{key!r} cannot be a key here", hint)


def _other(document: Document, error: _Failure) -> Problem:
    if error.keyword in ("oneOf", "anyOf"):
        types = _branch_types(error)
        if types:
            message = f"{_name(error.where)} must be {one_of(types)}, not {type_name(error.value)}"
            return document.problem("wrong-type", document.value(error.where), message)
    message = f"{_name(error.where)} does not fit here: {error.message.splitlines()[0][:120]}"
    return document.problem("bad-form", document.value(error.where), message)


def _branch_types(error: _Failure) -> list[str]:
    found: list[str] = []
    for inner in error.context or ():
        if str(inner.validator) == "type" and not inner.path:
            names = [TYPES[name] for name in listed(inner.validator_value) if name in TYPES]
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
    "contains": _lacks_item,
    "minContains": _lacks_item,
    "dependentRequired": _needs_companion,
    "uniqueItems": _duplicate_item,
}
