"""Split the bytes of a record into lines, and check each for damage."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass, field
from typing import Any

from smallworld.errors import ReplayError
from smallworld.languages import N_, lazy, lazy_number
from smallworld.replays.checksums import CHAINED, CHECK, Chain
from smallworld.replays.record_format import MAX_HEADER, MAX_LINE, MAX_REPLAY

SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a character of UTF-16: no text in UTF-8 can hold it."""
_DECODER = json.JSONDecoder()


@dataclass(slots=True)
class Rows:
    """The whole lines of a record; a torn last line is left out."""

    events: list[tuple[int, dict[str, Any]]] = field(default_factory=list)
    """Line number and object of each line that is not empty, the header first."""
    ends: list[int] = field(default_factory=list)
    """Bytes up to the end of each of these lines."""
    checks: list[str] = field(default_factory=list)
    """Their checksums; empty ones if not ``chained``."""
    chained: bool = False
    """Every line ends with a checksum."""
    unended: int = -1
    """Bytes of a text that ends with a whole line but without a line end; else -1."""


def read_rows(data: bytes, last_line: int | None = None) -> Rows:
    """Split a record into its lines; they may end as on any system.

    :param last_line: read no further than this line.
    :raises ReplayError: a line is damaged; the sentence names it.
    """
    if len(data) > MAX_REPLAY:
        sentence = N_("this file has more than {limit} bytes, too many for a game; is it the right file?")
        raise ReplayError(lazy(sentence, limit=lazy_number(MAX_REPLAY)))
    rows, chain = Rows(), Chain()
    lines = data.split(b"\n")
    has_returns = len(lines) > 1 and lines[-2].endswith(b"\r")
    end = 0
    for number, content in enumerate(lines[:last_line], 1):
        is_rest = number == len(lines)
        end += len(content) + (not is_rest)
        line = _decode(content, number, is_rest=is_rest)
        if is_rest and not _is_complete(line, number, ends_with_return=has_returns):
            break
        line = line.removesuffix("\r")
        if line.strip():
            _add(rows, line, number, end, chain)
            rows.unended = end if is_rest else -1
    return rows


def _add(rows: Rows, line: str, number: int, end: int, chain: Chain) -> None:
    value = _parse(line, number)
    if not rows.events:
        rows.chained = CHAINED in value or CHECK in value
    if rows.chained:
        if chain.unseal(line) is None:
            raise _damage(
                number,
                N_(
                    "line {number}: the checksum does not match: this line was changed, "
                    "or a line before it was lost; {remedy}"
                ),
            )
        del value[CHECK]
        if not rows.events:
            value.pop(CHAINED, None)
    rows.events.append((number, value))
    rows.ends.append(end)
    rows.checks.append(chain.last)


def _decode(piece: bytes, number: int, *, is_rest: bool) -> str:
    if number == 1:
        piece = piece.removeprefix(codecs.BOM_UTF8)  # some editors begin a file with it
    try:
        return piece.decode("utf-8")
    except UnicodeDecodeError as error:
        if is_rest and error.end == len(piece) and error.reason == "unexpected end of data":
            return piece[: error.start].decode("utf-8") + "\ufffd"  # torn within a letter
        raise _damage(number, N_("line {number}: this line is not UTF-8 text; {remedy}")) from None


def _is_complete(line: str, number: int, *, ends_with_return: bool) -> bool:
    """Return whether a last line without an end is whole; a torn one is the beginning of a line, and nothing else.

    :raises ReplayError: a whole line is followed by something else.
    """
    if not line.strip():
        return False
    try:
        _, length = _DECODER.raw_decode(line)
    except (ValueError, RecursionError):
        return False
    if line[length:] not in ("", "\r" if ends_with_return else ""):
        raise _damage(number, N_("line {number}: something follows the line that is not of a replay; {remedy}"))
    return True


def _parse(line: str, number: int) -> dict[str, Any]:
    if len(line) > (MAX_LINE if number > 1 else MAX_HEADER):
        sentence = N_("line {number}: a line of {length} characters is not of a replay")
        raise ReplayError(lazy(sentence, number=number, length=lazy_number(len(line))))
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise _damage(number, N_("line {number}: this is not a line of JSON; {remedy}")) from None
    if not isinstance(value, dict):
        raise ReplayError(lazy("line {number}: expected an object in braces", number=number))
    if "\\u" in line and SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise _damage(number, N_('line {number}: half of a character, as in "\\ud800", is not text; {remedy}'))
    return value


def _damage(number: int, sentence: str) -> ReplayError:
    """Return the error about a damaged line, with the remedy."""
    remedy = lazy("restore the file from a copy, or use the lines before it with --up-to {number}", number=number - 1)
    if number == 1:
        remedy = lazy("is it a game that was saved with --save?")
    return ReplayError(lazy(sentence, number=number, remedy=remedy))
