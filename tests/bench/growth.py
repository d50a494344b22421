"""Measure how times grow with the size of a game, and write the page about it.

``python tests/bench/growth.py`` prints the tables; ``--page docs/studies/growth.md`` writes them there and draws
``docs/pictures/growth.svg``. Times are processor time of one process, except those of simulations.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import synthetic
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

import smallworld
from smallworld import Game, Variant
from smallworld_validate.file_checker import FileChecker

REGIONS = (23, 30, 60, 120, 240, 480)
PLAYERS = tuple(range(2, 13))
RACES = (14, 30, 60, 125, 250, 500)
ROUNDS = (5, 10, 20, 40, 80)
NAMES = "abcdefghijkl"
MARK = re.compile(r"(<!-- measured -->\n).*(<!-- end -->)", re.DOTALL)
INK, BARS = "#1b6fb3", {"axes.spines.top": False, "axes.spines.right": False, "svg.fonttype": "none", "font.size": 9}


@dataclass(frozen=True, slots=True)
class Curve:
    """The growth of one time with one size.

    :ivar title: what is timed, and against what.
    :ivar size: the name of the size.
    :ivar unit: the unit of the times.
    :ivar points: size → time.
    """

    title: str
    size: str
    unit: str
    points: dict[float, float]

    @property
    def exponent(self) -> float:
        """The slope of the logarithms of the larger half: 1 if the time is proportional to the size, 0 if constant."""
        half = list(self.points.items())[len(self.points) // 2 :]
        sizes, times = zip(*((math.log(size), math.log(seconds)) for size, seconds in half), strict=True)
        return statistics.linear_regression(sizes, times).slope


def per_decision(variant: Variant, players: int, least: float) -> tuple[float, float]:
    """Random games for at least some seconds, after a fifth of it to warm up.

    :returns: seconds of one decision, seconds of one listed action.
    """
    for share in (least / 5, least):
        decisions, listed, began = 0, 0, time.process_time()
        for seed in count():
            game, rnd = smallworld.new_game(variant, list(NAMES[:players]), seed=seed), random.Random(seed).random
            while legal := game.legal_actions():
                game.apply(legal[int(rnd() * len(legal))])
                decisions, listed = decisions + 1, listed + len(legal)
            if (seconds := time.process_time() - began) >= share:
                break
    return seconds / decisions, seconds / listed


def microseconds(title: str, size: str, seconds: dict[int, float]) -> Curve:
    """A curve of short times."""
    return Curve(title, size, "µs", {number: 1e6 * time for number, time in seconds.items()})


def growth_of_play(folder: Path, least: float) -> Iterator[Curve]:
    """The time of a decision against regions, players and races."""
    decisions, actions = {}, {}
    for regions in REGIONS:
        variant = smallworld.load_variant(synthetic.edition(folder / f"regions-{regions}", regions=regions))
        decisions[regions], actions[regions] = per_decision(variant, 3, least)
    yield microseconds("A decision", "regions", decisions)
    yield microseconds("The same for each action listed", "regions", actions)
    points: dict[int, float] = {}
    for players in PLAYERS:
        path = synthetic.edition(folder / f"players-{players}", regions=10 * players, players=players, more_races=26)
        points[players] = per_decision(smallworld.load_variant(path), players, least)[0]
    yield microseconds("A decision, ten regions a player", "players", points)
    points = {}
    for races in RACES:
        path = synthetic.edition(folder / f"races-{races}", more_races=races - 14)
        points[races] = per_decision(smallworld.load_variant(path), 3, least)[0]
    yield microseconds("A decision", "races in the edition", points)


def growth_of_saves(folder: Path) -> Iterator[Curve]:
    """The time to write and to read a save against its actions."""
    written, read = {}, {}
    for rounds in ROUNDS:
        variant = smallworld.load_variant(synthetic.edition(folder / f"rounds-{rounds}", rounds=rounds))
        game, rnd = smallworld.new_game(variant, list("abc"), seed=1), random.Random(1)
        while legal := game.legal_actions():
            game.apply(rnd.choice(legal))
        actions = sum("do" in event for event in game.log)
        text = game.dumps()
        written[actions] = 1e3 * best(game.dumps)
        read[actions] = 1e3 * best(lambda text=text, variant=variant: Game.loads(text, variant=variant))  # type: ignore[misc]
    yield Curve("Write a save", "actions", "ms", written)
    yield Curve("Read a save, playing it again", "actions", "ms", read)


def growth_of_validation(folder: Path) -> Curve:
    """The time to check an edition against the size of its file."""
    points = {}
    for races in RACES:
        path = synthetic.edition(folder / f"checked-{races}", more_races=races)

        def check(path: Path = path) -> None:
            problems = FileChecker().check_file(path)
            assert problems == [], problems

        points[path.stat().st_size / 1024] = best(check, times=2)
    return Curve("Check an edition", "KiB", "s", points)


def best(work: Callable[[], object], times: int = 5) -> float:
    """The least processor time of some calls, in seconds."""

    def once() -> float:
        began = time.process_time()
        work()
        return time.process_time() - began

    return min(once() for _ in range(times))


def growth_of_simulations(folder: Path, games: int) -> dict[str, float]:
    """Games a second by the clock, on one and on all processors, by worker processes and by a local Dask cluster."""
    names = count()

    def rate(*options: str) -> float:
        took = []
        for number in (games // 10, games):
            command = [sys.executable, "-m", "smallworld", "simulate", "base", "--players", "3", "--player", "random",
                       "--seed", "1", "--out", str(folder / f"{next(names)}.parquet")]  # fmt: skip
            began = time.perf_counter()
            subprocess.run([*command, "--games", str(number), *options], check=True, capture_output=True)
            took.append(time.perf_counter() - began)
        return (games - games // 10) / (took[1] - took[0])

    rates = {f"{jobs} process" + "es" * (jobs > 1): rate("--jobs", str(jobs)) for jobs in cores()}
    for workers in cores():
        with cluster(workers) as address:
            rates[f"Dask, {workers} worker" + "s" * (workers > 1)] = rate("--backend", f"dask://{address}")
    return rates


def cores() -> list[int]:
    """1, 2, 4 … processors, as many as there are."""
    return [number for number in (1, 2, 4, 8, 16, 32, 64) if number <= (os.cpu_count() or 1)]


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """A Dask cluster of this machine; yields host and port."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as local:
        yield local.scheduler_address.removeprefix("tcp://")


def table(curves: list[Curve], rates: dict[str, float]) -> str:
    """All figures in Markdown."""
    machine = f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}"
    lines = [f"Measured with {machine}.", ""]
    for curve in curves:
        sizes, times = zip(*curve.points.items(), strict=True)
        lines += [
            f"*{curve.title}*, {curve.unit}; in the larger half the time grows with the power "
            f"{curve.exponent:.2f} of the size.",
            "",
            f"| {curve.size} | {' | '.join(f'{size:,.0f}' for size in sizes)} |",
            "| --- " * (len(sizes) + 1) + "|",
            f"| {curve.unit} | {' | '.join(f'{value:.3g}' for value in times)} |",
            "",
        ]
    if rates:
        lines += ["*Simulation*, games a second by the clock, without the start.", "",
                  f"| {' | '.join(rates)} |", "| --- " * len(rates) + "|",
                  f"| {' | '.join(f'{rate:,.0f}' for rate in rates.values())} |", ""]  # fmt: skip
    return "\n".join(lines)


def draw(curves: list[Curve], path: Path) -> None:
    """One small picture for each curve, with logarithmic axes; the dashed line is proportional to the size."""
    from matplotlib import rc_context

    with rc_context(BARS):
        figure = Figure(figsize=(9, 8), layout="constrained")
        for axes, curve in zip(figure.subplots(3, 3).flat, curves, strict=False):
            sizes, times = list(curve.points), list(curve.points.values())
            axes.loglog(sizes, times, "o-", color=INK)
            axes.loglog(sizes, [times[0] * size / sizes[0] for size in sizes], "--", color="#8a8a8a", linewidth=1)
            axes.set_title(curve.title, loc="left", fontweight="bold", fontsize=9)
            axes.set_xticks(sizes[::2], [f"{size:,.0f}" for size in sizes[::2]])
            axes.minorticks_off()
            axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            axes.yaxis.set_major_formatter("{x:g}")
            axes.set_xlabel(curve.size)
            axes.set_ylabel(curve.unit)
        for axes in figure.axes[len(curves) :]:
            axes.remove()
        figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=Path, help="write the tables into this page, the picture into docs/pictures")
    parser.add_argument("--seconds", type=float, default=5, help="processor time of each point of play")
    parser.add_argument(
        "--games", type=int, default=0, help="simulate so many on 1, 2 … processors; needs a quiet machine"
    )
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        curves = [*growth_of_play(folder, chosen.seconds), *growth_of_saves(folder), growth_of_validation(folder)]
        rates = growth_of_simulations(folder, chosen.games) if chosen.games else {}
    text = table(curves, rates)
    print(text)
    if chosen.page:
        page = chosen.page.read_text("utf-8")
        chosen.page.write_text(MARK.sub(lambda mark: mark[1] + text + mark[2], page), "utf-8")
        draw(curves, chosen.page.parent.parent / "pictures" / "growth.svg")


if __name__ == "__main__":
    main()
