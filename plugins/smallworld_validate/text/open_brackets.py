"""Find open quotes and brackets in YAML that cannot be parsed."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_BEFORE_VALUE = re.compile(r"(?:^|[\s\[{,])$")
_AFTER_VALUE = re.compile(r"\s*(?:[,\]}:]|$)|\s+#", re.MULTILINE)
_CLOSING = {'"': re.compile(r'(?:[^"\\]|\\.)*"', re.DOTALL), "'": re.compile(r"(?:[^']|'')*'", re.DOTALL)}


@dataclass(slots=True)
class FlowScan:
    """Offsets of the open brackets, and of a quote without its closing quote."""

    brackets: list[int] = field(default_factory=list)
    quote: int | None = None
    stray: int | None = None
    """The first bracket that closes nothing."""


def scan_flow(text: str, end: int) -> FlowScan:
    """Scan a text up to an offset, or up to the first quote that is closed in a wrong place or never."""
    scan = FlowScan()
    offset = 0
    while offset < end:
        sign = text[offset]
        if sign == "#" and (offset == 0 or text[offset - 1] in " \t\n"):
            offset = text.find("\n", offset) % (len(text) + 1)
        elif sign in "\"'" and _begins_value(text, offset):
            match = _CLOSING[sign].match(text, offset + 1)
            if match is None or _is_late(text, offset, match.end()):
                scan.quote = offset
                return scan
            offset = match.end()
            continue
        elif sign in "[{":
            scan.brackets.append(offset)
        elif sign in "]}" and scan.brackets:
            scan.brackets.pop()
        elif sign in "]}" and scan.stray is None:
            scan.stray = offset
        offset += 1
    return scan


def _begins_value(text: str, offset: int) -> bool:
    """Return whether a quote begins a value, a key or an item; other quotes are inside a text."""
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    before = line.rstrip()
    return bool(_BEFORE_VALUE.search(line)) and (before == "" or before[-1] in ":,-[{?")


def _is_late(text: str, start: int, end: int) -> bool:
    """Return whether the closing quote is in fact the opening quote of the next value."""
    rest = text[end : end + 1]
    if _AFTER_VALUE.match(text, end):
        return False
    return "\n" in text[start:end] or (rest not in " \t" and text[end - 2 : end - 1] in " :[{,(")
