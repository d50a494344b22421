"""Run the scenarios of a draft."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from smallworld.languages import _, for_reader
from smallworld_editions.discovery import find_variants
from smallworld_editions.reading.documents import Document, mapping_of
from smallworld_studio.draft_files import VARIANT
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_testing.scenarios.game_setup import Library
from smallworld_testing.scenarios.runner import run_document

MOST = 200
"""Scenarios that are run."""


def run(folder: DraftFolder, _request: Mapping[str, Any]) -> dict[str, Any]:
    """Run all scenarios; return for each whether it passed, and the differences if it did not."""
    library = Library((), folder.plugins)
    names = {".", VARIANT, *find_variants(tuple(folder.plugins.variants))}
    results: list[dict[str, Any]] = []
    for file in sorted(folder.files):
        if file.endswith(".scenario.yaml"):
            for document in folder.documents(file)[: MOST - len(results)]:
                results.append(_result(document, file, library, names))
    return {"results": results}


def outcome_of(document: Document, library: Library) -> str:
    """Return why a scenario fails; empty if it passes."""
    return for_reader(run_document(document, library, Path(document.name)).failure)


def _result(document: Document, file: str, library: Library, names: set[str]) -> dict[str, Any]:
    data = mapping_of(document.data)
    if data.get("variant") not in names:  # a path leads to files of others
        failure = _("a test names the edition of the draft, '.', or an installed one")
    else:
        failure = outcome_of(document, library)
    return {
        "file": file, "name": str(data.get("scenario", "")), "range": asdict(document.root),
        "passed": not failure, "lines": failure.splitlines(),
    }  # fmt: skip
