"""Files that people broke by hand: one problem each, in its place, with a remedy."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import corpus
from smallworld_validate.checker_setup import make_checker
from smallworld_validate.file_checker import FileChecker

MARK = "⟦"


@cache
def checker() -> FileChecker:
    return make_checker("", (), ())


def without_marks(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return a text without its marks, and their lines and columns."""
    lines, places = [], []
    for number, line in enumerate(text.split("\n"), 1):
        while MARK in line:
            places.append((number, line.index(MARK) + 1))
            line = line.replace(MARK, "", 1)
        lines.append(line)
    return "\n".join(lines), places


@pytest.mark.parametrize("entry", corpus.typing_slips(), ids=lambda entry: entry["name"])
def test_typing_slips(tmp_path: Path, entry: dict[str, Any]) -> None:
    text, places = without_marks(entry["text"])
    path = tmp_path / entry["file"]
    problems = checker().check_bytes(text.encode(), str(path), path)
    if entry.get("ok"):
        assert problems == []
        return
    (problem,) = [problem for problem in problems if problem.severity == "error"] or problems
    assert problem.range is not None
    assert problem.range.start in places
    assert re.search(entry["remedy"], problem.hint), problem.hint
