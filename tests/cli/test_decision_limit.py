"""A bot or an ability that never answers does not stop a game for ever."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hostile_plugin import SLEEPY_LOOP, write_hostile_plugin
from smallworld import decision_limit
from smallworld.decision_limit import LOOKS, DecisionLimit, EndRefused, OutOfTime, exits_refused
from smallworld.errors import PluginError
from smallworld_cli import cli

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs timers of POSIX")

LATE_LOOP = """
        while state.round == 2:
            pass
"""
LATE_SLEEPY_LOOP = LATE_LOOP.replace("pass", "time.sleep(0.01)")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def test_a_bot_that_thinks_for_ever_is_replaced(tmp_path: Path) -> None:
    _, *plugin = write_hostile_plugin(tmp_path, bot=SLEEPY_LOOP)
    save = tmp_path / "s.jsonl"
    result = run("play", "base", *plugin, "--player", "ann=rude-bot", "--player", "bob=random", "--seed", "1",
                 "--save", str(save), "--decision-limit", "0.8")  # fmt: skip
    assert result.exit_code == 0
    assert (
        "bot of ann failed and is replaced by random: OutOfTime: no decision within 0.8 seconds; "
        "--decision-limit allows more" in result.output
    )
    assert run("replay", "--verify", str(save), *plugin).exit_code == 0


def test_replay_has_a_limit(tmp_path: Path) -> None:
    edition, *plugin = write_hostile_plugin(tmp_path)
    save = tmp_path / "s.jsonl"
    run(
        "play", edition, *plugin, "--player", "ann=random", "--player", "bob=random", "--seed", "1", "--save", str(save)
    )
    write_hostile_plugin(tmp_path, hook=LATE_SLEEPY_LOOP)
    for options in (("--verify",), ()):
        result = run("replay", str(save), *plugin, *options, "--decision-limit", "0.3")
        assert result.exit_code == 1
        assert "failed in turn_started: OutOfTime: no decision within 0.3 seconds" in result.output


def test_an_ability_that_loops_ends_play_and_the_save_is_whole(tmp_path: Path) -> None:
    edition, *plugin = write_hostile_plugin(tmp_path, hook=LATE_LOOP)
    save = tmp_path / "s.jsonl"
    result = run("play", edition, *plugin, "--player", "ann=random", "--player", "bob=random",
                 "--seed", "1", "--save", str(save), "--decision-limit", "0.1")  # fmt: skip
    assert isinstance(result.exception, PluginError)
    assert "failed in turn_started: OutOfTime: no decision within 0.1 seconds" in str(result.exception)
    assert f"saved; go on with: smallworld resume {save}" in result.output
    assert "--decision-limit 0.1" in result.output
    assert "verified" in run("replay", "--verify", str(save), *plugin).output


def test_plugin_check_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    edition, _, plugin = write_hostile_plugin(tmp_path, hook=LATE_LOOP)
    result = run("plugin", "check", plugin, "--variant", edition, "--decision-limit", "0.2",
                 "--games", "1")  # fmt: skip
    assert result.exit_code == 1
    assert "no decision within 0.2 seconds; --decision-limit allows more" in result.output


def test_the_timer_stops_although_it_rings_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def ring() -> float:
        signal.raise_signal(signal.SIGALRM)
        return 0.0

    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(OutOfTime), DecisionLimit(1000, lambda: 0):
        monkeypatch.setattr(time, "monotonic", ring)
        for _ in range(LOOKS + 1):
            ring()
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[1] == 0


def test_code_that_ignores_every_exception_ends_the_program(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(decision_limit, "_END", sys.exit)
    with pytest.raises(SystemExit, match="2"), DecisionLimit(1000, lambda: 0):
        while True:
            with contextlib.suppress(OutOfTime):
                signal.raise_signal(signal.SIGALRM)
    assert f"has run for more than 1000 seconds ('{__file__}', line " in capfd.readouterr().err


def test_there_is_no_limit_outside_the_main_thread() -> None:
    timers: list[object] = []

    def work() -> None:
        with DecisionLimit(1000, lambda: 0):
            timers.append(signal.getitimer(signal.ITIMER_REAL)[1])

    before = signal.getitimer(signal.ITIMER_REAL)[1]
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert timers == [before]


@pytest.mark.parametrize("module", ["os", "posix"])
@pytest.mark.parametrize("function", ["_exit", "abort"])
def test_no_name_of_the_end_of_the_process_passes(module: str, function: str) -> None:
    original = getattr(sys.modules[module], function)
    with exits_refused(), pytest.raises(EndRefused):
        getattr(sys.modules[module], function)(0)
    assert getattr(sys.modules[module], function) is original


@pytest.mark.parametrize("command", [("replay", "--verify"), ("resume",)])
def test_up_to_a_line_that_a_save_does_not_have(tmp_path: Path, command: tuple[str, ...]) -> None:
    save = tmp_path / "s.jsonl"
    run("play", "base", "--player", "ann=random", "--player", "bob=random", "--seed", "1", "--save", str(save))
    lines = save.read_text("utf-8").splitlines()
    content = save.read_bytes()
    result = run(*command, str(save), "--up-to", "999")
    assert result.exit_code == 2
    events = len(lines) - 2  # without the header and the result
    assert f"--up-to 999: {save} has {events} events and ends at line {len(lines)}" in result.output
    assert save.read_bytes() == content
