"""List the differences between data and their JSON schema, each at its place, without consequences of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator

from smallworld_editions.problem import Problem, limit_problems, sort_problems
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_validate.schema.jsonschema_errors import plain_errors
from smallworld_validate.schema.key_errors import (
    empty_key_before,
    extra_keys,
    fitting_section,
    is_misspelt,
    join_missing_keys,
    missing_key,
    placement_hint,
    rest_of_text,
    scattered_items,
)
from smallworld_validate.schema.schema_errors import complain, join_board_slips

FREE_TEXT = "any text: it proves nothing"


def explain_form(document: Document, validator: Validator, data: Any, path: KeyPath = ()) -> list[Problem]:
    """List the mistakes of data that do not fit their schema."""
    errors, intended = _without_echoes(plain_errors(validator.iter_errors(data)), validator)
    problems = (problem for error in errors for problem in complain(document, error, path, intended))
    return sort_problems(join_missing_keys(limit_problems(_each_once(join_board_slips(problems)))))


def _each_once(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems, an unknown key only once, however many mappings have it by << or an alias."""
    seen = set()
    for problem in problems:
        if problem.code != "unknown-key" or problem.range not in seen:
            seen.add(problem.range if problem.code == "unknown-key" else None)
            yield problem


def _without_echoes(
    errors: Iterable[ValidationError], validator: Validator
) -> tuple[list[ValidationError], dict[KeyPath, str]]:
    """Drop the errors that another error of the same mapping explains.

    :returns: the other errors; and path of an unknown key → the key that its author meant, empty if the key is
        only a part of another mistake.
    """
    listed = list(errors)
    crowded = [tuple(error.absolute_path) for error in listed if error.validator == "maxProperties"]
    listed = [error for error in listed if not any(_is_inside(error, path) for path in crowded)]
    listed = [error for error in listed if not (_is_key_error(error) and tuple(error.absolute_path) in crowded)]
    listed = [error for error in listed if not _is_emptied(error, listed)]
    typed = [error for error in listed if error.validator == "type"]
    listed = [
        error
        for error in listed
        if error.validator != "minItems" or not any(_is_inside(other, tuple(error.absolute_path)) for other in typed)
    ]
    extra: dict[KeyPath, list[str]] = {}
    intended: dict[KeyPath, str] = {}
    for error in listed:
        path = tuple(error.absolute_path)
        if error.validator == "additionalProperties" and error.validator_value is False:
            extra.setdefault(path, []).extend(extra_keys(error))
            intended |= {(*path, key): name for key, name in _intended_keys(error, validator).items()}
    remaining = []
    for error in listed:
        path = tuple(error.absolute_path)
        keys = extra.get(path, []) if error.validator == "required" else []
        if not keys or not _is_explained(error, path, keys, intended):
            remaining.append(error)
    return remaining, intended


def _is_emptied(error: ValidationError, errors: Iterable[ValidationError]) -> bool:
    """Return whether a mapping is empty because its keys lack indentation and are read as keys next to it."""
    path = tuple(error.absolute_path)
    if error.instance is not None or not path:
        return False
    extra = [other for other in errors if other.validator == "additionalProperties"]
    extra = [other for other in extra if tuple(other.absolute_path) == path[:-1]]
    return any(_belongs_to(key, path[-1], other) for other in extra for key in extra_keys(other))


def _belongs_to(key: str, holder: str | int, error: ValidationError) -> bool:
    """Return whether an unknown key was meant to be inside of the empty value of another key."""
    mapping: Any = error.instance
    is_section = not error.absolute_path and fitting_section((key,), mapping[key]) == holder
    return is_section or empty_key_before(key, mapping, mapping_of(error.schema)) == holder


def _is_key_error(error: ValidationError) -> bool:
    """Return whether an error is about the form of a key."""
    return "propertyNames" in error.absolute_schema_path


def _is_explained(error: ValidationError, path: KeyPath, keys: list[str], intended: dict[KeyPath, str]) -> bool:
    """Return whether a missing key has another reason: it is misspelt, or its mapping is in the wrong section."""
    missing = missing_key(error)
    if fitting_section(path, error.instance):
        return True
    properties = mapping_of(error.schema).get("properties", {})
    is_extension = not path and missing != "variant" and any(is_misspelt(key, "extends") for key in keys)
    names = {intended.get((*path, key)) for key in keys}
    return is_extension or missing in names or any(is_misspelt(key, missing) for key in keys if key not in properties)


def _intended_keys(error: ValidationError, validator: Validator) -> dict[str, str]:
    """Return unknown key → the key that its author meant, as far as the values show it."""
    schema: Any = error.schema
    mapping: Any = error.instance
    keys = extra_keys(error)
    if fitting_section(tuple(error.absolute_path), mapping):
        return {}
    scattered = {key: "" for key in keys if mapping[key] is None and key in scattered_items(mapping, schema)}
    scattered |= {key: "" for key in keys if len(rest_of_text(key, mapping, schema)) > 2}
    missing = [key for key in schema.get("required", ()) if key not in mapping]
    if len(missing) == len(keys) == 1 and mapping[keys[0]] is not None:
        part = validator.evolve(schema=schema.get("properties", {}).get(missing[0], {}))
        is_free = part.is_valid(FREE_TEXT)  # any text fits there, so a key with a place of its own proves nothing
        is_placed = is_free and placement_hint(tuple(error.absolute_path), keys[0], mapping) != ""
        if part.is_valid(mapping[keys[0]]) and not is_placed:
            return {keys[0]: missing[0]}
    return scattered


def _is_inside(error: ValidationError, path: KeyPath) -> bool:
    """Return whether an error is inside of the value at a path."""
    error_path = tuple(error.absolute_path)
    return len(error_path) > len(path) and error_path[: len(path)] == path
