"""Check replay files: JSON Lines, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.languages import LazyText, for_reader, lazy
from smallworld_editions.problem import Problem, Range
from smallworld_editions.reading.documents import Document
from smallworld_records.record_lines import explain_newer_format, header_of
from smallworld_validate.check_settings import ReadAction, Table
from smallworld_validate.game_file_checks.replay_lines import LineContext, check_line
from smallworld_validate.text.odd_characters import merge_conflict

MAX_PROBLEMS = 50


def check_replay(
    text: str, name: str, read_action: ReadAction | None = None, table: Table | None = None
) -> list[Problem]:
    """List the mistakes in the form of a replay, unknown players, and texts that are not actions.

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
    if explain_newer_format(header) is not None:
        return check_line(lines[0], 1, name, LineContext(header.get("players")), last=False)
    return _check_lines(lines, name, LineContext(header.get("players"), read_action, table))


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
