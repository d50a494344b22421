"""The codes of problems: their explanations, and the exceptions in files that accept warnings of a code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from smallworld.errors import UnknownName, suggest
from smallworld.languages import lazy, pgettext
from smallworld.languages.messages import EXPLANATION
from smallworld_editions.problem import Problem, Range
from smallworld_editions.reading.documents import Document, walk


@dataclass(frozen=True, slots=True)
class Explanation:
    """The meaning of a code, with an example; ``str`` writes it in the language of the reader."""

    code: str
    summary: str
    """The mistake in a few words."""
    meaning: str
    """Why it is a mistake, and the remedy."""
    bad: str = ""
    """Lines that have the mistake; empty if no small file has it."""
    good: str = ""
    """The same lines without the mistake."""

    @property
    def title(self) -> str:
        """The summary in the language of the reader."""
        return pgettext(EXPLANATION, self.summary)

    def __str__(self) -> str:
        text = f"{self.code}: {self.title}\n\n{pgettext(EXPLANATION, self.meaning)}"
        if not self.bad:
            return text
        lines = [*self.bad.split("\n"), "→", *self.good.split("\n")]
        return f"{text}\n\n" + "\n".join(f"    {line}" for line in lines)


@cache
def explanations() -> dict[str, Explanation]:
    """Read the explanations of all codes, by code."""
    from ruamel.yaml import YAML  # not for a run without --explain

    entries = YAML(typ="safe").load(files(__package__).joinpath("problem_codes.yaml").read_text("utf-8"))
    return {code: Explanation(code, **entry) for code, entry in entries.items()}


def explain(code: str) -> Explanation:
    """Look up the explanation of a code.

    :raises UnknownName: if no problem has this code.
    """
    if code not in explanations():
        raise UnknownName("code", code, explanations())
    return explanations()[code]


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
