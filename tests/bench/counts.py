"""Count the instructions of decisions, copies, views, bots and starts, and compare them with the committed table.

``python tests/bench/counts.py`` prints the table; a row that has risen by more than two per cent, or that is above its
bar, is a warning. ``--write`` puts the figures of today into ``tests/bench/counts.toml``, ``--only TEXT`` counts the
rows with this text in their names. It needs Valgrind, and for the last rows the extra ``rl`` and
``pip install "pettingzoo[classic]"``. Counts depend on the
version of Python, which the table names; times do not belong to it, so other programs on the machine do not disturb it.
"""

from __future__ import annotations

import argparse
import functools
import gc
import os
import platform
import random
import re
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from subprocess import DEVNULL, run
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import measure

import smallworld
from smallworld.plugins.manager import default_plugins
from smallworld_bots import make

TABLE = Path(__file__).with_name("counts.toml")
RISE = 1.02
"""The rise of a row that gives no warning."""
COLLECTED = "functools_reduce"
"""Function of the interpreter that is counted with all that it calls. The engine does not call it."""
COMMAND = "import sys; sys.argv[1:] = {arguments!r}; from smallworld_cli import main; main()"
NEW_GAME = 'import smallworld; smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob", "cid"], seed=1)'
STARTS = {
    "import click": "import click",
    "smallworld --version": COMMAND.format(arguments=["--version"]),
    "smallworld --help": COMMAND.format(arguments=["--help"]),
    "smallworld variant list": COMMAND.format(arguments=["variant", "list"]),
    "smallworld play to the first prompt": COMMAND.format(arguments=["play", "--seed", "1", "--save", "game.jsonl"]),
    "new_game of base from Python": NEW_GAME,
}
"""Row → the program of the second start, with a cache that the first one has filled."""
Step = Callable[[int, int], int]
"""Takes the units so far and a number; returns the units after one more piece of work."""


# --- inside of Valgrind


def decisions(name: str) -> tuple[Step, int, int]:
    """Random games of three; a unit is a decision."""
    variant = smallworld.load_variant(name)

    def step(total: int, seed: int) -> int:
        return total + measure.playout(variant, 3, random.Random(seed).random, seed)

    return step, 60, 10


def greedy_games() -> tuple[Step, int, int]:
    """Games of three ``greedy``; a unit is a game."""
    variant, bot = smallworld.load_variant("base"), make("greedy", default_plugins())

    def step(total: int, seed: int) -> int:
        game, rng = smallworld.new_game(variant, measure.PLAYERS[:3], seed=seed), random.Random(seed)
        while not game.over:
            game.apply(bot.choose(game.view(game.to_move), game.legal_actions(), rng))
        return total + 1

    return step, 3, 2


def searches() -> tuple[Step, int, int]:
    """Searches of ``planner`` for the rest of a turn of the base game; a unit is a search of 64 plans."""
    from smallworld_bots.planner import Planner

    games = measure.under_way(smallworld.load_variant("base"), 3)
    games = [game for game in games if game.phase == "conquer" and len(game.legal_actions()) > 1]

    def step(total: int, number: int) -> int:
        game = games[number % len(games)]
        Planner(plans=64).choose(game.view(game.to_move), game.legal_actions(), random.Random(number))
        return total + 1

    return step, 2, 4


def steps() -> tuple[Step, int, int]:
    """Random games of three in the PettingZoo environment, with observation and mask; a unit is a step."""
    from smallworld_envs.pettingzoo import env

    return _steps_of(env(variant="base", players=3)), 20, 4


def chess_steps() -> tuple[Step, int, int]:
    """Random games of PettingZoo's chess, in the same loop."""
    from pettingzoo.classic import chess_v6

    return _steps_of(chess_v6.env()), 1, 1


def _steps_of(agents: Any) -> Step:
    rng = random.Random(1)

    def step(total: int, seed: int) -> int:
        agents.reset(seed=seed)
        for _ in agents.agent_iter():
            observation, _, terminated, truncated, _ = agents.last()
            if terminated or truncated:
                agents.step(None)
            else:
                agents.step(rng.choice(observation["action_mask"].nonzero()[0].tolist()))
                total += 1
        return total

    return step


def of_games(name: str, work: Callable[[smallworld.Game], object]) -> tuple[Step, int, int]:
    """Work on games in the middle; a unit is one of them."""
    games = [game for game in measure.under_way(smallworld.load_variant(name), 3) if not game.over]

    def step(total: int, number: int) -> int:
        work(games[number % len(games)])
        return total + 1

    return step, 100, 200


UNITS: dict[str, Callable[[], tuple[Step, int, int]]] = {
    "a decision of base": lambda: decisions("base"),
    "a decision of warcraft": lambda: decisions("warcraft"),
    "a copy of a base game": lambda: of_games("base", lambda game: game.copy()),
    "a base game after an action": lambda: of_games("base", lambda game: game.after(game.legal_actions()[0])),
    "a view of a base game": lambda: of_games("base", lambda game: game.view(game.to_move)),
    "a view of a warcraft game": lambda: of_games("warcraft", lambda game: game.view(game.to_move)),
    "a base game of three greedy": greedy_games,
    "a search of 64 plans by the planner": searches,
    "a step of the PettingZoo environment": steps,
    "a step of PettingZoo's chess": chess_steps,
}
"""Row → the work, the pieces of it before the count begins, and those that are counted."""
NEEDED = {"a step of the PettingZoo environment": "pettingzoo", "a step of PettingZoo's chess": "chess"}
"""Row → the package that it needs."""


def work_inside(row: str) -> int:
    """Do the work of a row inside of Valgrind; return the units that are counted."""
    step, warm_up, counted = UNITS[row]()
    for number in range(warm_up):
        step(0, number)
    gc.collect()
    gc.disable()  # collections come at other moments when the number of objects changes
    run(["callgrind_control", "-i", "on", str(os.getpid())], stdout=DEVNULL, check=True)
    return functools.reduce(step, range(1000, 1000 + counted), 0)


# --- outside


def count_units(row: str) -> int:
    """Return the instructions of a unit of a row."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--instr-atstart=no",
               f"--toggle-collect={COLLECTED}", sys.executable, __file__, "--inside", row]  # fmt: skip
    done = run(command, env=environment(), capture_output=True, text=True, check=True)
    return round(_figure(r"Collected : (\d+)", done.stderr) / int(done.stdout))


def count_start(program: str, folder: str) -> int:
    """Return the instructions of a program that starts for the second time."""
    command = [sys.executable, "-c", program]
    run(command, env=environment(folder), cwd=folder, stdin=DEVNULL, capture_output=True, check=True)
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", *command]
    Path(folder, "game.jsonl").unlink(missing_ok=True)
    done = run(valgrind, env=environment(folder), cwd=folder, stdin=DEVNULL, capture_output=True, text=True, check=True)
    return _figure(r"I\s+refs:\s+([\d,]+)", done.stderr)


def _figure(pattern: str, text: str) -> int:
    match = re.search(pattern, text)
    assert match is not None, text
    return int(match[1].replace(",", ""))


def environment(cache: str = "off") -> dict[str, str]:
    """Return the variables of a counted process: the same order of sets, and modules that are compiled."""
    variables = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return {**variables, "PYTHONHASHSEED": "0", "SMALLWORLD_CACHE": cache, "SMALLWORLD_LANGUAGE": "en"}


def count_all(text: str = "") -> Iterator[tuple[str, int]]:
    """Yield each row with a text in its name, with its instructions."""
    with tempfile.TemporaryDirectory() as folder:
        yield from ((row, count_start(program, folder)) for row, program in STARTS.items() if text in row)
    for row in UNITS:
        if text in row:
            if find_spec(NEEDED.get(row, "smallworld")) is None:
                print(f"{row:36} is left out: {NEEDED[row]} is not installed", flush=True)
            else:
                yield row, count_units(row)


def compare(row: str, counts: dict[str, int], table: dict[str, dict[str, int]], is_same_python: bool) -> str:
    """Write the line of a row: its count, the committed one, and a warning if it has risen or is above its bar.

    :param counts: those of today. :param table: the committed ones, and the bars.
    """
    count, before, bar, click = (
        counts[row],
        table["counts"].get(row),
        table["bars"].get(row),
        counts.get("import click"),
    )
    line = f"{row:36} {count:15,}"
    if row in STARTS and click:
        line += f"  {count / click:5.2f} × import click"
    if before and is_same_python:
        line += f"  {count / before - 1:+7.1%} of {before:,}"
        line += "  WARNING: it has risen" if count > RISE * before else ""
    return line + (f"  WARNING: above its bar of {bar:,}" if bar and count > bar else "")


def write(counts: dict[str, int], table: dict[str, dict[str, int]]) -> None:
    """Write the table with the counts of today."""
    head = TABLE.read_text("utf-8").partition("\n[counts]")[0]
    head = re.sub(r'python = ".*"', f'python = "{_version()}"', head)
    rows = {**table["counts"], **counts}
    lines = [f'"{row}" = {rows[row]}' for row in (*STARTS, *UNITS) if row in rows]
    TABLE.write_text(f"{head}\n[counts]\n" + "\n".join(lines) + "\n", "utf-8")


def _version() -> str:
    return ".".join(platform.python_version_tuple()[:2])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the counts into the committed table")
    parser.add_argument("--only", default="", metavar="TEXT", help="the rows with this text in their names")
    parser.add_argument("--inside", metavar="ROW", help="work inside of Valgrind; the command does this itself")
    chosen = parser.parse_args()
    if chosen.inside:
        print(work_inside(chosen.inside))
        return
    table = tomllib.loads(TABLE.read_text("utf-8"))
    is_same_python = table["python"] == _version()
    if not is_same_python:
        print(f"The committed table is of CPython {table['python']}, this is {_version()}: nothing is compared.")
    counts: dict[str, int] = {}
    for row, count in count_all(chosen.only):
        counts[row] = count
        print(compare(row, counts, table, is_same_python), flush=True)
    if chosen.write:
        write(counts, table)


if __name__ == "__main__":
    main()
