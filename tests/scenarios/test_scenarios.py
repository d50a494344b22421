"""Every scenario document: a file is a test, which lists all documents that fail."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from smallworld_editions.reading.reader import read_documents
from smallworld_testing.scenario_runner import Library, run_document

TESTS = Path(__file__).parents[1]
SCENARIOS = Path(__file__).parent
TITLE = re.compile(r"^scenario: *(.+?) *$", re.MULTILINE)
"""The first line of each document."""


@cache
def titles() -> dict[Path, list[str]]:
    """Scenario file → the titles of its documents as they are written."""
    return {path: TITLE.findall(path.read_text("utf-8")) for path in sorted(SCENARIOS.rglob("*.yaml"))}


@pytest.fixture(scope="module")
def library() -> Library:
    """The installed variants, and the fixture boards."""
    return Library((TESTS / "boards",))


@pytest.mark.parametrize("path", titles(), ids=lambda path: str(path.relative_to(SCENARIOS).with_suffix("")))
def test_scenarios(path: Path, library: Library) -> None:
    documents = read_documents(path)
    assert len(documents) == len(titles()[path]), "each document begins with its title"
    outcomes = [run_document(document, library, path) for document in documents]
    assert [f"{outcome.title}: {outcome.failure}" for outcome in outcomes if not outcome.passed] == []


def test_titles_are_unique() -> None:
    listed = [title.strip("\"'") for in_file in titles().values() for title in in_file]
    assert len(listed) > 1000
    assert sorted({title for title in listed if listed.count(title) > 1}) == []
