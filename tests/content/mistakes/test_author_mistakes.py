"""Mistakes of authors: one error each, in its place, with a remedy that is right."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

import corpus
from smallworld_validate.checker_setup import make_checker
from smallworld_validate.file_checker import FileChecker


@cache
def checker() -> FileChecker:
    return make_checker("", (), ())


@pytest.mark.parametrize("mistake", corpus.mistakes(), ids=lambda mistake: mistake["name"])
def test_mistake(tmp_path: Path, mistake: dict[str, Any]) -> None:
    path = tmp_path / mistake["file"]
    errors = [p for p in checker().check_bytes(mistake["text"].encode(), str(path), path) if p.severity == "error"]
    places = [f"{p.range.line}:{p.range.column} {p.code}" for p in errors if p.range is not None]
    assert places == [mistake["error"]]
    assert errors[0].hint == mistake["remedy"]
