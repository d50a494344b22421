"""What the tests of simulations share."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Simulate = Callable[..., Path]
PROGRAM = [sys.executable, "-c", "from smallworld.cli import main; main()"]


def rows(*paths: Path) -> list[dict[str, Any]]:
    """The games of some files, in the order of their numbers."""
    import pyarrow.parquet as pq

    found = [row for path in paths for row in pq.read_table(path).to_pylist()]
    return sorted(found, key=lambda row: row["game"])


def fails(*arguments: str) -> tuple[int, str]:
    """Exit status and message of a command that must not work."""
    done = subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr.strip()
