"""Breaking good files on purpose: one small mistake at a time, each in a known line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from smallworld_editions.problem import Edit, Range
from smallworld_editions.reading.documents import Document, walk
from smallworld_editions.reading.reader import read
from smallworld_validate.text_edits.layout import fix_text

FREE_KEYS = {"races", "powers", "relics", "pieces", "terrains", "rulings", "plugins", "options", "memory", "given"}
"""Mappings with keys that authors choose: a renamed key there may well be right."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text with one mistake.

    :ivar lines: the lines where the mistake is, or where it shows.
    """

    how: str
    text: str
    lines: range


def mutants(text: str, count: int, seed: int, *, alone: bool = False) -> Iterator[Mutant]:
    """So many different mistakes in a text; the same for the same seed.

    :param alone: no variant lists the terrains and symbols.
    """
    rng = random.Random(seed)
    (document, *_), _ = read(text, "x.yaml")
    paths = [path for path, _ in walk(document.data) if path]
    makers = [_renamed, _retyped, _doubled, _unbalanced, _emptied, _deleted, _repeated]
    if not alone:
        makers.append(_misnamed)
    number = 0
    while number < count:
        edit = rng.choice(makers)(document, rng.choice(paths), rng)
        if edit is None:
            continue
        how, place, new = edit
        number += 1
        mutant = fix_text(text, [Edit(place, new)])
        first = int(how.partition("@")[2] or place.line)
        yield Mutant(f"{how} at {place.line}:{place.column}", mutant, range(first, place.end_line + 1))


Change = tuple[str, Range, str] | None
"""What is done, where, and the new text; ``@5`` in the first if it may show from line 5 on."""
Path = tuple[str | int, ...]


def _value(document: Document, path: Path) -> Any:
    node = document.data
    for part in path:
        node = node[part]
    return node


def _is_ours(path: Path) -> bool:
    """Is the last part a key that the format defines?"""
    parent = next((part for part in reversed(path[:-1]) if isinstance(part, str)), "")
    inside = {"abilities", "scored", "tray", "natives", "expect", "relics", "steps", "regions"}
    if not isinstance(path[-1], str) or (parent in FREE_KEYS and not isinstance(path[-2], int)):
        return False
    return not ({"abilities", "given", "expect", "steps", "options"} & set(path[:-1])) and parent not in inside - {
        "regions"
    }


def _renamed(document: Document, path: Path, rng: random.Random) -> Change:
    if not _is_ours(path):
        return None
    return "renamed key", document.key(path), f"{path[-1]}x"


def _retyped(document: Document, path: Path, rng: random.Random) -> Change:
    value = _value(document, path)
    if not _is_ours(path) or isinstance(value, dict | list):
        return None
    return "retyped value", document.value(path), "{wrong: type}"


def _doubled(document: Document, path: Path, rng: random.Random) -> Change:
    value = _value(document, path)
    if not isinstance(path[-1], str) or not isinstance(value, int | bool):
        return None
    place = document.key(path)
    if document.text.split("\n")[place.line - 1][: place.column - 1].strip() in ("", "-"):
        return None  # a block mapping: one line more would be needed
    return "doubled key", Range(place.line, place.column, place.line, place.column), f"{path[-1]}: 1, "


def _unbalanced(document: Document, path: Path, rng: random.Random) -> Change:
    place = document.value(path)
    text = document.text.split("\n")[place.end_line - 1]
    if not isinstance(_value(document, path), list | dict) or place.end_column < 2:
        return None
    last = text[place.end_column - 2 : place.end_column - 1]
    if last not in ("]", "}"):
        return None
    return "lost bracket", Range.at(place.end_line, place.end_column - 1), ""


def _emptied(document: Document, path: Path, rng: random.Random) -> Change:
    """A region loses a neighbour: the other side still names it."""
    if len(path) < 3 or path[-2] != "adjacent" or len(_value(document, path[:-1])) < 2:
        return None
    place = document.value(path)
    line = document.text.split("\n")[place.line - 1]
    if path[-1] == 0:
        following = document.value((*path[:-1], 1))
        if following.line != place.line:
            return None
        return "lost border", Range(place.line, place.column, following.line, following.column), ""
    comma = line.rfind(",", 0, place.column - 1)
    if comma < 0:
        return None
    return "lost border", Range(place.line, comma + 1, place.line, place.end_column), ""


REQUIRED = {
    "regions": {"id", "terrain", "adjacent"},
    "races": {"name", "banner", "supply"},
    "powers": {"name", "badge"},
    "relics": {"name", "kind"},
    "pieces": {"name", "supply"},
    "terrains": {"name"},
}


def _deleted(document: Document, path: Path, rng: random.Random) -> Change:
    """A key that its mapping needs goes; that shows at the mapping."""
    if len(path) != 3 or path[-1] not in REQUIRED.get(str(path[0]), ()):
        return None
    key, value = document.key(path), document.value(path)
    above = document.value(path[:-1]) if isinstance(path[1], int) else document.key(path[:-1])
    lines = document.text.split("\n")
    if key.line != value.end_line:
        return None
    line = lines[key.line - 1]
    after = line[value.end_column - 1 :]
    if after.startswith(", "):
        return f"deleted key@{above.line}", Range.at(key.line, key.column, value.end_column + 1 - key.column), ""
    if line[: key.column - 1].strip() or after.strip():
        return None
    return f"deleted line@{above.line}", Range(key.line, 1, key.line + 1, 1), ""


def _repeated(document: Document, path: Path, rng: random.Random) -> Change:
    """Repeat an item of a list of names."""
    if len(path) < 2 or path[-2] not in ("adjacent", "symbols") or not isinstance(path[-1], int):
        return None
    place = document.value(path)
    return "repeated item", Range(place.line, place.column, place.line, place.column), f"{_value(document, path)}, "


def _misnamed(document: Document, path: Path, rng: random.Random) -> Change:
    """A name that means something elsewhere is misspelt."""
    if len(path) < 2 or not isinstance(_value(document, path), str):
        return None
    if path[-1] != "terrain" and path[-2] not in ("adjacent", "symbols", "boards"):
        return None
    return "misspelt name", document.value(path), f"{_value(document, path)}x"
