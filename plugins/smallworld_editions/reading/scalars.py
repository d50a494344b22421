"""Plain YAML scalars to values, and values to YAML: a safe subset of the forms that YAML allows.

Whole numbers and decimal fractions are numbers (``5.0`` is the whole number 5), ``true`` and
``false`` are truth values, nothing or ``null`` is the empty value, and everything else is text: dates, ``yes``, ``on``.
Other spellings of numbers are refused, because readers disagree on what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from smallworld.languages import lazy, lazy_n

Scalar = str | int | float | bool | None

CONSTANTS: dict[str, Scalar] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip

MAX_DIGITS = 15
"""Longest number: more digits do not survive a reader that uses floating point."""

_PLAIN_INT = re.compile(r"-?(?:0|[1-9][0-9]*)")
_PLAIN_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+")
_BASED = re.compile(r"[-+]?0(?:x[0-9a-fA-F_]+|o[0-7_]+|b[01_]+)")
_ODD = re.compile(r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_NUMBER_START = frozenset("+-.0123456789")
_INDICATORS = frozenset("<>=~!*&@%`|#[]{},?")
"""Signs with which an unquoted text does not begin in YAML, or that the examples quote."""


class OddScalar(ValueError):
    """A scalar that looks like a number but is not in the accepted form.

    :ivar code: the code of the problem. :ivar message: its sentence.
    :ivar instead: the same number as we write it; empty if it cannot be written so.
    """

    def __init__(self, code: str, message: str, instead: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.instead = code, message, instead


def plain_value(text: str) -> Scalar:
    """Convert an unquoted scalar to its value.

    :raises OddScalar: for numbers in a form that is not accepted.
    """
    if text in CONSTANTS:
        return CONSTANTS[text]
    if text[0] not in _NUMBER_START:
        return text
    return _number(text)


def _number(text: str) -> Scalar:
    if len(text) > MAX_DIGITS and (text.isdigit() or _ODD.fullmatch(text[:400]) or _BASED.fullmatch(text[:400])):
        raise OddScalar(
            "long-number",
            lazy_n(
                "this number has {count} digit; {most} are the most",
                "this number has {count} digits; {most} are the most",
                len(text),
                most=MAX_DIGITS,
            ),
        )
    if _PLAIN_INT.fullmatch(text):
        return int(text)
    if _PLAIN_FLOAT.fullmatch(text):
        value = float(text)
        return int(value) if value.is_integer() else value
    if _NOT_FINITE.fullmatch(text):
        raise OddScalar("not-finite", lazy("{text} is not a finite number", text=text))
    if _BASED.fullmatch(text) or _ODD.fullmatch(text):
        raise OddScalar(
            "number-form", lazy("the number {text} is not in plain decimal form", text=text), _as_plain(text)
        )
    return text


def _as_plain(text: str) -> str:
    bare = text.replace("_", "").lstrip("+")
    try:
        if _BASED.fullmatch(bare):
            return str(int(bare, 0))
        value = float(bare)
    except (ValueError, OverflowError):
        return ""
    if abs(value) >= 10**MAX_DIGITS:
        return ""
    if value == int(value):
        return str(int(value))
    written = f"{value:.{MAX_DIGITS - 2}f}".rstrip("0")
    return written if len(written) <= MAX_DIGITS and float(written) == value else ""


def write_yaml(value: Any) -> str:
    """Write a value as YAML in one line."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {write_yaml(inner)}' for key, inner in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(write_yaml, value))}]"
    if value is None:
        return "null"
    if isinstance(value, str) and value[:1] in _INDICATORS:
        return f'"{value}"'
    return str(value).lower() if isinstance(value, bool) else str(value) or '""'
