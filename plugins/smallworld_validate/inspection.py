"""The answers of this package to the loader: it explains mistakes, and checks the meaning of files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.reader import ReaderError

from smallworld.languages import N_, lazy
from smallworld_editions.inspection import TextLog, inspection
from smallworld_editions.problem import Problem, Range
from smallworld_editions.reading.documents import Document, KeyPath
from smallworld_editions.reading.files import ReadAborted
from smallworld_editions.variants.file_reader import Bundle
from smallworld_editions.variants.plain_data import Schemas
from smallworld_validate.text import odd_characters
from smallworld_validate.text.syntax import syntax_problem

if TYPE_CHECKING:
    from jsonschema.protocols import Validator


@inspection
def inspect_text(text: str, name: str) -> TextLog:
    """Return the log of one text."""
    return TextInspector(text, name)


@inspection
def explain_form(document: Document, validator: Validator, data: Any, path: KeyPath) -> list[Problem]:
    """List the mistakes of data that do not fit their schema."""
    from smallworld_validate.schema import schema_errors  # only for a mistake

    return schema_errors.explain_form(document, validator, data, path)


@inspection
def check_edition(bundle: Bundle, abilities: Schemas | None) -> list[Problem]:
    """List the mistakes in the meaning of an edition and its boards."""
    from smallworld_validate.variant_checks.board import check_edition

    return check_edition(bundle, abilities)


@inspection
def check_board(document: Document) -> list[Problem]:
    """List the mistakes in the meaning of a board that is loaded alone."""
    from smallworld_validate.variant_checks.board import check_board

    return check_board(document)


_CUT = re.compile(r"( +)(#\d+)")
"""A comment right behind a text that is perhaps a part of it, such as ``Rule #1``."""


class TextInspector(TextLog):
    """Looks at each scalar of a text."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__(text, name)
        self._anchors: dict[str, tuple[Range, str]] = {}
        """Anchors before unquoted texts that no alias has used yet: YAML leaves ``&A`` out of the text ``&A coin``."""

    def hindrance(self) -> Problem | None:
        """Return a merge conflict, or a character that breaks lines for YAML, but for hardly any editor."""
        conflict, match = odd_characters.merge_conflict(self.text, self.name), odd_characters.BREAKS.search(self.text)
        if conflict is not None or match is None:
            return conflict
        before = re.split("\r\n|[\r\n]", self.text[: match.start()])
        return odd_characters.hidden_problem(self.name, Range.at(len(before), len(before[-1]) + 1), match[0])

    def scalar(self, event: Any, place: Range, *, is_plain: bool, is_key: bool) -> str:
        """Report hidden characters and slips in unquoted text; return the text as it was meant.

        :raises ReadAborted: the slip hides the rest.
        """
        text: str = event.value
        if is_plain and event.anchor:
            self._report_unused(event.anchor)
            self._anchors[event.anchor] = place, self.text[event.start_mark.index : event.end_mark.index]
        if odd_characters.HIDDEN.search(text):
            return self._refuse_hidden(event, text)
        if not is_plain:
            return text
        problem, meant = odd_characters.plain_text_problem(text, place, self.name)
        cut = _CUT.match(self.text, event.end_mark.index) if problem is None and not is_key else None
        if cut is not None:
            comment = Range.at(place.end_line, place.end_column + len(cut[1]), len(cut[2]))
            message = lazy("# begins a comment here, so the text ends before it")
            hint = lazy("quote the whole text, or write a space after the #")
            problem = Problem("odd-quote", "warning", self.name, comment, message, hint)
        if problem is not None and is_key and problem.severity == "error":
            raise ReadAborted(problem)  # with such a space before a key all indentation is misleading
        if problem is not None:
            self.add(problem)
        return meant

    def anchor_used(self, anchor: str) -> None:
        """Forget an anchor that an alias uses."""
        self._anchors.pop(anchor, None)

    def document_ended(self) -> None:
        """Report the anchors that no alias uses."""
        for anchor in list(self._anchors):
            self._report_unused(anchor)

    def _report_unused(self, anchor: str) -> None:
        place, written = self._anchors.pop(anchor, (None, ""))
        if place is not None:
            sentence = N_("YAML reads &{anchor} as an anchor, not as a part of the text; nothing uses it")
            hint = (
                lazy("quote the text") if re.search(r'[\n"\\]', written) else lazy('quote it: "{text}"', text=written)
            )
            self.add(Problem("unused-anchor", "warning", self.name, place, lazy(sentence, anchor=anchor), hint))

    def syntax_problem(self, error: MarkedYAMLError) -> tuple[Problem, Sequence[Problem]]:
        """Explain why the parser stopped; keys that are doubled only because a bracket is open are left out."""
        broken = syntax_problem(error, self.text, self.name)
        start = broken.range or Range.at(1, 1)
        earlier = [p for p in self.problems if p.code != "duplicate-key" or p.range is None or p.range < start]
        return broken, earlier

    def character_problem(self, error: ReaderError) -> Problem:
        """Name a character that the parser does not accept."""
        if error.position >= len(self.text):
            return super().character_problem(error)
        place, character = Range.at_offset(self.text, error.position), self.text[error.position]
        return odd_characters.hidden_problem(self.name, place, character)

    def _refuse_hidden(self, event: Any, text: str) -> str:
        """Report the first hidden character of a scalar where it is written; return the text without any."""
        start = event.start_mark
        written = self.text[start.index : event.end_mark.index]
        offset, length, character = odd_characters.first_hidden(written) or (0, 1, "\0")
        before = re.split("\r\n|[\r\n]", written[:offset])
        column = len(before[-1]) + 1 + (start.column if len(before) == 1 else 0)
        place = Range.at(start.line + len(before), column, length)
        self.add(odd_characters.hidden_problem(self.name, place, character))
        return odd_characters.HIDDEN.sub("", text)
