"""Set, add and remove values, keys and items: each function returns the edits for a document, and changes nothing.

Every edit is tried on a copy first: if the text would not hold exactly the data that was asked for, it is refused.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any

from smallworld.languages import _
from smallworld_editions.problem import Edit, errors_of
from smallworld_editions.reading.documents import Document, KeyPath
from smallworld_editions.reading.reader import read
from smallworld_validate.text_edits import layout as yaml_text
from smallworld_validate.text_edits.layout import Entry, Layout, Uneditable, node_at, uneditable

_COMMA = re.compile(r"(?:\s|#[^\n]*\n)*,")
_BREAKS = "\r\n\x85\u2028\u2029"


def set_value(document: Document, path: KeyPath, value: Any) -> tuple[Edit, ...]:
    """Replace a value; keys that are missing on the way are made.

    :raises Uneditable: the text cannot be changed so with certainty.
    """
    parent = document.data
    for length, part in enumerate(path):
        is_missing = isinstance(parent, dict) and part not in parent
        if is_missing or (parent is None and isinstance(part, str)):  # the key above has no value
            for missing in reversed(path[length + is_missing :]):
                value = {str(missing): value}
            around = path[:length]
            return add_key(document, around, str(part), value) if is_missing else set_value(document, around, value)
        parent = Layout(document).node(path[: length + 1])
    if parent == value and type(parent) is type(value):
        return ()
    edits = _replaced(Layout(document), path, value)
    expected = copy.deepcopy(document.data)
    node_at(expected, path[:-1])[path[-1]] = value
    return tried(document, edits, expected)


def _replaced(layout: Layout, path: KeyPath, value: Any) -> list[Edit]:
    if not path:
        raise uneditable()
    entry, text = layout.entry(path), layout.text
    old, in_flow = text[entry.value : entry.end], layout.in_flow(path)
    is_scalar = not isinstance(value, Mapping | list | tuple)
    if entry.value == entry.end:
        return [layout.edit(entry.end, entry.end, _after_colon(layout, path, value, in_flow))]
    if old[0] in "|>":
        return [layout.edit(entry.value, entry.end, _block_text(layout, path, old, value))]
    if is_scalar and not isinstance(layout.node(path), dict | list):
        return [layout.edit(entry.value, entry.end, yaml_text.write_scalar(value, old, in_flow=in_flow))]
    is_empty = old in ("[]", "{}") and not in_flow and not isinstance(layout.node(path[:-1]), list)
    if not is_empty and (old[0] in "{[" or in_flow or not isinstance(layout.node(path), dict | list)):
        new = yaml_text.write_scalar(value, in_flow=in_flow) if is_scalar else yaml_text.write_flow(value)
        return [layout.edit(entry.value, entry.end, new)]
    start = entry.value if isinstance(layout.node(path[:-1]), list) else text.rindex(":", 0, entry.value) + 1
    if "#" in text[start : entry.value]:
        raise uneditable()
    new = _after_colon(layout, path, value, in_flow).lstrip(" " * (start == entry.value))
    return [layout.edit(start, entry.end, new)]


def _after_colon(layout: Layout, path: KeyPath, value: Any, in_flow: bool) -> str:
    """Write a value after its colon or dash."""
    if in_flow:
        return " " + yaml_text.write_flow(value)
    entry = layout.entry(path)
    if isinstance(layout.node(path[:-1]), list):
        return " " + yaml_text.write_item(value, layout.indent_of(layout.dash(entry)), layout.step(), layout.newline)
    return yaml_text.write_block(value, layout.indent_of(entry.start), layout.step(), layout.newline)


def _block_text(layout: Layout, path: KeyPath, old: str, value: Any) -> str:
    """Write the value that replaces a text in lines of its own (``|`` or ``>``)."""
    lines = str(value).removesuffix("\n").split("\n")
    is_same = isinstance(value, str) and old.startswith("|") and all(line == line.rstrip() for line in lines)
    if not is_same or not all(line.isprintable() for line in lines) or lines[0][:1] == " ":
        return yaml_text.write_scalar(value, '"') if isinstance(value, str) else yaml_text.write_flow(value)
    header = "|" if str(value).endswith("\n") else "|-"
    first = next((line for line in old.split("\n")[1:] if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip(" "))] or layout.indent_of(layout.entry(path).start) + layout.step()
    return layout.newline.join([header, *(f"{indent}{line}" if line else "" for line in lines)])


def add_key(document: Document, path: KeyPath, key: str, value: Any, *, after: str = "") -> tuple[Edit, ...]:
    """Add a key to a mapping.

    :param path: of the mapping. :param after: the key behind which it belongs; by default the last one.
    :raises Uneditable: the mapping has this key, or the text cannot be changed so with certainty.
    """
    layout = Layout(document)
    mapping = layout.node(path)
    if mapping is None and path:
        return set_value(document, path, {key: value})
    if not isinstance(mapping, dict):
        raise Uneditable(_("{path} has no keys", path=yaml_text.path_text(path)))
    if key in mapping:
        raise Uneditable(_("{path} is there already", path=yaml_text.path_text((*path, key))))
    expected = copy.deepcopy(document.data)
    node_at(expected, path)[key] = value
    if not mapping:
        return tried(document, _replaced(layout, path, {key: value}), expected)
    entries = layout.entries(path)
    before = layout.entry((*path, after)) if after in mapping else entries[-1]
    if layout.is_flow(path):
        edit = _after_flow(layout, entries, before, f"{yaml_text.write_key(key)}: {yaml_text.write_flow(value)}")
    else:
        indent = layout.indent_of(entries[0].start)
        siblings = [(*path, name) for name, item in mapping.items() if isinstance(item, dict) and item]
        written = yaml_text.write_block(value, indent, layout.step(), layout.newline)
        if isinstance(value, Mapping) and siblings and all(layout.is_flow(other) for other in siblings):
            written = " " + yaml_text.write_flow(value)
        edit = _line_after(layout, before.end, f"{indent}{yaml_text.write_key(key)}:{written}")
    return tried(document, [edit], expected)


def add_item(document: Document, path: KeyPath, value: Any, index: int | None = None) -> tuple[Edit, ...]:
    """Add an item to a list.

    :param path: of the list. :param index: that that it has afterwards; by default it is the last one.
    :raises Uneditable: the text cannot be changed so with certainty.
    """
    layout = Layout(document)
    items = layout.node(path)
    if items is None and path:
        return set_value(document, path, [value])
    if not isinstance(items, list):
        raise Uneditable(_("{path} is not a list", path=yaml_text.path_text(path)))
    place = len(items) if index is None else max(0, min(index, len(items)))
    expected = copy.deepcopy(document.data)
    node_at(expected, path).insert(place, value)
    return tried(document, new_items(layout, path, {place: [value]}), expected)


def new_items(layout: Layout, path: KeyPath, items: Mapping[int, Sequence[Any]]) -> list[Edit]:
    """Return the edits that write items into a list, without trying them.

    :param items: index in the list as it is → the items to write before it, those at its length at the end.
    :raises Uneditable: the list is written in an unusual way.
    """
    if not layout.node(path):
        return _replaced(layout, path, [item for row in items.values() for item in row])
    entries, is_flow, edits = layout.entries(path), layout.is_flow(path), []
    for place, item in ((place, item) for place, row in items.items() for item in row):
        # An entry between brackets may open one of several lines: comments above stay where they are.
        opens_row = place < len(entries) and layout.opens_line(entries[place].start) and not _is_column(layout, entries)
        if not is_flow:
            edits.append(_item_line(layout, path, entries, place, item))
        elif place and not opens_row:
            edits.append(_after_flow(layout, entries, entries[place - 1], yaml_text.write_flow(item)))
        else:
            edits.append(layout.edit(entries[place].start, entries[place].start, f"{yaml_text.write_flow(item)}, "))
    return edits


def _is_column(layout: Layout, entries: Sequence[Entry]) -> bool:
    return len(entries) > 1 and all(layout.opens_line(entry.start) for entry in entries)


def _item_line(layout: Layout, path: KeyPath, entries: Sequence[Entry], place: int, value: Any) -> Edit:
    """Write an item with a dash before or after siblings."""
    dash = layout.dash(entries[0])
    indent = layout.indent_of(dash)
    blanks = re.match(r"-[ \t]+", layout.text[dash:])
    head = indent + (blanks[0] if blanks else "- ")
    siblings = [(*path, index) for index, item in enumerate(layout.node(path)) if isinstance(item, dict) and item]
    written = yaml_text.write_item(value, " " * (len(head) - 2), layout.step(), layout.newline)
    if any(layout.is_flow(other) for other in siblings):
        written = yaml_text.write_flow(value)
    if place:
        return _line_after(layout, entries[place - 1].end, head + written)
    if not layout.opens_line(dash):
        raise uneditable()
    start = layout.line_start(dash)
    return layout.edit(start, start, head + written + layout.newline)


# --- writing behind an entry


def _after_flow(layout: Layout, entries: Sequence[Entry], before: Entry, written: str) -> Edit:
    """Write an entry between brackets behind another one: in its line, or in the next as the siblings."""
    gap = layout.newline + layout.indent_of(before.start) if _is_column(layout, entries) else " "
    return layout.edit(before.end, before.end, f",{gap}{written}")


def _line_after(layout: Layout, end: int, line: str) -> Edit:
    """Write a line after the one in which an entry ends, and behind its comment."""
    if yaml_text.NOTHING.match(layout.text, end) is None:
        raise uneditable()
    place = layout.line_end(end)
    return layout.edit(place, place, layout.newline + line)


# --- removing


def remove_key(document: Document, path: KeyPath) -> tuple[Edit, ...]:
    """Remove a key with its value, or an item of a list.

    :raises Uneditable: it is not there, or the text cannot be changed so with certainty.
    """
    layout, parent = Layout(document), path[:-1]
    layout.node(path)
    expected = copy.deepcopy(document.data)
    del node_at(expected, parent)[path[-1]]
    entries, is_list = layout.entries(parent), isinstance(layout.node(parent), list)
    index = entries.index(layout.entry(path))
    if layout.is_flow(parent):
        spans = _spans_in_flow(layout, entries, index)
    elif len(entries) == 1:
        return tried(document, _emptied(layout, parent, entries[0], is_list=is_list), expected)
    else:
        spans = _spans_of_lines(layout, entries, index, is_list=is_list)
    return tried(document, [layout.edit(start, end, "") for start, end in spans], expected)


def _spans_in_flow(layout: Layout, entries: Sequence[Entry], index: int) -> list[tuple[int, int]]:
    entry, text = entries[index], layout.text
    comma = _COMMA.match(text, entry.end)
    if index and "#" not in text[entries[index - 1].end : entry.start]:
        return [(entries[index - 1].end, entry.end)]
    if index + 1 < len(entries) and "#" not in text[entry.end : entries[index + 1].start]:
        return [(entry.start, entries[index + 1].start)]
    return [(entry.start, entry.end), *([(comma.end() - 1, comma.end())] if comma is not None else [])]


def _emptied(layout: Layout, parent: KeyPath, entry: Entry, *, is_list: bool) -> list[Edit]:
    """Remove the only entry of a collection in lines; it is written as an empty one."""
    start, empty = (layout.dash(entry), "[]") if is_list else (entry.start, "{}")
    if not parent or isinstance(layout.node(parent[:-1]), list) or not layout.opens_line(start):
        return [layout.edit(start, entry.end, empty)]
    place = layout.text.index(":", layout.entry(parent).key_end) + 1
    return [layout.edit(place, place, f" {empty}"), layout.edit(*_lines_of(layout, start, entry.end), "")]


def _spans_of_lines(layout: Layout, entries: Sequence[Entry], index: int, *, is_list: bool) -> list[tuple[int, int]]:
    """Return the lines of one of several entries."""
    entry = entries[index]
    start = layout.dash(entry) if is_list else entry.start
    if layout.opens_line(start):
        return [_lines_of(layout, start, entry.end)]
    if index + 1 == len(entries):
        raise uneditable()
    follower = layout.dash(entries[index + 1]) if is_list else entries[index + 1].start
    if "#" in layout.text[entry.end : follower]:  # ``- id: r01  # note``: the note stays
        follower = entry.end + len(layout.text[entry.end :]) - len(layout.text[entry.end :].lstrip(" "))
    return [(start, follower)]


def _lines_of(layout: Layout, start: int, end: int) -> tuple[int, int]:
    """Return the span of the lines of an entry, with the comment above that belongs to no other entry."""
    if yaml_text.NOTHING.match(layout.text, end) is None:
        raise uneditable()
    first, last = layout.line_start(start), layout.next_line(end)
    above = first
    while above and layout.text[layout.line_start(above - 1) : above].lstrip().startswith("#"):
        above = layout.line_start(above - 1)
    if above < first and _is_blank(layout, above - 1) and _is_blank(layout, last):
        first = above
    if last == len(layout.text) and layout.text[last - 1 :] not in tuple(_BREAKS) and first:
        first -= len(layout.newline)  # the last line of a file without a break at its end
    return first, last


def _is_blank(layout: Layout, offset: int) -> bool:
    """Return whether a line is blank, or outside of the text."""
    if not 0 <= offset < len(layout.text):
        return True
    return not layout.text[layout.line_start(offset) : layout.line_end(offset)].strip()


# --- trying


def tried(document: Document, edits: Sequence[Edit], expected: Any) -> tuple[Edit, ...]:
    """Return edits after which the text holds the expected data.

    :raises Uneditable: it would not.
    """
    documents, problems = read(yaml_text.fix_text(document.text, edits), document.name)
    expected_data = [expected]
    if len(documents) > 1:  # scenarios: the other ones stay as they are
        before = read(document.text, document.name)[0]
        expected_data = [expected if other.root == document.root else other.data for other in before]
    if errors_of(problems) or [other.data for other in documents] != expected_data:
        raise uneditable()
    return tuple(edits)
