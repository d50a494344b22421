"""Locks of open files; the system releases them when the program ends, even if it is killed."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

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
