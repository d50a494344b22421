"""The three streams of the program: there, readable or one sentence, and with every letter in their encoding."""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Iterator

from smallworld.errors import SmallWorldError, reason_of
from smallworld.languages import _

MODES = {"stdin": "r", "stdout": "w", "stderr": "w"}
"""Names of the streams in the order of their numbers, with what is done with them."""
PLAIN = str.maketrans({"–": "-", "—": "-", "−": "-", "‑": "-", "…": "...", "„": '"', "“": '"', "”": '"', "‚": "'",
                       "‘": "'", "’": "'", "→": "->", "×": "x", "ł": "l", "Ł": "L", "─": "-", "│": "|"})  # fmt: skip
"""Signs without a plain letter in Unicode → what replaces them in an encoding without them."""


def open_missing() -> None:
    """Open the streams that were closed by the program that started this one; what is written there is lost.

    Their numbers are taken first: else the next file, such as a save, would be standard output of a bot.
    """
    for name, mode in MODES.items():
        if getattr(sys, name) is None:
            number = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(number, number < len(MODES))
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def write_every_letter(*, for_programs: bool) -> None:
    """Let no letter fail in an encoding that lacks it: people read the nearest one, programs an escape of JSON."""
    codecs.register_error("smallworld-nearest", _nearest)
    codecs.register_error("smallworld-escape", _escape)
    for stream in (sys.stdout, sys.stderr):
        encoding = str(getattr(stream, "encoding", None) or "")
        if encoding and hasattr(stream, "reconfigure") and not codecs.lookup(encoding).name.startswith("utf"):
            stream.reconfigure(errors="smallworld-escape" if for_programs else "smallworld-nearest")
    if hasattr(sys.stdin, "reconfigure") and getattr(sys.stdin, "errors", "") == "strict":
        sys.stdin.reconfigure(errors="replace")


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """Replace letters that an encoding lacks: ``č`` by ``c``, others by ``?``."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = unicodedata.normalize("NFKD", error.object[error.start : error.end].translate(PLAIN))
    plain = "".join(letter if letter.isascii() else "?" for letter in letters if not unicodedata.combining(letter))
    return plain or "?", error.end


def _escape(error: UnicodeError) -> tuple[str, int]:
    """Replace letters that an encoding lacks by escapes of JSON."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2)), error.end


def input_lines() -> Iterator[str]:
    """Yield the lines of standard input.

    :raises SmallWorldError: it cannot be read.
    """
    try:
        for line in sys.stdin:  # noqa: UP028 - yield from would close the stream with this generator
            yield line
    except (OSError, ValueError) as error:
        raise _unreadable(error) from None


def input_bytes(most: int) -> bytes:
    """Read standard input up to so many bytes.

    :raises SmallWorldError: it cannot be read.
    """
    try:
        return sys.stdin.buffer.read(most)
    except (OSError, ValueError) as error:
        raise _unreadable(error) from None


def _unreadable(error: Exception) -> SmallWorldError:
    reason = reason_of(error) if isinstance(error, OSError) else str(error)
    return SmallWorldError(_("cannot read the input: {reason}", reason=reason))
