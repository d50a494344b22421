"""Problems of one text, collected while it is read; some of them end the reading."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from ruamel.yaml.reader import ReaderError

from smallworld.content.problems.problem import Problem, Range
from smallworld.content.reading.decoding import ReadAborted
from smallworld.content.reading.hidden_characters import first_hidden, hidden_problem, remove_hidden
from smallworld.languages import lazy

MAX_PROBLEMS = 12
"""Limit of problems: a file with more of them is of another kind, so reading stops."""


class TextProblems:
    """Collects the problems of a text."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.problems: list[Problem] = []

    def problem(self, code: str, place: Range, message: str, hint: str = "", **more: Any) -> Problem:
        """Return an error in this text."""
        return Problem(code, "error", self.name, place, message, hint, **more)

    def report(self, code: str, place: Range, message: str, hint: str = "", **more: Any) -> None:
        """Add an error that does not hide the rest of the text."""
        self.add(self.problem(code, place, message, hint, **more))

    def abort(self, code: str, place: Range, message: str, hint: str = "") -> NoReturn:
        """End the reading.

        :raises ReadAborted: always.
        """
        raise ReadAborted(self.problem(code, place, message, hint))

    def add(self, problem: Problem) -> None:
        """Add a problem.

        :raises ReadAborted: there are too many.
        """
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            assert problem.range is not None
            self.abort("too-many-problems", problem.range, lazy("so much is wrong that reading stops here"))

    def refuse_hidden(self, event: Any, text: str) -> str:
        """Report the first hidden character of a scalar where it is written; the text without any."""
        start = event.start_mark.index
        written = self.text[start : event.end_mark.index]
        offset, length, character = first_hidden(written) or (0, 1, "\0")
        before = re.split("\r\n|[\r\n]", written[:offset])
        column = len(before[-1]) + 1 + (event.start_mark.column if len(before) == 1 else 0)
        self.add(hidden_problem(self.name, event.start_mark.line + len(before), column, character, length))
        return remove_hidden(text)

    def refuse_tag(self, event: Any, place: Range) -> None:
        """Report the tag of a value: files hold data only."""
        if event.ctag is not None:
            tag = self.text.splitlines()[place.line - 1][place.column - 1 :].split()[0].rstrip(",]}")
            place = Range.at(place.line, place.column, len(tag))
            hint = lazy("remove it")
            if "include" in tag or "import" in tag:
                hint = lazy("write the content of that file here: no file includes another")
            self.report("tag", place, lazy("the tag {tag} is not allowed: files hold data only", tag=tag), hint)

    def character_problem(self, error: ReaderError) -> Problem:
        """Return the problem of a character that the parser does not accept."""
        place = Range.at_offset(self.text, error.position)
        if error.position >= len(self.text):
            return self.problem("yaml-syntax", place, lazy("a character is not allowed in YAML"), lazy("remove it"))
        return hidden_problem(self.name, place.line, place.column, self.text[error.position])
