"""Compare the speed of the PettingZoo environment with that of other games.

``python tests/bench/environments.py`` prints steps a second of Small World (base, three players), PettingZoo's chess
and Catanatron's environment, and their ratios. It needs ``pip install ".[rl]" "pettingzoo[classic]" catanatron_gym``;
a game that is not installed is left out. All choose legal actions at random and receive observation and mask (or list
of actions) in each step. The games take turns in processes of their own; times are processor times, figures medians.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from subprocess import run
from typing import Any

BATCH = 100
"""Steps between two looks at the clock."""


def step_smallworld() -> Iterator[int]:
    """Play Small World, base, three players."""
    from smallworld_envs.pettingzoo import env

    return _step_agents(env(variant="base", players=3))


def step_chess() -> Iterator[int]:
    """Play PettingZoo's chess."""
    from pettingzoo.classic import chess_v6

    return _step_agents(chess_v6.env())


def _step_agents(env: Any) -> Iterator[int]:
    """Play game after game as the pages of PettingZoo do; yield 1 decision for each step."""
    seed = 0
    while True:
        env.reset(seed=seed)
        seed += 1
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                yield 1


def step_catanatron() -> Iterator[int]:
    """Play Catanatron, one agent against its random player; yield the decisions of both in each step."""
    from catanatron_gym.envs import CatanatronEnv

    env, rng = CatanatronEnv(), random.Random(0)
    while True:
        _, info = env.reset(seed=rng.getrandbits(32))
        ended = False
        while not ended:
            before = len(env.game.state.actions)
            _, _, terminated, truncated, info = env.step(rng.choice(info["valid_actions"]))
            ended = terminated or truncated
            yield len(env.game.state.actions) - before


GAMES: dict[str, Callable[[], Iterator[int]]] = {
    "ours": step_smallworld,
    "chess": step_chess,
    "catanatron": step_catanatron,
}


def measure(game: str, seconds: float) -> tuple[float, float]:
    """Return steps and decisions for each second of processor time, after a quarter of that time to warm up."""
    decisions = GAMES[game]()
    _count(decisions, seconds / 4)
    return _count(decisions, seconds)


def _count(decisions: Iterator[int], seconds: float) -> tuple[float, float]:
    begin, steps, total, passed = time.process_time(), 0, 0, 0.0
    while passed < seconds:
        total += sum(islice(decisions, BATCH))
        steps += BATCH
        passed = time.process_time() - begin
    return steps / passed, total / passed


def measure_apart(game: str, seconds: float) -> tuple[float, float] | None:
    """Measure in a process of its own; None = the game is not installed."""
    command = [sys.executable, __file__, "--one", game, "--seconds", str(seconds)]
    process = run(command, capture_output=True, text=True)
    if process.returncode:
        error = process.stderr.strip().rpartition("\n")[2]
        if "ModuleNotFoundError" not in error:
            raise SystemExit(f"{game} cannot be measured: {error}")
        print(f"{game} is left out: {error}", file=sys.stderr)
        return None
    rate, decisions = map(float, process.stdout.split())
    return rate, decisions


def main() -> None:
    """Measure all games by turns, and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each game (default: 5)")
    parser.add_argument("--seconds", type=float, default=2, help="processor time of a measurement (default: 2)")
    parser.add_argument("--one", choices=GAMES, help="measure one game in this process")
    options = parser.parse_args()
    if options.one:
        print(*measure(options.one, options.seconds))
        return
    rounds = [{game: measure_apart(game, options.seconds) for game in GAMES} for _ in range(options.rounds)]
    print(f"{'':10}  steps/s  ratio          range  decisions/s  ratio")
    for game in GAMES:
        pairs = [(row["ours"], row[game]) for row in rounds if row["ours"] and row[game]]
        if pairs:
            print(f"{game:10} {_describe(pairs)}")


def _describe(pairs: list[tuple[Any, Any]]) -> str:
    """Return medians of a game, and of the ratios of ours to it with their range."""
    steps, decisions = (statistics.median(theirs[part] for _, theirs in pairs) for part in (0, 1))
    ratios, of_decisions = (sorted(ours[part] / theirs[part] for ours, theirs in pairs) for part in (0, 1))
    span = f"{ratios[0]:.2f} to {ratios[-1]:.2f}"
    return (
        f"{steps:8,.0f} {statistics.median(ratios):6.2f} {span:>14} {decisions:12,.0f} "
        f"{statistics.median(of_decisions):6.2f}"
    )


if __name__ == "__main__":
    main()
