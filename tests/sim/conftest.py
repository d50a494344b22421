"""Fixtures of the tests of simulations."""

from __future__ import annotations

from pathlib import Path

import pytest
from simulating import Simulate

pytest.importorskip("pyarrow")


@pytest.fixture
def simulate(tmp_path: Path) -> Simulate:
    """Run ``smallworld simulate`` with some options in this process; the file of the results."""
    from smallworld_cli import cli

    def run(*options: str, name: str = "results.parquet") -> Path:
        out = tmp_path / name
        cli.main(["simulate", *options, "--out", str(out)], standalone_mode=False)
        return out

    return run
