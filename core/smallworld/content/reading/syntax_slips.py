"""Common slips behind a parser error: the parser reports them late, so the lines before are searched."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from ruamel.yaml.error import MarkedYAMLError

from smallworld.content.reading.open_brackets import scan_flow
from smallworld.content.reading.unquoted_text import SPACES, space_name
from smallworld.content.report.problem import Problem, Range, Related
from smallworld.languages import N_, lazy, lazy_n

_KEY = r"(\s*(?:- )?)([A-Za-z_][\w.-]*)"
_SPACE = re.compile(rf"(?:^\s*|[:,-]\s*)([{''.join(SPACES)}])")
_EQUALS = re.compile(_KEY + r"\s*=(?!=)")
_GLUED = re.compile(_KEY + r":(?=[^\s:/])")
_DASH = re.compile(r"(\s*)-(?=[\w{\"'\[])")
_GLUED_BRACKET = re.compile(r"(\s*)-(?=[{\[])")
_NESTED = re.compile(r"\s*(?:- )*[\w.-]+:\s+(?=[^\s{\[\"'&*|>#])")
_FOREIGN = re.compile(r"(\s*)(//|/\*|<!--|\"\"\"|--(?=\s*$))")
_NO_COLON = re.compile(_KEY + r"(?=\s+[^\s:=]|\s*$)")
_BARE_COLOUR = re.compile(r"([A-Za-z_][\w.-]*):\s+(#\w[^\s,}\]]*)")
_CURLY = re.compile(r"[:,\[{-]\s*([“”„«»])")
_NO_ITEM = (N_("this '-' begins no list item"), N_("write a space after the '-'"))
_BARE_KEY = re.compile(r"[{,]\s*([A-Za-z_][\w.-]*)\s*$")


@dataclass(frozen=True, slots=True)
class Failure:
    """A parser error with the lines of its text."""

    error: MarkedYAMLError
    text: str
    lines: list[str]
    file: str
    line: int
    """Index of the line where the parser stopped."""
    column: int
    context: int
    """Index of the line where the failing part begins."""

    @property
    def said(self) -> str:
        """The message of the parser."""
        return str(self.error.problem or "")

    @property
    def got(self) -> str:
        """The sign at which the parser stopped."""
        match = re.search(r"(?:got|found) '(.*)'", self.said)
        return match[1] if match else ""

    @property
    def line_start(self) -> int:
        """Index in the text of the beginning of the line where the parser stopped."""
        return sum(len(line) + 1 for line in self.text.split("\n")[: self.line])

    def problem(self, line: int, column: int, message: str, hint: str, length: int = 1) -> Problem:
        """:param line: index of the line. :param column: index in it."""
        return Problem("yaml-syntax", "error", self.file, Range.at(line + 1, column + 1, length), message, hint)

    def problem_at(self, index: int, message: str, hint: str) -> Problem:
        """:param index: index in the text."""
        before = self.text[:index]
        return self.problem(before.count("\n"), index - (before.rfind("\n") + 1), message, hint)

    def previous(self) -> int | None:
        """Index of the line with content before the line where the parser stopped."""
        lines = enumerate(self.lines[: self.line])
        return max((index for index, line in lines if (bare := line.strip()) and bare[0] != "#"), default=None)

    def suspects(self) -> list[int]:
        """List the lines that may have the slip, the likeliest first."""
        before = self.previous()
        if "mapping values are not allowed" in self.said:
            return [index for index in (before, self.line) if index is not None]
        if self.error.context == "while scanning a simple key":
            return [self.context]
        return [index for index in (self.line, before) if index is not None]


def failure_of(error: MarkedYAMLError, text: str, file: str) -> Failure:
    """Return the error with the place where the parser stopped, and its context."""
    mark = error.problem_mark or error.context_mark
    begun = error.context_mark or mark
    lines = [line.rstrip("\r") for line in text.split("\n")]
    last = len(lines) - 1
    line, column = (min(mark.line, last), mark.column) if mark is not None else (0, 0)
    return Failure(error, text, lines, file, line, column, min(begun.line, last) if begun is not None else line)


def find_slip(failure: Failure) -> Problem | None:
    """Find the slip that explains a parser error; None if no common slip does."""
    return next(filter(None, (search(failure) for search in _SEARCHES)), None)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _odd_space(failure: Failure) -> Problem | None:
    for index in failure.suspects():
        match = _SPACE.search(failure.lines[index])
        if match:
            message = lazy("this is not a space, but a {space}", space=space_name(match[1]))
            return failure.problem(index, match.start(1), message, lazy("write a normal space"))
    return None


def _open_quote(failure: Failure) -> Problem | None:
    start = scan_flow(failure.text, failure.line_start + failure.column).quote
    if start is None:
        return None
    problem = failure.problem_at(start, lazy("this quote is not closed"), lazy("add the missing quote"))
    if failure.line == failure.text.count("\n", 0, start):
        return problem
    related = Related(lazy("reading stopped here"), failure.file, Range.at(failure.line + 1, failure.column + 1))
    return replace(problem, related=(related,))


def _bare_colour(failure: Failure) -> Problem | None:
    """Explain ``{color: #446611}``: the rest of the line is a comment."""
    if "flow" not in str(failure.error.context):
        return None
    for index in range(failure.context, failure.line + 1):
        match = _BARE_COLOUR.search(failure.lines[index])
        if match:
            message = lazy("# begins a comment here, so {key} has no value", key=repr(match[1]))
            value = match[2].rstrip("\"'")
            return failure.problem(
                index, match.start(2), message, lazy('quote it: "{text}"', text=value), len(match[2])
            )
    return None


def _curly_quote(failure: Failure) -> Problem | None:
    for index in failure.suspects():
        match = _CURLY.search(failure.lines[index])
        if match:
            message = lazy("{sign} is not a quote to YAML", sign=match[1])
            return failure.problem(index, match.start(1), message, lazy("write straight quotes, \" or '"))
    return None


def _is_block(failure: Failure) -> bool:
    return "flow" not in str(failure.error.context)


def _bad_line(failure: Failure) -> Problem | None:
    """Explain a line of a block that is neither ``key: value`` nor ``- item``."""
    if not _is_block(failure):
        return None
    for index in failure.suspects():
        if match := _GLUED_BRACKET.match(failure.lines[index]):
            return failure.problem(index, match.end() - 1, lazy(_NO_ITEM[0]), lazy(_NO_ITEM[1]))
    if _is_deeper_item(failure):
        return None
    for index in failure.suspects():
        if "expected <block end>" in failure.said and (match := _DASH.match(failure.lines[index])):
            return failure.problem(index, match.end() - 1, lazy(_NO_ITEM[0]), lazy(_NO_ITEM[1]))
    keyless = "could not find expected ':'" in failure.said or "mapping values" in failure.said
    for index in failure.suspects() if keyless else []:
        if index == failure.line and "mapping values" in failure.said:
            return None
        if problem := _neither_pair_nor_item(failure, index):
            return problem
    return None


def _neither_pair_nor_item(failure: Failure, index: int) -> Problem | None:
    """Explain a line with '=' for ':', without the space after '-' or ':', or without a ':'."""
    line, message = failure.lines[index], lazy("this is neither 'key: value' nor a list item")
    if match := _EQUALS.match(line):
        return failure.problem(
            index, match.end() - 1, message, lazy("write ':' in place of '=' after '{key}'", key=match[2])
        )
    if match := _DASH.match(line):
        return failure.problem(index, match.end() - 1, lazy(_NO_ITEM[0]), lazy(_NO_ITEM[1]))
    if match := _GLUED.match(line):
        return failure.problem(
            index, len(match[1]), message, lazy("write a space after '{key}:'", key=match[2]), len(match[2]) + 1
        )
    if ": " not in line and not line.rstrip().endswith(":") and (match := _NO_COLON.match(line)):
        hint = lazy("is a ':' missing? write '{key}:'", key=match[2])
        return failure.problem(index, len(match[1]), message, hint, len(match[2]))
    return None


def _is_deeper_item(failure: Failure) -> bool:
    """Return whether a list item is indented more than the item before it, so that YAML joins both to one text."""
    before = failure.previous()
    line = failure.lines[failure.line]
    return (
        before is not None
        and "mapping values are not allowed" in failure.said
        and line.lstrip().startswith("- ")
        and failure.lines[before].lstrip().startswith("- ")
        and _indent(line) > _indent(failure.lines[before])
    )


def _lost_opening(failure: Failure) -> Problem | None:
    """Explain ``ann: hand: 0}``: the value of a key has a closing bracket, but not an opening one."""
    line = failure.lines[failure.line]
    match = _NESTED.match(line)
    if match is None or "mapping values are not allowed" not in failure.said or failure.column < match.end():
        return None
    stray = scan_flow(line, len(line)).stray
    if stray is None or scan_flow(failure.text, failure.line_start).brackets:
        return None
    closing = line[stray]
    opening = "[" if closing == "]" else "{"
    message = lazy(
        "this value ends with {closing}, but does not begin with {opening}", closing=closing, opening=opening
    )
    return failure.problem(failure.line, match.end(), message, lazy("add the missing {opening} here", opening=opening))


def _deeper(failure: Failure) -> Problem | None:
    """Explain a line that is indented more than the one before it and does not continue its value."""
    before = failure.previous()
    if "mapping values are not allowed" not in failure.said or before is None:
        return None
    line, above = failure.lines[failure.line], failure.lines[before]
    if re.search(r":\s", line[: failure.column].rstrip()) or _indent(line) <= _indent(above):
        return None
    message = lazy("this line is indented more than the one before it")
    column = _indent(line)
    return failure.problem(
        failure.line,
        column,
        message,
        lazy_n(
            "indent it by {count} space, like its neighbours",
            "indent it by {count} spaces, like its neighbours",
            _indent(above),
        ),
    )


def _repeated_line(failure: Failure) -> Problem | None:
    before = failure.previous()
    line = failure.lines[failure.line]
    if before is None or not line.strip() or failure.lines[before] != line or "block" not in str(failure.error.context):
        return None
    message = lazy("this line repeats the one before it")
    return failure.problem(failure.line, _indent(line), message, lazy("remove it"), len(line.strip()))


def _lost_comma(failure: Failure) -> Problem | None:
    """Explain an entry in the lines of a flow mapping or list, after one without a comma."""
    before = failure.previous()
    if (
        before is None
        or before < failure.context
        or _is_block(failure)
        or failure.got not in (":", "[", "{", "<scalar>")
    ):
        return None
    above = re.sub(r"\s#.*", "", failure.lines[before]).rstrip()
    if above[-1:] in (",", "[", "{", ":") or _indent(failure.lines[failure.line]) <= _indent(
        failure.lines[failure.context]
    ):
        return None
    if (
        not re.match(r"\s*[\w\"'-]+\s*:", failure.lines[failure.line])
        or failure.lines[failure.line].lstrip()[:2] == "- "
    ):
        return None
    return failure.problem(
        before, len(above), lazy("a comma is missing here"), lazy("write ',' at the end of this line")
    )


def _bare_key(failure: Failure) -> Problem | None:
    """Explain ``{center [40, 52]}``: a key of a flow mapping without its colon."""
    match = _BARE_KEY.search(failure.lines[failure.line][: failure.column])
    if failure.got not in ("[", "{", "<scalar>") or _is_block(failure) or match is None:
        return None
    message = lazy("the key {key!r} has no ':'", key=match[1])
    return failure.problem(failure.line, match.start(1), message, lazy("write '{key}:'", key=match[1]), len(match[1]))


def _no_entry(failure: Failure) -> Problem | None:
    """Explain an item of a block that begins while a bracket is open."""
    if "expected the node content" not in failure.said or failure.got not in ("-", "<stream end>"):
        return None
    open_brackets = scan_flow(failure.text, failure.line_start + failure.column).brackets
    if not open_brackets:
        return None
    bracket = failure.text[open_brackets[-1]]
    closing = "]" if bracket == "[" else "}"
    return failure.problem_at(
        open_brackets[-1],
        lazy("this {opening} is not closed", opening=bracket),
        lazy("add the missing {closing}", closing=closing),
    )


def _half_quoted(failure: Failure) -> Problem | None:
    """Explain ``name: One: two"``: the quote before the text is missing."""
    match = re.match(_KEY + r":\s+([^\"'\s][^\"']*[\"'])\s*(?:#.*)?$", failure.lines[failure.line])
    if match is None or "mapping values are not allowed" not in failure.said or failure.column <= match.start(3):
        return None
    message = lazy("this text ends with a quote, but does not begin with one")
    return failure.problem(
        failure.line, match.start(3), message, lazy("add the missing quote before the text"), len(match[3])
    )


def _lost_brace(failure: Failure) -> Problem | None:
    """Explain ``- id: r01, terrain: hill}``: the mapping in one line lacks its brace."""
    line = failure.lines[failure.line]
    match = re.match(_KEY + r": [^{\"']*, [\w-]+$", line[: failure.column])
    if match is None or "mapping values are not allowed" not in failure.said:
        return None
    message = lazy("several keys in one line need braces around them")
    return failure.problem(
        failure.line, len(match[1]), message, lazy("write a '{{' before '{key}' and a '}}' at the end", key=match[2])
    )


def _apostrophe(failure: Failure) -> Problem | None:
    """Explain ``'It's'``: the quote in the text ends it."""
    line = failure.lines[failure.line]
    if failure.got != "<scalar>" or line[failure.column - 1 : failure.column] != "'":
        return None
    message = lazy("this ' ends the text")
    return failure.problem(
        failure.line, failure.column - 1, message, lazy("write '' in the text, or use double quotes")
    )


def _foreign_comment(failure: Failure) -> Problem | None:
    """Explain a comment of another language, or two dashes between documents."""
    for index in dict.fromkeys((*failure.suspects(), failure.context)):
        match = _FOREIGN.match(failure.lines[index])
        if match is not None:
            hint = lazy("write --- between documents") if match[2] == "--" else lazy("begin comments with #")
            message = lazy("{sign} is not a comment to YAML", sign=match[2])
            return failure.problem(index, len(match[1]), message, hint, len(match[2]))
    return None


def _tab(failure: Failure) -> Problem | None:
    if r"'\t' that cannot start" not in failure.said:
        return None
    inside = failure.lines[failure.line][: failure.column].strip()
    hint = lazy("write spaces in place of the tab") if inside else lazy("indent with spaces, not with tabs")
    return failure.problem(failure.line, failure.column, lazy("unexpected tab"), hint)


_SEARCHES: tuple[Callable[[Failure], Problem | None], ...] = (
    _tab, _foreign_comment, _apostrophe, _odd_space, _half_quoted, _lost_brace, _open_quote, _lost_opening,
    _bare_colour, _curly_quote, _bad_line, _deeper, _repeated_line, _lost_comma, _bare_key, _no_entry,
)  # fmt: skip
