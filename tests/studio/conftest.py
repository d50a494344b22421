"""The studio without a network: jobs in this process, or a server with workers that are real processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from draft_jobs import Job

from smallworld_editions.reading import reader
from smallworld_editions.reading.reader import use_parser
from smallworld_studio.jobs.draft_folder import DraftFolder, events_of
from smallworld_studio.jobs.worker import reply_to


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Job]:
    folder = tmp_path / "draft"
    folder.mkdir()
    monkeypatch.chdir(folder)
    drafts = DraftFolder(folder)
    parser = reader._parser
    use_parser(events_of)  # as workers do

    def do(name: str, files: dict[str, str], /, **more: Any) -> dict[str, Any]:
        reply = reply_to(drafts, {"job": name, "files": files, **more})
        assert reply.pop("seconds") >= 0
        return reply

    yield do
    use_parser(parser)
