"""Characters that look like those of YAML and of ids, but are others: Cyrillic and Greek letters, wide signs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace

from smallworld.languages import lazy
from smallworld_editions.problem import Problem, Range
from smallworld_validate.text.hidden_characters import character_name

_CYRILLIC = dict(zip("аесԁһіјкорԛѕтухАВЕЅІЈКМНОРСТУХ", "aecdhijkopqstyxABESIJKMHOPCTYX", strict=True))
_GREEK = dict(zip("αιικνορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aiiknoptuxABEZHIKMNOPTYX", strict=True))
_LETTERS = _CYRILLIC | _GREEK
_SIGNS = dict(zip("：，；［］｛｝﹕︰、", ":,;[]{}::,", strict=True))
_ANY = re.compile(f"[{''.join(_LETTERS)}{''.join(re.escape(sign) for sign in _SIGNS)}\uff01-\uff5e]")
_PLAIN_ID = re.compile(r"[A-Za-z0-9_:.-]+")

CODES = frozenset({
    "bad-key", "bad-value", "unknown-key", "unknown-ability", "unknown-terrain", "unknown-symbol", "unknown-piece",
    "unknown-race", "unknown-power", "unknown-relic", "unknown-region", "unknown-ruling", "unknown-variant",
    "unknown-board", "unknown-entry", "unknown-player", "unknown-kind", "ability-parameter", "bad-action",
    "yaml-syntax",
})  # fmt: skip
"""Codes of mistakes in keys, ids and signs."""


def latin(text: str) -> str:
    """Return a text with the letters and signs of YAML and of ids in place of those that look like them."""
    replaced = "".join(_LETTERS.get(sign) or _SIGNS.get(sign) or sign for sign in text)
    return unicodedata.normalize("NFKC", replaced)


def name_look_alikes(problems: Iterable[Problem], file: str, text: str) -> list[Problem]:
    """Return the problems of a file; those of a look-alike in a key or an id name it, and each place has one."""
    lines = text.split("\n")
    remaining: dict[object, Problem] = {}
    for index, problem in enumerate(problems):
        better = _with_character(problem, lines) if problem.file == file and problem.code in CODES else None
        key = (better.range, better.hint) if better is not None else index
        remaining.setdefault(key, better or problem)
    return list(remaining.values())


def _with_character(problem: Problem, lines: list[str]) -> Problem | None:
    """Return the problem with the character that it is about; None if that is not a look-alike."""
    place = problem.range
    if place is None or place.line != place.end_line or place.line > len(lines):
        return None
    written = lines[place.line - 1][place.column - 1 : place.end_column - 1]
    match = next(_matches(written), None)
    if match is None:
        return None
    sign = match[0]
    message = lazy("{text!r} holds {character}", text=written, character=character_name(sign))
    if sign in _SIGNS:
        hint = lazy("write '{instead}' in place of {sign}", instead=latin(sign), sign=sign)
        place = Range.at(place.line, place.column + match.start())
        return replace(problem, message=message, hint=hint, range=place)
    return replace(problem, message=message, hint=lazy("write {text} in Latin letters", text=latin(written)))


def _matches(written: str) -> Iterator[re.Match[str]]:
    """Yield the look-alikes of a text that is an id or a key with one of them in it."""
    if _PLAIN_ID.fullmatch(latin(written).replace(" ", "_").replace(",", "_")):
        yield from _ANY.finditer(written)


def wide_sign(line: str, end: int | None = None) -> re.Match[str] | None:
    """Return the first sign of a line, outside of quotes, that looks like one of YAML."""
    bare = re.sub(r"\"[^\"]*\"|'[^']*'", lambda quoted: " " * len(quoted[0]), line)
    return re.compile(f"[{''.join(re.escape(sign) for sign in _SIGNS)}]").search(
        bare, 0, len(line) if end is None else end
    )
