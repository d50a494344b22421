"""Apply the edits of problems that have a certain fix; comments and layout stay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from smallworld import ContentError, lazy
from smallworld_editions.problem import Edit, Problem, errors_of
from smallworld_editions.reading.files import read_bytes
from smallworld_editions.reading.reader import read
from smallworld_output.whole_files import write_whole

_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_BOM = b"\xef\xbb\xbf"


def lines_of(text: str) -> list[str]:
    """Split a text into lines where YAML splits it."""
    return _BREAK.split(text)


def fix_text(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits to a text; of overlapping edits only the first is applied."""
    starts = [0, *(match.end() for match in _BREAK.finditer(text))]
    spans = []
    for edit in dict.fromkeys(edits):
        place = edit.range
        if place.end_line <= len(starts):
            first = starts[place.line - 1] + place.column - 1
            last = starts[place.end_line - 1] + place.end_column - 1
            spans.append((first, last, edit.text))
    parts, done = [], 0
    for first, last, new in sorted(spans, key=lambda span: span[:2]):
        if first >= done:
            parts += [text[done:first], new]
            done = last
    return "".join([*parts, text[done:]])


def compatible_edits(problems: Iterable[Problem]) -> list[Edit]:
    """Choose the edits of all problems that do not overlap; of each problem all edits or none.

    Two overlap if they share a character, or one is an insertion inside the other.
    """
    accepted: dict[Edit, None] = {}
    for problem in problems:
        edits = [edit for edit in problem.edits if edit not in accepted]
        ranges = [(edit.range, other.range) for edit in edits for other in accepted]
        if not any(one.start < other.end and other.start < one.end for one, other in ranges):
            accepted.update(dict.fromkeys(edits))
    return list(accepted)


def fix_files(problems: Iterable[Problem], may_change: Callable[[Path], bool]) -> tuple[int, list[Problem]]:
    """Fix the files; return the number of changed files, and a problem for each that cannot be written.

    :param may_change: is this file among those that the user wants to be fixed?
    """
    by_file: dict[str, list[Problem]] = {}
    for problem in problems:
        if problem.edits:
            by_file.setdefault(problem.file, []).append(problem)
    changed, refused = 0, []
    for name, fixable in by_file.items():
        if not may_change(Path(name)):
            continue
        try:
            changed += _fix_file(Path(name), compatible_edits(fixable))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            refused.append(
                Problem("not-written", "error", name, None, lazy("cannot write this file: {reason}", reason=reason))
            )
        except ContentError as error:
            refused += error.problems
    return changed, refused


def _fix_file(path: Path, edits: list[Edit]) -> bool:
    """Apply edits to a file; return False if nothing changes, or the result would not be YAML.

    :raises ContentError: the file cannot be read any more.
    :raises OSError: it cannot be written.
    """
    content = read_bytes(path)
    body = content.removeprefix(_BOM)
    try:
        fixed = fix_text(body.decode("utf-8"), edits).encode("utf-8")
    except UnicodeDecodeError:  # another program has written the file since it was checked
        return False
    if fixed == body or (errors_of(read(fixed, str(path))[1]) and not errors_of(read(body, str(path))[1])):
        return False
    write_whole(path, content[: len(content) - len(body)] + fixed)
    return True
