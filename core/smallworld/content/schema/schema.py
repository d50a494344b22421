"""Compare a document with its JSON schema."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

from jsonschema.protocols import Validator

from smallworld.content.inspection import EXPLAINS, inspectors
from smallworld.content.problems.problem import MOST, Problem
from smallworld.content.reading.documents import Document, KeyPath
from smallworld.content.schema.schema_files import schema_of
from smallworld.content.schema.uniqueness import FastValidator

LONGEST = 200
"""Characters of a sentence of jsonschema, which may repeat the whole value."""


@cache
def _validator(kind: str) -> Validator:
    return FastValidator(schema_of(kind))


def check(document: Document, kind: str) -> list[Problem]:
    """List the differences between a document and its schema, by place."""
    return check_with(document, _validator(kind))


def check_with(document: Document, validator: Validator) -> list[Problem]:
    """List the differences between a document and any schema, by place."""
    return _problems(document, validator, document.data)


def check_record_line(document: Document, part: str) -> list[Problem]:
    """List the differences between a line of a record and the schema of its kind.

    :param part: ``header``, ``action``, ``chance`` or ``result``.
    """
    return check_with(document, _line_validator(part))


@cache
def _line_validator(part: str) -> Validator:
    return FastValidator({**schema_of("replay")["$defs"][part], "$defs": schema_of("replay")["$defs"]})


def check_part(document: Document, path: KeyPath, data: Any, schema: dict[str, Any]) -> list[Problem]:
    """Check data at a path of a document against a schema of its own."""
    return _problems(document, FastValidator(schema), data, path)


def _problems(document: Document, validator: Validator, data: Any, path: KeyPath = ()) -> list[Problem]:
    """List the mistakes of data, explained where the package for that is there."""
    if validator.is_valid(data):
        return []
    explained = inspectors().hook.explain_form(document=document, validator=validator, data=data, path=path)
    if explained is not None:
        return list(explained)
    return [
        document.problem("bad-value", (*path, *error.absolute_path), f"{error.message:.{LONGEST}}", EXPLAINS)
        for error in islice(validator.iter_errors(data), MOST)
    ]
