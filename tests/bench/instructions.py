"""Count the instructions and cache misses of a decision: other programs disturb times, but not counts.

``python tests/bench/instructions.py base`` runs random games of three under Valgrind, of which ``--games`` are counted
after ``--warm-up``. The same games of the same source give the same counts, so that a change of one per cent shows.
Set ``PYTHONPATH`` to count another source tree.
"""

from __future__ import annotations

import argparse
import functools
import gc
import os
import random
import re
import sys
from pathlib import Path
from subprocess import DEVNULL, run
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent))

import measure

import smallworld

COLLECTED = "functools_reduce"
"""Function of the interpreter that is counted with all that it calls. The engine does not call it."""
CACHES = ("--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,8,64", "--LL=1048576,16,64")
"""First-level caches of 32 KiB each, as most processors have them."""


class Counts(NamedTuple):
    """Means of a decision.

    :ivar code_misses: misses of the first-level cache for instructions. :ivar data_misses: of that for data.
    """

    instructions: float
    code_misses: float
    data_misses: float


def play(name: str, warm_up: int, games: int) -> int:
    """Play the games inside of Valgrind; return the number of decisions that are counted."""
    variant = smallworld.load_variant(name)

    def decisions(total: int, seed: int) -> int:
        return total + measure.playout(variant, 3, random.Random(seed).random, seed)

    for seed in range(warm_up):
        decisions(0, seed)
    gc.collect()
    gc.disable()  # collections come at other moments when the number of objects changes
    run(["callgrind_control", "-i", "on", str(os.getpid())], stdout=DEVNULL, check=True)
    return functools.reduce(decisions, range(1000, 1000 + games), 0)


def count(name: str, warm_up: int = 60, games: int = 10) -> Counts:
    """Play games of an edition under Valgrind and return the counts of a decision."""
    inside = [sys.executable, __file__, name, "--warm-up", str(warm_up), "--games", str(games), "--inside"]
    valgrind = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--toggle-collect={COLLECTED}", *CACHES]
    outcome = run(
        [*valgrind, "--callgrind-out-file=/dev/null", *inside],
        env={**os.environ, "PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    decisions = int(outcome.stdout)
    collected = re.search(r"Collected : (.+)", outcome.stderr)
    assert collected is not None, outcome.stderr
    instructions, _, _, code, read, written, *_ = [int(word) / decisions for word in collected[1].split()]
    return Counts(instructions, code, read + written)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("edition", help="base or warcraft")
    parser.add_argument("--warm-up", type=int, default=60, help="games before those that are counted")
    parser.add_argument("--games", type=int, default=10, help="games that are counted")
    parser.add_argument("--inside", action="store_true", help="play inside of Valgrind; the command does this itself")
    chosen = parser.parse_args()
    if chosen.inside:
        print(play(chosen.edition, chosen.warm_up, chosen.games))
        return
    counts = count(chosen.edition, chosen.warm_up, chosen.games)
    print(f"{counts.instructions:,.0f} instructions a decision; misses of the first-level caches: "
          f"{counts.code_misses:,.0f} for instructions, {counts.data_misses:,.0f} for data")  # fmt: skip


if __name__ == "__main__":
    main()
