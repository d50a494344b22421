"""A plugin that ends the process is an error in every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from programs import run_program


@pytest.mark.parametrize("command", ["validate .", "ability list"])
def test_a_plugin_that_ends_the_process_when_imported(command: str, tmp_path: Path) -> None:
    (tmp_path / "leaves.py").write_text("import os\nos._exit(0)\n", "utf-8")
    done = run_program(*command.split(), "--plugin", "leaves.py", cwd=tmp_path)
    assert done.returncode == 2
    assert "tried to end the program" in done.stderr and "Traceback" not in done.stderr
