"""The validator of jsonschema with quick checks of lists; it lists the mistakes of data that do not fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from smallworld_editions.compiled_schema import first_duplicate


def _unique_items(validator: Any, is_unique: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if is_unique and isinstance(instance, list) and first_duplicate(instance) is not None:
        yield ValidationError("two items are equal")


MOST_VALID = 4_000
"""Items of lists that are remembered as valid."""
LONGEST_ITEM = 1_000
"""Characters of an item that is remembered."""
_valid: dict[tuple[int, str], Any] = {}
"""Schema and text of a valid item → the schema, which is kept so that no other one gets its id."""
_check_items = Draft202012Validator.VALIDATORS["items"]


def _items(validator: Any, items: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Check the items of a list; regions that were valid a moment ago are, while somebody edits another one."""
    if "prefixItems" in schema or not isinstance(instance, list) or not (instance and isinstance(instance[0], dict)):
        yield from _check_items(validator, items, instance, schema)
        return
    for index, item in enumerate(instance):
        key = id(items), repr(item)
        if _valid.get(key) is items:
            continue
        errors = list(validator.descend(item, items, path=index))
        yield from errors
        if not errors and len(key[1]) <= LONGEST_ITEM:
            if len(_valid) >= MOST_VALID:
                _valid.clear()
            _valid[key] = items


FastValidator: type[Validator] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator, {"uniqueItems": _unique_items, "items": _items}
)
"""A validator of Draft 2020-12 with quick checks of lists."""
