"""Same seed, same versions: same game, whatever Python makes of hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tiers import quick_first

DIGEST = Path(__file__).with_name("digest.py")


def digest(variant: str, games: int, hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, str(DIGEST), variant, str(games)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("variant", ["base", "warcraft"])
@pytest.mark.parametrize("games", quick_first([20, 100]))
def test_games_do_not_depend_on_hash_order(variant: str, games: int) -> None:
    """Promise 2."""
    digests = {digest(variant, games, seed) for seed in (("0", "1") if games < 100 else ("0", "1", "random"))}
    assert len(digests) == 1
    assert len(digests.pop()) == 64
