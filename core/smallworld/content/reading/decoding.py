"""Decode bytes as text, up to a limit."""

from __future__ import annotations

from smallworld.content.problems.problem import Problem, Range
from smallworld.languages import lazy, lazy_n, lazy_number

MAX_BYTES = 400_000
"""Largest YAML file; the largest shipped one has 30,000 bytes."""


class ReadAborted(Exception):
    """The rest of the text cannot be read."""

    def __init__(self, problem: Problem, earlier: list[Problem] | None = None) -> None:
        super().__init__(problem.message)
        self.problem, self.earlier = problem, earlier or []


def too_large(name: str, size: int, most: int = MAX_BYTES) -> Problem:
    """Return the problem of a file with more than ``most`` bytes."""
    message = lazy_n("the file has {size} byte; {most} are the most for its kind",
                     "the file has {size} bytes; {most} are the most for its kind",
                     size, size=lazy_number(size), most=lazy_number(most))  # fmt: skip
    return Problem("too-large", "error", name, None, message, lazy("is this the right file?"))


def decode(content: bytes, name: str, most: int = MAX_BYTES) -> str:
    """Decode UTF-8.

    :raises ReadAborted: if it is another encoding, or more than ``most`` bytes.
    """
    if len(content) > most:
        raise ReadAborted(too_large(name, len(content), most))
    if content.startswith((b"\xff\xfe", b"\xfe\xff")) or _has_wide_characters(content[:8]):
        raise ReadAborted(_encoding(name, Range.at(1, 1), lazy("the file is in UTF-16 or UTF-32")))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if b"\0" in content:
            message, hint = lazy("the file is not text"), lazy("is this the right file?")
            raise ReadAborted(Problem("encoding", "error", name, None, message, hint)) from None
        before = content[: error.start].decode("utf-8-sig", "replace")
        message = lazy("byte {byte} is not UTF-8", byte=f"0x{content[error.start]:02x}")
        raise ReadAborted(_encoding(name, Range.at_offset(before, len(before)), message)) from None


def _has_wide_characters(start: bytes) -> bool:
    """Return whether bytes are UTF-16 or UTF-32 without a mark: every second byte of plain letters is zero."""
    return len(start) >= 4 and any(not any(start[first::2]) for first in (0, 1))


def _encoding(name: str, place: Range, message: str) -> Problem:
    return Problem("encoding", "error", name, place, message, lazy("save the file as UTF-8"))
