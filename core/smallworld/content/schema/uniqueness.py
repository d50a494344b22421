"""Check ``uniqueItems`` in one pass: jsonschema compares all pairs, which takes too long for long lists."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend


def first_duplicate(items: list[Any]) -> tuple[int, int] | None:
    """Return the indexes of the first two equal items; ``true`` does not equal 1, but 1.0 does."""
    seen: dict[Hashable, int] = {}
    for index, item in enumerate(items):
        first = seen.setdefault(_freeze(item), index)
        if first != index:
            return first, index
    return None


def _freeze(value: Any) -> Hashable:
    """Make a hashable value that is equal for equal values of JSON; the reader limits its depth."""
    if isinstance(value, dict):
        return frozenset((key, _freeze(item)) for key, item in value.items())
    if isinstance(value, list):
        return tuple(map(_freeze, value))
    return (bool, value) if isinstance(value, bool) else value


def _unique_items(validator: Any, is_unique: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if is_unique and isinstance(instance, list) and first_duplicate(instance) is not None:
        yield ValidationError("two items are equal")


FastValidator: type[Validator] = extend(Draft202012Validator, {"uniqueItems": _unique_items})  # type: ignore[no-untyped-call]
"""A validator of Draft 2020-12 with the quick check of ``uniqueItems``."""
