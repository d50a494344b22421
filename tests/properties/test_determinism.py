"""Same seed, same versions: same game, with any seed for hashes in Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from digest import digest

DIGEST = Path(__file__).with_name("digest.py")
VARIANTS = ("base", "warcraft")


def digests(games: int, hash_seed: str) -> tuple[str, ...]:
    """The digests of the games of each edition, from another process."""
    done = subprocess.run(
        [sys.executable, str(DIGEST), str(games), *VARIANTS],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return tuple(done.stdout.split())


def test_games_do_not_depend_on_hash_order() -> None:
    """Promise 2: this process has another seed than the one that is started."""
    answers = tuple(digest(variant, 1) for variant in VARIANTS)
    assert digests(1, "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0") == answers
    assert [len(answer) for answer in answers] == [64] * len(VARIANTS)


@pytest.mark.full
def test_a_hundred_games_do_not_depend_on_hash_order() -> None:
    assert len({digests(100, seed) for seed in ("0", "1", "random")}) == 1
