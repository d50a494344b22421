"""Check one line of a replay: is it JSON, what are its form, its player and its action?"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from smallworld.errors import NotationError, did_you_mean, suggest
from smallworld.languages import N_, LazyText, clauses, lazy, lazy_n, lazy_number, rewritten
from smallworld.tools import KINDS
from smallworld_editions.form import check_record_line
from smallworld_editions.problem import Problem, Range
from smallworld_editions.reading.documents import Document
from smallworld_editions.reading.reader import read
from smallworld_records.record_lines import MAX_HEADER, MAX_LINE, explain_newer_format
from smallworld_validate.check_settings import ReadAction, Table
from smallworld_validate.schema.phrasing import list_alternatives, no_such, show_value

_PARTS = {"replay": "header", "by": "action", "do": "action", "chance": "chance", "result": "result"}


@dataclass(frozen=True, slots=True)
class LineContext:
    """The things with which the lines of a replay are compared.

    :ivar players: those of the header.
    :ivar read_action: reads the actions of the table; None = they are not read.
    :ivar table: results of chance are compared with it; None = they are not checked.
    """

    players: object
    read_action: ReadAction | None = None
    table: Table | None = None


def check_line(line: str, number: int, name: str, context: LineContext, *, last: bool) -> list[Problem]:
    """List the mistakes in a line.

    :param last: it is the last line, which may be cut off.
    """
    players, read_action = context.players, context.read_action
    whole_line = Range.of_line(number, line)
    if len(line) > (MAX_LINE if number > 1 else MAX_HEADER):
        length = lazy_n(
            "this line has {number} character", "this line has {number} characters",
            len(line), number=lazy_number(len(line)),
        )  # fmt: skip
        return [Problem("long-text", "error", name, Range.at(number, 1), length)]
    try:
        data = json.loads(line, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        return [explain_json_error(error, line, number, name, last)]
    except (ValueError, RecursionError) as error:
        fault = lazy("this line is not JSON: {fault}", fault=explain_unusable_json(error))
        return [Problem("json-syntax", "error", name, whole_line, fault)]
    if number > 1 and _is_plain_action(data, players):
        wrong = _explain_unread_action(data["do"], read_action)
        if wrong is None:
            return []
        document = Document(data, name, line, whole_line, _places(data, line, number))
        return [document.problem("bad-action", ("do",), *wrong)]
    document = Document(data, name, line, whole_line, _places(data, line, number))
    problems = _problems(document, number, context)
    if problems and len(line) < MAX_LINE:  # JSON is YAML, and its reader gives every place
        documents, _ = read("\n" * (number - 1) + line, name)
        if documents and documents[0].data == data:
            problems = _problems(documents[0], number, context)
    return problems


def _problems(document: Document, number: int, context: LineContext) -> list[Problem]:
    results = _chance(document, context.table) if context.table is not None else ()
    return [*_form(document, number), *_players(document, document.data, context.players), *results]


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
    problems = check_record_line(document, part)
    return [replace(problem, message=rewritten(problem.message, {}, names)) for problem in problems]


def _players(document: Document, data: Any, players: object) -> Iterator[Problem]:
    if not (isinstance(data, dict) and isinstance(players, list)):
        return
    by = data.get("by")
    if isinstance(by, str) and by not in players:
        hint = suggest(by, [str(player) for player in players])
        yield document.problem("unknown-player", ("by",), lazy("there is no player {by!r}", by=by), hint)


def _chance(document: Document, table: Table) -> Iterator[Problem]:
    """Yield the mistakes in the result of chance of a line: its kind, and the possible results of each kind."""
    data, variant = document.data, table.variant
    kind = data.get("chance") if isinstance(data, dict) else None
    lists = {
        "banners": ("race", variant.races),
        "badges": ("power", variant.powers),
        "relics": ("relic", variant.relics),
    }
    single: dict[str, Collection[object]] = {
        "die": set(variant.die),
        "first_player": [str(seat) for seat in range(1, len(table.players) + 1)],
        "island": set(variant.board_files),
    }
    if not isinstance(kind, str) or "result" not in data:
        return
    if kind in single:
        yield from _single(document, kind, data["result"], single[kind])
    elif kind in lists:
        yield from _names(document, data["result"], *lists[kind])
    elif kind not in (kinds := {*KINDS, *variant.pieces}):
        yield _unknown(document, kind, kinds)


def _single(document: Document, kind: str, result: object, allowed: Collection[object]) -> Iterator[Problem]:
    if not isinstance(result, str | int) or isinstance(result, bool) or result not in allowed:
        texts = [show_value(value) for value in sorted(allowed, key=str)]
        value = show_value(result)
        sentences = {
            "die": lazy("the die has no side {value}", value=value),
            "first_player": lazy("the table has no seat {value}", value=value),
        }
        message = sentences.get(kind) or no_such(kind, value)
        hint = lazy("write {values}", values=list_alternatives(texts)) if texts else ""
        yield document.problem("bad-value", ("result",), message, hint)


def _names(document: Document, result: object, noun: str, names: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for the first name in a shuffled order that the variant does not have."""
    if not isinstance(result, list):
        message = lazy("'result' must be a list, not {value}", value=show_value(result))
        yield document.problem("wrong-type", ("result",), message, lazy("write [ ] around it"))
        return
    unknown = next((name for name in result if name not in names), None)
    if unknown is not None:
        hint = suggest(str(unknown), names)
        yield document.problem(f"unknown-{noun}", ("result",), no_such(noun, show_value(unknown)), hint)


def _unknown(document: Document, kind: str, kinds: Collection[str]) -> Problem:
    """Return the problem of an unknown kind, if it resembles a known one; else it may be a kind of a plugin."""
    hint, is_slip = suggest(kind, kinds), bool(did_you_mean(kind, kinds))
    message = lazy("no result of chance is called {kind!r}", kind=kind)
    return document.problem("unknown-chance", ("chance",), message, hint, severity="error" if is_slip else "warning")


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
