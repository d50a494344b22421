"""Helpers of the tests of simulations."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any

import pytest

from smallworld_cli import main

Simulate = Callable[..., Path]


def rows(*paths: Path) -> list[dict[str, Any]]:
    """The games of some files, in the order of their numbers."""
    import pyarrow.parquet as pq

    games = [row for path in paths for row in pq.read_table(path).to_pylist()]
    return sorted(games, key=lambda row: row["game"])


def fails(*arguments: str) -> tuple[int, str]:
    """Exit status and message of a command that must not work."""
    with redirect_stderr(io.StringIO()) as errors, pytest.raises(SystemExit) as stop:
        main(arguments)
    assert "Traceback" not in errors.getvalue()
    return int(stop.value.code or 0), errors.getvalue().strip()
