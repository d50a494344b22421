"""Slips in unquoted text that YAML accepts: typographic spaces and quotes, half a pair of quotes, an & before it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from smallworld.languages import N_, lazy, lazy_join
from smallworld_editions.problem import Problem, Range

SPACES = {    "\u00a0": N_("no-break space"), "\u202f": N_("narrow no-break space"), "\u3000": N_("ideographic space"),
    "\u2003": N_("em space"), "\u2002": N_("en space"), "\u2009": N_("thin space"), "\u200b": N_("zero-width space"),
}  # fmt: skip
"""Characters that look like a space, or like nothing, but are text to YAML."""
_ALL_SPACES = "".join(SPACES)
CURLY = "“”„‟«»‘’"
_AFTER_COLON = re.compile(rf"[\w.-]+:[{_ALL_SPACES}]")


def space_name(character: str) -> str:
    """Return the name of a character that looks like a space: ``no-break space, U+00A0``."""
    return lazy_join(", ", [lazy(SPACES[character]), f"U+{ord(character):04X}"])


def plain_text_problem(text: str, place: Range, file: str) -> tuple[Problem | None, str]:
    """Find a slip in an unquoted text; return the problem and the text that was meant."""
    if len(text) > 1 and text.count('"') == 1 and text.endswith('"'):
        return _half_quoted(place, file), text[:-1]
    if text.isascii():
        return None, text
    bare = text.strip(_ALL_SPACES + " ")
    if bare != text:
        at_start = text[0] in SPACES
        column = place.column if at_start else place.end_column - 1
        line = place.line if at_start else place.end_line
        space = text[0] if at_start else text[-1]
        return _odd_space(space, Range.at(line, column), file), bare
    after = _AFTER_COLON.match(text)
    if after is not None:
        return _odd_space(text[after.end() - 1], Range.at(place.line, place.column + after.end() - 1), file), text
    if len(text) > 2 and text[0] in CURLY and text[-1] in CURLY:
        message = lazy("{sign} is not a quote to YAML: it is part of the text", sign=text[0])
        hint = lazy("write straight quotes, \" or '")
        return Problem("odd-quote", "warning", file, place, message, hint), text
    return None, text


class UnusedAnchors:
    """The anchors before unquoted texts that no alias has used yet: YAML leaves ``&A`` out of the text ``&A coin``."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._anchors: dict[str, tuple[Range, str]] = {}

    def add(self, anchor: str, place: Range, written: str) -> Iterator[Problem]:
        """Remember an anchor; yield the problem of an unused one of the same name.

        :param written: the text with its anchor, as the file has it.
        """
        yield from self._problem(anchor)
        self._anchors[anchor] = (place, written)

    def use(self, anchor: str) -> None:
        """Forget an anchor that an alias uses."""
        self._anchors.pop(anchor, None)

    def finish(self) -> Iterator[Problem]:
        """Yield the problems of a document that ends, and forget its anchors."""
        for anchor in list(self._anchors):
            yield from self._problem(anchor)

    def _problem(self, anchor: str) -> Iterator[Problem]:
        place, written = self._anchors.pop(anchor, (None, ""))
        if place is not None:
            message = lazy(
                "YAML reads &{anchor} as an anchor, not as a part of the text; nothing uses it", anchor=anchor
            )
            is_simple = "\n" not in written and '"' not in written and "\\" not in written
            hint = lazy('quote it: "{text}"', text=written) if is_simple else lazy("quote the text")
            yield Problem("unused-anchor", "warning", self._file, place, message, hint)


def _odd_space(space: str, place: Range, file: str) -> Problem:
    message = lazy("this is not a space, but a {space}", space=space_name(space))
    hint = lazy("write a normal space, or quote the text")
    if space == "\u200b":
        hint = lazy("remove the character, or quote the text")
    return Problem("yaml-syntax", "error", file, place, message, hint)


def _half_quoted(place: Range, file: str) -> Problem:
    message = lazy("this text ends with a quote, but does not begin with one")
    hint = lazy('add the missing quote before the text, or write the whole in single quotes if the " belongs to it')
    return Problem("odd-quote", "error", file, place, message, hint)
