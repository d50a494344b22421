"""Mistakes of authors: one problem each, in its place, with a remedy that is right."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import corpus
from smallworld_editions.problem import Problem
from smallworld_validate.file_checker import FileChecker
from smallworld_validate.inputs import Inputs, find_inputs, make_checker
from tiers import one_in


@cache
def checker() -> FileChecker:
    return make_checker("", (), (), plays=True)


def worst(problems: list[Problem]) -> list[Problem]:
    """Return the errors; where a file has none, its warnings."""
    return [problem for problem in problems if problem.severity == "error"] or problems


@pytest.mark.parametrize("entry", corpus.mistakes(), ids=lambda entry: entry["name"])
def test_small_files(tmp_path: Path, entry: dict[str, Any]) -> None:
    text, places = corpus.without_marks(entry["text"])
    path = tmp_path / entry["file"]
    problems = checker().check_bytes(text.encode(), str(path), path)
    if entry.get("ok"):
        assert problems == []
        return
    (problem,) = worst(problems)
    assert problem.range is not None
    assert problem.range.start in places
    assert problem.code == entry.get("code", problem.code)
    if "hint" in entry:
        assert problem.hint == entry["hint"]
    else:
        assert re.search(entry["remedy"], problem.hint), problem.hint


@pytest.mark.parametrize("entry", one_in(60, corpus.copies()), ids=lambda entry: entry["name"])
def test_copies(tmp_path: Path, entry: dict[str, Any]) -> None:
    checked, path, places = corpus.write_copy(entry, tmp_path)
    checker().forget()
    problems = Inputs(find_inputs([str(checked)]), frozenset(), None).check(checker())
    if entry.get("ok"):
        assert problems == []
        return
    (problem,) = worst(problems)
    assert Path(problem.file) == path
    assert problem.range is not None
    assert problem.range.start in places
    assert problem.hint
    assert re.search(entry["remedy"], f"{problem.message} {problem.hint}")
