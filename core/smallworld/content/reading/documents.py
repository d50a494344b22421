"""YAML text to plain data that remembers the place of everything.

The reader takes the events of ruamel's pure parser and builds dicts, lists and scalars
itself, in one pass and without recursion. So nothing in a file can run code, nest too
deep, expand without end or become a date; and every key and value has its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from smallworld.content.reading.decoding import ReadAborted, decode
from smallworld.content.reading.files import read_bytes
from smallworld.content.report.problem import Problem, Range, errors_of, in_order
from smallworld.errors import ContentError

Path_ = Sequence[str | int]
"""Keys and indexes from the root of a document."""

Places = dict[int, dict[str | int, tuple[Range, Range]]]
"""``id`` of a dict or list → key or index → places of the key and of the value."""


@dataclass(slots=True)
class Document:
    """One YAML document: plain data and the places of its keys and values.

    :ivar data: dicts, lists, strings, numbers, truth values and None.
    :ivar name: the file name as the user gave it.
    :ivar text: the whole text of the file.
    :ivar root: the place of the document.
    """

    data: Any
    name: str
    text: str
    root: Range
    places: Places = field(default_factory=dict, repr=False)

    def key(self, path: Path_) -> Range:
        """Return the place of the last key of a path; in lists, of the item itself.

        A path that leaves the document ends at the last place that exists.
        """
        return self._find(path)[0]

    def value(self, path: Path_) -> Range:
        """Return the place of the value at the end of a path."""
        return self._find(path)[1]

    def has(self, path: Path_) -> bool:
        """Is there something at this path?"""
        return self._walk(path)[1] == len(path)

    def _find(self, path: Path_) -> tuple[Range, Range]:
        return self._walk(path)[0]

    def _walk(self, path: Path_) -> tuple[tuple[Range, Range], int]:
        places, node = (self.root, self.root), self.data
        for depth, part in enumerate(path):
            place = self.places.get(id(node), {}).get(part)
            if place is None:
                return places, depth
            places, node = place, node[part]
        return places, len(path)

    def problem(self, code: str, place: Range, message: str, hint: str = "", **more: Any) -> Problem:
        """A problem of this document; an error unless ``severity`` is given."""
        severity = more.pop("severity", "error")
        return Problem(code, severity, self.name, place, message, hint, **more)


def read(text: str | bytes, name: str) -> tuple[list[Document], list[Problem]]:
    """All documents of a text, and everything that is wrong with its form.

    After a mistake that hides the rest of the file the list of documents is empty.
    """
    from smallworld.content.reading.yaml_builder import Builder

    try:
        source = decode(text, name) if isinstance(text, bytes) else text
        builder = Builder(source, name)
        builder.run()
    except ReadAborted as stopped:
        return [], [*stopped.earlier, stopped.problem]
    return builder.documents, builder.problems


def read_documents(source: Path | str, name: str = "") -> list[Document]:
    """All documents of a file (a Path) or of a text (a str).

    :param name: how problems call the source; the path if not given.
    :raises ContentError: with everything that is wrong with the form of the file.
    """
    if isinstance(source, Path):
        name = name or str(source)
    documents, problems = read(_content(source, name), name or "<text>")
    if errors_of(problems):
        raise ContentError(in_order(problems))
    return documents


def _content(source: Path | str, name: str) -> str | bytes:
    if isinstance(source, str):
        return source
    try:
        return read_bytes(source)
    except ContentError as error:
        renamed = [Problem(p.code, p.severity, name, p.range, p.message, p.hint) for p in error.problems]
        raise ContentError(renamed) from None


def walk(data: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Every value with its path, parents first; no recursion, aliases once."""
    stack: list[tuple[tuple[str | int, ...], Any]] = [((), data)]
    seen: set[int] = set()
    while stack:
        path, value = stack.pop()
        yield path, value
        if not isinstance(value, dict | list) or id(value) in seen:
            continue
        seen.add(id(value))
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        stack.extend(((*path, key), item) for key, item in reversed(list(pairs)))
