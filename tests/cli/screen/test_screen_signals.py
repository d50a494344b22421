"""Signals at a terminal: the program leaves it as it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from terminal import Terminal
from visible_screen import VisibleScreen

from programs import WORDS
from tiers import quick_first

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
PLAYERS = ("--seed", "5", "--player", "you", "--player", "bot=random")


def test_the_request_to_end_restores_the_terminal(tmp_path: Path) -> None:
    screen = VisibleScreen(tmp_path, "play", *PLAYERS, columns=100, rows=35)
    screen.until()
    assert "\x1b[?1049h" in screen.printed
    screen.child.kill(signal.SIGTERM)
    while screen.read():
        pass
    after = screen.printed[screen.printed.rindex("\x1b[?1049h") :]
    assert "\x1b[?1049l" in after
    assert "\x1b[?1000l" in after
    assert "saved; go on with: smallworld" in after
    assert "Traceback" not in after


def test_the_window_can_be_suspended(tmp_path: Path) -> None:
    screen = VisibleScreen(tmp_path, "play", *PLAYERS, columns=100, rows=35)
    screen.until()
    before = screen.printed
    screen.child.send("\x1a")
    deadline = time.monotonic() + 20
    while "\x1b[?1049l" not in screen.printed[len(before) :] and time.monotonic() < deadline:
        screen.read()
    assert "\x1b[?1049l" in screen.printed[len(before) :]
    screen.child.kill(signal.SIGCONT)
    screen.until()
    screen.child.kill(signal.SIGKILL)


def test_the_request_to_end_leaves_the_prompt(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--plain", *PLAYERS, kind="xterm")
    terminal.until(r"you \[pick\]>")
    terminal.child.kill(signal.SIGTERM)
    assert "saved; go on with: smallworld" in terminal.end()


@pytest.mark.timeout(120)
@pytest.mark.parametrize("moment", quick_first([0.4, 0.1, 0.7, 1.1, 1.7]))
def test_ctrl_c_while_workers_start_prints_no_traceback(tmp_path: Path, moment: float) -> None:
    """Workers import for a while before they can ignore the signal; they never receive it."""
    command = [*WORDS, "simulate", "--games", "4000", "--player", "random", "--player", "random", "--jobs", "2",
               "--out", str(tmp_path / "games.parquet")]  # fmt: skip
    pipe = subprocess.PIPE
    program = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    assert program.stderr is not None
    program.stderr.readline()  # the announcement: workers start next
    time.sleep(moment)
    os.killpg(program.pid, signal.SIGINT)
    errors = program.communicate(timeout=60)[1]
    assert program.returncode == 130, errors
    assert "Traceback" not in errors
