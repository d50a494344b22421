"""Write a value as YAML: in the quotes of the old text, in one line or in lines of their own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from smallworld_editions.reading.scalars import OddScalar, plain_value

_WORD = re.compile(r"[^\W\d][\w-]*|\d+")
_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@`=~<+.0123456789")
"""First characters with which a text is quoted: YAML, or one of its readers, gives them a meaning."""
_MEANINGS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
"""Words that some reader of YAML does not take for text."""
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0"}


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
    if not text or text != text.strip() or not text.isprintable():
        return False
    if text[0] in _INDICATORS or text.lower() in _MEANINGS or text.endswith(":") or ": " in text or " #" in text:
        return False
    if in_flow and re.search(r"[,\[\]{}]|:(?!\w)", text):
        return False
    try:
        return plain_value(text) == text
    except OddScalar:
        return False


def _double_quoted(text: str) -> str:
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def write_key(key: str) -> str:
    """Write a key of a mapping."""
    return key if _WORD.fullmatch(key) and key.lower() not in _MEANINGS else _double_quoted(key)


def write_flow(value: object) -> str:
    """Write a value in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{write_key(str(key))}: {write_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(write_flow, value)) + "]"
    return write_scalar(value)


def write_block(value: object, indent: str, step: str, newline: str) -> str:
    """Write the text after the colon of a key: `` 7``, `` [a, b]``, or a mapping in lines below it.

    :param indent: spaces before the key. :param step: further spaces before keys below it.
    """
    if isinstance(value, Mapping) and value:
        inner = indent + step
        lines = (
            f"{inner}{write_key(str(key))}:{write_block(item, inner, step, newline)}" for key, item in value.items()
        )
        return newline + newline.join(lines)
    is_rows = isinstance(value, list | tuple) and any(isinstance(item, Mapping | list) for item in value)
    if isinstance(value, list | tuple) and is_rows:
        return "".join(f"{newline}{indent}{step}- {write_flow(item)}" for item in value)
    if isinstance(value, Mapping | list | tuple):
        return " " + write_flow(value)
    return " " + write_scalar(value, in_flow=False)


def write_item(value: Any, indent: str, step: str, newline: str) -> str:
    """Write an item of a list after its dash, a mapping with its keys below each other.

    :param indent: spaces before the dash.
    """
    if not isinstance(value, Mapping) or not value:
        return write_block(value, indent, step, newline).removeprefix(" ")
    inner = indent + "  "
    lines = (f"{write_key(str(key))}:{write_block(item, inner, step, newline)}" for key, item in value.items())
    return f"{newline}{inner}".join(lines)
