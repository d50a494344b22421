"""Check replay files: JSON Lines, line by line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, NoReturn

from jsonschema.protocols import Validator

from smallworld.content.problems.problem import Problem, Range
from smallworld.content.reading.documents import Document, mapping_of
from smallworld.content.reading.merge_conflicts import merge_conflict
from smallworld.content.scenario_checks.chance import ChanceCheck
from smallworld.content.scenario_checks.replay_format import explain_newer_format
from smallworld.content.scenario_checks.scenario_context import ReadAction, Table
from smallworld.content.schema.schema import check_with
from smallworld.content.schema.schema_files import schema_of
from smallworld.content.schema.uniqueness import FastValidator
from smallworld.errors import NotationError, suggest
from smallworld.languages import N_, LazyText, clauses, lazy, lazy_n, lazy_number, rewritten

MAX_LINE = 200_000
"""Characters; a longer line is not of a replay."""
MAX_HEADER = 2_000_000
"""Characters of the first line, which may hold a whole edition."""
MAX_REPLAY = 4_000_000
"""Largest replay in bytes; a long game of five takes about 60,000."""
MAX_PROBLEMS = 50
_PARTS = {"replay": "header", "by": "action", "do": "action", "chance": "chance", "result": "result"}


_Table = tuple[object, ReadAction | None, ChanceCheck | None]
"""The players of the header, the reader of actions, the check of results of chance."""


def looks_like_replay(text: str) -> bool:
    """Return whether a text is JSON Lines rather than YAML."""
    start = text.lstrip()[:2000]
    return start.startswith("{") and ('"replay"' in start.split("\n", 1)[0] or '"by"' in start)


def header_of(text: str) -> dict[str, Any]:
    """Return the header; empty if it cannot be read."""
    try:
        header = json.loads(text.split("\n", 1)[0][:MAX_HEADER])
    except (ValueError, RecursionError):
        return {}
    return mapping_of(header)


def check_replay(
    text: str, name: str, read_action: ReadAction | None = None, chance: ChanceCheck | None = None
) -> list[Problem]:
    """List the mistakes in the form of a replay, unknown players, and texts that are not actions.

    :param read_action: reads the actions of its table; None = they are not read.
    :param chance: finds results of chance that its variant does not have; None = they are not checked.

    Whether the game happened like that is a question for ``replay --verify``.
    """
    lines = text.split("\n")
    if lines and not lines[-1].strip():
        lines.pop()
    conflict = merge_conflict(text, name)
    if conflict is not None:
        return [conflict]
    players = header_of(text).get("players")
    if lines and lines[0].strip() in ("{", "["):
        return [several_lines(lines[0], name)]
    if explain_newer_format(header_of(text)) is not None:
        return _line(lines[0], 1, name, (players, None, None), last=False)
    problems: list[Problem] = []
    strangers: set[str] = set()
    ended = 0
    for number, line in enumerate(lines, 1):
        if number > 1 and not line.strip():
            continue
        if ended:
            problems.append(_after_result(line, number, name, ended))
            break
        mistakes = _line(line, number, name, (players, read_action, chance), last=number == len(lines))
        problems += (p for p in mistakes if p.code != "unknown-player" or p.message not in strangers)
        strangers |= {p.message for p in mistakes if p.code == "unknown-player"}
        is_read = not any(problem.code == "json-syntax" for problem in mistakes)
        ended = number if is_read and _is_result(line) else 0
        if len(problems) >= MAX_PROBLEMS:
            break
    return problems


def several_lines(line: str, name: str) -> Problem:
    """Return the problem of a replay that a program has laid out in several lines, or as one list."""
    message = lazy("the events are not in a line each")
    hint = lazy('write each event in a line of its own, without brackets or commas between the lines: {"by": …}')
    return Problem("json-syntax", "error", name, Range.at(1, 1, len(line)), message, hint)


def _line(line: str, number: int, name: str, table: _Table, *, last: bool) -> list[Problem]:
    players, read_action, chance = table
    whole_line = Range.at(number, 1, max(1, len(line)))
    if len(line) > (MAX_LINE if number > 1 else MAX_HEADER):
        length = lazy_n(
            "this line has {number} character", "this line has {number} characters",
            len(line), number=lazy_number(len(line)),
        )  # fmt: skip
        return [Problem("long-text", "error", name, Range.at(number, 1), length)]
    try:
        data = json.loads(line, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        return [_unreadable(error, line, number, name, last)]
    except (ValueError, RecursionError) as error:
        fault = lazy("this line is not JSON: {fault}", fault=_error_text(error))
        return [Problem("json-syntax", "error", name, whole_line, fault)]
    if number > 1 and _is_plain_action(data, players):
        wrong = _explain_unread_action(data["do"], read_action)
        if wrong is None:
            return []
        document = Document(data, name, line, whole_line, _places(data, line, number))
        return [document.problem("bad-action", ("do",), *wrong)]
    document = Document(data, name, line, whole_line, _places(data, line, number))
    results = chance(document) if chance is not None else ()
    return [*_form(document, number), *_players(document, data, players), *results]


def _is_result(line: str) -> bool:
    """Return whether a line ends the game; most lines need not be parsed for this."""
    return '"result"' in line and '"chance"' not in line and '"by"' not in line


def _after_result(line: str, number: int, name: str, ended: int) -> Problem:
    place = Range.at(number, 1, max(1, len(line)))
    message, hint = (
        lazy("something follows the result, which is line {ended}", ended=ended),
        lazy("the result is the last line of a replay"),
    )
    return Problem("after-result", "error", name, place, message, hint)


def _explain_unread_action(text: str, read_action: ReadAction | None) -> tuple[str, str] | None:
    """Explain why a text is not an action, with the remedy."""
    if read_action is None:
        return None
    try:
        read_action(text)
    except NotationError as error:
        return clauses(error.sentence)
    return None


def _is_plain_action(data: Any, players: object) -> bool:
    """Recognise the usual line without the schema: a replay has thousands."""
    return (
        isinstance(data, dict)
        and data.keys() - {"check"} == {"by", "do"}
        and isinstance(data.get("check", ""), str)
        and isinstance(players, list)
        and data["by"] in players
        and isinstance(data["do"], str)
        and 0 < len(data["do"]) <= 200
    )


def _no_constant(text: str) -> NoReturn:
    raise ValueError(lazy("{text} is not a finite number", text=text.lower()))


def _error_text(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return lazy("it is nested too deep")
    if "int_max_str_digits" in str(error) or "integer string conversion" in str(error):
        return lazy("a number in it is too long")
    ours = next((text for text in error.args if isinstance(text, LazyText)), None)
    return ours or str(error).split(";")[0].lower()


def _unreadable(error: json.JSONDecodeError, line: str, number: int, name: str, last: bool) -> Problem:
    place = Range.at(number, error.pos + 1)
    if last and number > 1:
        message = lazy("the last line is cut off; the game was interrupted while it was written")
        return Problem(
            "cut-off", "warning", name, place, message, lazy("smallworld resume goes on from the line before")
        )
    message, hint = _json_slip(error, line)
    return Problem("json-syntax", "error", name, place, lazy("this line is not JSON: {fault}", fault=message), hint)


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


def _form(document: Document, number: int) -> list[Problem]:
    data = document.data
    if not isinstance(data, dict):
        return [document.problem("not-a-mapping", (), lazy("each line must be a mapping, {…}"))]
    part = next((part for key, part in _PARTS.items() if key in data), None)
    if number == 1 and part != "header":
        return [document.problem("no-header", (), lazy('the first line must be the header, {"replay": 1, …}'))]
    if part is None or (part == "header" and number > 1):
        message = lazy("this line is not an event") if part is None else lazy("only the first line may be a header")
        hint = lazy("events have the keys by and do, or chance and result; the last line has result")
        return [document.problem("bad-event", (), message, hint)]
    newer = explain_newer_format(data) if part == "header" else None
    if newer is not None:
        return [document.problem("bad-value", ("replay",), *newer)]
    names = dict.fromkeys(("the file", "this kind of file"), lazy("this line"))
    problems = check_with(document, line_validator(part))
    return [replace(problem, message=rewritten(problem.message, {}, names)) for problem in problems]


@cache
def line_validator(part: str) -> Validator:
    """Make the validator of a kind of line: ``header``, ``action``, ``chance`` or ``result``."""
    return FastValidator({**schema_of("replay")["$defs"][part], "$defs": schema_of("replay")["$defs"]})


def _players(document: Document, data: Any, players: object) -> Iterator[Problem]:
    if not (isinstance(data, dict) and isinstance(players, list)):
        return
    by = data.get("by")
    if isinstance(by, str) and by not in players:
        hint = suggest(by, [str(player) for player in players])
        yield document.problem("unknown-player", ("by",), lazy("there is no player {by!r}", by=by), hint)


def _places(data: Any, line: str, number: int) -> dict[int, dict[str | int, tuple[Range, Range]]]:
    """Return the places of the keys of a line; deeper values have the place of their key."""
    if not isinstance(data, dict):
        return {}
    places: dict[str | int, tuple[Range, Range]] = {}
    for key, value in data.items():
        shown = json.dumps(key)
        start = max(line.find(shown), 0)
        after = line.find(":", start + len(shown)) + 1
        column = len(line) - len(line[after:].lstrip()) + 1
        text = json.dumps(value, ensure_ascii=False)
        length = len(text) if line.startswith(text, column - 1) else 1
        places[key] = (Range.at(number, start + 1, len(shown)), Range.at(number, column, length))
    return {id(data): places}


def check_edition(header: Document, table: Table) -> Iterator[Problem]:
    """Warn if the variant has changed since a game was recorded."""
    digest = header.data.get("digest")
    if isinstance(digest, str) and digest and digest != table.variant.digest:
        message = lazy("the variant {variant!r} has changed since this game was recorded", variant=table.variant.id)
        version = header.data.get("program")
        hint = lazy(
            "replay it with version {version}, or with its files as they were, or record it again", version=version
        )
        if version is None:
            hint = lazy("replay it with the version of then, or with its files as they were, or record it again")
        yield header.warning("changed-variant", ("digest",), message, hint)


def damaged_line(text: str, name: str, number: int) -> Problem:
    """Return the problem of a line that the program did not write so."""
    line = text.split("\n")[number - 1]
    message = lazy("the checksum does not match: this line was changed, or a line before it was lost")
    hint = lazy("restore the file from a copy, or use the lines before it: resume --up-to {number}", number=number - 1)
    if number == 1:
        hint = lazy("restore the file from a copy")
    return Problem("damaged-line", "error", name, Range.at(number, 1, max(1, len(line))), message, hint)
