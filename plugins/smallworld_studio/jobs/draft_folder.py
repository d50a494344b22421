"""The folder of a worker with the files of one draft at a time, and what is read from them, equal parts only once."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ruamel.yaml import events as yaml
from ruamel.yaml.error import StreamMark

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld.model.variant import TerrainSpec, Variant
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_draw.colours import PLAIN
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document
from smallworld_editions.reading.reader import MAX_DEPTH, parse, read
from smallworld_editions.variants.file_reader import Bundle, read_checked, read_variant
from smallworld_editions.variants.merging import section
from smallworld_studio.draft_files import VARIANT

SMALL = 60_000
"""Most bytes of a file of which many are remembered with their documents; nothing changes a document."""


_read_small, _read_large = lru_cache(maxsize=64)(read), lru_cache(maxsize=2)(read)


def _read_again(content: bytes, name: str) -> tuple[list[Document], list[Problem]]:
    """Read a file, at most once while it stays the same; of a draft usually one file changes."""
    documents, problems = (_read_small if len(content) <= SMALL else _read_large)(content, name)
    return [*documents], [*problems]


class DraftFolder:
    """The files of one draft, in a folder that is the current one.

    :param plugin_names: further plugins of the server; a draft loads none.
    """

    def __init__(self, path: Path, plugin_names: Sequence[str] = ()) -> None:
        self.path, self.plugin_names = path, tuple(plugin_names)
        self.files: dict[str, str] = {}
        self._documents: dict[str, list[Document]] = {}

    @cached_property
    def plugins(self) -> Plugins:
        """The plugins of the server."""
        return Plugins(self.plugin_names) if self.plugin_names else default_plugins()

    @cached_property
    def _checker(self) -> Any:
        from smallworld_validate.inputs import make_checker

        checker = make_checker("", (), self.plugin_names)
        checker.read = _read_again
        return checker

    def write(self, files: Mapping[str, str]) -> None:
        """Replace the files in the folder by those of a draft."""
        if files == self.files:
            return
        for name in {*self.files, *files}:
            if self.files.get(name) != files.get(name):
                self._documents.pop(name, None)
        for name in self.files.keys() - files.keys():
            (self.path / name).unlink(missing_ok=True)
        for name, text in files.items():
            if self.files.get(name) != text:
                file = self.path / name
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(text.encode("utf-8", "surrogatepass"))
        for folder in ("boards", "languages"):  # an empty folder is not part of a draft
            if not any(name.startswith(f"{folder}/") for name in files):
                shutil.rmtree(self.path / folder, ignore_errors=True)
        self.files = dict(files)
        self.__dict__.pop("bundle", None)

    def problems(self) -> list[Problem]:
        """List everything that ``validate`` finds in the folder."""
        from smallworld_validate.inputs import Inputs, find_inputs

        if not any(name.endswith(".yaml") for name in self.files):
            return []
        self._checker.forget()
        return Inputs(find_inputs(["."]), frozenset(), None).check(self._checker)

    def documents(self, name: str) -> list[Document]:
        """Return the documents of a file; none if it cannot be read."""
        if name not in self._documents:
            # A board was read with its edition already.
            board = read_checked(Path(name), "board")[0] if name.startswith("boards/") and name in self.files else None
            content = self.files.get(name, "").encode("utf-8", "surrogatepass")
            self._documents[name] = [board] if board is not None else _read_again(content, name)[0]
        return self._documents[name]

    @cached_property
    def bundle(self) -> Bundle | None:
        """The variant with everything that it extends; None if it cannot be combined."""
        if VARIANT not in self.files:
            return None
        documents = self.documents(VARIANT)
        document = documents[0] if len(documents) == 1 and isinstance(documents[0].data, dict) else None
        return read_variant(Path(VARIANT), tuple(self.plugins.variants), document)[0]

    def variant(self) -> Variant:
        """Load the variant for a game.

        :raises SmallWorldError: it has errors.
        """
        from smallworld_editions.load import load_variant_file

        if VARIANT not in self.files:
            raise SmallWorldError(_("this draft has no file variant.yaml, so it cannot be played"))
        folders = tuple(self.plugins.variants)
        return load_variant_file(VARIANT, folders, self.plugins.schemas(), self.plugins.lacks)


def terrain_specs(folder: DraftFolder) -> dict[str, TerrainSpec]:
    """Return the terrains of a draft, as far as they can be read."""
    merged = folder.bundle.merged if folder.bundle is not None else None
    terrains = {}
    for key, entry in section(merged.data if merged is not None else {}, "terrains").items():
        color, glyph = str(entry.get("color") or PLAIN), str(entry.get("glyph") or "")
        icon, colors = entry.get("icon"), entry.get("colors")
        terrains[key] = TerrainSpec(
            key, str(entry.get("name") or key), entry.get("water") is True, color=color, glyph=glyph[:2],
            icon=icon if isinstance(icon, str) else "", colors=colors if isinstance(colors, dict) else {},
        )  # fmt: skip
    return terrains


# --- parse a text that differs little from the last one: the events of equal parts are remembered


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
    yield yaml.StreamStartEvent()
    yield yaml.DocumentStartEvent()
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
    yield yaml.DocumentEndEvent()
    yield yaml.StreamEndEvent()


def _placed_parts(text: str) -> Iterator[Placed]:
    """Take a text apart."""
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
    """Parse a part as a text of its own."""
    try:
        events = list(_shallow(parse(piece)))
    except Exception:  # the whole text is parsed to explain it
        raise NotSimple from None
    documents = sum(type(event) is yaml.DocumentStartEvent for event in events)
    if documents != 1 or type(events[2]) not in (yaml.MappingStartEvent, yaml.SequenceStartEvent):
        raise NotSimple
    start, inner, end = events[2], events[3:-3], events[-3]
    is_list = type(start) is yaml.SequenceStartEvent
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
    """Yield events as far as they are nested as deep as a file may be."""
    depth = 0
    for event in events:
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise NotSimple
        yield event


def _begins_with_key(piece: str, events: list[Any]) -> bool:
    """Return whether a mapping begins with a key that is written as one word or text, without a question mark."""
    first = _LINE.search(piece)
    key = events[0] if events else None
    return (
        first is not None
        and type(key) is yaml.ScalarEvent
        and key.start_mark.index == first.end(1) != key.end_mark.index
    )


def _is_odd(event: Any) -> bool:
    """Return whether an event has to do with other parts of a text."""
    return type(event) is yaml.AliasEvent or getattr(event, "anchor", None) or getattr(event, "ctag", None) is not None


def _nodes(events: list[Any]) -> int:
    """Count the values that are not within others."""
    depth = count = 0
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
            continue
        count += depth == 0
        depth += isinstance(event, yaml.CollectionStartEvent)
    return count
