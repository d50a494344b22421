"""Breaking good files on purpose: one small mistake at a time, each in a known line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from smallworld.content.documents import Document, read, walk
from smallworld.content.fixing import fix_text
from smallworld.content.problem import Edit, Range

FREE_KEYS = {"races", "powers", "relics", "pieces", "terrains", "rulings", "plugins", "options", "memory", "given"}
"""Mappings whose keys authors choose: a renamed key there may well be right."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A text with one mistake.

    :ivar lines: the lines where the mistake is, or where it shows.
    """

    how: str
    text: str
    lines: range


def mutants(text: str, count: int, seed: int) -> Iterator[Mutant]:
    """So many different mistakes in a text; the same for the same seed."""
    rng = random.Random(seed)
    (document, *_), _ = read(text, "x.yaml")
    paths = [path for path, _ in walk(document.data) if path]
    makers = [_renamed, _retyped, _doubled, _unbalanced, _emptied]
    made = 0
    while made < count:
        edit = rng.choice(makers)(document, rng.choice(paths), rng)
        if edit is None:
            continue
        how, place, new = edit
        made += 1
        mutant = fix_text(text, [Edit(place, new)])
        yield Mutant(f"{how} at {place.line}:{place.column}", mutant, range(place.line, place.end_line + 1))


Change = tuple[str, Range, str] | None
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
