"""Parse a text that differs little from the last one: the events of equal parts are remembered.

A file of a draft is a mapping of keys at the first column. The values are mostly lists or mappings with an entry for
each region or race. Each entry is parsed as a text of its own, and its events are used again as long as its text stays
the same, also on another line. A text that is not so simple, or that is not YAML, is parsed as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

from ruamel.yaml.error import StreamMark
from ruamel.yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    DocumentEndEvent,
    DocumentStartEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceStartEvent,
    StreamEndEvent,
    StreamStartEvent,
)

from smallworld_editions.reading.reader import MAX_DEPTH, parse

SMALLEST = 500
"""Letters from which on a text is taken apart."""
MOST_PARTS = 6_000
"""Parts that are remembered."""
MOST_PIECES = 3_000
"""Parts of a text that is taken apart."""
LONGEST = 20_000
"""Letters of a part; no more may be parsed before the reader refuses a monster."""
_TOP = re.compile(r"^(?![ #\r\n]|-(?: |$))", re.MULTILINE)
"""The beginning of a key at the first column."""
_ODD = re.compile("[\r\t\x85\u2028\u2029\ufeff]")
"""Line breaks and other characters that only the scanner of YAML knows well."""
_HEADER = re.compile(r"[^ \t#&*!|>'\"%@`{\[?:,][^\n:#]*:[ ]*(?:#[^\n]*)?\n")
"""A line with a key and nothing behind it."""
_LINE = re.compile(r"^( *)(?:(-)(?=[ \n]|\Z)|[^ \n#])", re.MULTILINE)
"""The beginning of a line that is neither empty nor a comment, with the dash of an item."""


class NotSimple(Exception):
    """A text that has to be parsed as a whole."""


class Kind(Enum):
    """The kinds of parts of a text."""

    SECTION = "a key at the first column, with its value"
    HEADER = "such a key, with its value in entries below"
    ENTRY = "an item of a list, or a key with its value, of a header"


@dataclass(frozen=True, slots=True)
class Part:
    """The events of a part.

    :ivar start: the beginning of the list or mapping to which it belongs. :ivar end: its end.
    :ivar marks: everything that moves with the place of the part; the first one is its beginning.
    """

    events: tuple[Any, ...]
    start: Any
    end: Any
    marks: tuple[Any, ...]

    def move(self, line: int, offset: int) -> None:
        """Move the marks, which are those of its last use, to a place in another text."""
        first = self.marks[0]
        lines, letters = line - first.line, offset - first.index
        if lines or letters:
            for mark in self.marks:
                mark.line += lines
                mark.index += letters


class Placed(NamedTuple):
    """A part with its place in a text."""

    part: Part
    kind: Kind
    line: int
    offset: int


def events_of(text: str) -> Iterator[Any]:
    """Yield the events of a text as :func:`smallworld_editions.reading.reader.parse` does.

    Each has to be used before the next one is asked for.
    """
    placed: list[Placed] = []
    if len(text) >= SMALLEST:
        with suppress(NotSimple):
            placed = list(_placed_parts(text))
    yield from _joined(placed) if placed else parse(text)


def _joined(placed: list[Placed]) -> Iterator[Any]:
    """Yield the events of all parts as those of one document."""
    first = placed[0]
    first.part.move(first.line, first.offset)
    yield StreamStartEvent()
    yield DocumentStartEvent()
    yield first.part.start
    open_end = None
    for part, kind, line, offset in placed:
        part.move(line, offset)
        if kind is Kind.ENTRY:
            if open_end is None:
                yield part.start
            open_end = part.end
        elif open_end is not None:
            yield open_end
            open_end = None
        yield from part.events
    if open_end is not None:
        yield open_end
    yield first.part.end
    yield DocumentEndEvent()
    yield StreamEndEvent()


def _placed_parts(text: str) -> Iterator[Placed]:
    """Take a text apart.

    :raises NotSimple: it has to be parsed as a whole.
    """
    starts = [match.start() for match in _TOP.finditer(text) if match.start() < len(text)]
    if not starts or _ODD.search(text) or _LINE.search(text[: starts[0]]):
        raise NotSimple
    line = text.count("\n", 0, starts[0])
    ends = [*starts[1:], len(text)]
    pieces = [(start, *piece) for start, end in zip(starts, ends, strict=True) for piece in _pieces(text[start:end])]
    if len(pieces) > MOST_PIECES or max(len(piece) for *_place, piece in pieces) > LONGEST:
        raise NotSimple
    for start, kind, offset, piece in pieces:
        yield Placed(_remembered(piece, kind), kind, line, start + offset)
        line += piece.count("\n")


def _pieces(section: str) -> Iterator[tuple[Kind, int, str]]:
    """Yield the line with the key of a section, then each entry; or the whole section, if it has no entries."""
    header = _HEADER.match(section)
    body = section[header.end() :] if header is not None else ""
    lines = list(_LINE.finditer(body))
    width = len(lines[0][1]) if lines else 0
    is_list = bool(lines) and bool(lines[0][2])
    starts = [match.start() for match in lines if len(match[1]) == width]
    is_even = all(len(match[1]) > width or (len(match[1]) == width and bool(match[2]) == is_list) for match in lines)
    if header is None or len(starts) < 2 or not is_even or not (is_list or width):
        yield Kind.SECTION, 0, section
        return
    starts[0] = 0  # with the comments before the first entry
    yield Kind.HEADER, 0, header[0]
    for start, end in zip(starts, [*starts[1:], len(body)], strict=True):
        yield Kind.ENTRY, header.end() + start, body[start:end]


def _parse_part(piece: str, kind: Kind) -> Part:
    """Parse a part as a text of its own.

    :raises NotSimple: it is something else, or means something only with the rest of the text.
    """
    try:
        events = list(_shallow(parse(piece)))
    except Exception:  # the whole text is parsed to explain it
        raise NotSimple from None
    documents = sum(type(event) is DocumentStartEvent for event in events)
    if documents != 1 or type(events[2]) not in (MappingStartEvent, SequenceStartEvent):
        raise NotSimple
    start, inner, end = events[2], events[3:-3], events[-3]
    is_list = type(start) is SequenceStartEvent
    if not is_list and not _begins_with_key(piece, inner):
        raise NotSimple
    is_plain = not (events[1].explicit or events[-2].explicit or start.flow_style or any(map(_is_odd, events[2:-2])))
    if not is_plain or (is_list and kind is not Kind.ENTRY) or _nodes(inner) != (1 if is_list else 2):
        raise NotSimple
    if kind is Kind.HEADER:
        if len(inner) != 2:
            raise NotSimple
        inner = inner[:1]
    marks = {id(mark): mark for event in (start, *inner, end) for mark in (event.start_mark, event.end_mark)}
    return Part(tuple(inner), start, end, (StreamMark("", 0, 0, 0), *marks.values()))


_remembered = lru_cache(maxsize=MOST_PARTS)(_parse_part)


def _shallow(events: Iterator[Any]) -> Iterator[Any]:
    """Yield events as far as they are nested as deep as a file may be.

    :raises NotSimple: they are nested deeper.
    """
    depth = 0
    for event in events:
        depth += isinstance(event, CollectionStartEvent) - isinstance(event, CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise NotSimple
        yield event


def _begins_with_key(piece: str, events: list[Any]) -> bool:
    """Return whether a mapping begins with a key that is written as one word or text, without a question mark."""
    first = _LINE.search(piece)
    key = events[0] if events else None
    return first is not None and type(key) is ScalarEvent and key.start_mark.index == first.end(1) != key.end_mark.index


def _is_odd(event: Any) -> bool:
    """Return whether an event has to do with other parts of a text."""
    return type(event) is AliasEvent or getattr(event, "anchor", None) or getattr(event, "ctag", None) is not None


def _nodes(events: list[Any]) -> int:
    """Count the values that are not within others."""
    depth = count = 0
    for event in events:
        if isinstance(event, CollectionEndEvent):
            depth -= 1
            continue
        count += depth == 0
        depth += isinstance(event, CollectionStartEvent)
    return count
