"""Every scenario document is a case of its own."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from smallworld.content.reading.documents import Document
from smallworld.content.reading.reader import read_documents
from smallworld.scenarios.runner import Library, run_document

TESTS = Path(__file__).parents[1]
SCENARIOS = Path(__file__).parent
TITLE = re.compile(r"^scenario: *(.+?) *$", re.MULTILINE)
"""The first line of each document: cases are counted without reading the files, which every process would do."""


@cache
def titles() -> dict[Path, list[str]]:
    """Scenario file → the titles of its documents as they are written."""
    return {path: TITLE.findall(path.read_text("utf-8")) for path in sorted(SCENARIOS.rglob("*.yaml"))}


def cases() -> list[Any]:
    """All scenario documents, named after their file and place in it."""
    return [
        pytest.param(path, number, id=f"{path.relative_to(SCENARIOS).with_suffix('')}-{number}")
        for path, listed in titles().items()
        for number in range(1, len(listed) + 1)
    ]


@cache
def documents(path: Path) -> list[Document]:
    return read_documents(path)


@pytest.fixture(scope="module")
def library() -> Library:
    """The installed variants, and the fixture boards."""
    return Library((TESTS / "boards",))


@pytest.mark.parametrize(("path", "number"), cases())
def test_scenario(path: Path, number: int, library: Library) -> None:
    assert len(documents(path)) == len(titles()[path]), "each document begins with its title"
    outcome = run_document(documents(path)[number - 1], library, path)
    assert outcome.passed, f"{outcome.title}: {outcome.failure}"


def test_titles_are_unique() -> None:
    listed = [title.strip("\"'") for in_file in titles().values() for title in in_file]
    assert len(listed) > 1000
    assert sorted({title for title in listed if listed.count(title) > 1}) == []
