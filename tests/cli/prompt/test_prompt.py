"""Playing at a terminal, as a person would: through a pseudo-terminal."""

from __future__ import annotations

import io
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from terminal import PROMPT, Terminal

import smallworld
from smallworld_play.shorthand import parts_of_line
from smallworld_terminal.conversation import ThinkingLine, complete
from tiers import FULL


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path, "play", "--seed", "5", "--player", "you", "--save", str(tmp_path / "game.jsonl"))
    terminal.until(PROMPT)
    yield terminal
    terminal.child.close(force=True)


def test_a_turn_is_played_and_the_game_goes_on_later(table: Terminal, tmp_path: Path) -> None:
    assert "Take regions, the cheapest first: conquer r02." in table.say("pick 1")
    assert "r02" in table.say("legal")
    table.say("conquer r02")
    assert "place fortress" not in table.say("done, deploy r02 1")
    table.child.sendline("quit")
    assert "smallworld resume" in table.end()
    again = Terminal(tmp_path, "resume", str(tmp_path / "game.jsonl"))
    assert "you: redeploy" in again.until(PROMPT)
    again.child.close(force=True)


def test_help_why_and_suggestions(table: Terminal) -> None:
    assert "Pick a combo" in table.say("help")
    assert "Elves: " in table.say("help elves")
    assert "did you mean 'elves'?" in table.say("help elvs")
    table.say("pick 1")
    assert "not legal [water]: r01 is sea" in table.say("why conquer r01")
    assert "did you mean 'conquer'?" in table.say("conqer r02")
    assert "write: why ACTION" in table.say("why")
    table.say("conquer r02")
    assert re.search(r"\+1  regions\s+= 1 coin, scored now", table.say("why done"))
    assert "score" not in table.say("why abandon r02")


def test_undo_goes_back_but_not_behind_what_was_shown(table: Terminal) -> None:
    assert "nothing to undo" in table.say("undo")
    table.say("pick 1")
    table.say("conquer r02")
    assert "0 regions" in table.say("undo")
    assert "face down was shown" in table.say("undo")
    table.say("conquer r02")


def test_several_actions_are_all_done_or_none(table: Terminal) -> None:
    table.say("pick 1")
    assert "nothing was done, because of part 2" in table.say("conquer r02, conquer r01")
    assert "r02" in table.say("legal")


def test_ctrl_c_and_end_of_input_lose_nothing(table: Terminal, tmp_path: Path) -> None:
    table.say("pick 1")
    table.child.sendintr()
    assert "nothing is lost" in table.until(PROMPT)
    for _ in range(30):
        table.child.sendcontrol("d")  # the program may still be about to ask
        if table.child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=1) == 0:
            break
    assert "smallworld resume" in str(table.child.before)
    assert '"do": "pick 1"' in (tmp_path / "game.jsonl").read_text("utf-8")


def test_a_narrow_window_is_one_line(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--seed", "5", columns=40)
    assert "fewer than 60 columns" in terminal.until(PROMPT)
    terminal.child.close(force=True)


def test_without_save_the_game_is_kept_all_the_same(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--seed", "5")
    assert "recorded in" in terminal.until(PROMPT)
    terminal.child.sendline("quit")
    terminal.end()
    assert [path.suffix for path in tmp_path.rglob("*.jsonl")] == [".jsonl"]


def test_two_people_hand_the_terminal_over(tmp_path: Path) -> None:
    terminal = Terminal(
        tmp_path, "play", "--seed", "5", "--player", "ann", "--player", "bob", "--option", "first_player=1"
    )
    terminal.until(PROMPT)
    terminal.say("pick 1")
    terminal.child.sendline("done")
    terminal.until(PROMPT)
    terminal.child.sendline("done")
    assert "hand over" in terminal.until("press Enter")
    terminal.child.sendline("")
    assert re.search(r"ann +\? coins", terminal.until(PROMPT))
    terminal.child.close(force=True)


def test_tab_completes_what_is_legal(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--plain", "--seed", "5", "--player", "you", kind="xterm")
    terminal.until(r"\[pick\]")
    terminal.child.send("undo\r")
    terminal.until("nothing to undo")
    terminal.until(r"\[pick\]")
    terminal.child.send("qu\t")
    terminal.until("it")
    terminal.child.send("\r")
    assert "smallworld resume" in terminal.end()


def test_a_command_written_wrong_is_corrected(table: Terminal) -> None:
    assert "unknown word 'legl'; did you mean 'legal'?" in table.say("legl")
    assert "did you mean 'table'?" in table.say("tabel")
    assert "legal lists the actions, help the commands" in table.say("xyzzy")


def test_a_line_that_is_far_too_long_is_not_quoted(table: Terminal) -> None:
    assert "letters; 4000 are the most" in table.say("x" * 5000)


def test_a_number_does_the_action_of_the_list(table: Terminal) -> None:
    assert "you: picks " in table.say("2")
    assert "no action has the number 99" in table.say("99")


def test_what_costs_nothing_is_named_before_enter_ends_the_turn(tmp_path: Path) -> None:
    players = ("--player", "ann=greedy", "--player", "bob")
    terminal = Terminal(tmp_path, "play", "--seed", "53", *players)
    assert "1. Fortified" in terminal.until(PROMPT)
    terminal.say("pick 1")
    region = re.findall(r"conquer (\w+)", terminal.say("legal"))[0]
    terminal.say(f"conquer {region}, done")
    text = terminal.say(f"deploy rest {region}")
    assert f"Also possible before done: place fortress {region}." in text and "(done)" not in text
    assert "Also possible" not in terminal.say("legal")
    terminal.child.close(force=True)


@FULL
def test_a_killed_dialogue_goes_on_where_it_was(table: Terminal, tmp_path: Path) -> None:
    table.say("pick 1")
    table.say("conquer r02")
    table.child.kill(signal.SIGKILL)
    table.child.wait()
    again = Terminal(tmp_path, "resume", str(tmp_path / "game.jsonl"))
    again.until(PROMPT)
    assert "you: takes r02" in again.say("log")
    again.child.close(force=True)


def test_without_players_one_plays_against_an_easy_and_a_normal_bot(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "--seed", "5")
    text = terminal.until(PROMPT)
    assert "Small World, 3 players" in text
    assert re.search(r"anna: picks \w+", text)
    assert re.search(r"\d coins for anna \(regions \d", text)
    terminal.child.close(force=True)


PONDERER = """
import pathlib, time
from smallworld import hookimpl

class Ponderer:
    "Thinks until a file is there."

    def choose(self, view, legal, rng):
        while not (pathlib.Path(__file__).parent / "enough").exists():
            time.sleep(0.05)
        return legal[0]

@hookimpl
def smallworld_bots():
    return {"ponderer": Ponderer}
"""


def test_a_long_thought_is_seen_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "ponder.py").write_text(PONDERER, "utf-8")
    options = ["--plugin", str(tmp_path / "ponder.py"), "--player", "bob=ponderer", "--player", "you"]
    terminal = Terminal(
        tmp_path, "play", "--plain", "--seed", "5", "--option", "first_player=1", *options, kind="xterm"
    )
    terminal.until("bob thinks")
    seen = [int(re.findall(r"bob thinks, (\d+) s", terminal.until(r"bob thinks, \d+ s"))[-1]) for _ in range(2)]
    assert 0 < seen[0] < seen[1]
    (tmp_path / "enough").touch()
    terminal.until("bob: picks ")
    terminal.child.close(force=True)


class Simple(io.StringIO):
    """A terminal that cannot write over a line."""

    def isatty(self) -> bool:
        return True


def test_a_simple_terminal_names_each_thinker_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    line = ThinkingLine(Simple())
    for name in ("bob", "bob", "cid"):
        with line.thinking(name):
            pass
    assert isinstance(line.out, Simple)
    assert line.out.getvalue() == "... bob thinks\n... cid thinks\n"


def test_without_a_terminal_no_line_names_the_thinking_bot() -> None:
    out = io.StringIO()
    with ThinkingLine(out).thinking("bob"):
        pass
    assert out.getvalue() == ""


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("deploy r01 2, r05 1", ["deploy r01 2", "deploy r05 1"]),
        ("conquer r01; r02, done", ["conquer r01", "conquer r02", "done"]),
        ("deploy r01 2, place fortress r01", ["deploy r01 2", "place fortress r01"]),
        ("conquer r01, r02 by dragon", ["conquer r01", "conquer r02 by dragon"]),
        (" , ", []),
    ],
)
def test_lines_with_several_actions(text: str, actions: list[str]) -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"])
    assert [part.keywords["part"] for part in parts_of_line(game, text)] == actions


def test_only_what_is_legal_is_completed() -> None:
    texts = ["conquer r01", "conquer r02", "done", "undo"]
    assert complete("conquer r01, con", texts) == ["conquer r01", "conquer r02"]
    assert complete("conquer ", texts) == ["conquer r01", "conquer r02"]
    assert complete("d", texts) == ["done"]
    assert complete("conquer r0", ["conquer r01", "conquer r01 by die", "conquer r02"]) == [
        "conquer r01",
        "conquer r02",
    ]
    assert complete("abandon", texts) == []
