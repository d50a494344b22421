"""Every scenario document is a case of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smallworld.content.reading.documents import Document, read_documents
from smallworld.scenarios.running import Library, run_document

TESTS = Path(__file__).parent
SCENARIOS = TESTS / "scenarios"


def cases() -> list[Any]:
    """All scenario documents, named after their file and place in it."""
    return [
        pytest.param(path, document, id=f"{path.relative_to(SCENARIOS).with_suffix('')}-{number}")
        for path in sorted(SCENARIOS.rglob("*.yaml"))
        for number, document in enumerate(read_documents(path), 1)
    ]


@pytest.fixture(scope="module")
def library() -> Library:
    """The installed variants, and the fixture boards."""
    return Library((TESTS / "boards",))


@pytest.mark.parametrize(("path", "document"), cases())
def test_scenario(path: Path, document: Document, library: Library) -> None:
    outcome = run_document(document, library, path)
    assert outcome.passed, f"{outcome.title}: {outcome.failure}"


def test_titles_are_unique() -> None:
    titles = [case.values[1].data["scenario"] for case in cases()]
    assert sorted({title for title in titles if titles.count(title) > 1}) == []
