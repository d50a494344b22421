"""Drafts made of the files of ``tests/bad_files``, each of which has a mistake."""

from __future__ import annotations

from pathlib import Path

from draft_jobs import VARIANT

from smallworld_editions.form import kind_of
from smallworld_editions.reading.reader import read

ROOT = Path(__file__).parents[2]
BROKEN = sorted((ROOT / "tests" / "bad_files").rglob("*.yaml"))
BASE = (ROOT / "variants" / "base" / "boards" / "base-2p.yaml").read_text(encoding="utf-8")
NAMES = {"variant": "variant.yaml", "scenario": "broken.scenario.yaml", "language": "languages/de.yaml"}
"""Kind of a file → its name in a draft; every other file is a board."""


def draft_of(path: Path) -> tuple[dict[str, str], str]:
    """Return the files of a draft with a broken file, and its name there."""
    text = path.read_bytes().decode("utf-8", "replace")
    documents, _problems = read(text, path.name)
    name = NAMES.get(kind_of(documents[0].data) or "" if documents else "", "boards/broken.yaml")
    return {"variant.yaml": VARIANT, name: text}, name


def with_missing_halves(every: int) -> str:
    """Return a board on which one side of every so many borders is missing: each has a fix."""
    lines, number = [], 0
    for line in BASE.split("\n"):
        head, bracket, names = line.partition("adjacent: [")
        if bracket:
            number += 1
            if number % every == 0:
                line = head + bracket + names.partition(", ")[2]
        lines.append(line)
    return "\n".join(lines)
