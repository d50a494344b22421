"""Every scenario document: a file is a test, which lists all documents that fail."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from quick_events import IS_QUICK, quick_reading
from smallworld_editions.reading.reader import read_documents
from smallworld_testing.scenario_runner import Library, run_document
from tiers import quick_first

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


def name_of(path: Path) -> str:
    return str(path.relative_to(SCENARIOS).with_suffix(""))


@pytest.mark.parametrize("path", titles(), ids=name_of)
def test_scenarios(path: Path, library: Library) -> None:
    with quick_reading():
        documents = read_documents(path)
    assert len(documents) == len(titles()[path]), "each document begins with its title"
    outcomes = [run_document(document, library, path) for document in documents]
    assert [f"{outcome.title}: {outcome.failure}" for outcome in outcomes if not outcome.passed] == []


@pytest.mark.skipif(not IS_QUICK, reason="needs PyYAML with libyaml")
@pytest.mark.parametrize("path", quick_first(titles(), 3), ids=name_of)
def test_both_parsers_read_the_same(path: Path) -> None:
    usual = read_documents(path)
    with quick_reading():
        quick = read_documents(path)
    for one, other in zip(usual, quick, strict=True):
        assert one.data == other.data
        assert list(one.places.values()) == list(other.places.values())


def test_titles_are_unique() -> None:
    listed = [title.strip("\"'") for in_file in titles().values() for title in in_file]
    assert len(listed) > 1000
    assert sorted({title for title in listed if listed.count(title) > 1}) == []
