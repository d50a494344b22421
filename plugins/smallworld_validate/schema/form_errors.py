"""List the differences between data and their JSON schema, each at its place, without consequences of others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator

from smallworld_editions.problem import Problem, limit_problems, sort_problems
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_validate.schema import key_errors
from smallworld_validate.schema.schema_errors import complain, join_board_slips

FREE_TEXT = "any text: it proves nothing"


def explain_form(document: Document, validator: Validator, data: Any, path: KeyPath = ()) -> list[Problem]:
    """List the mistakes of data that do not fit their schema."""
    errors, intended = _without_echoes(plain_errors(validator.iter_errors(data)), validator)
    problems = (problem for error in errors for problem in complain(document, error, path, intended))
    return sort_problems(key_errors.join_missing_keys(limit_problems(_each_once(join_board_slips(problems)))))


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
    listed = [(tuple(error.absolute_path), error) for error in errors]
    crowded = [path for path, error in listed if error.validator == "maxProperties"]
    listed = [(path, error) for path, error in listed if not any(_is_inside(path, outer) for outer in crowded)]
    listed = [each for each in listed if each[0] not in crowded or "propertyNames" not in each[1].absolute_schema_path]
    extra = [(path, error) for path, error in listed if error.validator == "additionalProperties"]
    intended = {(*path, key): name for path, error in extra for key, name in _intended_keys(error, validator).items()}
    emptied = [path for path, error in listed if error.instance is None and _is_emptied(path, extra)]
    typed = [path for path, error in listed if error.validator == "type" and path not in emptied]

    def is_echo(path: KeyPath, error: ValidationError) -> bool:
        if error.validator == "minItems" and any(_is_inside(inner, path) for inner in typed):
            return True
        keys = [key for place, other in extra if place == path for key in key_errors.extra_keys(other)]
        is_missing = error.validator == "required" and bool(keys)
        return path in emptied or (is_missing and _is_explained(error, path, keys, intended))

    return [error for path, error in listed if not is_echo(path, error)], intended


def _is_emptied(path: KeyPath, extra: Iterable[tuple[KeyPath, ValidationError]]) -> bool:
    """Return whether a mapping is empty because its keys lack indentation and are read as keys next to it."""
    for around, error in extra:
        mapping, schema = mapping_of(error.instance), mapping_of(error.schema)
        for key in key_errors.extra_keys(error) if path and around == path[:-1] else ():
            is_section = not around and key_errors.fitting_section((key,), mapping[key]) == path[-1]
            if is_section or key_errors.empty_key_before(key, mapping, schema) == path[-1]:
                return True
    return False


def _is_explained(error: ValidationError, path: KeyPath, keys: list[str], intended: dict[KeyPath, str]) -> bool:
    """Return whether a missing key has another reason: it is misspelt, or its mapping is in the wrong section."""
    missing, properties = key_errors.missing_key(error), mapping_of(error.schema).get("properties", {})
    is_misspelt = any(key_errors.is_misspelt(key, missing) for key in keys if key not in properties)
    is_extension = not path and missing != "variant" and any(key_errors.is_misspelt(key, "extends") for key in keys)
    is_meant = missing in {intended.get((*path, key)) for key in keys}
    return is_meant or is_misspelt or is_extension or bool(key_errors.fitting_section(path, error.instance))


def _intended_keys(error: ValidationError, validator: Validator) -> dict[str, str]:
    """Return unknown key → the key that its author meant, as far as the values show it."""
    schema: Any = error.schema
    mapping: Any = error.instance
    keys = key_errors.extra_keys(error)
    if key_errors.fitting_section(tuple(error.absolute_path), mapping):
        return {}
    scattered = {key: "" for key in keys if mapping[key] is None and key in key_errors.scattered_items(mapping, schema)}
    scattered |= {key: "" for key in keys if len(key_errors.rest_of_text(key, mapping, schema)) > 2}
    missing = [key for key in schema.get("required", ()) if key not in mapping]
    if len(missing) == len(keys) == 1 and mapping[keys[0]] is not None:
        part = validator.evolve(schema=schema.get("properties", {}).get(missing[0], {}))
        is_free = part.is_valid(FREE_TEXT)  # any text fits there, so a key with a place of its own proves nothing
        is_placed = is_free and key_errors.placement_hint(tuple(error.absolute_path), keys[0], mapping) != ""
        if part.is_valid(mapping[keys[0]]) and not is_placed:
            return {keys[0]: missing[0]}
    return scattered


def _is_inside(path: KeyPath, outer: KeyPath) -> bool:
    """Return whether a value is inside of another one."""
    return len(path) > len(outer) and path[: len(outer)] == outer


def plain_errors(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    """Replace an error of ``oneOf`` or ``anyOf`` by the errors of the branch that was meant."""
    for error in errors:
        if error.validator in ("oneOf", "anyOf") and error.context:
            branch = _errors_of_meant_branch(error)
            if branch:
                yield from plain_errors(branch)
                continue
        yield error


def _errors_of_meant_branch(error: ValidationError) -> list[ValidationError]:
    """Return the errors of the branch that has the type of the value and most of its keys.

    Where each branch has another tag and none has this one, the only error lists all tags.
    """
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branch = inner.schema_path[0] if inner.schema_path else None  # a branch that is just `false`
        branches.setdefault(branch, []).append(inner)
    fitting = [b for b in branches.values() if not any(e.validator == "type" and not e.path for e in b)]
    tags = [tag for branch in fitting if (tag := next(filter(_is_tag, branch), None))]
    if len(tags) == len(fitting) > 1 and len({str(tag.path) for tag in tags}) == 1:
        first, values = tags[0], [tag.validator_value for tag in tags]
        listing_error = ValidationError(
            first.message, "enum", first.path, validator_value=values, instance=first.instance, schema=first.schema
        )
        listing_error.parent = first.parent
        return [listing_error]
    return max(fitting, key=_likeness, default=[])


def _is_tag(error: ValidationError) -> bool:
    """Return whether a key such as ``kind: circle`` excludes the branch."""
    return error.validator == "const" and len(error.path) == 1


def _likeness(branch: list[ValidationError]) -> tuple[bool, bool, int, int]:
    top = [e for e in branch if not e.path]
    no_missing = not any(e.validator in ("required", "const", "enum") for e in top)
    return not any(map(_is_tag, branch)), no_missing, max(len(e.path) for e in branch), -len(branch)
