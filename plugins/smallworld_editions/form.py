"""The kind of a file, which its keys show, and the comparison of a document with the JSON schema of its kind."""

from __future__ import annotations

import json
from collections import deque
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from smallworld.languages import N_
from smallworld_editions.compiled_schema import Test, compile_schema, kept_test
from smallworld_editions.inspection import EXPLAINS, inspectors
from smallworld_editions.problem import MOST, Problem
from smallworld_editions.reading.documents import Document, KeyPath

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

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


# --- compare a document with its JSON schema


LONGEST = 200
"""Characters of a sentence of jsonschema, which may repeat the whole value."""


@cache
def _schema(kind: str, part: str) -> Any:
    """Return the schema of a kind of file, or of a part that it defines."""
    schema = schema_of(kind)
    return {**schema["$defs"][part], "$defs": schema["$defs"]} if part else schema


@cache
def _test(kind: str, part: str = "") -> Test | None:
    return compile_schema(_schema(kind, part))


@cache
def _validator(kind: str, part: str = "") -> Validator:
    return validator_of(_schema(kind, part))


def validator_of(schema: Any) -> Validator:
    """Return the validator of a schema, which lists mistakes."""
    from smallworld_editions.validator import FastValidator  # jsonschema is imported for a mistake alone

    return FastValidator(schema)


def fits(schema: Any, data: Any) -> bool:
    """Return whether data fit a schema, which stays as it is."""
    test = kept_test(schema)
    return validator_of(schema).is_valid(data) if test is None else test(data)


_latest: deque[tuple[Document, str, tuple[Problem, ...]]] = deque(maxlen=4)
"""The documents that were checked last: an edition is often read for its problems and then for its values."""


def check(document: Document, kind: str) -> list[Problem]:
    """List the differences between a document and its schema, by place; nothing changes a document afterwards."""
    for checked, checked_kind, problems in tuple(_latest):
        if checked is document and checked_kind == kind:
            return list(problems)
    listed = _check_kind(document, kind)
    _latest.append((document, kind, tuple(listed)))
    return listed


def check_record_line(document: Document, part: str) -> list[Problem]:
    """List the differences between a line of a record and the schema of its kind.

    :param part: ``header``, ``action``, ``chance`` or ``result``.
    """
    return _check_kind(document, "replay", part)


def _check_kind(document: Document, kind: str, part: str = "") -> list[Problem]:
    test = _test(kind, part)
    if test is not None and test(document.data):
        return []
    return list_mistakes(document, _validator(kind, part), document.data, ())


def check_part(document: Document, path: KeyPath, data: Any, schema: dict[str, Any]) -> list[Problem]:
    """Check data at a path of a document against a schema of its own."""
    test = compile_schema(schema)
    return [] if test is not None and test(data) else list_mistakes(document, validator_of(schema), data, path)


def list_mistakes(document: Document, validator: Validator, data: Any, path: KeyPath) -> list[Problem]:
    """List the mistakes of data at a path of a document, explained where the package for that is there."""
    explained = inspectors().hook.explain_form(document=document, validator=validator, data=data, path=path)
    if explained is not None:
        return list(explained)
    return [
        document.problem("bad-value", (*path, *error.absolute_path), f"{error.message:.{LONGEST}}", EXPLAINS)
        for error in islice(validator.iter_errors(data), MOST)
    ]
