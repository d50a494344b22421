"""Folders: which of their files are ours?"""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from smallworld.content.decoding import MAX_BYTES
from smallworld.content.find import VARIANT_FILE
from smallworld.content.kind import kind_of
from smallworld.content.problem import Problem

SUFFIXES = (".yaml", ".yml", ".jsonl")
UNREADABLE = frozenset(
    {"yaml-syntax", "encoding", "too-large", "too-deep", "too-many-aliases", "too-many-problems", "long-text"}
    | {"unknown-anchor", "cycle"}
)
"""Codes after which nobody knows what the rest of a file holds."""
_KEY = re.compile(rb"^[-{ ]{0,4}[\"']?([A-Za-z_]+)[\"']? *:", re.MULTILINE)


def files_in(path: Path) -> list[Path]:
    """A file itself; of a folder every file that may be content, hidden ones left out.

    Variant files come first: their boards are then checked with them.
    """
    if not path.is_dir():
        return [path]
    found = [
        file
        for file in path.rglob("*")
        if file.suffix in SUFFIXES and file.is_file() and not _hidden(file.relative_to(path))
    ]
    return sorted(found, key=lambda file: (file.name != VARIANT_FILE, file))


def _hidden(path: Path) -> bool:
    return any(part.startswith((".", "_")) or part == "node_modules" for part in path.parts)


def is_foreign(path: Path, problems: Collection[Problem]) -> bool:
    """Does a file with these problems belong to another program?

    One that is called like ours is ours; one that cannot be read, if a line at its margin begins like one of ours.
    """
    if path.name == VARIANT_FILE or path.name.endswith(".scenario.yaml"):
        return False
    codes = {problem.code for problem in problems}
    if codes & {"unknown-kind", "not-a-mapping"}:
        return True
    if not codes & UNREADABLE:
        return False
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES)
    except OSError:
        return False
    keys = dict.fromkeys(found[1].decode() for found in _KEY.finditer(content))
    return kind_of(keys) is None
