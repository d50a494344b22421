"""A plugin that ends the process is an error in every command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-c", "from smallworld.cli import main; main()"]


@pytest.mark.parametrize("words", ["validate .", "ability list"])
def test_a_plugin_that_ends_the_process_when_imported(words: str, tmp_path: Path) -> None:
    (tmp_path / "leaves.py").write_text("import os\nos._exit(0)\n", "utf-8")
    command = [*PROGRAM, *words.split(), "--plugin", "leaves.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "tried to end the program" in done.stderr and "Traceback" not in done.stderr
