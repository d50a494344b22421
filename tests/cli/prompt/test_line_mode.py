"""Playing without a terminal: actions line by line, commands among them; what a person types wrong."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from pathlib import Path
from random import Random

import pytest
from terminal import Run

import smallworld
from programs import start_program
from smallworld.game import Game
from smallworld_play.log_text import own_turn_end


def test_actions_and_commands_line_by_line(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "game.jsonl"
    code, text = run(
        "play",
        "--seed",
        "5",
        "--player",
        "you",
        "--save",
        str(file),
        lines="# a comment\npick 1\nlegal\nwhy 1\nconquer r99\nquit\npick 2\n",
    )
    assert code == 0
    assert "1 conquer r02" in text
    assert "+2  every region (rules)" in text
    assert "unknown region 'r99'" in text
    assert [json.loads(line).get("do") for line in file.read_text("utf-8").splitlines()].count("pick 2") == 0


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("why", "why needs an action; write: why ACTION, e.g. why conquer r07"),
        ("neighbours", "neighbours needs a region; write: neighbours REGION, e.g. neighbours r01"),
        ("neighbours r99", "unknown region 'r99'"),
        ("log 0", "log takes a number of lines, e.g. log 5, not '0'"),
        ("save", "this game is not recorded; write: save FILE"),
        ("1", "1 refers to no list; legal shows what you can do, with numbers"),
        ("legal\n99", "no action has the number 99; the list shown last has 1 to 6"),
        ("legal\npick 1\n2", "2 was 'pick 2' in the list shown last, which is not possible now"),
        ("undo", "nothing to undo"),
    ],
)
def test_a_command_that_lacks_something_gets_one_sentence(line: str, message: str, run: Run) -> None:
    code, text = run("play", "--seed", "5", "--player", "ann", "--player", "bob", lines=f"{line}\n")
    assert code == 0 and message in text, text


def test_save_tells_where_the_game_is_recorded(tmp_path: Path, run: Run) -> None:
    arguments = ("play", "--seed", "5", "--player", "ann", "--player", "bob", "--save")
    _, text = run(*arguments, str(tmp_path / "g.jsonl"), lines="save\n")
    assert f"everything is saved in {tmp_path / 'g.jsonl'} all the time; save FILE writes a copy" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bose",), "did you mean 'base'?"),
        (("--player", "ann=greedi"), "greedi"),
        (("--player", "ann", "--player", "ann"), "two players are called 'ann'"),
        (("--board", "base-9p"), "base-9p"),
        (("--option", "coins=many"), "coins"),
        (("--option", "coin=open"), "did you mean 'coins'"),
        (("--player", "a  b"), "player name 'a  b'"),
    ],
)
def test_wrong_arguments_of_play_get_one_sentence(arguments: tuple[str, ...], message: str, run: Run) -> None:
    code, text = run("play", *arguments)
    assert code in (1, 2)
    assert message in text
    assert "Traceback" not in text


def test_bots_play_on_as_bots_after_resume(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "game.jsonl"
    run("play", "--seed", "5", "--save", str(file), "--player", "ann", "--player", "bob=random", lines="pick 1\n")
    code, _ = run("resume", str(file), lines="done\ndone\nquit\n")
    assert code == 0
    assert any(event.get("by") == "bob" for event in Game.loads(file.read_text("utf-8")).log)


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_after_resume_the_log_has_the_same_lines(variant: str, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "game.jsonl"
    arguments = ("play", variant, "--seed", "3", "--player", "ann", "--player", "bob=greedy", "--save", str(file))
    _, played = run(*arguments, lines="legal\n1\n" * 18 + "log\n")
    _, resumed = run("resume", str(file), lines="log\n")

    def recent_lines(text: str) -> list[str]:
        return [line for line in text.splitlines() if line.startswith("  ")][-20:]

    assert [line for line in recent_lines(played) if "coins for" in line]
    assert recent_lines(resumed) == recent_lines(played)


def test_actions_before_resume_are_not_taken_back(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "game.jsonl"
    arguments = ("play", "--seed", "5", "--player", "ann", "--player", "bob", "--save", str(file))
    run(*arguments, "--option", "first_player=1", lines="pick 1\nconquer r02\n")
    output = run("resume", str(file), lines="undo\nconquer r03\nundo\n")[1]
    assert output.count("nothing to undo: your last action was before the game was resumed") == 1
    assert "taken back: conquer r03" in output


def test_the_log_goes_back_to_the_last_turn_of_the_player() -> None:
    """A round of five players has more than twenty lines; retreats are not turns."""
    names = ["ann", "bea", "cid", "dot", "eve"]
    game, rng = smallworld.new_game(smallworld.load_variant("base"), names, seed=4), Random(4)
    last: dict[str, int] = {}
    retreats = 0
    while game.round < 5:
        turn, mover = game.turn, game.to_move
        if turn == mover:
            last[str(turn)] = len(game.log)
        retreats += turn != mover
        game.apply(rng.choice(game.legal_actions()))
        if game.turn != turn and game.turn == game.to_move:
            assert own_turn_end(game) == last.get(str(game.turn), 0)
    assert retreats


def test_nobody_has_a_turn_when_the_game_is_over() -> None:
    """A die that was rolled is an entry of the log without a player."""
    game, rng = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bea"], seed=4), Random(4)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    assert any("by" not in event for event in game.log)
    assert own_turn_end(game) == 0


def test_a_file_cannot_start_a_program(tmp_path: Path, run: Run) -> None:
    """Neither a save that was edited under its checksums, nor one without checksums."""
    file, program, trace = tmp_path / "game.jsonl", tmp_path / "evil", tmp_path / "started"
    program.write_text(f"#!/bin/sh\ntouch {trace}\n", "utf-8")
    program.chmod(0o755)
    run("play", "--seed", "5", "--save", str(file), "--player", "ann", "--player", "bob=random", lines="pick 1\n")
    edited = file.read_text("utf-8").replace('"bob": "random"', f'"bob": "{program}"')
    file.write_text(edited, "utf-8")
    code, output = run("resume", str(file), lines="quit\n")
    assert code == 1
    assert "the checksum does not match" in output
    file.write_text(re.sub(r', "chained": true|, "check": "[0-9a-f]{16}"', "", edited), "utf-8")
    code, output = run("resume", str(file), lines="quit\n")
    assert code == 2
    assert "a save starts no program; add --player bob=PROGRAM" in output
    assert not trace.exists()


def test_a_killed_game_goes_on_where_it_was(tmp_path: Path, run: Run) -> None:
    """SIGKILL at some moment: every event that was decided is in the file."""
    file = tmp_path / "game.jsonl"
    arguments = ["play", "--seed", "9", "--save", str(file)]
    bots = ["--player", "ann=greedy", "--player", "bob=greedy", "--player", "cid=greedy"]
    process = start_program(*arguments, *bots, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not file.exists() or len(file.read_bytes()) < 2_000:
        assert process.poll() is None, "it ended before it could be killed"
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = [json.loads(line) for line in file.read_text("utf-8").split("\n")[:-1]]
    quick = ("--player", "ann=random", "--player", "bob=random", "--player", "cid=random")
    code, output = run("resume", str(file), *quick)
    assert code == 0, output
    after = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert after[: len(before)] == before
    assert "result" in after[-1]
    assert run("replay", str(file), "--verify")[0] == 0


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_a_whole_game_by_numbers_with_nonsense_between(variant: str, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "game.jsonl"
    nonsense = "xyzzy\nconquer\n,;,\ndeploy r99 -1\nwhy\nhelp \u2603\n99999\nsave /\n"
    arguments = ("play", variant, "--seed", "3", "--player", "ann", "--player", "bob", "--save", str(file))
    code, text = run(*arguments, lines=(nonsense + "table\nlegal\n1\n" * 12) + "legal\n1\n" * 3000)
    assert code == 0
    assert re.search(r"(wins|share the victory) with \d+ coins.*\nfinal table", text)
    assert "Traceback" not in text
    assert Game.loads(file.read_text("utf-8")).over
    assert run("replay", str(file), "--verify")[0] == 0


def test_a_closed_pipe_is_not_a_fault() -> None:
    arguments = ("play", "--seed", "9", "--player", "ann=random", "--player", "bob=random")
    process = start_program(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read().decode()
    assert process.wait() == 0
    assert "Traceback" not in errors and "Error" not in errors
    process.stderr.close()


def test_without_a_terminal_actions_of_all_players_are_printed(run: Run) -> None:
    arguments = "play", "--seed", "5", "--player", "you", "--player", "anna=greedy"
    lines = "pick 1\nconquer r02\ndone\ndeploy r02 10\ndone\nlegal\n"
    code, text = run(*arguments, lines=lines)
    assert code == 0
    actions = [line.split(";")[0] for line in text.splitlines() if re.match("(you|anna): ", line)]
    assert actions[:5] == [
        "you: picks Dragon Master Tritons", "you: takes r02, farmland, 1 token", "you: ends the conquests",
        "you: places 10 tokens on r02", "you: ends the turn",
    ]  # fmt: skip
    assert actions[5].startswith("anna: picks ")
    assert text.index(actions[-1]) < text.index("abandon r02")


def test_actions_of_bots_alone_are_printed_once(run: Run) -> None:
    code, text = run("play", "--seed", "5", "--player", "ann=random", "--player", "bob=random")
    assert code == 0
    assert len(re.findall(r"\d coins? for (?:ann|bob)", text)) == 20
    assert len(re.findall(r" wins with | share the victory ", text)) == 1


def test_a_number_refers_to_the_list_shown_last_or_is_refused(run: Run) -> None:
    """Numbers that moved since have given up regions that nobody meant."""
    seats = ("--player", "you", "--player", "anna=greedy", "--player", "bert=greedy")
    lines = "4\npick 3\nlegal\nCONQUER R04\n5\n4\n3\n2\nconquer 4\n99\nquit\n"
    _, text = run("play", "--seed", "2079714427", *seats, lines=lines)
    assert "4 refers to no list" in text and "no action has the number 99; the list shown last has 1 to 17" in text
    assert "1 conquer r07 (2)    2 conquer r29 (2)    3 conquer r02 (3)    4 conquer r03 (3)" in text
    assert re.findall(r"you: takes (r\d+),", text) == ["r04", "r03", "r02"]
    assert re.findall(r"(\d) was '(.*)' in the list", text) == [("5", "conquer r04"), ("2", "conquer r29")]
    assert "'4' is not a region, as numbers alone belong to lists; write r4" in text


def test_what_is_asked_for_in_short(run: Run) -> None:
    lines = "why pick 6\npick 1\nneighbours r2\nneighbours r99\nlog x\nlog 1\nwhy conquer r1\n?\nq\n"
    _, text = run("play", "--seed", "5", "--player", "you", "--player", "bert=random", lines=lines)
    assert re.search(r"= \d+ tokens\n  you have 5 coins, pay 5, get 0, so 0 remain\n", text)
    assert re.search(r" r02 .*next to r01, .*\nnext to it:\n r01 .*closed", text)
    assert "unknown region 'r99'; there are r01 to r23" in text and "log takes a number of lines" in text
    assert "\n  you: picks " in text and "r01 is sea" in text and "deploy even spreads them" in text
