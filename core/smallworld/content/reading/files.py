"""Read files of other authors: regular files only, and no more bytes than a limit."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from smallworld.content.problems.problem import Problem
from smallworld.content.reading.decoding import MAX_BYTES, too_large
from smallworld.errors import ContentError
from smallworld.languages import N_, lazy
from smallworld.model.variant_folder import ENDINGS

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
