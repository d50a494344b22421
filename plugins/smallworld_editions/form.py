"""The kind of a file, which its keys show, and the comparison of a document with the JSON schema of its kind."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Hashable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from smallworld.languages import N_
from smallworld_editions.inspection import EXPLAINS, inspectors
from smallworld_editions.problem import MOST, Problem
from smallworld_editions.reading.documents import Document, KeyPath

KINDS = {
    "board": N_("regions for a board"),
    "variant": N_("variant, races and powers for a variant"),
    "scenario": N_("scenario and steps for a scenario"),
    "language": N_("language for the names and texts of a variant in a language"),
    "replay": N_("replay in the first line for a replay"),
}
"""Kind of file → the keys that show it, in words."""

_MARKS = {
    "language": "language", "scenario": "scenario", "steps": "scenario", "given": "scenario", "regions": "board",
    "extends": "variant", "races": "variant", "powers": "variant", "relics": "variant", "pieces": "variant",
    "rulings": "variant", "terrains": "variant", "smallworld": "replay", "replay": "replay", "variant": "variant",
}  # fmt: skip
"""Keys that show the kind of a file, the most certain first: a scenario names a variant too."""


PARTS = frozenset({"races", "powers", "relics", "pieces", "rulings", "plugins", "note"})
"""Keys of a file that holds a part of a variant."""


def is_part(data: dict[str, Any]) -> bool:
    """Return whether a file is a collection of races, powers … without a variant around it."""
    return bool(data) and PARTS.issuperset(data) and not data.keys() <= {"plugins", "note"}


def is_variant(data: Any) -> bool:
    """Return whether a file is surely a variant; errors about an extended file quote only such a file."""
    return isinstance(data, dict) and "variant" in data and kind_of(data) == "variant"


_TRANSLATED = ("terrains", "symbols", "factions", "natives", "pieces", "races", "powers", "relics", "rulings")
_OF_ENTRIES = frozenset({"name", "text", "unofficial", "gender", "forms"})
FEWEST = 3
"""Translated entries from which on a file without the key ``language`` is one."""


def _is_translation(data: dict[str, Any]) -> bool:
    """Return whether every entry of a file has only a name and texts, as in a language file."""
    if not data.keys() <= {"variant", "name", "note", *_TRANSLATED}:
        return False
    entries = [entry for key in _TRANSLATED if isinstance(data.get(key), dict) for entry in data[key].values()]
    return len(entries) >= FEWEST and all(
        isinstance(e, dict) and "name" in e and e.keys() <= _OF_ENTRIES for e in entries
    )


def kind_of(data: Any) -> str | None:
    """Return the kind of a document's data; None if no key shows it.

    Misspelt keys count when no key is right, so that their real mistake is shown.
    """
    if not isinstance(data, dict):
        return None
    if _is_translation(data):
        return "language"
    for key, kind in _MARKS.items():
        if key in data:
            return kind
    for key in data:
        if " " in str(key):
            continue  # the first words of a text
        similar = get_close_matches(str(key), _MARKS, n=1, cutoff=0.75)
        if similar:
            return _MARKS[similar[0]]
    return None


# --- schemas


def schema_text(kind: str) -> str:
    """Read the JSON schema of a kind of file."""
    try:
        return (files("smallworld.schemas") / f"{kind}.json").read_text("utf-8")
    except ModuleNotFoundError:  # a source tree that is not installed
        return (Path(__file__).parents[2] / "schemas" / f"{kind}.json").read_text("utf-8")


@cache
def schema_of(kind: str) -> dict[str, Any]:
    """Return the JSON schema of a kind of file; ``part`` is a variant with only races, powers, relics and the like."""
    if kind == "part":
        whole = schema_of("variant")
        properties = {key: value for key, value in whole["properties"].items() if key in PARTS}
        return {
            "type": "object", "additionalProperties": False, "patternProperties": whole["patternProperties"],
            "properties": properties, "$defs": whole["$defs"],
        }  # fmt: skip
    schema: dict[str, Any] = json.loads(schema_text(kind))
    return schema


# --- check ``uniqueItems`` in one pass: jsonschema compares all pairs, which takes too long for long lists


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


# --- compare a document with its JSON schema


LONGEST = 200
"""Characters of a sentence of jsonschema, which may repeat the whole value."""


@cache
def _validator(kind: str, part: str = "") -> Validator:
    """Return the validator of a kind of file, or of a part that its schema defines."""
    schema = schema_of(kind)
    return FastValidator({**schema["$defs"][part], "$defs": schema["$defs"]} if part else schema)


_latest: deque[tuple[Document, str, tuple[Problem, ...]]] = deque(maxlen=4)
"""The documents that were checked last: an edition is often read for its problems and then for its values."""


def check(document: Document, kind: str) -> list[Problem]:
    """List the differences between a document and its schema, by place; nothing changes a document afterwards."""
    for checked, checked_kind, problems in tuple(_latest):
        if checked is document and checked_kind == kind:
            return list(problems)
    listed = check_with(document, _validator(kind), document.data)
    _latest.append((document, kind, tuple(listed)))
    return listed


def check_record_line(document: Document, part: str) -> list[Problem]:
    """List the differences between a line of a record and the schema of its kind.

    :param part: ``header``, ``action``, ``chance`` or ``result``.
    """
    return check_with(document, _validator("replay", part), document.data)


def check_part(document: Document, path: KeyPath, data: Any, schema: dict[str, Any]) -> list[Problem]:
    """Check data at a path of a document against a schema of its own."""
    return check_with(document, FastValidator(schema), data, path)


def check_with(document: Document, validator: Validator, data: Any, path: KeyPath = ()) -> list[Problem]:
    """List the mistakes of data at a path of a document, explained where the package for that is there."""
    if validator.is_valid(data):
        return []
    explained = inspectors().hook.explain_form(document=document, validator=validator, data=data, path=path)
    if explained is not None:
        return list(explained)
    return [
        document.problem("bad-value", (*path, *error.absolute_path), f"{error.message:.{LONGEST}}", EXPLAINS)
        for error in islice(validator.iter_errors(data), MOST)
    ]
