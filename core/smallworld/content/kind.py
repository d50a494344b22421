"""Which kind of file a document is, told by its keys."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

KINDS = ("board", "variant", "scenario", "replay")

_MARKS = {
    "scenario": "scenario",
    "steps": "scenario",
    "given": "scenario",
    "regions": "board",
    "races": "variant",
    "powers": "variant",
    "extends": "variant",
    "relics": "variant",
    "pieces": "variant",
    "rulings": "variant",
    "terrains": "variant",
    "smallworld": "replay",
    "replay": "replay",
    "variant": "variant",
}
"""Telling keys, the surest first: a scenario names a variant too."""


PARTS = frozenset({"races", "powers", "relics", "pieces", "rulings", "plugins", "note"})
"""What a file may hold that is no variant but a part of one."""


def is_part(data: dict[str, Any]) -> bool:
    """Is this a collection of races, powers … without a variant around it?"""
    return bool(data) and PARTS.issuperset(data) and not data.keys() <= {"plugins", "note"}


def kind_of(data: Any) -> str | None:
    """The kind of a document's data; None if nothing in it tells.

    Misspelt keys count when no key is right, so that their real mistake is shown.
    """
    if not isinstance(data, dict):
        return None
    for key, kind in _MARKS.items():
        if key in data:
            return kind
    for key in data:
        near = get_close_matches(str(key), _MARKS, n=1, cutoff=0.75)
        if near:
            return _MARKS[near[0]]
    return None
