"""Bots that are programs of their own: the example, and everything that can go wrong with one."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from random import Random

import pytest

import smallworld
from smallworld.errors import SmallWorldError
from smallworld_bots import make
from smallworld_bots.external import External
from smallworld_play.session import Session

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "cheapest.py"


def program(tmp_path: Path, text: str) -> str:
    """Write a bot; return its command, which starts at once also where coverage is measured."""
    path = tmp_path / "bot.py"
    path.write_text(text, "utf-8")
    return f"{sys.executable} -I -S {path}"


def session(command: str, *, stop: bool = False, seconds: float = 10.0) -> Session:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=3, options={"first_player": 1})
    bots = {"ann": External(command, seconds), "bob": make("random")}
    return Session(game, bots, seed=1, stop_on_failure=stop, warn=lambda text: print(text, file=sys.stderr))


def test_the_example_plays_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    table = session(f"{sys.executable} {EXAMPLE}")
    while not table.game.over:
        table.play_bot()
    bot = table.bots["ann"]
    table.close()
    assert isinstance(bot, External), "it was never replaced"
    assert bot.process is None
    assert capsys.readouterr().err == ""
    assert table.game.scores()["ann"] > table.game.scores()["bob"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("import sys; sys.exit(3)", "the program has ended (status 3)"),
        ("import time; time.sleep(60)", "has not answered within 0.5 seconds"),
        ("print('hello', flush=True); import time; time.sleep(60)", "answered 'hello' instead of"),
        ("print('[1]', flush=True); import time; time.sleep(60)", "answered '[1]' instead of"),
        ('print(\'{"do": "fly"}\', flush=True); import time; time.sleep(60)', "'fly', which is not legal"),
        ("while True: print('x' * 10000, end='')", "printed more than 65,536 bytes without an end of line"),
        ("print('[' * 60000, flush=True); import time; time.sleep(60)", "answered '[[["),
        ('print(\'{"do": \' + "[" * 970 + "]" * 970 + "}", flush=True); import time; time.sleep(60)', "answered '"),
        ("import os, time; os.write(1, b'\\xff\\xfe\\n'); time.sleep(60)", "answered '\ufffd\ufffd' instead of"),
        ('print(\'{"do": "\\\\ud800"}\', flush=True); import time; time.sleep(60)', "which is not legal"),
        ("import os, time; os.close(1); time.sleep(60)", "the program has closed its output"),
        (
            "import os, time; os.close(0); os.execvp('sleep', ['sleep', '60'])",
            "has closed its input | has not answered within 0.5 seconds",
        ),
    ],
)
def test_a_bot_that_fails_is_reported_and_replaced(
    tmp_path: Path, text: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """An input may be closed before or after the first question is in the pipe."""
    table = session(program(tmp_path, text), seconds=0.5 if "0.5 seconds" in says else 10.0)
    table.play_bot()
    reported = capsys.readouterr().err
    assert any(sentence in reported for sentence in says.split(" | "))
    assert type(table.bots["ann"]).__name__ == "RandomBot"
    table.play_bot()
    table.close()


def test_a_bot_that_never_reads_is_not_waited_for(tmp_path: Path) -> None:
    """It answers at once and for ever, until the pipe to it is full."""
    bot = External(program(tmp_path, 'while True: print(\'{"do": "done"}\', flush=True)'), 0.4)
    seen, began = view(), time.monotonic()
    with pytest.raises(SmallWorldError, match=r"has not (read the question|answered) within 0\.4 seconds"):
        for _ in range(500):
            bot.choose(seen, ["done"], Random(1))
    bot.close()
    assert time.monotonic() - began < 15


def test_or_the_game_stops_cleanly(tmp_path: Path) -> None:
    table = session(program(tmp_path, "import sys; sys.exit(3)"), stop=True)
    with pytest.raises(SmallWorldError, match="bot of ann failed, the game stops: the program has ended"):
        table.play_bot()
    table.close()


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(SmallWorldError, match=r"cannot start '\./nobody': no such file"):
        External("./nobody").choose(view(), ["done"], Random(1))


def view() -> smallworld.player_view.View:  # type: ignore[name-defined]
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=3)
    return game.view("ann")


def test_its_children_end_with_it(tmp_path: Path) -> None:
    text = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\n"
        'print(\'{"do": "done"}\', flush=True)\n'
        "time.sleep(60)\n"
    )
    bot = External(program(tmp_path, text))
    assert bot.choose(view(), ["done"], Random(1)) == "done"
    child = int((tmp_path / "pid").read_text())
    bot.close()
    for _ in range(50):
        if not alive(child):
            return
        time.sleep(0.1)
    pytest.fail("a process that the bot had started is still there")


def alive(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text("utf-8").split()[2]
    except OSError:
        return False
    return status != "Z" and os.path.exists(f"/proc/{process}")


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("./bot:minutes=1", "bot 'a program' has no parameter 'minutes'"),
        ("./bot:seconds=soon", "parameter 'seconds' of bot 'a program' must be a number, not 'soon'"),
        ("./bot:seconds=0", "parameter 'seconds' of program './bot' must be above 0, not 0"),
        ("./a'b", 'cannot read the command "./a\'b": no closing quotation'),
        ("./bot:seconds=1e9", "parameter 'seconds' of bot 'a program' must be at most 3600, not 1000000000"),
        ("mcts:seconds=1e9", "parameter 'seconds' of bot 'mcts' must be at most 3600, not 1000000000"),
        ("mcts:passes=100001", "parameter 'passes' of bot 'mcts' must be at most 100000, not 100001"),
        ("greedy:samples=9999999", "parameter 'samples' of bot 'greedy' must be at most 1000, not 9999999"),
        ("mcts:seconds=inf", "must be a number, not 'inf'"),
        ("mcts:seconds=-1", "parameter 'seconds' of bot 'mcts' must be at least 0, not -1"),
        ("mcts:passes=-1", "parameter 'passes' of bot 'mcts' must be at least 0, not -1"),
        ("mcts:second=1", "bot 'mcts' has no parameter 'second'; did you mean 'seconds'?"),
        ("mcts:seconds", "parameter 'seconds' of bot 'mcts' needs a value: write seconds=VALUE"),
        ("mcts:passes=1,passes=2", "parameter 'passes' of bot 'mcts' is given twice; give it once"),
        ("greedy:samples=0", "parameter 'samples' of bot 'greedy' must be at least 1, not 0"),
        ("./nobody", "cannot start './nobody': no such program, or it may not be executed"),
        ("/", "cannot start '/': no such program, or it may not be executed"),
        ("mcts:seconds=x", "must be a number, not 'x'"),
        ("mctz", "did you mean 'mcts'?"),
    ],
)
def test_wrong_texts_for_bots(spec: str, says: str) -> None:
    with pytest.raises(SmallWorldError) as caught:
        make(spec)
    assert says in str(caught.value)


def test_an_empty_command_starts_no_program() -> None:
    with pytest.raises(SmallWorldError, match="a program to start needs a name"):
        External(" ")
