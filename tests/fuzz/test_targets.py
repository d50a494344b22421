"""The targets of the fuzzer hold for good input, and for a little that is not; ``tox -e fuzz`` does the rest."""

from __future__ import annotations

import random

import pytest
from targets import TARGETS, seeds

ROUNDS = {"content": 10, "notation": 200, "replay": 6}


def spoilt(data: bytes, rng: random.Random) -> bytes:
    """The bytes with a few changes."""
    changed = bytearray(data[:4000])
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(changed) + 1)
        changed[start : start + rng.randint(0, 6)] = rng.choice(
            (b"", b"\0", b": ", b"\xff", b"[", b"9" * 20, b"\n", b"&a *a")
        )
    return bytes(changed)


def test_other_spellings_are_the_same_action() -> None:
    """Found by the fuzzer: ``place PIECE R 1`` was not equal to ``place PIECE R``."""
    target = TARGETS["notation"]()
    for spelling in (b"place encampment r14 1", b"CONQUER r02", b"deploy r02 03", b"conquer r02 by die+dragon"):
        target(spelling)


@pytest.mark.parametrize("name", TARGETS)
def test_target(name: str) -> None:
    target, rng = TARGETS[name](), random.Random(1)
    for seed in rng.choices(seeds(name), k=ROUNDS[name]):
        target(seed)
        target(spoilt(seed, rng))
