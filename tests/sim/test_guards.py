"""Abilities and bots that end the program or never answer: a sentence names them and the game, never success."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hostile_plugin import LOOP, write_hostile_plugin
from programs import run_program
from tiers import quick_first

SWALLOW = """
        while True:
            try:
                time.sleep(9)
            except BaseException:
                pass
"""
DEEDS = {
    "exit": ("sys.exit(0)", "SystemExit: 0"),
    "process": ("os._exit(0)", "it tried to end the program"),
    "loop": (LOOP, "no decision within 0.3 seconds"),
    "sleep": ("time.sleep(99)", "no decision within 0.3 seconds"),
    "cancel": ("raise GeneratorExit", "GeneratorExit"),
}
QUICK = [("hook", "exit", "1"), ("bot", "process", "1"), ("bot", "loop", "1"), ("hook", "process", "2")]
CASES = [
    *QUICK,
    *({(who, deed, "1"): None for who in ("hook", "bot") for deed in DEEDS if (who, deed, "1") not in QUICK}),
    ("bot", "loop", "2"),
]
"""Who does what, in how many processes."""


def run(*arguments: str) -> tuple[int, str]:
    done = run_program(*arguments)
    assert "Traceback" not in done.stderr and "fault" not in done.stderr
    return done.returncode, done.stderr


def hostile(folder: Path, who: str, act: str) -> list[str]:
    """Edition and plugin of a command; a bot plays the base game, which is read and checked already."""
    edition, *plugin = write_hostile_plugin(folder, **{who: act})
    return [edition if who == "hook" else "base", *plugin]


@pytest.mark.skipif(sys.platform == "win32", reason="needs timers of POSIX")
@pytest.mark.parametrize("case", quick_first(CASES, 4), ids=" ".join)
def test_a_simulation_names_the_ability_or_bot_and_the_game(tmp_path: Path, case: tuple[str, str, str]) -> None:
    who, deed, jobs = case
    act, reason = DEEDS[deed]
    arguments = hostile(tmp_path, who, act)
    bot = "rude-bot" if who == "bot" else "random"
    status, message = run("simulate", *arguments, "--games", "3", "--player", bot, "--players", "2", "--seed", "4",
                       "--jobs", jobs, "--decision-limit", "0.3", "--out", str(tmp_path / "x.parquet"))  # fmt: skip
    assert status == 1
    line = message.strip().splitlines()[-1]
    assert line.startswith("error: game ") and ", seed " in line and f"players p1={bot} p2={bot}" in line
    assert ("bot 'rude-bot' of p" if who == "bot" else "ability 'rude' of 'rude'") in line
    assert who == "bot" or "turn_started" in line
    assert reason in line
    assert line.count("--decision-limit allows more") == (deed in ("loop", "sleep"))


def test_code_that_swallows_everything_is_ended(tmp_path: Path) -> None:
    arguments = write_hostile_plugin(tmp_path, hook=SWALLOW)
    status, message = run("simulate", *arguments, "--games", "1", "--player", "random", "--decision-limit", "0.2",
                       "--out", str(tmp_path / "x.parquet"))  # fmt: skip
    assert status == 2 and "ignores every exception" in message and "rude_plugin.py" in message


@pytest.mark.parametrize("case", quick_first(["play hook", "balance bot", "play bot", "balance hook"], 2))
def test_no_command_ends_as_if_all_were_well(tmp_path: Path, case: str) -> None:
    command, who = case.split()
    edition, *plugin = hostile(tmp_path, who, "sys.exit(0)")
    bot = "rude-bot" if who == "bot" else "random"
    arguments = {
        "play": ["play", edition, "--player", f"a={bot}", "--player", f"b={bot}", "--bot-failure", "stop"],
        "balance": ["balance", "humans", "--variant", edition, "--player", bot, "--players", "2", "--most", "10"],
    }[command]
    status, message = run(*arguments, *plugin)
    assert status in (1, 2)
    assert ("bot" if who == "bot" else "ability 'rude' of 'rude'") in message and "SystemExit" in message
