"""Same seed, same versions: same game, whatever Python makes of hashes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

DIGEST = Path(__file__).with_name("digest.py")


def digest(variant: str, hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, str(DIGEST), variant, "100"],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_a_hundred_games_do_not_depend_on_hash_order(variant: str) -> None:
    """Promise 2."""
    digests = {digest(variant, seed) for seed in ("0", "1", "random")}
    assert len(digests) == 1
    assert len(digests.pop()) == 64
