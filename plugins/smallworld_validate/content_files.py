"""Find the content files in folders, and leave out files of other programs."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from smallworld.errors import ContentError
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld_editions.problem import Problem
from smallworld_editions.reading.files import MAX_BYTES, SUFFIXES, read_start
from smallworld_editions.variants.file_kind import kind_of

UNREADABLE = frozenset(
    {"yaml-syntax", "encoding", "too-large", "too-deep", "too-many-aliases", "too-many-problems", "long-text"}
    | {"unknown-anchor", "cycle"}
)
"""Codes after which the rest of a file is unknown."""
_KEY = re.compile(rb"^[-{ ]{0,4}[\"']?([A-Za-z_]+)[\"']? *:", re.MULTILINE)


def files_in(path: Path) -> list[Path]:
    """List the files to check: the path itself, or all files of a folder that may be content, without hidden ones.

    Variant files come first: their boards are then checked with them.
    """
    if not path.is_dir():
        return [path]
    return sorted(_content_files(path), key=lambda file: (file.name != VARIANT_FILE, file))


def _content_files(top: Path) -> Iterator[Path]:
    """Yield all files below a folder with names of content files; unreadable folders are yielded as such."""
    refused: list[Path] = []
    walk = os.walk(top, onerror=lambda error: refused.append(Path(error.filename)))
    for folder, folders, names in walk:
        folders[:] = [name for name in folders if not _is_hidden(name)]
        for name in names:
            if name.endswith(SUFFIXES) and not _is_hidden(name):
                yield Path(folder, name)
    yield from refused


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "_")) or name == "node_modules"


def is_foreign(path: Path, problems: Collection[Problem]) -> bool:
    """Return whether a file with these problems belongs to another program.

    A file with the name of a content file does not; neither does an unreadable one in which an unindented line begins
    like a line of a content file.
    """
    if path.name == VARIANT_FILE or path.name.endswith(".scenario.yaml"):
        return False
    codes = {problem.code for problem in problems}
    if codes & {"unknown-kind", "not-a-mapping"}:
        return True
    if not codes & UNREADABLE:
        return False
    try:
        content, _ = read_start(path, MAX_BYTES)
    except ContentError:
        return False
    narrow = content.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff").replace(b"\0", b"")  # of UTF-16 the ASCII
    keys = dict.fromkeys(match[1].decode() for match in _KEY.finditer(narrow))
    return kind_of(keys) is None
