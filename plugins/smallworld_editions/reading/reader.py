"""Read YAML files and texts as documents.

The reader takes the events of ruamel's pure parser and builds dicts, lists and scalars
itself, in one pass and without recursion. So nothing in a file can run code, nest too
deep, expand without end or become a date; and every key and value has its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML, events
from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.reader import ReaderError

from smallworld.errors import ContentError, nearest_name
from smallworld.languages import lazy, lazy_number
from smallworld_editions.inspection import log_for
from smallworld_editions.problem import Problem, Range, Related, errors_of, sort_problems
from smallworld_editions.reading.documents import Document, Places
from smallworld_editions.reading.files import MAX_BYTES, ReadAborted, decode, read_bytes, too_large
from smallworld_editions.reading.scalars import OddScalar, plain_value
from smallworld_editions.reading.scanner import QuickParser, QuickReader, QuickScanner

MAX_DEPTH = 32
MAX_NODES = 20_000
"""Most keys and values of one file, aliases counted as their values."""
MAX_ALIASES = 64
MAX_ANCHORS = 256
MAX_SCALAR = 10_000


@dataclass(slots=True, eq=False)
class _Open:
    """A mapping or sequence that is being filled."""

    value: Any
    start: Range
    anchor: str | None
    key_range: Range
    end: Range
    key: str | None = None
    nodes: int = 0
    merged: list[Any] = field(default_factory=list)


class Builder:
    """Builds the documents of one text; problems that do not hide the rest are collected."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        self.documents: list[Document] = []
        self.log = log_for(text, name)
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._unfinished: set[str] = set()
        self._places: Places = {}
        self._aliases = self._nodes = 0
        self._has_second_scenario = False

    def run(self) -> None:
        """Read everything.

        :raises ReadAborted: at the first mistake that hides the rest.
        """
        if len(self.text) > MAX_BYTES:
            raise ReadAborted(too_large(self.name, len(self.text)))
        hindrance = self.log.hindrance()
        if hindrance is not None:
            raise ReadAborted(hindrance)
        try:
            self._read_events()
        except ReadAborted as stopped:
            raise ReadAborted(stopped.problem, self.log.problems) from None
        except MarkedYAMLError as error:
            problem, earlier = self.log.syntax_problem(error)
            raise ReadAborted(problem, list(earlier)) from None
        except ReaderError as error:
            raise ReadAborted(self.log.character_problem(error), self.log.problems) from None
        except Exception as error:
            # ruamel lets a few plain errors through, for instance for \UFFFFFFFF.
            fault = str(error).splitlines()[0] if str(error) else type(error).__name__
            message = lazy("this is not YAML ({fault})", fault=fault)
            place = self._open[-1].end if self._open else Range.at(1, 1)
            raise ReadAborted(self.log.problem("yaml-syntax", place, message), self.log.problems) from None

    def _read_events(self) -> None:
        """Pass each event of the parser to the method for its kind."""
        handlers = {
            events.ScalarEvent: self._scalar,
            events.MappingStartEvent: self._start,
            events.SequenceStartEvent: self._start,
            events.MappingEndEvent: self._end,
            events.SequenceEndEvent: self._end,
            events.AliasEvent: self._alias,
            events.DocumentStartEvent: self._document_start,
            events.DocumentEndEvent: self._document_end,
        }
        for event in _parser(self.text):
            handler = handlers.get(type(event))
            if handler is not None:
                handler(event)

    # -- documents ---------------------------------------------------------------------------

    def _document_start(self, event: Any) -> None:
        self._anchors, self._places, self._unfinished = {}, {}, set()
        self._has_second_scenario = False

    def _document_end(self, event: Any) -> None:
        self.log.document_ended()

    # -- nodes -------------------------------------------------------------------------------

    def _start(self, event: Any) -> None:
        place = _range(event)
        if len(self._open) >= MAX_DEPTH:
            message = lazy("this is nested more than {most} levels deep", most=MAX_DEPTH)
            self.log.abort("too-deep", place, message, lazy("no file kind needs so many levels"))
        self.log.refuse_tag(event, place)
        opened = _Open({} if type(event) is events.MappingStartEvent else [], place, event.anchor, place, place)
        self._places[id(opened.value)] = {}
        if event.anchor:
            self._unfinished.add(event.anchor)
        self._open.append(opened)

    def _end(self, event: Any) -> None:
        done = self._open.pop()
        self._unfinished.discard(done.anchor or "")
        for source in done.merged:
            self._merge(done, source)
        if event.start_mark.index != event.end_mark.index:  # ] or }
            done.end = _range(event)
        place = Range(*done.start.start, *done.end.end)
        self._add(done.value, place, done.anchor, done.nodes)

    def _scalar(self, event: Any) -> None:
        place = self._scalar_place(event)
        if len(event.value) > MAX_SCALAR:
            message = lazy("this text is longer than {most} characters", most=lazy_number(MAX_SCALAR))
            self.log.abort("long-text", place, message)
        self.log.refuse_tag(event, place)
        plain = event.style is None or event.style == ""
        text = self.log.scalar(event, place, is_plain=plain, is_key=self._awaits_key())
        if self._awaits_key():
            self._take_key(text, plain, place)
        elif not plain:
            self._add(text, place, event.anchor, 0)
        else:
            self._add(self._plain(text, place), place, event.anchor, 0)

    def _scalar_place(self, event: Any) -> Range:
        """Return the place of a scalar; that of a value that is left out is its key, or the dash of its item.

        The parser puts a value where the next thing begins, lines below or behind the end of the file, and an
        item right after its dash.
        """
        if event.start_mark.index != event.end_mark.index or not self._open:
            return _range(event)
        parent = self._open[-1]
        if isinstance(parent.value, list):
            return Range.at(event.start_mark.line + 1, max(1, event.start_mark.column))
        return _range(event) if parent.key is None else parent.key_range

    def _plain(self, text: str, place: Range) -> Any:
        try:
            return plain_value(text)
        except OddScalar as odd:
            hint = lazy("quote it if it is not a number")
            if odd.instead:
                hint = lazy("write {number}, or quote it if it is text", number=odd.instead)
            self.log.report(odd.code, place, odd.message, hint)
            return plain_value(odd.instead) if odd.instead else 0

    def _alias(self, event: Any) -> None:
        place, anchor = _range(event), event.anchor
        self.log.anchor_used(anchor)
        self._aliases += 1
        if self._aliases > MAX_ALIASES:
            self.log.abort("too-many-aliases", place, lazy("the file has more than {most} aliases", most=MAX_ALIASES))
        if anchor in self._unfinished:
            message = lazy("*{anchor} is inside the value that &{anchor} names", anchor=anchor)
            self.log.abort("cycle", place, message, lazy("write out what is meant"))
        if anchor not in self._anchors:
            message = lazy("there is no &{anchor} before *{anchor}", anchor=anchor)
            hint = lazy("quote the text, or write &{anchor} before the value that is meant", anchor=anchor)
            if meant := nearest_name(anchor, self._anchors):
                hint = lazy("did you mean {name!r}?", name=f"*{meant}")
            self.log.abort("unknown-anchor", place, message, hint)
        value, nodes = self._anchors[anchor]
        if self._awaits_key():
            self._take_key(value if isinstance(value, str) else None, False, place)
        else:
            self._nodes += nodes
            self._add(value, place, None, nodes)

    # -- filling -----------------------------------------------------------------------------

    def _awaits_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1].value, dict) and self._open[-1].key is None

    def _take_key(self, key: str | None, plain: bool, place: Range) -> None:
        parent = self._open[-1]
        parent.end = place
        self._nodes += 1
        if key is None or (plain and key in ("", "~", "null")):
            self.log.report("key-type", place, lazy("a key must be text"), lazy("quote it"))
            key = "" if key is None else key
        parent.key, parent.key_range = key, place
        first = self._places[id(parent.value)].get(key)
        if first is not None and key != "<<":
            self._refuse_double(key, place, first[0])

    def _refuse_double(self, key: str, place: Range, first: Range) -> None:
        """Report a key that occurs twice; a second scenario without ``---`` before it is reported once."""
        is_outer = len(self._open) == 1
        if is_outer and self._has_second_scenario:
            return
        self._has_second_scenario = is_outer and key == "scenario"
        message = lazy("the key {key!r} occurs twice here", key=key)
        hint = lazy("remove one")
        if self._has_second_scenario:
            hint = lazy("write --- before it, if another scenario begins here")
        related = (Related(lazy("the first one is here"), self.name, first),)
        self.log.report("duplicate-key", place, message, hint, related=related)

    def _check_limits(self, place: Range) -> None:
        """Refuse a file with too many values or anchors."""
        if self._nodes > MAX_NODES:
            message = lazy("the file holds more than {most} values", most=lazy_number(MAX_NODES))
            self.log.abort("too-large", place, message)
        if len(self._anchors) > MAX_ANCHORS:
            message = lazy("the file has more than {most} anchors", most=MAX_ANCHORS)
            self.log.abort("too-many-aliases", place, message)

    def _add(self, value: Any, place: Range, anchor: str | None, nodes: int) -> None:
        """Put a finished value where it belongs.

        :param nodes: how many values it holds, when every alias is written out.
        """
        self._nodes += 1
        if anchor:
            self._anchors[anchor] = (value, nodes)
        self._check_limits(place)
        if not self._open:
            self.documents.append(Document(value, self.name, self.text, place, self._places))
            return
        parent = self._open[-1]
        parent.nodes += nodes + 1
        parent.end = place
        places = self._places[id(parent.value)]
        if isinstance(parent.value, list):
            places[len(parent.value)] = (place, place)
            parent.value.append(value)
        elif parent.key is None:
            self._take_key(None, False, place)
        elif parent.key == "<<":
            parent.merged.append((value, parent.key_range))
            parent.key = None
        else:
            if parent.key not in parent.value:
                places[parent.key] = (parent.key_range, place)
                parent.value[parent.key] = value
            parent.key = None

    def _merge(self, into: _Open, source: tuple[Any, Range]) -> None:
        value, place = source
        for mapping in value if isinstance(value, list) else [value]:
            if not isinstance(mapping, dict):
                hint = lazy("write &NAME before the mapping that is meant, and <<: *NAME here")
                self.log.report("merge", place, lazy("<< takes a mapping, or a list of them"), hint)
                continue
            places, origin = self._places[id(into.value)], self._places[id(mapping)]
            for key, item in mapping.items():
                if key not in into.value:
                    into.value[key] = item
                    places[key] = origin[key]


def _range(event: Any) -> Range:
    start, end = event.start_mark, event.end_mark
    return Range(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


# --- read YAML files and texts as documents

Parser = Callable[[str], Iterable[Any]]
"""Yields the events of a text, each of which is used before the next one is asked for."""


def parse(text: str) -> Iterator[Any]:
    """Yield the events of a text.

    :raises MarkedYAMLError: it is not YAML.
    """
    yaml = YAML(typ="safe", pure=True)
    yaml.Reader, yaml.Scanner, yaml.Parser = QuickReader, QuickScanner, QuickParser
    yield from yaml.parse(text)


_parser: Parser = parse


def use_parser(parser: Parser) -> None:
    """Let this process parse with another function, which yields the events of :func:`parse`, only faster."""
    global _parser
    _parser = parser


def read(text: str | bytes, name: str) -> tuple[list[Document], list[Problem]]:
    """Read all documents of a text; return them and the mistakes in its form.

    After a mistake that hides the rest of the file the list of documents is empty.
    """
    try:
        source = decode(text, name) if isinstance(text, bytes) else text
        builder = Builder(source, name)
        builder.run()
    except ReadAborted as stopped:
        return [], [*stopped.earlier, stopped.problem]
    return builder.documents, builder.log.problems


def read_documents(path: Path) -> list[Document]:
    """Read all documents of a file.

    :raises ContentError: with everything that is wrong with the form of the file.
    """
    documents, problems = read(read_bytes(path), str(path))
    if errors_of(problems):
        raise ContentError(sort_problems(problems))
    return documents
