"""Everything that is wrong on purpose; ``bad_files/README.md`` describes it."""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
BAD_FILES = ROOT / "tests" / "bad_files"
BOARDS = BAD_FILES / "boards"
CODES = BAD_FILES / "codes"
SUITES = BAD_FILES / "suites"
DATA = ("mistakes.yaml", "plugins.yaml")
"""Files of ``bad_files`` that hold others."""

MARK = "⟦"

Entry = dict[str, Any]
Places = list[tuple[int, int]]
"""Lines and columns, from 1."""


def mistakes() -> list[Entry]:
    """Read the mistakes of authors in small files, each with the places of its problem and the remedy."""
    return [entry for entry in _read("mistakes.yaml") if "text" in entry]


def copies() -> list[Entry]:
    """Read the mistakes in copies of good files."""
    return [entry for entry in _read("mistakes.yaml") if "of" in entry]


@cache
def plugins() -> Path:
    """Write the broken plugins and variants into a folder; the first line of each has the expected message."""
    folder = Path(mkdtemp(prefix="broken-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for entry in _read("plugins.yaml"):
        (folder / entry["file"]).write_text(f"# expect: {entry['expect']}\n{entry['text']}", "utf-8")
    return folder


@cache
def _read(name: str) -> list[Entry]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # every worker reads them before its first test
    return list(yaml.load((BAD_FILES / name).read_text("utf-8"), Loader=loader))


def without_marks(text: str) -> tuple[str, Places]:
    """Return a text without its marks, and the lines and columns of these."""
    places = []
    while MARK in text:
        before, _, after = text.partition(MARK)
        places.append((before.count("\n") + 1, len(before) - before.rfind("\n")))
        text = before + after
    return text, places


def write_copy(entry: Entry, folder: Path) -> tuple[Path, Path, Places]:
    """Write a copy of a good file with its mistake, next to copies of the other files of its edition.

    :returns: what is to be checked, the file with the mistake, and the places of this.
    """
    source = ROOT / entry["of"]
    text = source.read_text("utf-8")
    for old, new in entry["change"]:
        assert old in text, old
        text = text.replace(old, new, 1)
    text, places = without_marks(text)
    home = next((parent for parent in source.parents if (parent / "variant.yaml").is_file()), None)
    name = entry.get("as", str(source.relative_to(home or source.parent)))
    checked = folder / (home.name if home is not None else name)
    if home is not None:
        shutil.copytree(home, checked)
    path = checked / name if home is not None else checked
    path.write_bytes(text.replace("\n", entry.get("newline", "\n")).encode(entry.get("encoding", "utf-8")))
    return checked, path, places
