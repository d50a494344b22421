"""An error of jsonschema, reduced to the facts that sentences need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from jsonschema.exceptions import ValidationError

from smallworld.content.reading.documents import KeyPath, mapping_of
from smallworld.languages import lazy


class Failure:
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
