"""The place where the YAML parser stopped: the lines before it, open quotes and brackets, the complaint in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from ruamel.yaml.error import MarkedYAMLError

from smallworld.languages import N_, lazy
from smallworld_editions.problem import Problem, Range

_BEFORE_VALUE = re.compile(r"(?:^|[\s\[{,])$")
_AFTER_VALUE = re.compile(r"\s*(?:[,\]}:]|$)|\s+#", re.MULTILINE)
_CLOSING = {'"': re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL), "'": re.compile(r"(?:[^']|'')*'", re.DOTALL)}


@dataclass(slots=True)
class FlowScan:
    """Offsets of the open brackets, of a quote that is not closed, and of the first bracket that closes nothing."""

    brackets: list[int] = field(default_factory=list)
    quote: int | None = None
    stray: int | None = None


def scan_flow(text: str, end: int) -> FlowScan:
    """Scan a text up to an offset, or up to the first quote that is closed in a wrong place or never."""
    scan = FlowScan()
    offset = 0
    while offset < end:
        sign = text[offset]
        if sign == "#" and (offset == 0 or text[offset - 1] in " \t\n"):
            offset = text.find("\n", offset) % (len(text) + 1)
        elif sign in "\"'" and _begins_value(text, offset):
            match = _CLOSING[sign].match(text, offset + 1)
            if match is None or _is_late(text, offset, match.end()):
                scan.quote = offset
                return scan
            offset = match.end()
            continue
        elif sign in "[{":
            scan.brackets.append(offset)
        elif sign in "]}" and scan.brackets:
            scan.brackets.pop()
        elif sign in "]}" and scan.stray is None:
            scan.stray = offset
        offset += 1
    return scan


def _begins_value(text: str, offset: int) -> bool:
    """Return whether a quote begins a value, a key or an item; other quotes are inside a text."""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return bool(_BEFORE_VALUE.search(line)) and line.rstrip()[-1:] in ("", *":,-[{?")


def _is_late(text: str, start: int, end: int) -> bool:
    """Return whether the closing quote is in fact the opening quote of the next value."""
    if _AFTER_VALUE.match(text, end):
        return False
    is_at_value = text[end : end + 1] not in " \t" and text[end - 2 : end - 1] in " :[{,("
    return "\n" in text[start:end] or is_at_value


class Failure:
    """A parser error with the lines of its text.

    :ivar line, column: indexes of the place where the parser stopped.
    :ivar context: index of the line where the failing part begins.
    """

    def __init__(self, error: MarkedYAMLError, text: str, file: str) -> None:
        self.error, self.text, self.file = error, text, file
        self.lines = [line.rstrip("\r") for line in text.split("\n")]
        last, mark = len(self.lines) - 1, error.problem_mark or error.context_mark
        self.line: int = min(mark.line, last) if mark is not None else 0
        self.column: int = mark.column if mark is not None else 0
        self.context: int = min(error.context_mark.line, last) if error.context_mark is not None else self.line

    @cached_property
    def complaint(self) -> str:
        """The message of the parser."""
        return str(self.error.problem or "")

    @cached_property
    def got(self) -> str:
        """The sign at which the parser stopped."""
        match = re.search(r"(?:got|found) '(.*)'", self.complaint)
        return match[1] if match else ""

    @property
    def has_extra_colon(self) -> bool:
        """Whether the parser stopped at a ':' where none may be."""
        return "mapping values are not allowed" in self.complaint

    @property
    def has_two_colons(self) -> bool:
        """Whether that is after another ':' of its line."""
        return self.has_extra_colon and re.search(r":\s", self.current[: self.column].rstrip()) is not None

    @property
    def in_brackets(self) -> bool:
        """Whether the parser stopped within brackets."""
        return "flow" in str(self.error.context)

    @property
    def current(self) -> str:
        """The line where the parser stopped."""
        return self.lines[self.line]

    @property
    def line_start(self) -> int:
        """Index in the text of the beginning of the line where the parser stopped."""
        return sum(len(line) + 1 for line in self.text.split("\n")[: self.line])

    @cached_property
    def previous(self) -> int | None:
        """Index of the line with content before the line where the parser stopped."""
        lines = enumerate(self.lines[: self.line])
        return max((index for index, line in lines if (bare := line.strip()) and bare[0] != "#"), default=None)

    def suspects(self) -> list[int]:
        """List the lines that may have the slip, the likeliest first."""
        if self.has_extra_colon:
            lines = [self.previous, self.line]
        elif self.error.context == "while scanning a simple key":
            lines = [self.context]
        else:
            lines = [self.line, self.previous]
        return [index for index in lines if index is not None]

    def matches(self, pattern: re.Pattern[str], lines: Iterable[int]) -> Iterator[tuple[int, re.Match[str]]]:
        """Yield the lines in which a pattern occurs, with the match."""
        return ((index, match) for index in lines if (match := pattern.search(self.lines[index])))

    def problem(self, line: int, column: int, message: str, hint: str, length: int = 1) -> Problem:
        """:param line: index of the line. :param column: index in it."""
        return Problem("yaml-syntax", "error", self.file, Range.at(line + 1, column + 1, length), message, hint)

    def problem_here(self, column: int, message: str, hint: str, length: int = 1) -> Problem:
        """Return a problem in the line where the parser stopped."""
        return self.problem(self.line, column, message, hint, length)

    def problem_at(self, index: int, message: str, hint: str) -> Problem:
        """:param index: index in the text."""
        return Problem("yaml-syntax", "error", self.file, Range.at_offset(self.text, index), message, hint)


def sentence_about(complaint: str) -> tuple[str, str]:
    """Return the sentence about a complaint of the parser, and the hint."""
    for pattern, message, hint in _SENTENCES:
        if match := re.search(pattern, complaint):
            values = dict(zip(("first", "second"), match.groups(), strict=False))
            return lazy(message, **values), lazy(hint)
    return lazy("this is not YAML: {fault}", fault=complaint), ""


_COMMA = N_("is a comma or a bracket missing?")
_SENTENCES = (
    ("mapping values are not allowed",
     N_("unexpected ':'"), N_("quote text that holds ': '; or is a ':' or an indent wrong in the line before?")),
    ("could not find expected ':'", N_("this is neither 'key: value' nor a list item"), N_("is a ':' missing?")),
    ("expected (',' or '.'), but got ':'",
     N_("expected a {first} here, not ':'"), N_("quote text that holds ': '; or is a comma or a bracket missing?")),
    ("expected (',' or '.'), but got '<scalar>'", N_("expected a {first} here, not text"), _COMMA),
    ("expected (',' or '.'), but got '.*end.*'", N_("expected a {first} here, not the end"), _COMMA),
    ("expected (',' or '.'), but got '(.*)'", N_("expected a {first} here, not '{second}'"), _COMMA),
    ("expected the node content, but found ','",
     N_("an item is missing before this ','"), N_("remove the ',' or add the item")),
    ("unknown escape character '(.)'",
     N_("\\{first} has no meaning in double quotes"), N_("write \\\\ for \\, or put the text in single quotes")),
    ("expected alphabetic or numeric character",
     N_("a name must follow a * or & at the start of a value"), N_("quote the text")),
    ("expected <block end>, but found '([]}])'",
     N_("this {first} closes nothing"), N_("remove it, or is an opening one missing?")),
    ("expected <block end>, but found '<scalar>'",
     N_("unexpected text"), N_("is a quote or a comma missing before it?")),
    ("expected '<document start>'",
     N_("the value of the file has ended before this"), N_("write the whole file as one mapping: 'key: value'")),
    ("expected <(?:block end|document start)>",
     N_("this does not fit the lines before it"), N_("indent it like its neighbours; or is a '-' missing?")),
    ("character '(.)' that cannot start", N_("no value can begin with {first}"), N_("quote the text")),
    ("unexpected end of stream",
     N_("the file ends in the middle of a value"), N_("is a quote or bracket missing?")),
)  # fmt: skip
"""Pattern of the parser's complaint → sentence and hint, with its groups as values; the first one counts."""
