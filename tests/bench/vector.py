"""Compare the speed of the vector environment with worker processes and without.

``python tests/bench/vector.py`` plays base games of two against ``random`` in one process and in two workers by turns,
and prints steps a second by the clock, their ratio, and the processor time of a step. It needs ``pip install ".[rl]"``
and as many idle processors as workers: the ratio is one of clocks. The bound is the ratio of processor times, as if no
worker waited for another; other programs change it little. The learner's part, which is the same in both, draws one
legal action for each game.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from typing import Any, NamedTuple

import numpy as np

from smallworld_envs.vector import SmallWorldVectorEnv

WARM = 50
"""Steps of all games before the clock starts."""


class Pace(NamedTuple):
    """Microseconds for a step of one game.

    :ivar clock: by the clock. :ivar parent: processor time of this process. :ivar workers: of each worker.
    """

    clock: float
    parent: float
    workers: list[float]


def choose(mask: Any, rng: Any) -> Any:
    """Draw one legal action for each game; 0 for one that has ended."""
    games, actions = np.divmod(np.flatnonzero(mask.view(bool)), mask.shape[1])  # several times as fast as in two axes
    counts = np.bincount(games, minlength=len(mask))
    places = np.minimum(counts.cumsum() - counts + (rng.random(len(mask)) * counts).astype(int), len(actions) - 1)
    return np.where(counts > 0, actions[places], 0)


def measure(workers: int, games: int, steps: int, seed: int, opponents: tuple[str, ...]) -> Pace:
    """Step some games together."""
    env = SmallWorldVectorEnv(games, workers=workers, opponents=opponents, copy=False)
    rng, (seen, _infos) = np.random.default_rng(seed), env.reset(seed=seed)
    pids = [process.pid for process, _pipe, _places in env._workers]
    for step in range(WARM + steps):
        if step == WARM:
            clock, parent, before = time.perf_counter(), time.process_time(), [*map(processor_time, pids)]
        seen, *_ = env.step(choose(seen["action_mask"], rng))
    clock, parent = time.perf_counter() - clock, time.process_time() - parent
    spent = [processor_time(pid) - earlier for pid, earlier in zip(pids, before, strict=True)]
    env.close()
    unit = 1e6 / (games * steps)
    return Pace(clock * unit, parent * unit, [seconds * unit for seconds in spent])


def processor_time(pid: int) -> float:
    """Return the processor seconds of another process, which Linux has in a file."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        columns = file.read().rpartition(")")[2].split()
    return (int(columns[11]) + int(columns[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure by turns, and print the median ratio with its range."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=512, help="games that are stepped together (default: 512)")
    parser.add_argument("--workers", type=int, default=2, help="worker processes (default: 2)")
    parser.add_argument("--steps", type=int, default=200, help="steps of all games in a measurement (default: 200)")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each (default: 5)")
    parser.add_argument("--opponents", nargs="*", default=["random"], help="bots of the other seats (default: random)")
    options = parser.parse_args()
    bots = tuple(options.opponents)
    ratios, bounds = [], []
    for number in range(options.rounds):
        alone, shared = (measure(count, options.games, options.steps, number, bots) for count in (0, options.workers))
        ratios.append(alone.clock / shared.clock)
        bounds.append(alone.parent / (shared.parent + max(shared.workers)))
        spent = ", ".join(f"{worker:.1f}" for worker in shared.workers)
        print(f"one process {1e6 / alone.clock:8,.0f} steps/s ({alone.parent:.1f} µs of processor time each), "
              f"{options.workers} workers {1e6 / shared.clock:8,.0f} steps/s ({shared.parent:.1f} + {spent} µs): "
              f"ratio {ratios[-1]:.2f}, bound {bounds[-1]:.2f}", flush=True)  # fmt: skip
    print(f"ratio {statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}), "
          f"bound {statistics.median(bounds):.2f}")  # fmt: skip


if __name__ == "__main__":
    main()
