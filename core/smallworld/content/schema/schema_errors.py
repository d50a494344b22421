"""One complaint of jsonschema → one problem: the right place, a sentence, a hint.

The caret is under the key or the value that is wrong, never under its parent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any

from jsonschema.exceptions import ValidationError

from smallworld.content.reading.documents import Document
from smallworld.content.reading.unquoted_text import CURLY
from smallworld.content.report.problem import Problem, Range, Related
from smallworld.content.schema.failure import Failure, KeyPath, name_of
from smallworld.content.schema.key_errors import complain_of_missing_key, complain_of_unknown_key, extra_keys
from smallworld.content.schema.misplaced_keys import fitting_section
from smallworld.content.schema.phrasing import TYPES, example_of, listed, one_of, shown, type_hint, type_name
from smallworld.content.schema.uniqueness import first_duplicate
from smallworld.errors import did_you_mean

ONE_LINE = r"^(?!\s+(?!.|\n))[^\n\r]*(?!.|\n)"
"""Pattern of names of one line that are not made of spaces alone; that a name is not empty is a rule of its own."""

_Complaint = Callable[[Document, Failure], Problem]


def complain(
    document: Document, failed: ValidationError, prefix: KeyPath = (), intended: Mapping[KeyPath, str] | None = None
) -> Iterator[Problem]:
    """The problems that a validation error means: one for each unknown key, else one.

    :param prefix: path of the validated data in the document.
    :param intended: path of an unknown key in the data → the key that its author meant; empty = no mistake of its own.
    """
    error = Failure(failed, (*prefix, *failed.absolute_path))
    if "propertyNames" in failed.absolute_schema_path and isinstance(error.value, str):
        yield _bad_key(document, error)
    elif error.keyword in ("additionalProperties", "unevaluatedProperties") and error.expected is False:
        path = tuple(failed.absolute_path)
        keys = {key: (intended or {}).get((*path, key)) for key in extra_keys(failed)}
        if fitting_section(error.path, error.value):
            keys = dict([*keys.items()][:1])
        yield from (complain_of_unknown_key(document, error, key, meant) for key, meant in keys.items() if meant != "")
    else:
        problem = _COMPLAINTS.get(error.keyword, _other)(document, error)
        yield _with_remedy(document, error, problem)


_COMMENT = re.compile(r":\s+(#[^\s,}\]]+)")


def _with_remedy(document: Document, error: Failure, problem: Problem) -> Problem:
    """The problem with the remedy for values that are left out, are comments, or are in typographic quotes."""
    if isinstance(error.value, str) and error.value[:1] in CURLY and len(error.value) > 1:
        return replace(problem, hint="write straight quotes, \" or '")
    if error.value is not None or problem.range is None:
        return problem
    line = document.text.split("\n")[problem.range.line - 1]
    match = _COMMENT.match(line, problem.range.end_column - 1)
    if match is None:
        return problem if problem.hint else replace(problem, hint=_nothing_there(error))
    place = Range.at(problem.range.line, match.start(1) + 1, len(match[1]))
    message = f"# begins a comment here, so {name_of(error.path)} has no value"
    return replace(problem, range=place, message=message, hint=f'quote it: "{match[1]}"')


def _nothing_there(error: Failure) -> str:
    """Return the remedy for a value that was left out."""
    if error.path and isinstance(error.path[-1], int):
        return "give it a value, or remove the item"
    return "give it a value, or remove the key"


def _wrong_type(document: Document, error: Failure) -> Problem:
    expected_types = listed(error.expected)
    hint = (
        _items_hint(document, error) or type_hint(error.value, expected_types, error.schema) or example_of(error.schema)
    )
    if {"object", "null"} <= set(expected_types) and error.path:
        hint = f"write {error.path[-1]} alone, or a mapping after it"
    expected = one_of(TYPES.get(name, name) for name in expected_types)
    item = "an item of " if error.path and isinstance(error.path[-1], int) else ""
    message = f"{item}{name_of(error.path)} must be {expected}, not {type_name(error.value)}"
    return document.problem("wrong-type", document.value(error.path), message, hint)


def _items_hint(document: Document, error: Failure) -> str:
    """The list that ``adjacent: a, b`` means: without brackets the b is a key of its own."""
    mapping = document.data
    for part in error.path[:-1]:
        mapping = mapping[part]
    if "array" not in listed(error.expected) or not isinstance(error.value, str) or not isinstance(mapping, dict):
        return ""
    keys = list(mapping)
    following = keys[keys.index(str(error.path[-1])) + 1 :]
    items = list(takewhile(lambda key: mapping[key] is None, following))
    return f"write [{', '.join([error.value, *items])}]" if items else ""


def _not_among(document: Document, error: Failure) -> Problem:
    values = [error.expected] if error.keyword == "const" else list(error.expected)
    message = f"{name_of(error.path)} cannot be {shown(error.value)}"
    hint = did_you_mean(str(error.value), map(str, values))
    hint = hint or "write " + one_of(shown(v).strip("'") for v in values)
    return document.problem("bad-value", document.value(error.path), message, hint)


def _pattern(document: Document, error: Failure) -> Problem:
    if error.expected == ONE_LINE:
        blank = not str(error.value).strip()
        message = f"{name_of(error.path)} {'is blank' if blank else 'has several lines'}"
        hint = "write a name that people can see" if blank else "write it in one line"
        return document.problem("bad-value", document.value(error.path), message, hint)
    description = error.schema.get("description", "").rstrip(".")
    message = f"{name_of(error.path)} cannot be {shown(error.value)}"
    examples = error.schema.get("examples")
    hint = (
        f"for example {examples[0]}"
        if examples
        else f"allowed: {description[:1].lower()}{description[1:]}"
        if description
        else ""
    )
    file = re.fullmatch(r"(?:.*/)?([\w-]+)\.ya?ml", str(error.value))
    if re.match(r"[\w-]+:\s*[\[{]", str(error.value)):
        hint = "remove the quotes"
    if file is not None and "boards" in error.path:
        hint = f"write {file[1]}, the name of the file without its folder and ending"
    return document.problem("bad-value", document.value(error.path), message, hint)


def _range_of_numbers(document: Document, error: Failure) -> Problem:
    bounds = {"minimum": "at least", "maximum": "at most", "exclusiveMinimum": "more than", "exclusiveMaximum": "below"}
    bound = bounds.get(error.keyword, "a multiple of")
    message = f"{name_of(error.path)} must be {bound} {error.expected}, not {error.value}"
    hint = {"minimum": f"write {error.expected} or more", "maximum": f"write {error.expected} or less"}.get(
        error.keyword, ""
    )
    return document.problem("out-of-range", document.value(error.path), message, hint)


def _length(document: Document, error: Failure) -> Problem:
    kind = error.keyword
    if kind == "maxProperties" and error.expected == 1:
        return _several_keys(document, error)
    bound = "at least" if kind.startswith("min") else "at most"
    unit = {"Items": "items", "Length": "characters", "Properties": "keys"}[kind[3:]]
    count = error.expected
    unit = unit[:-1] if count == 1 else unit
    message = f"{name_of(error.path)} must have {bound} {count} {unit}, not {len(error.value)}"
    place = document.key(error.path) if isinstance(error.value, dict | list) else document.value(error.path)
    return document.problem("bad-length", place, message, example_of(error.schema))


def _several_keys(document: Document, error: Failure) -> Problem:
    """A mapping of one key that has more: mostly the others are indented too little."""
    first, second = list(error.value)[:2]
    if error.value[first] is None:
        place = document.key((*error.path, second))
        hint = f"indent it two more if it belongs to {first!r}"
        return document.problem("bad-length", place, f"{second!r} is next to {first!r}, not under it", hint)
    message = f"{error.owner} must have one key, not {len(error.value)}"
    return document.problem("bad-length", document.key(error.path), message, "make each key an item of its own")


def _lacks_item(document: Document, error: Failure) -> Problem:
    few = error.schema.get("minContains", 1)
    times = "" if few == 1 else f" {few} times"
    message = f"{name_of(error.path)} must hold a certain item{times}, and does not"
    return document.problem(
        "bad-length", document.key(error.path), message, f"an item must fit {_brief(error.expected)}"
    )


def _brief(schema: Any) -> str:
    text = schema.get("description", "") if isinstance(schema, dict) else ""
    return text or shown(schema)


def _needs_companion(document: Document, error: Failure) -> Problem:
    """``dependentRequired``: a key that needs another."""
    for key, companions in error.expected.items():
        for companion in companions if key in error.value else ():
            if companion not in error.value:
                message = f"{key!r} needs the key {companion!r} too"
                return document.problem("missing-key", document.key((*error.path, key)), message, "add it")
    return _other(document, error)


def _too_many_items(document: Document, error: Failure) -> Problem:
    allowed = len(error.schema.get("prefixItems", ()))
    place = document.value((*error.path, allowed))
    return document.problem(
        "bad-length", place, f"{name_of(error.path)} must have at most {allowed} items", "remove it"
    )


def _duplicate_item(document: Document, error: Failure) -> Problem:
    items: list[Any] = error.value
    first, second = first_duplicate(items) or (0, 0)
    related = (Related("the first one is here", document.name, document.value((*error.path, first))),)
    message = f"{name_of(error.path)} names {shown(items[second])} twice"
    place = document.value((*error.path, second))
    return document.problem("duplicate-item", place, message, "remove one", related=related)


def _bad_key(document: Document, error: Failure) -> Problem:
    key = str(error.value)
    rule = str(error.schema.get("description") or error.schema.get("title") or "").rstrip(".")
    hint = f"allowed: {rule[:1].lower()}{rule[1:]}" if rule else ""
    return document.problem("bad-key", document.key((*error.path, key)), f"{key!r} cannot be a key here", hint)


def _other(document: Document, error: Failure) -> Problem:
    if error.keyword in ("oneOf", "anyOf"):
        types = _branch_types(error)
        if types:
            message = f"{name_of(error.path)} must be {one_of(types)}, not {type_name(error.value)}"
            return document.problem("wrong-type", document.value(error.path), message, _ruling_hint(error))
    message = f"{name_of(error.path)} does not fit here: {error.message.splitlines()[0][:120]}"
    return document.problem("bad-form", document.value(error.path), message)


def _ruling_hint(error: Failure) -> str:
    """How a truth value that may follow a ruling is written."""
    branches = [branch for branch in error.expected if isinstance(branch, dict)]
    if not (
        any(branch.get("type") == "boolean" for branch in branches) and any("$ref" in branch for branch in branches)
    ):
        return ""
    hint = type_hint(error.value, ["boolean"])
    if not hint and isinstance(error.value, str) and re.fullmatch(r"[\w-]{1,64}", error.value):
        hint = f"write true or false, or {{ruling: {error.value}}}"
    return hint


def _branch_types(error: Failure) -> list[str]:
    type_names: list[str] = []
    for inner in error.context or ():
        if str(inner.validator) == "type" and not inner.path:
            names = [TYPES[name] for name in listed(inner.validator_value) if name in TYPES]
            type_names.extend(name for name in names if name not in type_names)
    return type_names


_COMPLAINTS: dict[str, _Complaint] = {
    "type": _wrong_type,
    "required": complain_of_missing_key,
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
