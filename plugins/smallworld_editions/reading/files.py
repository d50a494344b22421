"""Read and decode files of other authors: regular files only, and no more bytes than a limit."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from smallworld.errors import ContentError
from smallworld.languages import N_, lazy, lazy_n, lazy_number
from smallworld.model.variant_folder import ENDINGS
from smallworld_editions.problem import Problem, Range

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


# --- read files of other authors: regular files only, and no more bytes than a limit


SUFFIXES = (*ENDINGS, ".jsonl")
"""Endings of all files that a folder is searched for."""

_KINDS = {
    stat.S_IFDIR: N_("it is a folder, not a regular file"),
    stat.S_IFIFO: N_("it is a named pipe, not a regular file"),
    stat.S_IFSOCK: N_("it is a socket, not a regular file"),
    stat.S_IFCHR: N_("it is a device, not a regular file"),
    stat.S_IFBLK: N_("it is a device, not a regular file"),
}


def read_start(path: Path, most: int) -> tuple[bytes, int]:
    """Read up to ``most`` bytes of a regular file; return them and the size of the whole file.

    Nothing waits: a pipe or a device is refused before it is opened.

    :raises ContentError: the path does not lead to a readable regular file.
    """
    try:
        _require_regular(path, os.stat(path))
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(descriptor, "rb") as stream:
            status = os.fstat(descriptor)
            _require_regular(path, status)
            content = stream.read(most)
    except OSError as error:
        raise _refusal(path, (error.strerror or str(error)).lower()) from None
    except ValueError:  # a null character or half of a surrogate pair in the path
        raise _refusal(path, lazy("no file can have this name")) from None
    return content, max(status.st_size, len(content))


def read_bytes(path: Path) -> bytes:
    """Read a regular file.

    :raises ContentError: the path does not lead to a readable regular file, or it has more than ``MAX_BYTES`` bytes.
    """
    content, size = read_start(path, MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ContentError([too_large(str(path), size)])
    return content


def require_content_link(path: Path) -> None:
    """Refuse a link that is called like content and leads to another kind of file: its text is not to be shown.

    :raises ContentError: the file that the path links to does not end like content.
    """
    suffixes = (*SUFFIXES, ".json")
    if path.suffix in suffixes and os.path.isfile(path) and Path(os.path.realpath(path)).suffix not in suffixes:
        raise _refusal(path, lazy("it is a link to a file that does not end in .yaml, .yml or .jsonl"))


def _require_regular(path: Path, status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        if stat.S_ISDIR(status.st_mode) and not os.access(path, os.R_OK | os.X_OK):
            raise PermissionError(13, os.strerror(13), str(path))
        other = N_("it is something else, not a regular file")
        raise _refusal(path, lazy(_KINDS.get(stat.S_IFMT(status.st_mode), other)))


def _refusal(path: Path, reason: str) -> ContentError:
    return ContentError(
        [Problem("no-file", "error", str(path), None, lazy("cannot read this file: {reason}", reason=reason))]
    )
