"""Writing a file as a whole: it appears with all its content, or the old one stays as it was."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO


def write_whole(path: Path, content: str | bytes, *, mode: int = 0o666) -> None:
    """Write a file as a whole; a text is written in UTF-8.

    :param mode: of a new file, less what the user denies to others.
    :raises OSError: it cannot be written; the old content is still there.
    """
    with whole_file(path, mode) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def whole_file(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Open a file that takes the place of the old one when the block ends without an exception.

    Until then its content is in a temporary file of the same folder. Links are followed; mode and owner of an old file
    stay. A device or a pipe is written to directly.

    :raises OSError: it cannot be written; the old content is still there.
    """
    target = os.path.realpath(path)
    old = _status(path)
    if old is not None and not (stat.S_ISREG(old.st_mode) and os.path.exists(target)):
        with open(path, "wb") as stream:
            yield stream
        return
    folder, name = os.path.split(target)
    temporary = os.path.join(folder, f".{name[:60]}.{secrets.token_hex(4)}.tmp")
    with _named(path, temporary):
        file = open(os.open(temporary, _FLAGS, mode), "w+b")  # noqa: SIM115 - closed in every case below
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        with _named(path, temporary):
            _put_in_place(temporary, target, old)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


_FLAGS = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


@contextlib.contextmanager
def _named(path: Path, temporary: str) -> Iterator[None]:
    """Let errors name the file that its writer named, not the temporary one."""
    try:
        yield
    except OSError as error:
        if error.filename == temporary:
            error.filename, error.filename2 = str(path), None
        raise


def _status(path: Path) -> os.stat_result | None:
    """Return the status of the old file, if there is one; a file that nobody may write to is not replaced."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(13, os.strerror(13), str(path))
    return status


def _put_in_place(temporary: str, target: str, old: os.stat_result | None) -> None:
    if old is not None:
        if hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):
                os.chown(temporary, old.st_uid, old.st_gid)
        os.chmod(temporary, stat.S_IMODE(old.st_mode))
    os.replace(temporary, target)
