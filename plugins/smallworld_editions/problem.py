"""A mistake in a file: the record that every check reports."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any, Literal

from smallworld.languages import for_reader, pgettext

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, order=True)
class Range:
    """A stretch of text; lines and columns count from 1, the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def at(cls, line: int, column: int, length: int = 1) -> Range:
        """Return a range inside one line."""
        return cls(line, column, line, column + length)

    @classmethod
    def at_offset(cls, text: str, offset: int, length: int = 1) -> Range:
        """Return the range of some characters of one line, from an offset in the text on."""
        before = text[:offset]
        return cls.at(before.count("\n") + 1, len(before) - before.rfind("\n"), length)

    @classmethod
    def of_line(cls, number: int, line: str) -> Range:
        """Return the range of a whole line."""
        return cls.at(number, 1, max(1, len(line)))

    @property
    def start(self) -> tuple[int, int]:
        """Line and column of the first character."""
        return self.line, self.column

    @property
    def end(self) -> tuple[int, int]:
        """Line and column after the last character."""
        return self.end_line, self.end_column

    def contains(self, other: Range) -> bool:
        """Return whether another range is inside this one."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that belongs to a problem, such as the first of two equal keys."""

    message: str
    file: str
    range: Range


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of the text that mends a problem for certain."""

    range: Range
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake, its place and its remedy.

    :ivar code: the kind of mistake; see ``smallworld validate --explain CODE``.
    :ivar file: the path as the user gave it, ``<stdin>`` for standard input.
    :ivar range: None only where the file as a whole is at fault.
    :ivar message: one lower-case sentence without a full stop.
    :ivar hint: what to do about it; empty if the message names it.
    :ivar edits: changes that mend it without doubt, for ``--fix``.
    :ivar causes: files with mistakes that cause this one.
    :ivar mistake: text that repetitions of this mistake share; empty if they share the message.
    :ivar names: the keys and ids that it is about.
    """

    code: str
    severity: Severity
    file: str
    range: Range | None
    message: str
    hint: str = ""
    related: tuple[Related, ...] = ()
    edits: tuple[Edit, ...] = ()
    causes: tuple[str, ...] = ()
    mistake: str = ""
    names: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        head = f"{place_text(self.file, self.range)}: {severity_name(self.severity)}[{self.code}]"
        text = f"{head}: {for_reader(self.message)}"
        hint = for_reader(self.hint)
        return f"{text}; {hint}" if hint else text

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, as ``validate --format json`` prints it."""
        return {
            "code": self.code,
            "severity": self.severity,
            "file": self.file,
            "range": self.range and asdict(self.range),
            "message": self.message,
            "hint": self.hint,
            "related": [{"message": r.message, "file": r.file, "range": asdict(r.range)} for r in self.related],
            "fixable": bool(self.edits),
            "edits": [{"range": asdict(edit.range), "text": edit.text} for edit in self.edits],
        }


def place_text(file: str, place: Range | None) -> str:
    """Write a place as ``FILE:LINE:COLUMN``."""
    return f"{file}:{place.line}:{place.column}" if place else file


def severity_name(severity: str) -> str:
    """Name a severity in the language of the reader."""
    return pgettext("severity", "error") if severity == "error" else pgettext("severity", "warning")


FAULT = "program-fault"
"""Code of a file at which the program itself failed."""

MOST = 200
"""Most problems of one file that are shown."""


def limit_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Limit problems to one more than are shown: computing hints takes time, and nobody reads thousands."""
    return list(islice(problems, MOST + 1))


FORM = frozenset({"number-form", "long-number", "not-finite", "key-type", "tag"})
"""Codes after which a value is replaced by a guess; further problems of this value are consequences."""


OF_VALUES = frozenset({"yaml-syntax", "wrong-type", "out-of-range", "bad-value"})
"""Codes of unusable values; further errors at the same place are consequences."""


def _is_guessed(problem: Problem) -> bool:
    return problem.code in FORM or (problem.code == "odd-quote" and problem.severity == "error")


def sort_problems(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems by place, without repetitions and consequences of others; those of the whole file come first."""
    nowhere = Range(0, 0, 0, 0)
    unique = dict.fromkeys(problems)
    guessed = {(p.file, p.range) for p in unique if _is_guessed(p)}
    if guessed:
        unique = {p: None for p in unique if _is_guessed(p) or (p.file, p.range) not in guessed}
    tagged = {(p.file, p.range.start) for p in unique if p.code == "tag" and p.range is not None}
    if tagged:
        unique = {p: None for p in unique if p.code == "tag" or not p.range or (p.file, p.range.start) not in tagged}
    refused = {(p.file, p.range) for p in unique if p.severity == "error" and p.code != "odd-quote"}
    unique = {p: None for p in unique if _is_guessed(p) or p.code != "odd-quote" or (p.file, p.range) not in refused}
    first = {(p.file, p.range): p for p in reversed(unique) if p.code in OF_VALUES}
    unique = {p: None for p in unique if p.severity != "error" or first.get((p.file, p.range), p) is p}
    return sorted(unique, key=lambda p: (p.file, p.range or nowhere, p.code, p.message))


def errors_of(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems that make the file unusable."""
    return [problem for problem in problems if problem.severity == "error"]
