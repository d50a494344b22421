"""The file of a running game: locked, and written so that no crash loses a line."""

from __future__ import annotations

import contextlib
import errno
import os
import shlex
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

from smallworld.errors import SaveError, SaveLostError, reason_of
from smallworld.languages import N_, lazy, lazy_number
from smallworld_records.record_lines import MAX_REPLAY

UNLOCKABLE = frozenset({errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOLCK})
"""Errors of file systems without locks."""

if sys.platform == "win32":
    import msvcrt

    def lock(file: int) -> None:
        """Do nothing: this system has no locks of the same kind (docs/notation.md)."""

    def lock_marker(file: int) -> None:
        """Lock the first byte of a file without contents for this program alone.

        :raises BlockingIOError: another program has it.
        """
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(error.errno, error.strerror) from error

else:
    import fcntl

    def lock(file: int) -> None:
        """Lock a file for this program alone, where its file system has locks.

        :raises BlockingIOError: another program has it.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in UNLOCKABLE:
                raise

    lock_marker = lock


def is_same(status: os.stat_result, path: Path) -> bool:
    """Return whether a path leads to an open file, without a link in between."""
    try:
        return os.path.samestat(status, os.lstat(path))
    except OSError:
        return False


# --- the file of a saved game: regular, locked, never replaced, and on disk before anything is acknowledged


BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
MOST_COPIES = 100
"""Copies of a save next to it."""
NO_WAIT = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe does not wait for its other end."""

_KINDS = {
    stat.S_IFDIR: N_("a folder"),
    stat.S_IFCHR: N_("a device"),
    stat.S_IFBLK: N_("a device"),
    stat.S_IFIFO: N_("a pipe"),
    stat.S_IFSOCK: N_("a socket"),
    stat.S_IFLNK: N_("a link that leads in a circle"),
}
"""Type of a file that is not regular → its name."""


class SaveFile:
    """A save that only this program writes to, until it is closed or the program ends.

    Links are followed once, when the file is opened: their target is written, never replaced, so
    its mode, its owner and all its names stay as they are.

    :param create: create a file that does not exist; one that does must be empty.
    :raises SaveError: it is not a regular file, another program has it, or it cannot be opened.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        """The file as it was named."""
        self.path_text = repr(str(path))
        self.real = Path(os.path.realpath(path))
        """The file itself, without links."""
        self._created = False
        self._file = self._open(create)
        self._length = self.size = os.fstat(self._file).st_size
        """``size``: bytes up to the end of the last whole line; the next line replaces everything after it."""
        if create and self.size:
            self.close()
            sentence = N_("{path} exists already; choose another file, or go on with: smallworld resume {quoted}")
            raise self._error(sentence, quoted=shlex.quote(str(path)))

    # --- opening

    def _open(self, create: bool) -> int:
        """Open the file and lock it; again if another one took its place in between."""
        while True:
            file = self._descriptor(create)
            try:
                self._lock(file)
                if is_same(os.fstat(file), self.real):
                    return file
            except BaseException:
                os.close(file)
                raise
            os.close(file)

    def _descriptor(self, create: bool) -> int:
        flags = os.O_RDWR | BINARY | NO_WAIT
        try:
            kind = stat.S_IFMT(os.lstat(self.real).st_mode) if os.path.lexists(self.real) else stat.S_IFREG
            if kind != stat.S_IFREG:
                sentence = N_("{path} is not a regular file but {kind}; choose another file")
                raise self._error(sentence, kind=lazy(_KINDS.get(kind, N_("something else"))))
            try:
                file = os.open(self.real, flags)
            except FileNotFoundError:
                if not create:
                    raise
                with contextlib.suppress(FileExistsError):  # another program was faster: its file is opened
                    file = os.open(self.real, flags | os.O_CREAT | os.O_EXCL, 0o666)
                    self._created = True
                    return file
                file = os.open(self.real, flags)
        except OSError as error:
            raise self._error(N_("the save {path} cannot be opened: {reason}"), reason=reason_of(error)) from None
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise self._error(N_("{path} is not a regular file; choose another file"))
        return file

    def _lock(self, file: int) -> None:
        try:
            lock(file)
        except BlockingIOError:
            sentence = N_("{path} is being played by another program; end that one, or play on in a copy")
            raise self._error(sentence) from None
        except OSError as error:
            raise self._error(N_("the save {path} cannot be locked: {reason}"), reason=reason_of(error)) from None

    # --- reading and writing

    def read(self) -> bytes:
        """Read the whole file, at most one byte more than a replay may have."""
        os.lseek(self._file, 0, os.SEEK_SET)
        return _read(self._file, MAX_REPLAY + 1)

    def append(self, data: bytes, *, sync: bool = False) -> None:
        """Write after the last whole line; all of the data or nothing.

        :param sync: return only when the data are on the disk.
        :raises SaveLostError: the file was removed, replaced or changed by another program.
        :raises SaveError: the disk takes no more; the file is as before.
        """
        self.check()
        if self.size + len(data) > MAX_REPLAY:
            sentence = N_("the save {path} is full: a game may have {limit} bytes")
            raise self._error(sentence, limit=lazy_number(MAX_REPLAY))
        start = self.size
        try:
            self._write(data, start)
            if sync:
                os.fsync(self._file)
            self.size = self._length = start + len(data)
        except BaseException as error:
            if self.size == start:
                with contextlib.suppress(OSError):
                    self._cut(start)
            if isinstance(error, OSError):
                raise self._error(N_("the save {path} cannot be written: {reason}"), reason=reason_of(error)) from None
            raise
        self.check()

    def truncate(self, size: int) -> None:
        """Remove everything after a line.

        :param size: bytes up to the end of this line.
        :raises SaveLostError: the file was removed, replaced or changed by another program.
        """
        self.check()
        self._cut(size)
        os.fsync(self._file)
        self.check()

    def sync(self) -> None:
        """Wait until everything written is on the disk, the name of a new file included."""
        with contextlib.suppress(OSError):  # folders cannot be opened everywhere
            os.fsync(self._file)
            folder = os.open(self.real.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def check(self) -> None:
        """Make sure that the path still leads to this file, and that no other program has written to it.

        :raises SaveLostError: it does not, or another program has.
        """
        status = os.fstat(self._file)
        path = self.path_text
        if not os.path.lexists(self.real):
            raise SaveLostError(lazy("the save {path} was removed while it was played", path=path))
        if not is_same(status, self.real):
            raise SaveLostError(lazy("the save {path} was replaced by another file while it was played", path=path))
        if status.st_size != self._length:
            raise SaveLostError(lazy("the save {path} was changed by another program while it was played", path=path))

    def discard(self) -> None:
        """Undo the creation: empty the file, and remove it if it did not exist."""
        with contextlib.suppress(OSError):
            self._cut(0)
            if self._created and is_same(os.fstat(self._file), self.real):
                self.real.unlink()
        self.close()

    def close(self) -> None:
        """Close the file, which releases its lock."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _error(self, sentence: str, **values: object) -> SaveError:
        return SaveError(lazy(sentence, path=self.path_text, **values))

    def _write(self, data: bytes, start: int) -> None:
        if self._length != start:  # a torn line, or lines that are taken back
            self._cut(start)
        os.lseek(self._file, start, os.SEEK_SET)
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(self._file, rest) :]

    def _cut(self, size: int) -> None:
        os.ftruncate(self._file, size)
        self.size = self._length = size


def numbered_names(path: Path) -> Iterator[Path]:
    """Yield names next to a file for copies of it: ``game-1.jsonl`` and so on."""
    for number in range(1, MOST_COPIES + 1):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def keep_copy(save: SaveFile) -> Path:
    """Write a copy of a whole save next to it; return its path.

    :raises SaveError: the copy cannot be written.
    """
    for path in numbered_names(save.path):
        if not os.path.lexists(path):
            with contextlib.closing(SaveFile(path, create=True)) as copy:
                copy.append(save.read(), sync=True)
            return path
    raise SaveError(
        lazy("there are {number} copies of {path} already; remove some", number=MOST_COPIES, path=save.path)
    )


def read_save(path: Path) -> bytes:
    """Read a save without locking it; at most one byte more than a replay may have.

    :raises SaveError: the save cannot be read.
    """
    try:
        with path.open("rb", buffering=0) as stream:
            return _read(stream.fileno(), MAX_REPLAY + 1)
    except OSError as error:
        raise SaveError(lazy("{path}: cannot read this file: {reason}", path=path, reason=reason_of(error))) from None


def _read(file: int, most: int) -> bytes:
    data = b""
    while chunk := os.read(file, min(most - len(data), 1 << 20)):
        data += chunk
    return data
