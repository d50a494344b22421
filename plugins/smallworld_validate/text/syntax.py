"""Turn an error of the YAML parser into a place, a sentence and a hint for people."""

from __future__ import annotations

import re

from ruamel.yaml.error import MarkedYAMLError

from smallworld.languages import N_, lazy
from smallworld_editions.problem import Problem, Range, Related
from smallworld_validate.text.syntax_failure import failure_of
from smallworld_validate.text.syntax_slips import find_slip

_BRACKETS = {
    "while parsing a flow sequence": ("[", "]"),
    "while parsing a flow mapping": ("{", "}"),
    "while scanning a quoted scalar": ("quote", "quote"),
}


def syntax_problem(error: MarkedYAMLError, text: str, name: str) -> Problem:
    """Describe a parser error as a problem; the caret is at the mistake.

    A bracket or quote that is never closed is noticed much later: then its opening is the place.
    """
    mark = error.problem_mark or error.context_mark
    complaint = " ".join(str(error.problem or error.context or "it cannot be read").split())
    is_escape = complaint.startswith("found unknown escape")  # the parser stops behind the \
    place = Range.at(mark.line + 1, mark.column + 1 - is_escape) if mark else Range.at(1, 1)
    begun = error.context_mark
    start = Range.at(begun.line + 1, begun.column + 1) if begun is not None and begun is not mark else None
    message, hint = _sentence(complaint)
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
        return _unclosed_problem(name, error.context, start, place, text)
    related = Related(lazy(_BEGUN.get(error.context, N_("it begins here"))), name, start)
    return Problem("yaml-syntax", "error", name, place, message, hint, (related,))


def _unclosed_problem(name: str, context: str, start: Range, place: Range, text: str) -> Problem:
    opening, closing = _BRACKETS[context]
    related = Related(lazy("reading stopped here"), name, place)
    is_quote = opening == "quote"
    message = lazy("this {opening} is not closed", opening=opening)
    hint = lazy("add the missing {closing}", closing=closing)
    if is_quote:
        message, hint = lazy("this quote is not closed"), lazy("add the missing quote")
    line = text.split("\n")[start.line - 1]
    comment = line.find(" #", start.column - 1)
    if comment >= 0 and closing in line[comment:]:
        message = lazy("this {opening} is not closed: what follows # is a comment", opening=opening)
        hint = lazy("put the {closing} before the #, or quote the text that holds it", closing=closing)
        if is_quote:
            message = lazy("this quote is not closed: what follows # is a comment")
            hint = lazy("put the quote before the #, or quote the text that holds it")
    return Problem("yaml-syntax", "error", name, start, message, hint, (related,))


_BEGUN = {
    "while parsing a flow sequence": N_("the list begins here"),
    "while parsing a flow mapping": N_("the mapping begins here"),
    "while parsing a block collection": N_("the list begins here"),
    "while parsing a block mapping": N_("the mapping begins here"),
}


def _sentence(complaint: str) -> tuple[str, str]:
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
