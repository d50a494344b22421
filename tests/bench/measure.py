"""Measure the speed of the engine against the yardstick, and write the page about it.

``python tests/bench/measure.py`` prints the tables; ``--page docs/studies/benchmarks.md`` writes them there.
"""

from __future__ import annotations

import argparse
import platform
import random
import re
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import run

sys.path.insert(0, str(Path(__file__).parent))

import yardstick

import smallworld

PLAYERS = ("ann", "bob", "cid", "dot", "eve")
GAMES = 10
"""Games of ours between two measurements of the yardstick."""
WARM = 300
"""Games before the first measurement: long runs are asked for, and what games share is made in their first hundreds."""
MARK = re.compile(r"(<!-- measured -->\n).*(<!-- end -->)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Row:
    """The measurements for one edition and number of players.

    :ivar copies: copies a second in the best round.
    :ivar ratio: decisions a second as a fraction of the yardstick's, median of the rounds.
    :ivar playouts: the same of whole games; the yardstick's are games of three.
    """

    variant: str
    players: int
    decisions: float
    games: float
    actions: float
    copies: float
    ratio: float
    playouts: float
    memory: float


@dataclass(frozen=True, slots=True)
class Pace:
    """Decisions and games a second."""

    decisions: float
    games: float


def pace(play: Callable[[int], int], seeds: range) -> Pace:
    """How fast some games are played; seconds are of this process, not of the clock on the wall."""
    began = time.process_time()
    decisions = sum(map(play, seeds))
    took = time.process_time() - began
    return Pace(decisions / took, len(seeds) / took)


def playout(variant: smallworld.Variant, players: int, rnd: Callable[[], float], seed: int) -> int:
    """Play one game at random through the public API; returns the decisions."""
    game = smallworld.new_game(variant, PLAYERS[:players], seed=seed)
    decisions = 0
    while legal := game.legal_actions():
        game.apply(legal[int(rnd() * len(legal))])
        decisions += 1
    return decisions


def listed(variant: smallworld.Variant, players: int, games: int) -> float:
    """The mean number of legal actions of a decision."""
    rnd, counts = random.Random(1).random, []
    for seed in range(games):
        game = smallworld.new_game(variant, PLAYERS[:players], seed=seed)
        while legal := game.legal_actions():
            counts.append(len(legal))
            game.apply(legal[int(rnd() * len(legal))])
    return statistics.mean(counts)


def measure(name: str, players: int, rounds: int) -> Row:
    """Play in turn with the yardstick."""
    variant = smallworld.load_variant(name)
    rnd = random.Random(1).random
    for seed in range(WARM):
        playout(variant, players, rnd, -seed - 1)
        yardstick.playout(rnd)
    play, ours, theirs, copied = partial(playout, variant, players, rnd), [], [], []
    games = under_way(variant, players)
    for number in range(rounds):
        ours.append(pace(play, range(GAMES * number, GAMES * (number + 1))))
        theirs.append(pace(lambda _: yardstick.playout(rnd), range(6 * GAMES)))
        copied.append(copies(games))
    pairs = list(zip(ours, theirs, strict=True))
    return Row(
        name, players,
        decisions=statistics.median(a.decisions for a in ours),
        games=statistics.median(a.games for a in ours),
        actions=listed(variant, players, 3 * GAMES),
        copies=max(copied),
        ratio=statistics.median(a.decisions / b.decisions for a, b in pairs),
        playouts=statistics.median(a.games / b.games for a, b in pairs),
        memory=memory(),
    )  # fmt: skip


def under_way(variant: smallworld.Variant, players: int) -> list[smallworld.Game]:
    """Some games in the middle."""
    games = []
    for seed in range(16):
        game = smallworld.new_game(variant, PLAYERS[:players], seed=seed)
        rnd = random.Random(seed)
        for _ in range(60):
            if not game.over:
                game.apply(rnd.choice(game.legal_actions()))
        games.append(game)
    return games


def copies(games: list[smallworld.Game]) -> float:
    """Copies a second of some games."""
    began = time.process_time()
    for _ in range(200):
        for game in games:
            game.copy()
    return 200 * len(games) / (time.process_time() - began)


def memory() -> float:
    """The most memory that this process has held, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def table(rows: list[Row]) -> str:
    """The rows as a table in Markdown."""
    heads = ("edition", "players", "decisions/s", "games/s", "actions listed each", "copies/s",
             "decisions: of the yardstick", "games: of the yardstick", "MiB")  # fmt: skip
    lines = [f"| {' | '.join(heads)} |", "| --- " * len(heads) + "|"]
    for row in rows:
        playouts = f"{row.playouts:.3f}" if row.players == yardstick.NP else "–"
        lines.append(
            f"| {row.variant} | {row.players} | {row.decisions:,.0f} | {row.games:,.0f} | {row.actions:.1f} "
            f"| {row.copies:,.0f} | {row.ratio:.3f} | {playouts} | {row.memory:.0f} |"
        )
    machine = f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}"
    return "\n".join([f"Measured with {machine}.", "", *lines, ""])


def apart(name: str, players: int, rounds: int) -> Row:
    """Measure in a process of its own, so that memory is that of this edition alone."""
    command = [sys.executable, __file__, "--only", name, "--players", str(players), "--rounds", str(rounds)]
    columns = run(command, capture_output=True, text=True, check=True).stdout.split()
    return Row(columns[0], int(columns[1]), *(float(value) for value in columns[2:]))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--page", type=Path, help="write the table into this page")
    parser.add_argument("--rounds", type=int, default=20, help="how often each is measured in turn with the yardstick")
    parser.add_argument("--only", help="one edition; prints plain numbers")
    parser.add_argument("--players", type=int, default=3)
    chosen = parser.parse_args()
    if chosen.only:
        row = measure(chosen.only, chosen.players, chosen.rounds)
        print(*(getattr(row, name) for name in Row.__slots__))
        return
    rows = [apart(name, players, chosen.rounds) for name in ("base", "warcraft") for players in (2, 3, 4, 5)]
    print(table(rows))
    if chosen.page:
        text = chosen.page.read_text("utf-8")
        chosen.page.write_text(MARK.sub(lambda m: m[1] + table(rows) + m[2], text), "utf-8")


if __name__ == "__main__":
    main()
