"""Checksums that chain the lines of a save: each covers its line and all lines before it."""

from __future__ import annotations

import hashlib
import json
import re

CHAINED = "chained"
"""Key of the header by which a save declares that each of its lines ends with a checksum."""
CHECK = "check"
"""Key of the checksum, always the last one of its line."""

_SEAL = re.compile(r', "check": "([0-9a-f]{16})"\}')
_SEAL_LENGTH = len(', "check": "0123456789abcdef"}')


class Chain:
    """The checksums of successive lines.

    :param last: the checksum of the line before the first one; empty at the start of a save.
    """

    __slots__ = ("last",)

    def __init__(self, last: str = "") -> None:
        self.last = last
        """The checksum of the last line."""

    def seal(self, line: str) -> str:
        """Add a checksum to a line, a JSON object with at least one key."""
        self.last = _digest(self.last, line)
        return f'{line[:-1]}, "{CHECK}": "{self.last}"}}'

    def unseal(self, line: str) -> str | None:
        """Remove the checksum from a line; None if it is missing or wrong for this line after the lines before."""
        seal = _SEAL.fullmatch(line, max(0, len(line) - _SEAL_LENGTH))
        if seal is None:
            return None
        plain = line[:-_SEAL_LENGTH] + "}"
        if _digest(self.last, plain) != seal[1]:
            return None
        self.last = seal[1]
        return plain


def first_damaged(text: str) -> int | None:
    """Return the number of the first line of a save that its checksum does not fit.

    :returns: None if all lines are as they were written, or have no checksums.
    """
    lines = text.split("\n")
    if not _is_chained(lines[0]):
        return None
    chain = Chain()
    for number, line in enumerate(lines, 1):
        if line.strip() and chain.unseal(line.removesuffix("\r")) is None:
            return number
    return None


def _is_chained(header: str) -> bool:
    try:
        value = json.loads(header)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and (CHAINED in value or CHECK in value)


def _digest(previous: str, line: str) -> str:
    return hashlib.sha256(f"{previous}\n{line}".encode()).hexdigest()[:16]
