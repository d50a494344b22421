"""Carrying out the edits that mend problems for certain; comments and layout stay."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from smallworld.content.problem import Edit, Problem

_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_BOM = b"\xef\xbb\xbf"


def lines_of(text: str) -> list[str]:
    """The lines of a text, broken where YAML breaks them."""
    return _BREAK.split(text)


def fix_text(text: str, edits: Iterable[Edit]) -> str:
    """The text after the edits; of edits that overlap only the first is done."""
    starts = [0, *(found.end() for found in _BREAK.finditer(text))]
    spans = []
    for edit in dict.fromkeys(edits):
        place = edit.range
        if place.end_line <= len(starts):
            first = starts[place.line - 1] + place.column - 1
            last = starts[place.end_line - 1] + place.end_column - 1
            spans.append((first, last, edit.text))
    pieces, done = [], 0
    for first, last, new in sorted(spans, key=lambda span: span[:2]):
        if first >= done:
            pieces += [text[done:first], new]
            done = last
    return "".join([*pieces, text[done:]])


def fix_files(problems: Iterable[Problem]) -> dict[str, int]:
    """Mend what can be mended in place: file → how many problems.

    Problems of one-sided borders offer a mirror each; both halves of a pair are never missing.
    """
    by_file: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.edits:
            by_file.setdefault(problem.file, []).append(problem)
    for name, found in by_file.items():
        path = Path(name)
        content = path.read_bytes()
        text = content.removeprefix(_BOM).decode("utf-8")
        fixed = fix_text(text, [edit for problem in found for edit in problem.edits])
        path.write_bytes(content[: len(content) - len(content.removeprefix(_BOM))] + fixed.encode("utf-8"))
    return {name: len(found) for name, found in by_file.items()}
