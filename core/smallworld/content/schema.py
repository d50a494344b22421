"""The form of a document: its JSON schema, with every complaint put in its place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator

from smallworld.content.branches import plain_errors
from smallworld.content.complaints import complain, extra_keys, missing_key
from smallworld.content.documents import Document
from smallworld.content.kind import PARTS
from smallworld.content.problem import Problem, first_of, in_order
from smallworld.content.uniqueness import FastValidator


def schema_text(kind: str) -> str:
    """The JSON schema of a kind of file, as it is published."""
    try:
        return (files("smallworld.schemas") / f"{kind}.json").read_text("utf-8")
    except ModuleNotFoundError:  # a source tree that is not installed
        return (Path(__file__).parents[3] / "schemas" / f"{kind}.json").read_text("utf-8")


@cache
def schema_of(kind: str) -> dict[str, Any]:
    """The JSON schema of a kind of file.

    ``part`` is a variant of which only races, powers, relics and the like are there.
    """
    if kind == "part":
        whole = schema_of("variant")
        properties = {key: value for key, value in whole["properties"].items() if key in PARTS}
        return {"type": "object", "additionalProperties": False, "properties": properties, "$defs": whole["$defs"]}
    loaded: dict[str, Any] = json.loads(schema_text(kind))
    return loaded


@cache
def _validator(kind: str) -> Validator:
    return FastValidator(schema_of(kind))


def check(document: Document, kind: str) -> list[Problem]:
    """Everything in which a document's form departs from its schema, by place."""
    return check_with(document, _validator(kind))


def check_with(document: Document, validator: Validator) -> list[Problem]:
    """The same for any schema."""
    errors = _without_echoes(plain_errors(validator.iter_errors(document.data)))
    return in_order(first_of(problem for error in errors for problem in complain(document, error)))


def check_part(document: Document, path: tuple[str | int, ...], data: Any, schema: dict[str, Any]) -> list[Problem]:
    """Check data that stands in a document at ``path`` against a schema of its own."""
    errors = _without_echoes(plain_errors(FastValidator(schema).iter_errors(data)))
    return in_order(first_of(problem for error in errors for problem in complain(document, error, path)))


def _without_echoes(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    """Drop 'missing key' where a misspelt key of the same mapping explains it, and what is in a mapping of too many."""
    listed = list(errors)
    crowded = [tuple(error.absolute_path) for error in listed if error.validator == "maxProperties"]
    listed = [error for error in listed if not any(_is_inside(error, path) for path in crowded)]
    extra: dict[tuple[str | int, ...], list[str]] = {}
    for error in listed:
        if error.validator == "additionalProperties" and error.validator_value is False:
            extra.setdefault(tuple(error.absolute_path), []).extend(extra_keys(error))
    for error in listed:
        misspelt = extra.get(tuple(error.absolute_path), []) if error.validator == "required" else []
        if not (misspelt and get_close_matches(missing_key(error), misspelt, n=1, cutoff=0.6)):
            yield error


def _is_inside(error: ValidationError, path: tuple[str | int, ...]) -> bool:
    """Is an error about something in the value at a path?"""
    own = tuple(error.absolute_path)
    return len(own) > len(path) and own[: len(path)] == path
