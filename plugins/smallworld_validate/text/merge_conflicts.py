"""Conflict marks of a version control system, where two versions of a file differ."""

from __future__ import annotations

import re

from smallworld.languages import lazy
from smallworld_editions.problem import Problem, Range, Related

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
