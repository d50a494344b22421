"""Turn an error of the YAML parser into a place, a sentence and a hint for people."""

from __future__ import annotations

import re
from collections.abc import Callable

from ruamel.yaml.error import MarkedYAMLError

from smallworld.content.reading.syntax_slips import failure_of, find_slip
from smallworld.content.report.problem import Problem, Range, Related

_Said = tuple[str, str]
"""Sentence and hint."""

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


def _sentence(said: str) -> _Said:
    for pattern, answer in _KNOWN:
        match = re.search(pattern, said)
        if match:
            return answer(match)
    return f"this is not YAML: {said}", ""


def _token(name: str) -> str:
    return "text" if name == "<scalar>" else "the end" if "end" in name else f"'{name}'"


def _fixed(message: str, hint: str) -> Callable[[re.Match[str]], _Said]:
    return lambda match: (message, hint)


_KNOWN: tuple[tuple[str, Callable[[re.Match[str]], _Said]], ...] = (
    (
        "mapping values are not allowed",
        _fixed(
            "unexpected ':'",
            "quote text that holds ': '; or is a ':' or an indent wrong in the line before?",
        ),
    ),
    ("could not find expected ':'", _fixed("this is neither 'key: value' nor a list item", "is a ':' missing?")),
    (
        "expected (',' or '.'), but got '(.*)'",
        lambda match: (
            f"expected a {match[1]} here, not {_token(match[2])}",
            ("quote text that holds ': '; or " if match[2] == ":" else "") + "is a comma or a bracket missing?",
        ),
    ),
    (
        "expected the node content, but found ','",
        _fixed("an item is missing before this ','", "remove the ',' or add the item"),
    ),
    (
        "unknown escape character '(.)'",
        lambda match: (
            f"{chr(92)}{match[1]} has no meaning in double quotes",
            f"write {chr(92) * 2} for {chr(92)}, or put the text in single quotes",
        ),
    ),
    (
        "expected alphabetic or numeric character",
        _fixed("a name must follow a * or & at the start of a value", "quote the text"),
    ),
    (
        "expected <block end>, but found '([]}])'",
        lambda match: (f"this {match[1]} closes nothing", "remove it, or is an opening one missing?"),
    ),
    (
        "expected <block end>, but found '<scalar>'",
        _fixed("unexpected text", "is a quote or a comma missing before it?"),
    ),
    (
        "expected <(block end|document start)>",
        _fixed("this does not fit the lines before it", "indent it like its neighbours; or is a '-' missing?"),
    ),
    (
        "character '(.)' that cannot start",
        lambda match: (f"no value can begin with {match[1]}", "quote the text"),
    ),
    ("unexpected end of stream", _fixed("the file ends in the middle of a value", "is a quote or bracket missing?")),
)
