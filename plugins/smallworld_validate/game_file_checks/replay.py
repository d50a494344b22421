"""Check replay files: JSON Lines, line by line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from smallworld.errors import did_you_mean, suggest
from smallworld.languages import LazyText, for_reader, lazy
from smallworld_editions.problem import Problem, Range
from smallworld_editions.reading.documents import Document
from smallworld_records.record_lines import explain_newer_format, header_of
from smallworld_validate.check_settings import ReadAction, Table, Vocabulary
from smallworld_validate.game_file_checks.replay_lines import LineContext, check_line
from smallworld_validate.schema.phrasing import list_alternatives, no_such, show_value
from smallworld_validate.text.odd_characters import merge_conflict

MAX_PROBLEMS = 50


def check_replay(
    text: str, name: str, read_action: ReadAction | None = None, chance: ChanceCheck | None = None
) -> list[Problem]:
    """List the mistakes in the form of a replay, unknown players, and texts that are not actions.

    :param read_action: reads the actions of its table; None = they are not read.
    :param chance: finds results of chance that its variant does not have; None = they are not checked.

    Whether the game happened like that, the rules know: ``CheckSettings.play``.
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
    if explain_newer_format(header) is not None:
        return check_line(lines[0], 1, name, LineContext(header.get("players")), last=False)
    return _check_lines(lines, name, LineContext(header.get("players"), read_action, chance))


def _check_lines(lines: list[str], name: str, context: LineContext) -> list[Problem]:
    """List the mistakes of the lines; an unknown player is reported once."""
    problems: list[Problem] = []
    strangers: set[str] = set()
    ended = 0
    for number, line in enumerate(lines, 1):
        if number > 1 and not line.strip():
            continue
        if ended:
            problems.append(_after_result(line, number, name, ended))
            break
        mistakes = check_line(line, number, name, context, last=number == len(lines))
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
    return Problem("json-syntax", "error", name, Range.of_line(1, line), message, hint)


def _is_result(line: str) -> bool:
    """Return whether a line ends the game; most lines need not be parsed for this."""
    return '"result"' in line and '"chance"' not in line and '"by"' not in line


def _after_result(line: str, number: int, name: str, ended: int) -> Problem:
    place = Range.of_line(number, line)
    message = lazy("something follows the result, which is line {ended}", ended=ended)
    return Problem("after-result", "error", name, place, message, lazy("the result is the last line of a replay"))


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
    return Problem("damaged-line", "error", name, Range.of_line(number, line), message, hint)


def unplayable_line(text: str, name: str, number: int, reason: str) -> Problem:
    """Return the problem of a line at which the game of a record cannot go on, or goes on differently."""
    line = text.split("\n")[number - 1]
    message = lazy("the game of this record does not go on like that: {reason}", reason=LazyText(_without_line, reason))
    hint = (
        lazy("restore the line, or use those before it: resume --up-to {number}", number=number - 1)
        if number > 2
        else ""
    )
    return Problem("unplayable-record", "error", name, Range.of_line(number, line), message, hint)


def _without_line(sentence: str) -> str:
    """Return a sentence without its beginning ``line 7:``, which the place of the problem repeats."""
    text = str(for_reader(sentence))
    head, _, rest = text.partition(": ")
    return rest if rest and any(letter.isdecimal() for letter in head) else text


ChanceCheck = Callable[[Document], Iterator[Problem]]
"""Yields the mistakes in a replay line with a result of chance; none in other lines."""


def chance_check(table: Table, vocabulary: Vocabulary | None) -> ChanceCheck:
    """Return the check of results of chance in the games of a table."""
    variant = table.variant
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
    kinds = {*(vocabulary.chances if vocabulary is not None else ()), *variant.pieces}

    def check(document: Document) -> Iterator[Problem]:
        data: Any = document.data
        kind = data.get("chance") if isinstance(data, dict) else None
        if not isinstance(kind, str) or "result" not in data:
            return
        if kind in single:
            yield from _single(document, kind, data["result"], single[kind])
        elif kind in lists:
            yield from _names(document, data["result"], *lists[kind])
        elif vocabulary is not None and kind not in kinds:
            yield _unknown(document, kind, kinds)

    return check


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
