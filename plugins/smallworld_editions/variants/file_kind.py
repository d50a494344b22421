"""Recognise the kind of a file by its keys."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from smallworld.languages import N_

KINDS = {
    "board": N_("regions for a board"),
    "variant": N_("variant, races and powers for a variant"),
    "scenario": N_("scenario and steps for a scenario"),
    "language": N_("language for the names and texts of a variant in a language"),
    "replay": N_("replay in the first line for a replay"),
}
"""Kind of file → the keys that show it, in words."""

_MARKS = {
    "language": "language",
    "scenario": "scenario",
    "steps": "scenario",
    "given": "scenario",
    "regions": "board",
    "extends": "variant",
    "races": "variant",
    "powers": "variant",
    "relics": "variant",
    "pieces": "variant",
    "rulings": "variant",
    "terrains": "variant",
    "smallworld": "replay",
    "replay": "replay",
    "variant": "variant",
}
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
