"""The notebook that trains a player runs from start to end, in a short version."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.envs, pytest.mark.filterwarnings("ignore"), pytest.mark.timeout(900)]

NOTEBOOK = Path(__file__).parents[2] / "docs/examples/train.ipynb"


def test_a_short_version_trains_and_plays(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("sb3_contrib")
    cells = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    code = "\n".join("".join(cell["source"]) for cell in cells)
    for constant, value in (("STEPS", 4096), ("GAMES", 5)):
        code, count = re.subn(rf"^{constant} = [0-9_]+", f"{constant} = {value}", code, flags=re.MULTILINE)
        assert count == 1
    names: dict[str, Any] = {}
    exec(compile(code, NOTEBOOK.name, "exec"), names)
    assert names["model"].num_timesteps == 4096
    assert re.fullmatch(r"won \d+\.\d% of 5 games \(\d+\.\d% to \d+\.\d%\)\n", capsys.readouterr().out)
