"""Check the values of the parameters of an ability against its schema."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from smallworld.languages import N_, lazy, rewritten
from smallworld.model.variant import Ruling
from smallworld_editions.form import FastValidator, check_part
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath
from smallworld_editions.variants.merging import Merged

_NO_ANSWER: Any = object()
"""Value of a parameter with a ruling that has no fitting answer."""


def ruling_key(value: object) -> str | None:
    """Return the key of ``{ruling: KEY}``; None for any other value."""
    if isinstance(value, dict) and set(value) == {"ruling"} and isinstance(value["ruling"], str):
        return value["ruling"]
    return None


def fitting_answers(ruling: Ruling, entry: Mapping[str, Any]) -> list[Any]:
    """List the answers that a parameter can have, the default first."""
    validator = FastValidator(dict(entry))
    return [answer for answer in (ruling.default, *ruling.values) if validator.is_valid(answer)]


def with_answers(
    parameters: Mapping[str, Any], rulings: Mapping[str, Ruling], schema: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the parameters with a ruling replaced by one of its answers that fits, or by _NO_ANSWER."""
    answered = {}
    for parameter, value in parameters.items():
        key = ruling_key(value)
        if key is None:
            answered[parameter] = value
        elif key in rulings:
            fitting = fitting_answers(rulings[key], schema.get("properties", {}).get(parameter, {}))
            answered[parameter] = fitting[0] if fitting else _NO_ANSWER
    return answered


def check_known_values(
    merged: Merged, path: KeyPath, name: str, parameters: dict[str, Any], schema: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield the mistakes in the parameters, but for rulings without a fitting answer, which are reported already."""
    answered = {key: value for key, value in parameters.items() if value is not _NO_ANSWER}
    required = [key for key in schema.get("required", ()) if parameters.get(key) is not _NO_ANSWER]
    yield from check_parameters(merged, path, name, answered, {**schema, "required": required})


def check_parameters(
    merged: Merged, path: KeyPath, name: str, parameters: dict[str, Any], schema: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield the mistakes in the parameters, each in the file that writes it."""
    for document, inner, group, required in _by_document(merged, path, parameters, schema.get("required", ())):
        for problem in check_part(document, inner, group, {**schema, "required": required}):
            yield replace(problem, code="ability-parameter", message=_about_ability(problem.message, name), edits=())


def _about_ability(message: str, name: str) -> str:
    """Rewrite a sentence about the mapping of an ability for the ability and its parameters."""
    ability = lazy("ability {name!r}", name=name)
    sentence = rewritten(message, _OF_PARAMETERS)
    about = rewritten(sentence, {}, {repr(name): ability, "this item of 'abilities'": ability})
    return about if about is not sentence else lazy("{ability}: {fault}", ability=ability, fault=sentence)


_OF_PARAMETERS = {
    "{owner} has no key {key!r}": N_("{owner} has no parameter {key!r}"),
    "{owner} lacks the keys {keys}": N_("{owner} lacks the parameters {keys}"),
    "{owner} lacks the key '{key}'": N_("{owner} lacks the parameter '{key}'"),
    "{key!r} needs the key {companion!r} too": N_("{key!r} needs the parameter {companion!r} too"),
    "{key!r} is one word to YAML, a key without a value": N_(
        "{key!r} is one word to YAML, a parameter without a value"
    ),
}
"""Sentence about a key → the same about a parameter."""


def _by_document(
    merged: Merged, path: KeyPath, parameters: dict[str, Any], required: Collection[str]
) -> Iterator[tuple[Document, KeyPath, dict[str, Any], list[str]]]:
    """Yield parameters with the place where they are written: those of the use, then those that a file changes."""
    changed = [key for key in parameters if (*path, key) in merged.origins]
    rest = {key: value for key, value in parameters.items() if key not in changed}
    yield *merged.find(path), rest, [key for key in required if key not in changed]
    for key in changed:
        document, inner = merged.find((*path, key))
        yield document, inner[:-1], {key: parameters[key]}, []
