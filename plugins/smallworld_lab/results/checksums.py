"""Checksums of result files, chunks and lines: a single changed byte is detected.

A Parquet file is read from its end: a footer, its length and ``PAR1``. Between the last column and the footer other
bytes may be placed that readers ignore. The seal, a checksum of the rest of the file, is there, so a sealed file is
an ordinary Parquet file.
"""

from __future__ import annotations

import os
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

MARK = b"smallworld seal\n"
SIZE = 32
"""Bytes of a checksum."""
END = 8
"""Bytes after the footer: its length and ``PAR1``."""
BLOCK = 1 << 20


def seal_file(path: Path) -> None:
    """Put the seal into a Parquet file.

    :raises ValueError: it is not a Parquet file.
    """
    with path.open("r+b") as file:
        seal(file)
        file.flush()
        os.fsync(file.fileno())


def seal(file: BinaryIO) -> None:
    """Put the seal into an open Parquet file.

    :raises ValueError: it is not a Parquet file.
    """
    place, footer = _footer(file)
    digest = _digest(file, place, footer)
    file.seek(place)
    file.write(MARK + digest + footer)


def is_sealed(path: Path) -> bool:
    """Return whether a file has its seal and no byte of it has changed since."""
    try:
        with path.open("rb") as file:
            place, footer = _footer(file)
            place -= len(MARK) + SIZE
            if place < 0:
                return False
            file.seek(place)
            return file.read(len(MARK) + SIZE) == MARK + _digest(file, place, footer)
    except ValueError:
        return False


def _footer(file: BinaryIO) -> tuple[int, bytes]:
    """Return the place of the footer in a Parquet file, and its bytes to the end of the file.

    :raises ValueError: this is not a Parquet file.
    """
    length = file.seek(0, os.SEEK_END)
    file.seek(max(0, length - END))
    end = file.read(END)
    place = length - END - int.from_bytes(end[:4], "little")
    if len(end) < END or end[4:] != b"PAR1" or place < 4:
        raise ValueError("not a Parquet file")
    file.seek(place)
    return place, file.read()


def _digest(file: BinaryIO, place: int, footer: bytes) -> bytes:
    """Return the checksum of the bytes before a place, and of the footer."""
    digest = blake2b(digest_size=SIZE)
    file.seek(0)
    rest = place
    while rest and (block := file.read(min(BLOCK, rest))):
        digest.update(block)
        rest -= len(block)
    digest.update(footer)
    return digest.digest()


def seal_line(text: bytes) -> bytes:
    """Return a line with its checksum in front."""
    return blake2b(text, digest_size=8).hexdigest().encode() + b" " + text + b"\n"


def open_line(line: bytes) -> bytes | None:
    """Return the text of a sealed line; None if any byte of it has changed or is missing."""
    text = line.removesuffix(b"\n").partition(b" ")[2]
    return text if line == seal_line(text) else None
