"""Check replay files: JSON Lines, line by line: is each JSON, what are its form, its player and its action?"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, NamedTuple, NoReturn

from smallworld.errors import NotationError, ReplayError, did_you_mean, suggest
from smallworld.languages import N_, LazyText, clauses, for_reader, lazy, lazy_n, lazy_number, lazy_or, rewritten
from smallworld.plugins.manager import Plugins
from smallworld.tools import KINDS
from smallworld_editions.form import check_record_line
from smallworld_editions.problem import Problem, Range
from smallworld_editions.reading.documents import Document, mapping_of
from smallworld_editions.reading.reader import read
from smallworld_records.record_lines import MAX_HEADER, MAX_LINE, explain_newer_format, header_of
from smallworld_records.saved_game_reader import require_plugins
from smallworld_validate.check_settings import ReadAction, Table
from smallworld_validate.schema.phrasing import no_such, show_value
from smallworld_validate.text.odd_characters import merge_conflict

MAX_PROBLEMS = 50


def check_replay(
    text: str, name: str, read_action: ReadAction | None = None, table: Table | None = None
) -> list[Problem]:
    """List the mistakes in the form of a replay, unknown players (once each), and texts that are not actions.

    :param read_action: reads the actions of its table; None = they are not read.
    :param table: results of chance are compared with it; None = they are not checked.
    """
    conflict = merge_conflict(text, name)
    if conflict is not None:
        return [conflict]
    lines = text.split("\n")
    if not lines[-1].strip():
        lines.pop()
    if lines and lines[0].strip() in ("{", "["):
        return [several_lines(lines[0], name)]
    header = header_of(text)
    context = LineContext(header.get("players"), read_action, table)
    if explain_newer_format(header) is not None:
        return check_line(lines[0], 1, name, LineContext(context.players), last=False)
    problems: list[Problem] = []
    ended = 0
    for number, line in enumerate(lines, 1):
        if number > 1 and not line.strip():
            continue
        if ended:
            message = lazy("something follows the result, which is line {ended}", ended=ended)
            hint = lazy("the result is the last line of a replay")
            problems.append(Problem("after-result", "error", name, Range.of_line(number, line), message, hint))
            break
        strangers = {problem.message for problem in problems if problem.code == "unknown-player"}
        mistakes = check_line(line, number, name, context, last=number == len(lines))
        problems += (p for p in mistakes if p.code != "unknown-player" or p.message not in strangers)
        is_result = '"result"' in line and '"chance"' not in line and '"by"' not in line  # most need not be parsed
        if is_result and not any(problem.code == "json-syntax" for problem in mistakes):
            ended = number
        if len(problems) >= MAX_PROBLEMS:
            break
    return problems


def several_lines(line: str, name: str) -> Problem:
    """Return the problem of a replay that a program has laid out in several lines, or as one list."""
    message = lazy("the events are not in a line each")
    hint = lazy('write each event in a line of its own, without brackets or commas between the lines: {"by": …}')
    return Problem("json-syntax", "error", name, Range.of_line(1, line), message, hint)


def check_edition(header: Document, table: Table) -> Iterator[Problem]:
    """Warn if the variant has changed since a game was recorded."""
    digest = header.data.get("digest")
    if isinstance(digest, str) and digest and digest != table.variant.digest:
        message = lazy("the variant {variant!r} has changed since this game was recorded", variant=table.variant.id)
        remedy = N_("replay it with version {version}, or with its files as they were, or record it again")
        if header.data.get("program") is None:
            remedy = N_("replay it with the version of then, or with its files as they were, or record it again")
        hint = lazy(remedy, version=header.data.get("program"))
        yield header.warning("changed-variant", ("digest",), message, hint)


def check_plugins(header: Document, plugins: Plugins) -> Iterator[Problem]:
    """Report the plugins of a recorded game that cannot be used here."""
    for name, version in mapping_of(header.data.get("plugins")).items():
        try:
            require_plugins({name: version}, plugins)
        except ReplayError as error:
            message, hint = clauses(_without_line(error.sentence))
            yield header.problem("missing-plugin", ("plugins", name), message, hint, at_key=True)


def damaged_line(text: str, name: str, number: int) -> Problem:
    """Return the problem of a line that the program did not write so."""
    message = lazy("the checksum does not match: this line was changed, or a line before it was lost")
    hint = lazy("restore the file from a copy, or use the lines before it: resume --up-to {number}", number=number - 1)
    hint = hint if number > 1 else lazy("restore the file from a copy")
    return Problem("damaged-line", "error", name, Range.of_line(number, text.split("\n")[number - 1]), message, hint)


def unplayable_line(text: str, name: str, number: int, reason: str) -> Problem:
    """Return the problem of a line at which the game of a record cannot go on, or goes on differently."""
    message = lazy("the game of this record does not go on like that: {reason}", reason=LazyText(_without_line, reason))
    hint = lazy("restore the line, or use those before it: resume --up-to {number}", number=number - 1)
    place = Range.of_line(number, text.split("\n")[number - 1])
    return Problem("unplayable-record", "error", name, place, message, hint if number > 2 else "")


def _without_line(sentence: str) -> str:
    """Return a sentence without its beginning ``line 7:``, which the place of the problem repeats."""
    text = str(for_reader(sentence))
    head, _, rest = text.partition(": ")
    return rest if rest and any(letter.isdecimal() for letter in head) else text


# --- one line


_PARTS = {"replay": "header", "by": "action", "do": "action", "chance": "chance", "result": "result"}


class LineContext(NamedTuple):
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
    whole_line = Range.of_line(number, line)
    if len(line) > (MAX_LINE if number > 1 else MAX_HEADER):
        length = lazy_n(
            "this line has {number} character", "this line has {number} characters",
            len(line), number=lazy_number(len(line)),
        )  # fmt: skip
        return [Problem("long-text", "error", name, Range.at(number, 1), length)]
    try:
        data = json.loads(line, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        return [_explain_json_error(error, line, number, name, last)]
    except (ValueError, RecursionError) as error:
        fault = lazy("this line is not JSON: {fault}", fault=_explain_unusable_json(error))
        return [Problem("json-syntax", "error", name, whole_line, fault)]
    document = Document(data, name, line, whole_line)
    if number > 1 and _is_plain_action(data, context.players):
        try:
            if context.read_action is not None:
                context.read_action(data["do"])
            return []
        except NotationError as error:
            document.places = _places(data, line, number)
            return [document.problem("bad-action", ("do",), *clauses(error.sentence))]
    document.places = _places(data, line, number)
    problems = _problems(document, number, context)
    if problems and len(line) < MAX_LINE:  # JSON is YAML, and its reader gives every place
        documents, _ = read("\n" * (number - 1) + line, name)
        if documents and documents[0].data == data:
            problems = _problems(documents[0], number, context)
    return problems


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


def _problems(document: Document, number: int, context: LineContext) -> list[Problem]:
    data, players = document.data, context.players
    if not isinstance(data, dict):
        return [document.problem("not-a-mapping", (), lazy("each line must be a mapping, {…}"))]
    problems = _form(document, number)
    by = data.get("by")
    if isinstance(by, str) and isinstance(players, list) and by not in players:
        hint = suggest(by, [str(player) for player in players])
        problems.append(document.problem("unknown-player", ("by",), lazy("there is no player {by!r}", by=by), hint))
    return [*problems, *(_chance(document, context.table) if context.table is not None else ())]


def _form(document: Document, number: int) -> list[Problem]:
    data = document.data
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


def _chance(document: Document, table: Table) -> Iterator[Problem]:
    """Yield the mistakes in the result of chance of a line: its kind, and the possible results of each kind."""
    variant, kind, result = table.variant, document.data.get("chance"), document.data.get("result")
    lists: dict[str, tuple[str, Collection[str]]] = {
        "banners": ("race", variant.races), "badges": ("power", variant.powers), "relics": ("relic", variant.relics),
    }  # fmt: skip
    seats = [str(seat) for seat in range(1, len(table.players) + 1)]
    single: dict[str, Collection[object]] = {
        "die": {*variant.die}, "first_player": seats, "island": {*variant.board_files},
    }  # fmt: skip
    if not isinstance(kind, str) or "result" not in document.data:
        return
    if kind in single:
        if not isinstance(result, str | int) or isinstance(result, bool) or result not in single[kind]:
            texts, value = [show_value(value) for value in sorted(single[kind], key=str)], show_value(result)
            sentences = {
                "die": lazy("the die has no side {value}", value=value),
                "first_player": lazy("the table has no seat {value}", value=value),
            }
            message = sentences.get(kind) or no_such(kind, value)
            hint = lazy("write {values}", values=lazy_or(texts)) if texts else ""
            yield document.problem("bad-value", ("result",), message, hint)
    elif kind in lists and not isinstance(result, list):
        message = lazy("'result' must be a list, not {value}", value=show_value(result))
        yield document.problem("wrong-type", ("result",), message, lazy("write [ ] around it"))
    elif kind in lists:
        noun, names = lists[kind]
        unknown = next((name for name in result if name not in names), None)  # in a shuffled order
        if unknown is not None:
            hint = suggest(str(unknown), names)
            yield document.problem(f"unknown-{noun}", ("result",), no_such(noun, show_value(unknown)), hint)
    elif kind not in (kinds := {*KINDS, *variant.pieces}):  # unlike all of them it may be a kind of a plugin
        is_slip, message = bool(did_you_mean(kind, kinds)), lazy("no result of chance is called {kind!r}", kind=kind)
        severity = "error" if is_slip else "warning"
        yield document.problem("unknown-chance", ("chance",), message, suggest(kind, kinds), severity=severity)


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
    ("Invalid control character",
     N_("a control character is in the text"), N_("remove it, or write it as \\u and its number")),
    ("Illegal trailing comma",
     N_("a key must follow this ','"), N_("remove the ',' or add the key that is missing")),
    ("Expecting ':'", N_("a ':' is missing after the key"), N_("write a ':' between the key and its value")),
    ("Extra data",
     N_("this follows the end of the line's value"), N_("put it into a line of its own, or is a bracket too many?")),
    ("Invalid \\escape", N_("this is not an escape of JSON"), N_("write a \\ in text as \\\\")),
)  # fmt: skip
"""Beginning of the message of a JSON error, its sentence, its remedy."""


def _refuse_constant(text: str) -> NoReturn:
    """Refuse the numbers that JSON does not have."""
    raise ValueError(lazy("{text} is not a finite number", text=text.lower()))


def _explain_unusable_json(error: Exception) -> str:
    """Explain why JSON without a mistake of form cannot be used."""
    if isinstance(error, RecursionError):
        return lazy("it is nested too deep")
    if "int_max_str_digits" in str(error) or "integer string conversion" in str(error):
        return lazy("a number in it is too long")
    ours = next((text for text in error.args if isinstance(text, LazyText)), None)
    return ours or str(error).split(";")[0].lower()


def _explain_json_error(error: json.JSONDecodeError, line: str, number: int, name: str, last: bool) -> Problem:
    """Return the problem of a line that is not JSON."""
    place = Range.at(number, error.pos + 1)
    if last and number > 1:
        message = lazy("the last line is cut off; the game was interrupted while it was written")
        hint = lazy("smallworld resume goes on from the line before")
        return Problem("cut-off", "warning", name, place, message, hint)
    message, hint = _json_slip(error, line)
    return Problem("json-syntax", "error", name, place, lazy("this line is not JSON: {fault}", fault=message), hint)


def _json_slip(error: json.JSONDecodeError, line: str) -> tuple[str, str]:
    """Explain a mistake of JSON, with the remedy."""
    rest, message, hint = line[error.pos :], N_("no value of JSON begins like this"), ""
    if error.msg.startswith("Expecting property name"):
        message, hint = N_("a key must be here, in double quotes"), N_('write "key": value')
        if rest.startswith("'"):
            message, hint = N_("single quotes are not quotes of JSON"), N_('write double quotes, "')
        elif line[: error.pos].rstrip().endswith(","):
            message, hint = N_("a key must follow this ','"), N_("remove the ',' or add the key that is missing")
    elif error.msg.startswith("Expecting ','"):
        message = N_("a ',' or a bracket is missing before this")
        hint = N_("add the missing ',' or bracket, or is a quote missing?")
        if not rest.strip():
            message, hint = N_("the line ends too early"), N_("add the missing } or ]")
    elif error.msg.startswith("Extra data") and rest.strip() == ",":
        message, hint = N_("a ',' follows the end of the line's value"), N_("remove the ','")
    else:
        slip = next((slip for slip in _JSON_SLIPS if error.msg.startswith(slip[0])), None)
        constant = {"None": "null", "True": "true", "False": "false"}.get(re.match(r"\w*", rest)[0])  # type: ignore[index]
        if slip is None and constant:
            return lazy(message), lazy("write {constant}", constant=constant)
        _, message, hint = slip or ("", message, N_('quote the text with "; or is the value missing?'))
    return lazy(message), lazy(hint)
