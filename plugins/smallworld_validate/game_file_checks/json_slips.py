"""Explain why a line of a replay is not JSON, with the remedy."""

from __future__ import annotations

import json
import re
from typing import NoReturn

from smallworld.languages import N_, LazyText, lazy
from smallworld_editions.problem import Problem, Range

_JSON_SLIPS = (
    ("Unterminated string", N_("this quote is not closed"), N_("add the missing quote")),
    (
        "Invalid control character",
        N_("a control character is in the text"), N_("remove it, or write it as \\u and its number"),
    ),
    (
        "Illegal trailing comma",
        N_("a key must follow this ','"), N_("remove the ',' or add the key that is missing"),
    ),
    ("Expecting ':'", N_("a ':' is missing after the key"), N_("write a ':' between the key and its value")),
    (
        "Extra data",
        N_("this follows the end of the line's value"),
        N_("put it into a line of its own, or is a bracket too many?"),
    ),
    ("Invalid \\escape", N_("this is not an escape of JSON"), N_("write a \\ in text as \\\\")),
)  # fmt: skip
"""Beginning of the message of a JSON error, its sentence, its remedy."""


def refuse_constant(text: str) -> NoReturn:
    """Refuse the numbers that JSON does not have.

    :raises ValueError: always.
    """
    raise ValueError(lazy("{text} is not a finite number", text=text.lower()))


def explain_unusable_json(error: Exception) -> str:
    """Explain why JSON without a mistake of form cannot be used."""
    if isinstance(error, RecursionError):
        return lazy("it is nested too deep")
    if "int_max_str_digits" in str(error) or "integer string conversion" in str(error):
        return lazy("a number in it is too long")
    ours = next((text for text in error.args if isinstance(text, LazyText)), None)
    return ours or str(error).split(";")[0].lower()


def explain_json_error(error: json.JSONDecodeError, line: str, number: int, name: str, last: bool) -> Problem:
    """Return the problem of a line that is not JSON."""
    place = Range.at(number, error.pos + 1)
    if last and number > 1:
        message = lazy("the last line is cut off; the game was interrupted while it was written")
        return Problem(
            "cut-off", "warning", name, place, message, lazy("smallworld resume goes on from the line before")
        )
    message, hint = _json_slip(error, line)
    return Problem("json-syntax", "error", name, place, lazy("this line is not JSON: {fault}", fault=message), hint)


def _json_slip(error: json.JSONDecodeError, line: str) -> tuple[str, str]:
    """Explain a mistake of JSON, with the remedy."""
    rest = line[error.pos :]
    if error.msg.startswith("Expecting property name"):
        return _key_slip(rest, line[: error.pos].rstrip())
    if error.msg.startswith("Expecting ','"):
        if not rest.strip():
            return lazy("the line ends too early"), lazy("add the missing } or ]")
        return lazy("a ',' or a bracket is missing before this"), lazy(
            "add the missing ',' or bracket, or is a quote missing?"
        )
    if error.msg.startswith("Extra data") and rest.strip() == ",":
        return lazy("a ',' follows the end of the line's value"), lazy("remove the ','")
    for beginning, message, hint in _JSON_SLIPS:
        if error.msg.startswith(beginning):
            return lazy(message), lazy(hint)
    constant = {"None": "null", "True": "true", "False": "false"}.get(re.match(r"\w*", rest)[0])  # type: ignore[index]
    if constant:
        return lazy("no value of JSON begins like this"), lazy("write {constant}", constant=constant)
    return lazy("no value of JSON begins like this"), lazy('quote the text with "; or is the value missing?')


def _key_slip(rest: str, before: str) -> tuple[str, str]:
    """Explain a mistake of JSON at a place for a key, with the remedy."""
    if rest.startswith("'"):
        return lazy("single quotes are not quotes of JSON"), lazy('write double quotes, "')
    if before.endswith(","):
        return lazy("a key must follow this ','"), lazy("remove the ',' or add the key that is missing")
    return lazy("a key must be here, in double quotes"), lazy('write "key": value')
