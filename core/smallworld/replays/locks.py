"""Locks of open files; the system releases them when the program ends, even if it is killed."""

from __future__ import annotations

import errno
import sys

UNLOCKABLE = frozenset({errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOLCK})
"""Errors of file systems without locks."""

if sys.platform == "win32":

    def lock(file: int) -> None:
        """Do nothing: this system has no locks of the same kind (docs/notation.md)."""

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
