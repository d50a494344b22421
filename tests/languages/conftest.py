"""Messages are extracted from the repository, also when an installed package is tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from smallworld_native import catalogues as build


@pytest.fixture(autouse=True)
def source_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "ROOT", Path(__file__).parents[2])
