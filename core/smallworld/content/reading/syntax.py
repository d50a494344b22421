"""Turn an error of the YAML parser into a place, a sentence and a hint for people."""

from __future__ import annotations

import re

from ruamel.yaml.error import MarkedYAMLError

from smallworld.content.reading.syntax_slips import failure_of, find_slip
from smallworld.content.report.problem import Problem, Range, Related

_BRACKETS = {
    "while parsing a flow sequence": ("[", "]"),
    "while parsing a flow mapping": ("{", "}"),
    "while scanning a quoted scalar": ("quote", "quote"),
}


def syntax_problem(error: MarkedYAMLError, text: str, name: str) -> Problem:
    """The problem that a parser error means; the caret is at the mistake.

    A bracket or quote that is never closed is noticed much later: then its opening is the place.
    """
    mark = error.problem_mark or error.context_mark
    place = Range.at(mark.line + 1, mark.column + 1) if mark else Range.at(1, 1)
    said = " ".join(str(error.problem or error.context or "it cannot be read").split())
    begun = error.context_mark
    start = Range.at(begun.line + 1, begun.column + 1) if begun is not None and begun is not mark else None
    message, hint = _sentence(said)
    failure = failure_of(error, text, name)
    slip = find_slip(failure)
    if slip is not None:
        return slip
    if start is None or not error.context:
        return Problem("yaml-syntax", "error", name, place, message, hint)
    if error.context == "while scanning a simple key":
        return Problem("yaml-syntax", "error", name, start, message, hint)
    is_stray_brace = error.context == "while parsing a flow sequence" and failure.got == "}"
    closing = failure.got in ("]", "}") and not is_stray_brace and failure.line < text.count("\n")
    if error.context in _BRACKETS and not closing and (start.line < place.line or place.line > text.count("\n") + 1):
        return _unclosed(name, error.context, start, place, text)
    related = Related(_BEGUN.get(error.context, "it begins here"), name, start)
    return Problem("yaml-syntax", "error", name, place, message, hint, (related,))


def _unclosed(name: str, context: str, start: Range, place: Range, text: str) -> Problem:
    opening, closing = _BRACKETS[context]
    related = Related("reading stopped here", name, place)
    message, hint = f"this {opening} is not closed", f"add the missing {closing}"
    line = text.split("\n")[start.line - 1]
    comment = line.find(" #", start.column - 1)
    if comment >= 0 and closing in line[comment:]:
        message = f"this {opening} is not closed: what follows # is a comment"
        hint = f"put the {closing} before the #, or quote the text that holds it"
    return Problem("yaml-syntax", "error", name, start, message, hint, (related,))


_BEGUN = {
    "while parsing a flow sequence": "the list begins here",
    "while parsing a flow mapping": "the mapping begins here",
    "while parsing a block collection": "the list begins here",
    "while parsing a block mapping": "the mapping begins here",
}


def _sentence(said: str) -> tuple[str, str]:
    """Return the sentence about a complaint of the parser, and the hint."""
    for pattern, message, hint in _SENTENCES:
        if match := re.search(pattern, said):
            return message.format(*match.groups()), hint.format(*match.groups())
    return f"this is not YAML: {said}", ""


_COMMA = "is a comma or a bracket missing?"
_SENTENCES = (
    ("mapping values are not allowed",
     "unexpected ':'", "quote text that holds ': '; or is a ':' or an indent wrong in the line before?"),
    ("could not find expected ':'", "this is neither 'key: value' nor a list item", "is a ':' missing?"),
    ("expected (',' or '.'), but got ':'",
     "expected a {0} here, not ':'", f"quote text that holds ': '; or {_COMMA}"),
    ("expected (',' or '.'), but got '<scalar>'", "expected a {0} here, not text", _COMMA),
    ("expected (',' or '.'), but got '.*end.*'", "expected a {0} here, not the end", _COMMA),
    ("expected (',' or '.'), but got '(.*)'", "expected a {0} here, not '{1}'", _COMMA),
    ("expected the node content, but found ','",
     "an item is missing before this ','", "remove the ',' or add the item"),
    ("unknown escape character '(.)'",
     r"\{0} has no meaning in double quotes", r"write \\ for \, or put the text in single quotes"),
    ("expected alphabetic or numeric character",
     "a name must follow a * or & at the start of a value", "quote the text"),
    ("expected <block end>, but found '([]}])'", "this {0} closes nothing", "remove it, or is an opening one missing?"),
    ("expected <block end>, but found '<scalar>'", "unexpected text", "is a quote or a comma missing before it?"),
    ("expected <(block end|document start)>",
     "this does not fit the lines before it", "indent it like its neighbours; or is a '-' missing?"),
    ("character '(.)' that cannot start", "no value can begin with {0}", "quote the text"),
    ("unexpected end of stream", "the file ends in the middle of a value", "is a quote or bracket missing?"),
)  # fmt: skip
"""Pattern of the parser's complaint → sentence and hint, with its groups as ``{0}``, ``{1}``; the first one counts."""
