"""Make texts of other authors safe for a terminal, a page or a build log."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO, cast
from unicodedata import category

from smallworld.errors import SmallWorldError, reason_of
from smallworld.languages import lazy

UNSAFE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of characters that are not printed: control, format with the bidi marks, surrogates, separators."""
JOINERS = "\u200c\u200d"
"""Format characters that scripts and emoji need; they move nothing."""
STYLE = re.compile(r"(\x1b\[[0-9;]*m)")
"""Colours of this program."""
COMMAND = re.compile(r"(?m)^(\s*):(?=:)|^(\s*)#(?=#\[)")
"""Beginnings of lines that build servers take for commands."""


def safe(text: str, keep: str = "") -> str:
    """Return the text with a mark for each character that could steer a terminal.

    >>> safe("a\\x1b[2Jb")
    'a\ufffd[2Jb'
    """
    if text.isascii() and text.isprintable():
        return text
    allowed = keep + JOINERS
    return "".join("\ufffd" if category(c) in UNSAFE and c not in allowed else c for c in text)


def safe_markup(text: str) -> str:
    """Return the text for SVG and HTML: without characters that XML forbids, and with entities."""
    from html import escape  # not in a terminal

    return escape(safe(text))


def safe_lines(text: str) -> str:
    """Return lines for a build log: none of them begins as a command of the build server does."""
    return COMMAND.sub(lambda match: f"{match[1] or match[2] or ''}\ufffd", text)


class SafeStream:
    """A stream of text that marks control characters, and commands of build servers; ends of lines and colours stay.

    :param is_needed: whether a failure to write is an error; else what cannot be written is lost.
    :ivar outlives_reader: go on without output when the reader of a pipe has enough, instead of ending the program.
    """

    def __init__(self, stream: TextIO, *, is_needed: bool = True) -> None:
        self._stream, self._is_needed = stream, is_needed
        self.outlives_reader = False

    @property
    def encoding(self) -> str:
        """The encoding; not ASCII, because click writes past such a stream, to its bytes."""
        name = str(getattr(self._stream, "encoding", None) or "utf-8")
        return "utf-8" if name.lower() in ("ascii", "us-ascii", "ansi_x3.4-1968", "646") else name

    def write(self, text: str) -> int:
        """Write the safe text; the number of characters. The output of a plugin goes to standard error."""
        if text == "":  # click tries this, and ignores every error
            return 0
        if self._is_needed and _is_foreign():
            return sys.stderr.write(text)
        return self.write_commands(safe_lines(text))

    def write_commands(self, text: str) -> int:
        """Write commands for a build server; what they quote must be escaped already."""
        inner = text.strip("\r")
        start = text[: len(text) - len(text.lstrip("\r"))]
        end = text[len(text.rstrip("\r")) :] if inner else ""
        parts = STYLE.split(inner)
        marked = "".join(part if number % 2 else safe(part, "\n\t") for number, part in enumerate(parts))
        self._try(self._stream.write, start + marked + end)
        return len(text)

    def flush(self) -> None:
        """Write all that waits."""
        self._try(self._stream.flush)

    def _try(self, action: Callable[..., object], *arguments: str) -> None:
        """Write.

        :raises BrokenPipeError: the reader of the output has enough.
        :raises OutputError: the output cannot be written.
        """
        try:
            action(*arguments)
        except BrokenPipeError:
            discard(self._stream)
            if self._is_needed and not self.outlives_reader:
                raise
        except (OSError, ValueError) as error:  # a closed stream is a ValueError
            discard(self._stream)
            if self._is_needed:
                reason = reason_of(error) if isinstance(error, OSError) else str(error)
                raise OutputError(lazy("cannot write the output: {reason}", reason=reason)) from None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


_speakers = {"smallworld", "smallworld_play", "prompt_toolkit"}
"""Packages whose output is that of the program."""


def let_speak(package: str) -> None:
    """Let a package print on standard output and end the program: it brings a command."""
    _speakers.add(package)


def is_speaker(package: str) -> bool:
    """Return whether a package may print on standard output and end the program."""
    return package in _speakers


def _is_foreign() -> bool:
    """Return whether code of others prints: the nearest caller that is neither click nor the standard library."""
    frame = sys._getframe(2)
    while frame.f_back is not None and _is_library(_package_of(frame)):
        frame = frame.f_back
    package = _package_of(frame)
    return not is_speaker(package) and not _is_library(package)


def _is_library(package: str) -> bool:
    return package == "click" or package in sys.stdlib_module_names


def _package_of(frame: Any) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


class OutputError(SmallWorldError):
    """Standard output cannot be written."""


def discard(stream: TextIO) -> None:
    """Discard what a stream has not written and will write, so that Python does not complain about it at exit."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


@contextmanager
def judged() -> Iterator[None]:
    """Keep the exit status of a command that finds mistakes, also if the reader of its output has enough early."""
    screen = sys.stdout if isinstance(sys.stdout, SafeStream) else SafeStream(sys.stdout)
    screen.outlives_reader = True
    try:
        yield
    finally:
        screen.outlives_reader = False


def print_commands(text: str) -> None:
    """Print commands for a build server: the only lines that may begin as one."""
    write = sys.stdout.write_commands if isinstance(sys.stdout, SafeStream) else sys.stdout.write
    write(f"{text}\n")
    sys.stdout.flush()


@contextmanager
def screened() -> Iterator[None]:
    """Mark control characters in all that is printed."""
    screens = {name: SafeStream(getattr(sys, name), is_needed=name == "stdout") for name in ("stdout", "stderr")}
    before = {name: getattr(sys, name) for name in screens}
    for name, screen in screens.items():
        setattr(sys, name, cast(TextIO, screen))
    try:
        yield
    finally:
        for name, screen in screens.items():
            if getattr(sys, name) is screen:  # click puts a silent stream here when a pipe is closed
                setattr(sys, name, before[name])
