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


def drop_accepted(problems: Iterable[Problem], documents: Mapping[str, Sequence[Document]]) -> list[Problem]:
    """Remove accepted warnings, and add a warning for each mark that accepts nothing.

    :param documents: file → its documents; only these files are searched for exceptions.
    """
    remaining = list(problems)
    for name, parts in documents.items():
        for mark in marks_in(parts):
            mentioned = [p for p in remaining if p.file == name and p.range is not None and p.range.line == mark.target]
            mentioned = [p for p in mentioned if p.code == mark.code]
            accepted = [p for p in mentioned if p.severity == "warning"] if mark.reason else []
            remaining = [problem for problem in remaining if problem not in accepted]
            if not accepted:
                remaining.append(Problem(CODE, "warning", name, mark.place, *_fault(mark, bool(mentioned))))
    return remaining


def marks_in(documents: Sequence[Document]) -> Iterator[Mark]:
    """Yield every mark in a file; text in quotes that looks like a mark is ignored."""
    lines = documents[0].text.split("\n") if documents and "accept" in documents[0].text else []
    texts: list[Range] | None = None
    for number, line in enumerate(lines, 1):
        match = _MARK.search(line.rstrip("\r"))
        if match is None:
            continue
        if texts is None:
            texts = [each.value(path) for each in documents for path, text in walk(each.data) if isinstance(text, str)]
        start, target = (number, match.start() + 1), number
        if not line[: match.start()].strip():  # alone in its line, for the next one with content
            following = (i for i, text in enumerate(lines[number:], number + 1) if not _COMMENT.match(text))
            target = next(following, number)
        if not any(text.start <= start < text.end for text in texts):
            yield Mark(match["code"], match["reason"] or "", Range.at(*start, len(match[0].rstrip())), target)


def _fault(mark: Mark, has_error: bool) -> tuple[str, str]:
    """Explain why a mark accepts nothing, with the remedy."""
    if mark.code not in explanations():
        return lazy("no problem has the code {code!r}", code=mark.code), suggest(mark.code, explanations())
    if not mark.reason:
        hint = lazy("write # accept {code}: and why it is right here", code=mark.code)
        return lazy("an exception needs a reason"), hint
    if has_error:
        return lazy("an error cannot be accepted"), lazy("mend it")
    fault = lazy("there is nothing to accept here: no warning has the code {code!r}", code=mark.code)
    return fault, lazy("remove the exception")
