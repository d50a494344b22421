"""Errors of jsonschema: the branch of ``oneOf`` or ``anyOf`` that was meant, and the facts that sentences need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jsonschema.exceptions import ValidationError

from smallworld.languages import lazy
from smallworld_editions.reading.documents import KeyPath, mapping_of


class FormError:
    """A validation error, reduced to the facts that sentences need.

    :ivar keyword: the keyword of the schema that fails.
    :ivar expected: the value of that keyword.
    :ivar value: the data that does not fit. :ivar path: its path in the document.
    """

    def __init__(self, failed: ValidationError, path: KeyPath) -> None:
        self.failed = failed
        self.keyword = str(failed.validator)
        self.expected: Any = failed.validator_value
        self.value: Any = failed.instance
        self.schema: Mapping[str, Any] = mapping_of(failed.schema)
        self.path = path
        self.message = failed.message
        self.context: Iterable[ValidationError] = failed.context or ()

    @property
    def owner(self) -> str:
        """Return the name of the value for a sentence."""
        return lazy("this item of {key}", key=name_of(self.path)) if self.is_item else name_of(self.path)

    @property
    def is_item(self) -> bool:
        """Whether the value is an item of a list."""
        return bool(self.path) and isinstance(self.path[-1], int)


def name_of(path: KeyPath) -> str:
    """Name a value by the last key of its path."""
    for part in reversed(path):
        if isinstance(part, str):
            return f"{part!r}"
    return lazy("the file")


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
    """Return the errors of the branch that has the type of the value and most of its keys."""
    branches: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        branch = inner.schema_path[0] if inner.schema_path else None  # a branch that is just `false`
        branches.setdefault(branch, []).append(inner)
    fitting = [b for b in branches.values() if not any(e.validator == "type" and not e.path for e in b)]
    if not fitting:
        return []
    tags = [next((e for e in branch if _is_tag(e)), None) for branch in fitting]
    if len(tags) > 1 and all(tags) and len({str(tag.path) for tag in tags if tag}) == 1:
        return [_no_such_tag([tag for tag in tags if tag])]
    return max(fitting, key=_likeness)


def _is_tag(error: ValidationError) -> bool:
    """Return whether a key such as ``kind: circle`` excludes the branch."""
    return error.validator == "const" and len(error.path) == 1


def _no_such_tag(tags: list[ValidationError]) -> ValidationError:
    """Return the error of a tag that no branch has; it lists all tags."""
    first = tags[0]
    values = [tag.validator_value for tag in tags]
    listing_error = ValidationError(
        first.message, "enum", first.path, validator_value=values, instance=first.instance, schema=first.schema
    )
    listing_error.parent = first.parent
    return listing_error


def _likeness(branch: list[ValidationError]) -> tuple[bool, bool, int, int]:
    top = [e for e in branch if not e.path]
    no_missing = not any(e.validator in ("required", "const", "enum") for e in top)
    return not any(map(_is_tag, branch)), no_missing, max(len(e.path) for e in branch), -len(branch)
