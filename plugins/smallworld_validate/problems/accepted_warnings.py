"""Lists of problems as people read them: without those that the author accepts, without consequences, limited."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from smallworld.errors import suggest
from smallworld.languages import lazy, lazy_n
from smallworld_editions.problem import MOST, Problem, Range, Severity, errors_of, sort_problems
from smallworld_editions.reading.documents import Document, walk
from smallworld_validate.problems.problem_codes import explanations

CODE = "accept"
"""The code of exceptions that are wrong or not needed."""
_MARK = re.compile(r"(?:^|(?<=\s))#\s*accept\s+(?P<code>[\w-]+)\s*(?::\s*(?P<reason>.*?))?\s*$")
_COMMENT = re.compile(r"\s*(#|$)")


@dataclass(frozen=True, slots=True)
class Mark:
    """One exception in a file.

    :ivar target: the line in which it accepts warnings.
    """

    code: str
    reason: str
    place: Range
    target: int

    def accepts(self, problem: Problem) -> bool:
        """Return whether this mark accepts a problem."""
        at_target = problem.range is not None and problem.range.line == self.target
        return at_target and problem.code == self.code and problem.severity == "warning" and bool(self.reason)


def drop_accepted(problems: Iterable[Problem], documents: Mapping[str, Sequence[Document]]) -> list[Problem]:
    """Remove accepted warnings, and add a warning for each mark that accepts nothing.

    :param documents: file → its documents; only these files are searched for exceptions.
    """
    remaining = list(problems)
    for name, parts in documents.items():
        for mark in marks_in(parts):
            problems_here = [problem for problem in remaining if problem.file == name]
            accepted = [problem for problem in problems_here if mark.accepts(problem)]
            remaining = [problem for problem in remaining if problem not in accepted]
            if not accepted:
                message, hint = _fault(mark, problems_here)
                remaining.append(Problem(CODE, "warning", name, mark.place, message, hint))
    return remaining


def marks_in(documents: Sequence[Document]) -> Iterator[Mark]:
    """Yield every mark in a file; text in quotes that looks like a mark is ignored."""
    lines = documents[0].text.split("\n") if documents and "accept" in documents[0].text else []
    texts: list[Range] | None = None
    for number, line in enumerate(lines, 1):
        match = _MARK.search(line.rstrip("\r"))
        if match is None:
            continue
        texts = list(_texts(documents)) if texts is None else texts
        start = (number, match.start() + 1)
        if not any(text.start <= start < text.end for text in texts):
            place = Range.at(number, match.start() + 1, len(match[0].rstrip()))
            yield Mark(match["code"], match["reason"] or "", place, _target(lines, number, match.start()))


def _texts(documents: Sequence[Document]) -> Iterator[Range]:
    """Yield the places of all texts."""
    for document in documents:
        yield from (document.value(path) for path, value in walk(document.data) if isinstance(value, str))


def _target(lines: Sequence[str], number: int, column: int) -> int:
    """Return the line that a mark concerns: its own, or the next one with content."""
    if lines[number - 1][:column].strip():
        return number
    following = (i for i, line in enumerate(lines[number:], number + 1) if not _COMMENT.match(line))
    return next(following, number)


def _fault(mark: Mark, problems: Iterable[Problem]) -> tuple[str, str]:
    """Explain why a mark accepts nothing, with the remedy."""
    if mark.code not in explanations():
        return lazy("no problem has the code {code!r}", code=mark.code), suggest(mark.code, explanations())
    if not mark.reason:
        return lazy("an exception needs a reason"), lazy(
            "write # accept {code}: and why it is right here", code=mark.code
        )
    if any(p.range is not None and p.range.line == mark.target and p.code == mark.code for p in problems):
        return lazy("an error cannot be accepted"), lazy("mend it")
    return lazy("there is nothing to accept here: no warning has the code {code!r}", code=mark.code), lazy(
        "remove the exception"
    )


def limit_by_file(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems by place, and limit their number for each file."""
    kept: dict[str, list[Problem]] = {}
    for problem in sort_problems(problems):
        kept.setdefault(problem.file, []).append(problem)
    for name, problems_found in kept.items():
        if len(problems_found) > MOST:
            rest = problems_found[MOST]
            severity: Severity = "error" if any(p.severity == "error" for p in problems_found[MOST:]) else "warning"
            problems_found[MOST:] = [
                Problem(
                    "too-many-problems", severity, name, rest.range, lazy("there is more"), lazy("mend these first")
                )
            ]
    return [problem for problems_found in kept.values() for problem in problems_found]


def report_variants_once(problems: Iterable[Problem]) -> list[Problem]:
    """Report a broken variant once, for the first file that names it, with the number of the other files."""
    listed = list(problems)
    files: dict[str, list[str]] = {}
    for problem in listed:
        if problem.code == "broken-variant":
            files.setdefault(problem.message, []).append(problem.file)
    kept = []
    for problem in listed:
        named = files.get(problem.message, [problem.file])
        if len(named) > 1 and problem.code == "broken-variant":
            if problem.file != named[0]:
                continue
            message = lazy_n(
                "{message}; {count} more file names it", "{message}; {count} more files name it",
                len(named) - 1, message=problem.message,
            )  # fmt: skip
            problem = replace(problem, message=message)
        kept.append(problem)
    return kept


def drop_consequences(problems: Iterable[Problem]) -> tuple[list[Problem], int]:
    """Drop the problems that another problem causes; count the files that can be checked after its repair."""
    listed = list(problems)
    wrong = {os.path.realpath(file) for file in {problem.file for problem in errors_of(listed) if not problem.causes}}
    is_reported = {cause: os.path.realpath(cause) in wrong for problem in listed for cause in problem.causes}
    kept, waiting = [], set()
    for problem in listed:
        if any(is_reported[cause] for cause in problem.causes):
            waiting.add(problem.file)
        else:
            kept.append(problem)
    return kept, len(waiting)
