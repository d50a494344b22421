"""How a document is written: where its keys, values and items are in the text, and a new value in its style."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from smallworld import SmallWorldError, _
from smallworld_editions.problem import Edit, Range
from smallworld_editions.reading.documents import Document, KeyPath, mapping_of
from smallworld_editions.reading.scalars import OddScalar, plain_value

_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_COLON = re.compile(r"[ \t]*:")
_DASH = re.compile(r"-(?:\s|#[^\n]*\n)*\Z")
NOTHING = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|\Z)")
"""The rest of a line that holds at most a comment."""


def lines_of(text: str) -> list[str]:
    """Split a text into lines where YAML splits it."""
    return _BREAK.split(text)


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in _BREAK.finditer(text))]


def _span(starts: Sequence[int], place: Range) -> tuple[int, int]:
    """Return the offsets of a range."""
    return starts[place.line - 1] + place.column - 1, starts[place.end_line - 1] + place.end_column - 1


def fix_text(text: str, edits: Iterable[Edit]) -> str:
    """Apply edits to a text; of overlapping edits only the first is applied."""
    starts = _line_starts(text)
    listed = [edit for edit in dict.fromkeys(edits) if edit.range.end_line <= len(starts)]
    spans = [(*_span(starts, edit.range), edit.text) for edit in listed]
    parts, done = [], 0
    for first, last, new in sorted(spans, key=lambda span: span[:2]):
        if first >= done:
            parts += [text[done:first], new]
            done = last
    return "".join([*parts, text[done:]])


class Uneditable(SmallWorldError):
    """A wish that no certain edit of the text fulfils."""


def uneditable() -> Uneditable:
    """Return the error of a place where the text is written in an unusual way."""
    return Uneditable(_("only the text can change what is written here so; edit this in the text"))


@dataclass(frozen=True, slots=True)
class Entry:
    """A key with its value, or an item: offsets in the text.

    :ivar start: of the key; of an item, its value, or of one without a value the place after its dash.
    :ivar key_end: where the key ends.
    :ivar value: where the value begins; the end of the colon or dash if it has none.
    :ivar end: where the value ends.
    """

    start: int
    key_end: int
    value: int
    end: int


class Layout:
    """The text of a document with its places as offsets."""

    def __init__(self, document: Document) -> None:
        self.document, self.text = document, document.text
        self.newline = "\r\n" if "\r\n" in self.text else "\n"
        self._starts = _line_starts(self.text)

    # --- offsets

    def edit(self, start: int, end: int, text: str) -> Edit:
        """Return the edit that replaces a part of the text."""
        return Edit(Range(*self._place(start), *self._place(end)), text)

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line_start(self, offset: int) -> int:
        """Return where the line of an offset begins."""
        return self._starts[bisect_right(self._starts, offset) - 1]

    def line_end(self, offset: int) -> int:
        """Return where the line of an offset ends, before its break."""
        match = _BREAK.search(self.text, offset)
        return match.start() if match else len(self.text)

    def next_line(self, offset: int) -> int:
        """Return where the line after that of an offset begins."""
        following = bisect_right(self._starts, offset)
        return self._starts[following] if following < len(self._starts) else len(self.text)

    def indent_of(self, offset: int) -> str:
        """Return blanks up to the column of an offset."""
        before = self.text[self.line_start(offset) : offset]
        return "".join(character if character in " \t" else " " for character in before)

    # --- nodes

    def node(self, path: KeyPath) -> Any:
        """Return the value at a path.

        :raises Uneditable: the file has none.
        """
        value = self.document.data
        for part in path:
            is_there = isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value)
            if not is_there and not (isinstance(value, dict) and part in value):
                raise Uneditable(_("the file has no {path}", path=path_text(path)))
            value = value[part]
        return value

    def span(self, path: KeyPath) -> tuple[int, int]:
        """Return where the value at a path begins and ends, its anchor included.

        :raises Uneditable: it, or something around it, is an alias, has an anchor or a tag, or comes from elsewhere.
        """
        around = (0, len(self.text))
        for length in range(len(path) + 1):
            place = _span(self._starts, self.document.value(path[:length]))
            is_strange = self.text[place[0] : place[0] + 1] in ("&", "*", "!")
            if is_strange or not around[0] <= place[0] <= place[1] <= around[1]:
                raise uneditable()
            around = place
        return around

    def is_flow(self, path: KeyPath) -> bool:
        """Return whether the collection at a path is written between brackets."""
        return self.text[self.span(path)[0]] in "{["

    def in_flow(self, path: KeyPath) -> bool:
        """Return whether the value at a path is between the brackets of a collection around it."""
        return any(self.is_flow(path[:length]) for length in range(len(path)))

    def entry(self, path: KeyPath) -> Entry:
        """Return the offsets of a key with its value, or of an item.

        :raises Uneditable: it is written in an unusual way.
        """
        self.span(path[:-1])
        start, end = self.span(path)
        if isinstance(self.node(path[:-1]), list):
            if self.node(path) is None and self.text[start:end] == "-":  # nothing after the dash
                return Entry(end, end, end, end)
            return Entry(start, start, start, self._trimmed(start, end))
        first, last = _span(self._starts, self.document.key(path))
        if self.text[first : first + 1] in ("&", "*", "!", "?") or self.text[:first].rstrip(" ").endswith("?"):
            raise uneditable()
        colon = _COLON.match(self.text, last)
        after = colon.end() if colon else last
        if (start, end) == (first, last):
            return Entry(first, last, after, after)
        return Entry(first, last, start, self._trimmed(start, end))

    def _trimmed(self, start: int, end: int) -> int:
        """Return the end of a value without the line breaks that the parser counts to it."""
        return start + len(self.text[start:end].rstrip()) if end > start else end

    def entries(self, path: KeyPath) -> list[Entry]:
        """Return the entries of a collection, in the order of the text."""
        value = self.node(path)
        keys: Sequence[str | int] = range(len(value)) if isinstance(value, list) else list(value)
        return sorted((self.entry((*path, key)) for key in keys), key=lambda entry: entry.start)

    def dash(self, entry: Entry) -> int:
        """Return where the dash of an item is.

        :raises Uneditable: no dash is before it.
        """
        match = _DASH.search(self.text[: entry.start])
        if match is None:
            raise uneditable()
        return match.start()

    def opens_line(self, offset: int) -> bool:
        """Return whether only blanks are before an offset in its line."""
        return not self.text[self.line_start(offset) : offset].strip(" \t")

    def step(self) -> str:
        """Return the blanks by which the document indents the keys below another one."""
        for key, value in mapping_of(self.document.data).items():
            if isinstance(key, str) and isinstance(value, dict) and value and not self.is_flow((key,)):
                inner = self.indent_of(self.entry((key, next(iter(value)))).start)
                outer = self.indent_of(self.entry((key,)).start)
                if len(inner) > len(outer):
                    return inner[len(outer) :]
        return "  "


def node_at(data: Any, path: KeyPath) -> Any:
    """Return the value at a path of plain data."""
    for part in path:
        data = data[part]
    return data


def path_text(path: KeyPath) -> str:
    """Write a path for people: ``races.amazons.banner``."""
    return ".".join(str(part) for part in path)


_WORD = re.compile(r"[^\W\d][\w-]*|\d+")
_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@`=~<+.0123456789")
"""First characters with which a text is quoted: YAML, or one of its readers, gives them a meaning."""
_MEANINGS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
"""Words that some reader of YAML does not take for text."""


def write_scalar(value: object, old: str = "", *, in_flow: bool = True) -> str:
    """Write a text, a number, a truth value or nothing.

    :param old: the text that it replaces; its quotes are taken over.
    :param in_flow: whether it will be between brackets.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else f"{value:.12f}".rstrip("0")
    text = str(value)
    if old.startswith("'") and text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return text if not old.startswith('"') and _is_plain(text, in_flow) else _double_quoted(text)


def _is_plain(text: str, in_flow: bool) -> bool:
    """Return whether a text needs no quotes, for any reader of YAML."""
    is_odd = text != text.strip() or not text.isprintable() or text[:1] in _INDICATORS or text.lower() in _MEANINGS
    if not text or is_odd or text.endswith(":") or ": " in text or " #" in text:
        return False
    if in_flow and re.search(r"[,\[\]{}]|:(?!\w)", text):
        return False
    try:
        return plain_value(text) == text
    except OddScalar:
        return False


def _double_quoted(text: str) -> str:
    escaped = re.sub(r'([\\"])', r"\\\1", text)
    return '"' + "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in escaped) + '"'


def write_key(key: str) -> str:
    """Write a key of a mapping."""
    return key if _WORD.fullmatch(key) and key.lower() not in _MEANINGS else _double_quoted(key)


def write_flow(value: object, *, in_flow: bool = True) -> str:
    """Write a value in one line.

    :param in_flow: whether it will be between brackets.
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{write_key(str(key))}: {write_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(write_flow, value)) + "]"
    return write_scalar(value, in_flow=in_flow)


def write_block(value: object, indent: str, step: str, newline: str) -> str:
    """Write the text after the colon of a key: `` 7``, `` [a, b]``, or a mapping in lines below it.

    :param indent: spaces before the key. :param step: further spaces before keys below it.
    """
    if isinstance(value, Mapping) and value:
        return "".join(f"{newline}{indent}{step}{line}" for line in _key_lines(value, indent + step, step, newline))
    if isinstance(value, list | tuple) and any(isinstance(item, Mapping | list) for item in value):
        return "".join(f"{newline}{indent}{step}- {write_flow(item)}" for item in value)
    return " " + write_flow(value, in_flow=False)


def _key_lines(value: Mapping[Any, Any], indent: str, step: str, newline: str) -> list[str]:
    return [f"{write_key(str(key))}:{write_block(item, indent, step, newline)}" for key, item in value.items()]


def write_item(value: Any, indent: str, step: str, newline: str) -> str:
    """Write an item of a list after its dash, a mapping with its keys below each other.

    :param indent: spaces before the dash.
    """
    if not isinstance(value, Mapping) or not value:
        return write_block(value, indent, step, newline).removeprefix(" ")
    return f"{newline}{indent}  ".join(_key_lines(value, indent + "  ", step, newline))
