"""Helpers of the tests of simulations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from programs import run_program

Simulate = Callable[..., Path]


def rows(*paths: Path) -> list[dict[str, Any]]:
    """The games of some files, in the order of their numbers."""
    import pyarrow.parquet as pq

    games = [row for path in paths for row in pq.read_table(path).to_pylist()]
    return sorted(games, key=lambda row: row["game"])


def fails(*arguments: str) -> tuple[int, str]:
    """Exit status and message of a command that must not work."""
    done = run_program(*arguments)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr.strip()
