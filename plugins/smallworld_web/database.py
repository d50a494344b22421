"""The database of a store: its address, its driver, and how SQLite is set up."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError

from smallworld import SmallWorldError, _
from smallworld.versions import extra, pip_install

MODE = 0o600
"""The mode of a database file."""
DRIVERS = frozenset({"sqlite", "sqlite+pysqlite", "postgresql+psycopg"})
"""The databases, with their drivers, for which the store is made."""


class StoreError(SmallWorldError):
    """The database cannot be used; nothing that was acknowledged is lost. The sentence is not for visitors."""


class DatabaseFile:
    """The file of an SQLite database, which nobody may remove or replace while it is open: nothing would be kept."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._identity: tuple[int, int] | None = None

    def remember(self) -> None:
        """Remember the file that is there now."""
        with suppress(OSError):
            self._identity = self._now()

    def require(self) -> None:
        """Refuse to go on with another file.

        :raises StoreError: it is not the one that was remembered.
        """
        try:
            is_same = self._identity is None or self._now() == self._identity
        except OSError:
            is_same = False
        if not is_same:
            raise StoreError(
                _("the database file {file} was removed or replaced; put it back, or start the server again",
                  file=self.path)
            )  # fmt: skip

    def _now(self) -> tuple[int, int]:
        status = self.path.stat()
        return status.st_dev, status.st_ino


def hide_from_others(path: Path) -> None:
    """Let only the user of the server read a database file, which has the hidden facts of every game.

    SQLite gives the files next to it the same mode.
    """
    with suppress(OSError):  # the database itself reports why it cannot be opened
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, MODE))
        if path.stat().st_mode & ~MODE & 0o777:
            path.chmod(MODE)


def prepare_sqlite(connection: Any, _: object) -> None:
    """Let readers and a writer work at once, and wait until every event is on the disk."""
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
        connection.execute(f"PRAGMA {setting}")


def engine_at(url: str) -> Engine:
    """Open the engine of an address.

    :raises StoreError: the address is not that of SQLite or PostgreSQL, or the driver is missing.
    """
    try:
        address = make_url(url)
        if address.drivername in ("postgresql", "postgres"):
            address = address.set(drivername="postgresql+psycopg")
        if address.drivername in DRIVERS:
            return create_engine(address)
    except ImportError:
        raise StoreError(
            _("--database {url!r} needs a package that is missing; {install}",
              url=_without_password(url), install=pip_install(extra("postgres")))
        ) from None  # fmt: skip
    except (ArgumentError, ValueError):  # a port that is not a number is a ValueError
        pass
    raise StoreError(
        _("--database {url!r} is not the address of a database; write sqlite:///FILE, e.g. sqlite:///tables.db, or "
          "postgresql://USER:PASSWORD@HOST/NAME", url=_without_password(url))
    )  # fmt: skip


def _without_password(url: str) -> str:
    """Hide the user and password of an address, which may be wrong in any way."""
    return re.sub(r"//.*@", "//…@", url)
