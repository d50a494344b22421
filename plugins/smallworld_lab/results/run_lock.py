"""The lock of a run: only one program at a time plays games into its folder."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld_records.save_file import is_same, lock_marker


class RunLock:
    """A locked file in the folder of a run. The system unlocks it when the program ends, even if it is killed.

    :param out: the file of results; :param folder: the folder of the run.
    """

    def __init__(self, out: Path, folder: Path) -> None:
        self.out, self.path = out, folder / "lock"
        self._file = -1

    def acquire(self) -> None:
        """Create the folder and lock the file in it; again if another run removed them in between.

        :raises SmallWorldError: another program has the lock. :raises OSError: nothing can be written.
        """
        while self._file < 0:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):
                self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
                self._lock()

    def _lock(self) -> None:
        """Lock the open file, and close it if the lock is of no use."""
        try:
            lock_marker(self._file)
        except BlockingIOError:
            self.close()
            raise SmallWorldError(lazy(
                "the games of {file} are being played by another program; wait until it ends, or choose another --out",
                file=self.out,
            )) from None  # fmt: skip
        if not is_same(os.fstat(self._file), self.path):
            self.close()

    def remove(self) -> None:
        """Remove the file and unlock it; Windows removes only closed files."""
        if os.name == "nt":
            self.close()
        self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Unlock the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
