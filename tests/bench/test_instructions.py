"""The counter of instructions counts the same games alike."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import instructions

pytestmark = [pytest.mark.bench, pytest.mark.skipif(not shutil.which("valgrind"), reason="Valgrind is not installed")]


def test_the_same_games_have_the_same_counts() -> None:
    first, second = (instructions.count("base", warm_up=5, games=3) for _ in range(2))
    assert first.instructions == pytest.approx(second.instructions, rel=0.005)
    assert first.instructions > 10_000
    assert first.data_misses > 10
