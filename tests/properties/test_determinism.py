"""Same seed, same versions: same game, with any seed for hashes in Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tiers import quick_first

DIGEST = Path(__file__).with_name("digest.py")
VARIANTS = ("base", "warcraft")


def digests(games: int, hash_seed: str) -> tuple[str, ...]:
    """The digests of the games of each edition, from one process."""
    done = subprocess.run(
        [sys.executable, str(DIGEST), str(games), *VARIANTS],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(done.stdout.split())


@pytest.mark.parametrize("games", quick_first([2, 100]))
def test_games_do_not_depend_on_hash_order(games: int) -> None:
    """Promise 2."""
    answers = {digests(games, seed) for seed in (("0", "1") if games < 100 else ("0", "1", "random"))}
    assert len(answers) == 1
    assert [len(answer) for answer in answers.pop()] == [64] * len(VARIANTS)
