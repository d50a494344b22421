"""The user's cache: sealed entries in files, and the state of the sources that wrote them.

An entry is plain data; reading one runs nothing that it names. Entries are in the cache folder of the platform,
and are used only if the folder and the entry belong to the user and nobody else can write them. One that is damaged or
foreign, or that cannot be written, is as good as none, without a word. ``SMALLWORLD_CACHE=off`` turns the cache off;
another value is the folder to use.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from smallworld.model.variant_folder import shipped_folder

VARIABLE = "SMALLWORLD_CACHE"
OFF = "off"
MOST_BYTES = 16_000_000
"""The largest entry that is kept."""
MOST_ENTRIES = 200
"""Entries of a kind, by the end of their names, that remain when a new one is written; the oldest go."""
READING = os.O_RDONLY + sum(getattr(os, flag, 0) for flag in ("O_NONBLOCK", "O_NOFOLLOW", "O_BINARY", "O_CLOEXEC"))
"""How an entry is opened, as far as the system knows these ways: it may be neither a pipe nor a link."""
OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
IS_POSIX = hasattr(os, "geteuid")
"""Whether files have owners and modes; on Windows the folder is that of the user's profile."""


def is_off() -> bool:
    """Return whether the user wants nothing to be kept."""
    return os.environ.get(VARIABLE, "").strip().lower() == OFF


def cache_folder() -> str:
    """Return the folder of the entries, which need not exist; empty if it cannot be used."""
    if is_off():
        return ""
    chosen = os.environ.get(VARIABLE, "").strip()
    if chosen:
        return os.path.abspath(chosen)
    if sys.platform == "win32":
        base, inner = os.environ.get("LOCALAPPDATA", ""), os.path.join("smallworld", "Cache")
    elif sys.platform == "darwin":
        base, inner = os.path.expanduser("~/Library/Caches"), "smallworld"
    else:
        base, inner = os.environ.get("XDG_CACHE_HOME", "") or os.path.expanduser("~/.cache"), "smallworld"
    return os.path.join(base, inner) if os.path.isabs(base) else ""


def digest_of(content: bytes) -> str:
    """Return a digest of some bytes."""
    return blake2b(content, digest_size=16).hexdigest()


def sealed(content: bytes) -> bytes:
    """Return an entry with the digest of its content, so that damage is noticed."""
    return digest_of(content).encode() + b"\n" + content


def unsealed(entry: bytes) -> bytes | None:
    """Return the content of an entry; None if it is damaged."""
    digest, _, content = entry.partition(b"\n")
    return content if digest == digest_of(content).encode() else None


def read_entry(name: str) -> bytes | None:
    """Return the content of an entry; None if it does not exist, is damaged, or others can write it."""
    with suppress(OSError, ValueError):
        number = os.open(os.path.join(_own_folder(), name), READING)
        with open(number, "rb") as stream:
            status = os.fstat(number)
            if stat.S_ISREG(status.st_mode) and _is_own(status) and status.st_size <= 2 * MOST_BYTES:
                return unsealed(stream.read())
    return None


def write_entry(name: str, content: bytes) -> None:
    """Keep the content of an entry, whole or not at all; where that is not possible, nothing is kept."""
    place = cache_folder()
    if not place or len(content) > MOST_BYTES:
        return
    from smallworld_output.whole_files import write_whole  # not for what is kept already

    with suppress(OSError, ValueError):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with suppress(FileExistsError):
            os.mkdir(place, 0o700)
        path = os.path.join(_own_folder(), name)
        _remove_unusable(path)
        write_whole(Path(path), sealed(content), mode=0o600)
        _remove_oldest(os.path.splitext(name)[1])


def _own_folder() -> str:
    """Return the folder of the entries, in which nobody else can put or replace anything.

    :raises OSError: it does not exist, is a link, or others can write it.
    """
    place = cache_folder()
    status = os.lstat(place)
    if not stat.S_ISDIR(status.st_mode) or not _is_own(status):
        raise PermissionError(place)
    return place


def _is_own(status: os.stat_result) -> bool:
    """Return whether a file or folder belongs to the user, and nobody else can write it."""
    return not IS_POSIX or (status.st_uid == os.geteuid() and not status.st_mode & OTHERS_MAY_WRITE)


def _remove_unusable(path: str) -> None:
    """Remove an entry that is never read; a new one would keep its mode, or be written where a link leads."""
    with suppress(FileNotFoundError):
        status = os.lstat(path)
        if not stat.S_ISREG(status.st_mode) or not _is_own(status):
            os.unlink(path)


def _remove_oldest(kind: str) -> None:
    """Remove the entries that were written first, so that the folder does not grow for ever.

    Unfinished files of programs that were killed count as entries.
    """
    with os.scandir(_own_folder()) as files:
        listed = [file for file in files if file.name.endswith((kind, ".tmp"))]
        dated = sorted((file.stat(follow_symlinks=False).st_mtime_ns, file.path) for file in listed)
    for _, path in dated[:-MOST_ENTRIES]:
        with suppress(OSError):
            os.unlink(path)


# --- the state of the program's own sources: an edition that was checked by others is checked again


EDITIONS = ("smallworld_base", "smallworld_primitives", "smallworld_warcraft")
"""The packages with abilities of editions."""
SOURCES = (
    "smallworld.abilities", "smallworld.hooks", "smallworld.languages", "smallworld.model", "smallworld.plugins",
    "smallworld_editions", "smallworld_validate", *EDITIONS,
)  # fmt: skip
"""The packages with sources that read, check or build editions; the one with the checks need not be there."""


@cache
def source_stamp(packages: tuple[str, ...] = SOURCES) -> str:
    """Return a digest of names, sizes and times of the sources of packages, and of the schemas."""
    folders = [os.path.dirname(str(spec.origin)) for spec in filter(None, map(find_spec, packages))]
    folders.append(os.path.join(shipped_folder().parent, "schemas"))
    return digest_of(repr(sorted(row for folder in folders for row in _rows(folder))).encode())


def _rows(folder: str) -> Iterator[tuple[str, int, int]]:
    """Yield name, size and time of each source below a folder."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name.endswith((".py", ".json")):
            status = entry.stat()
            yield entry.path, status.st_size, status.st_mtime_ns
        elif "." not in entry.name and not entry.name.startswith("__") and entry.is_dir():
            yield from _rows(entry.path)
