"""Signs that content must not have: invisible characters, and marks of merge conflicts."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from smallworld.languages import lazy
from smallworld_editions.problem import Problem, Range, Related

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Controls (tab and line feed left out), marks of the writing direction, separators, lone surrogates.

Joiners of words and emoji (U+200C, U+200D) are part of many scripts and may stay.
"""

_BREAKS = re.compile("[\x85\u2028\u2029]")
"""Line breaks to YAML, but not to most editors: behind one of them no line number would be right."""

_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SHORT = {"0": 0, "a": 7, "b": 8, "v": 11, "f": 12, "r": 13, "e": 27, "N": 0x85, "L": 0x2028, "P": 0x2029}

_CONTROLS = {
    0x00: "null", 0x07: "bell", 0x08: "backspace", 0x0B: "vertical tab", 0x0C: "form feed",
    0x0D: "carriage return", 0x1B: "escape", 0x7F: "delete", 0x85: "next line", 0xFEFF: "byte order mark",
}  # fmt: skip
"""Unicode gives control characters no names."""


def character_name(character: str) -> str:
    """Name a character: ``U+202E (right-to-left override)``."""
    number = ord(character)
    name = _CONTROLS.get(number) or unicodedata.name(character, "control character").lower()
    return f"U+{number:04X} ({'lone surrogate' if 0xD800 <= number <= 0xDFFF else name})"


def hidden_problem(file: str, line: int, column: int, character: str, length: int = 1) -> Problem:
    """Return the problem of a hidden character at a place."""
    message = lazy("the text holds the hidden character {name}", name=character_name(character))
    hint = lazy("remove the character; names and texts are made of visible characters")
    return Problem("hidden-character", "error", file, Range.at(line, column, length), message, hint)


def drop_echoes(problems: Iterable[Problem], consequences: Iterable[Problem]) -> list[Problem]:
    """Return the further problems of a file without those of values that hold a hidden character."""
    hidden = [(problem.file, problem.range) for problem in problems if problem.code == "hidden-character"]
    return [
        problem
        for problem in consequences
        if not any(
            file == problem.file and place and problem.range and problem.range.contains(place) for file, place in hidden
        )
    ]


def line_break_problem(text: str, file: str) -> Problem | None:
    """Find the first character that breaks lines for YAML, but for hardly any editor."""
    match = _BREAKS.search(text)
    if match is None:
        return None
    before = re.split("\r\n|[\r\n]", text[: match.start()])
    return hidden_problem(file, len(before), len(before[-1]) + 1, match[0])


def has_hidden(text: str) -> bool:
    """Return whether a text has a hidden character."""
    return _HIDDEN.search(text) is not None


def remove_hidden(text: str) -> str:
    """Return a text without its hidden characters."""
    return _HIDDEN.sub("", text)


def hidden_spans(written: str) -> Iterator[tuple[int, int, str]]:
    """Yield offset, length and character of each hidden character, written plainly or as an escape."""
    for match in _HIDDEN.finditer(written):
        if match[0] != "\r":  # the line ends of Windows
            yield match.start(), 1, match[0]
    if written.startswith('"'):
        for match in _ESCAPE.finditer(written):
            digits = match[1] or match[2] or match[3]
            number = int(digits, 16) if digits else _SHORT.get(match[4], ord("x"))
            if number < 0x110000 and has_hidden(chr(number)):
                yield match.start(), len(match[0]), chr(number)


def first_hidden(written: str) -> tuple[int, int, str] | None:
    """Return offset, length and character of the first hidden character of a written value."""
    return min(hidden_spans(written), default=None)


_OPENING = re.compile(r"^<{7}(?: .*)?\r?$", re.MULTILINE)
_MARK = re.compile(r"^(?:>{7}(?: .*)?|={7})\r?$", re.MULTILINE)


def merge_conflict(text: str, file: str) -> Problem | None:
    """Return the problem of the first merge conflict in a text; it also names the end of the conflict."""
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return None
    opening = _OPENING.search(text) or _MARK.search(text)
    if opening is None:
        return None
    place = _line_of(text, opening)
    closing = next((mark for mark in _MARK.finditer(text, opening.end()) if mark[0].startswith(">")), None)
    related = (Related(lazy("the conflict ends here"), file, _line_of(text, closing)),) if closing else ()
    message = lazy("the file holds a merge conflict that is not resolved")
    hint = lazy("keep one of the two versions, and remove the lines of <<<<<<<, ======= and >>>>>>>")
    return Problem("merge-conflict", "error", file, place, message, hint, related)


def _line_of(text: str, match: re.Match[str]) -> Range:
    return Range.at_offset(text, match.start(), len(match[0].rstrip("\r")))
