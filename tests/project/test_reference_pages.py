"""The tables in the pages of the documentation are those of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_pages_have_the_tables_of_the_program() -> None:
    """In a process of its own, because other tests choose languages and load commands."""
    environment = {**os.environ, "LANGUAGE": "en"}
    command = [sys.executable, "-m", "docs.tables", "--check"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), "write them with: python -m docs.tables"
