"""Characters that are not what they look like: invisible ones, other alphabets, typographic spaces and quotes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from smallworld.languages import N_, lazy, lazy_join
from smallworld_editions.problem import Problem, Range, Related

HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
"""Controls (tab and line feed left out), marks of the writing direction, separators, lone surrogates.

Joiners of words and emoji (U+200C, U+200D) are part of many scripts and may stay.
"""

BREAKS = re.compile("[\x85\u2028\u2029]")
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


def hidden_problem(file: str, place: Range, character: str) -> Problem:
    """Return the problem of a hidden character at a place."""
    message = lazy("the text holds the hidden character {name}", name=character_name(character))
    hint = lazy("remove the character; names and texts are made of visible characters")
    return Problem("hidden-character", "error", file, place, message, hint)


def drop_echoes(problems: Iterable[Problem], consequences: Iterable[Problem]) -> list[Problem]:
    """Return the further problems of a file without those of values that hold a hidden character."""
    hidden = [(p.file, p.range) for p in problems if p.code == "hidden-character" and p.range is not None]

    def is_echo(problem: Problem) -> bool:
        around = problem.range
        return around is not None and any(file == problem.file and around.contains(place) for file, place in hidden)

    return [problem for problem in consequences if not is_echo(problem)]


def first_hidden(written: str) -> tuple[int, int, str] | None:
    """Return offset, length and character of the first hidden character of a written value, as itself or an escape."""
    # A carriage return is a part of the line ends of Windows.
    spans = [(match.start(), 1, match[0]) for match in HIDDEN.finditer(written) if match[0] != "\r"]
    for match in _ESCAPE.finditer(written) if written.startswith('"') else ():
        digits = match[1] or match[2] or match[3]
        number = int(digits, 16) if digits else _SHORT.get(match[4], ord("x"))
        if number < 0x110000 and HIDDEN.search(chr(number)):
            spans.append((match.start(), len(match[0]), chr(number)))
    return min(spans, default=None)


_OPENING = re.compile(r"^<{7}(?: .*)?\r?$", re.MULTILINE)
_MARK = re.compile(r"^(?:>{7}(?: .*)?|={7})\r?$", re.MULTILINE)


def merge_conflict(text: str, file: str) -> Problem | None:
    """Return the problem of the first merge conflict in a text; it also names the end of the conflict."""
    has_mark = "<<<<<<<" in text or ">>>>>>>" in text
    opening = _OPENING.search(text) or _MARK.search(text) if has_mark else None
    if opening is None:
        return None
    closing = [mark for mark in _MARK.finditer(text, opening.end()) if mark[0].startswith(">")][:1]
    place, *ends = (Range.at_offset(text, mark.start(), len(mark[0].rstrip("\r"))) for mark in (opening, *closing))
    related = tuple(Related(lazy("the conflict ends here"), file, end) for end in ends)
    message = lazy("the file holds a merge conflict that is not resolved")
    hint = lazy("keep one of the two versions, and remove the lines of <<<<<<<, ======= and >>>>>>>")
    return Problem("merge-conflict", "error", file, place, message, hint, related)


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
        remaining.setdefault(index if better is None else (better.range, better.hint), better or problem)
    return list(remaining.values())


def _with_character(problem: Problem, lines: list[str]) -> Problem | None:
    """Return the problem with the character that it is about; None if that is not a look-alike in an id or a key."""
    place = problem.range
    if place is None or place.line != place.end_line or place.line > len(lines):
        return None
    written = lines[place.line - 1][place.column - 1 : place.end_column - 1]
    is_id = _PLAIN_ID.fullmatch(latin(written).replace(" ", "_").replace(",", "_"))
    match = _ANY.search(written) if is_id else None
    if match is None:
        return None
    sign, hint = match[0], lazy("write {text} in Latin letters", text=latin(written))
    if sign in _SIGNS:
        hint = lazy("write '{instead}' in place of {sign}", instead=latin(sign), sign=sign)
        place = Range.at(place.line, place.column + match.start())
    message = lazy("{text!r} holds {character}", text=written, character=character_name(sign))
    return replace(problem, message=message, hint=hint, range=place)


_WIDE = re.compile(f"[{''.join(map(re.escape, _SIGNS))}]")


def wide_sign(line: str) -> re.Match[str] | None:
    """Return the first sign of a line, outside of quotes, that looks like one of YAML."""
    return _WIDE.search(re.sub(r"\"[^\"]*\"|'[^']*'", lambda quoted: " " * len(quoted[0]), line))


SPACES = {
    "\u00a0": N_("no-break space"), "\u202f": N_("narrow no-break space"), "\u3000": N_("ideographic space"),
    "\u2003": N_("em space"), "\u2002": N_("en space"), "\u2009": N_("thin space"), "\u200b": N_("zero-width space"),
}  # fmt: skip
"""Characters that look like a space, or like nothing, but are text to YAML."""
_ALL_SPACES = "".join(SPACES)
CURLY = "“”„‟«»‘’"
_AFTER_COLON = re.compile(rf"[\w.-]+:[{_ALL_SPACES}]")


def space_name(character: str) -> str:
    """Return the name of a character that looks like a space: ``no-break space, U+00A0``."""
    return lazy_join(", ", [lazy(SPACES[character]), f"U+{ord(character):04X}"])


def plain_text_problem(text: str, place: Range, file: str) -> tuple[Problem | None, str]:
    """Find a slip in an unquoted text; return the problem and the text that was meant."""
    if len(text) > 1 and text.count('"') == 1 and text.endswith('"'):
        message = lazy("this text ends with a quote, but does not begin with one")
        hint = lazy('add the missing quote before the text, or write the whole in single quotes if the " belongs to it')
        return Problem("odd-quote", "error", file, place, message, hint), text[:-1]
    if text.isascii():
        return None, text
    bare, after = text.strip(_ALL_SPACES + " "), _AFTER_COLON.match(text)
    if bare != text and text[0] in SPACES:
        return _odd_space(text[0], Range.at(*place.start), file), bare
    if bare != text:
        return _odd_space(text[-1], Range.at(place.end_line, place.end_column - 1), file), bare
    if after is not None:
        return _odd_space(text[after.end() - 1], Range.at(place.line, place.column + after.end() - 1), file), text
    if len(text) > 2 and text[0] in CURLY and text[-1] in CURLY:
        message = lazy("{sign} is not a quote to YAML: it is part of the text", sign=text[0])
        hint = lazy("write straight quotes, \" or '")
        return Problem("odd-quote", "warning", file, place, message, hint), text
    return None, text


def _odd_space(space: str, place: Range, file: str) -> Problem:
    hint = lazy("write a normal space, or quote the text")
    if space == "\u200b":
        hint = lazy("remove the character, or quote the text")
    message = lazy("this is not a space, but a {space}", space=space_name(space))
    return Problem("yaml-syntax", "error", file, place, message, hint)
