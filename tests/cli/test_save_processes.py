"""Saves and real programs: two at once, killed ones, full disks, bots that are programs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from terminal import Run

import smallworld
from programs import run_program, start_program
from smallworld.model.variant_folder import shipped_folder

SEATS = ("--seed", "5", "--player", "you", "--player", "anna=greedy")


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    """A program that waits for lines; its standard output is read line by line."""
    pipe = subprocess.PIPE
    return start_program(*arguments, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def say(program: subprocess.Popen[str], line: str, until: str) -> None:
    assert program.stdin is not None and program.stdout is not None
    program.stdin.write(line + "\n")
    program.stdin.flush()
    for answer in program.stdout:
        if until in answer:
            return
    raise AssertionError(f"the program never printed {until!r}")


@pytest.mark.timeout(180)
def test_one_program_plays_a_save_until_it_is_killed(tmp_path: Path, run: Run) -> None:
    save = tmp_path / "game.jsonl"
    with start("play", *SEATS, "--save", save) as first:
        say(first, "pick 1", "you: picks ")
        for arguments in (("resume", str(save)), ("play", *SEATS, "--save", str(save))):
            code, text = run(*arguments)
            assert code == 2 and "game.jsonl' is being played by another program" in text
        code, text = run("replay", str(save), "--verify")
        assert code == 0 and "4 events" in text
        say(first, "conquer r06", "you: takes r06")
        first.kill()
    code, text = run("resume", str(save), lines="log\n")
    assert code == 0 and "you: takes r06" in text


@pytest.mark.timeout(180)
def test_a_save_that_is_removed_with_its_folder_is_not_called_saved(tmp_path: Path) -> None:
    save = tmp_path / "folder" / "game.jsonl"
    save.parent.mkdir()
    with start("play", *SEATS, "--save", save) as program:
        say(program, "pick 1", "you: picks ")
        shutil.rmtree(save.parent)
        _, errors = program.communicate("conquer r06\n")
    assert program.returncode == 2
    assert "was removed while it was played, and the game cannot be saved again" in errors
    assert "go on with" not in errors


@pytest.mark.timeout(180)
def test_a_full_disk_keeps_everything_before_and_states_how_to_go_on(tmp_path: Path, run: Run) -> None:
    save = tmp_path / "game.jsonl"
    run("play", *SEATS, "--save", str(save), lines="pick 1\n")
    content = save.read_bytes()

    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # a cut .pyc would break every later start
    program = run_program("resume", save, lines="conquer r06\n", env=environment, largest=len(content) + 40)
    assert program.returncode == 2 and save.read_bytes() == content
    assert "game.jsonl' cannot be written: file too large; go on with: smallworld resume " in program.stderr


def test_a_save_on_a_device_is_refused(run: Run) -> None:
    code, text = run("play", *SEATS, "--save", "/dev/null")
    assert code == 2 and "'/dev/null' is not a regular file but a device" in text


def test_a_page_never_overwrites_its_game(tmp_path: Path, run: Run) -> None:
    save, link = tmp_path / "game.jsonl", tmp_path / "page.html"
    run("play", *SEATS, "--save", str(save), lines="pick 1\n")
    link.symlink_to(save)
    content = save.read_bytes()
    for page in (save, link):
        code, text = run("replay", str(save), "--html", str(page))
        assert code == 2 and "would overwrite a file that this command reads" in text
    code, text = run("board", "show", "--game", str(save), "--svg", str(link))
    assert code == 2 and "--svg" in text and "would overwrite a file that this command reads" in text
    assert save.read_bytes() == content


def test_a_game_goes_on_without_its_edition_and_board(tmp_path: Path, run: Run) -> None:
    """The id of the edition is that of a shipped one; its content is not."""
    save, mine = tmp_path / "game.jsonl", tmp_path / "base"
    shutil.copytree(shipped_folder() / "base", mine)
    (mine / "boards" / "base-2p.yaml").rename(tmp_path / "my.yaml")
    shutil.copy(shipped_folder() / "base" / "boards" / "base-2p.yaml", mine / "boards")
    text = (mine / "variant.yaml").read_text("utf-8")
    (mine / "variant.yaml").write_text(text.replace("die: [0, 0, 0, 1, 2, 3]", "die: [1, 1, 1, 1, 2, 3]"), "utf-8")
    board = ("--board", str(tmp_path / "my.yaml"))
    assert run("play", str(mine), *board, *SEATS, "--save", str(save), lines="pick 1\n")[0] == 0
    digest = smallworld.load_variant(str(mine)).digest
    shutil.rmtree(mine)
    (tmp_path / "my.yaml").unlink()
    assert digest in save.read_text("utf-8") and str(tmp_path) not in save.read_text("utf-8")
    for arguments in (("replay", "--verify"), ("resume",), ("validate",)):
        code, text = run(*arguments, str(save), lines="conquer r06\n")
        assert code == 0 and "warning" not in text.replace("0 warnings", ""), text
    code, text = run("replay", str(save), "--verify", "--variant", "base")
    assert code == 0 and "warning: variant 'base' has changed since this game was recorded" in text


def test_a_program_that_plays_is_named_again(tmp_path: Path, run: Run) -> None:
    save, bot = tmp_path / "my game.jsonl", tmp_path / "bot.sh"
    bot.write_text("#!/bin/sh\n", "utf-8")
    bot.chmod(0o755)
    seats = ("--player", "you", "--player", f"anna={bot}")
    code, text = run("play", "--seed", "5", *seats, "--save", str(save), lines="pick 1\n")
    assert f"go on with: smallworld resume '{save}' --player anna={bot}" in text
    assert str(tmp_path) not in save.read_text("utf-8")
    code, text = run("resume", str(save))
    assert code == 2 and "anna was played by the program './bot.sh', and a save starts no program" in text
    code, text = run("resume", str(save), "--player", "anna")
    assert code == 0 and f"resume '{save}' --player anna=human" in text


@pytest.mark.parametrize("bot", ["mcts:seconds=1e9", "mcts:passes=1000000", "greedy:samples=99999999"])
def test_a_save_cannot_ask_for_a_slow_bot(tmp_path: Path, run: Run, bot: str) -> None:
    save = tmp_path / "game.jsonl"
    game = smallworld.new_game(smallworld.load_variant("base"), ["you", "anna"], seed=5)
    game.origin = {**game.origin, "seats": {"anna": bot}}
    save.write_text(game.dumps(), "utf-8")
    code, text = run("resume", str(save))
    assert code == 2 and f"add --player anna={bot}" in text


def test_up_to_a_line_keeps_the_whole_game(tmp_path: Path, run: Run) -> None:
    save = tmp_path / "game.jsonl"
    run("play", *SEATS, "--save", str(save), lines="pick 1\nconquer r06\n")
    content = save.read_bytes()
    code, text = run("replay", str(save), "--verify", "--up-to", "5")
    assert code == 0 and "4 events" in text
    code, text = run("resume", str(save), "--up-to", "5", lines="conquer r02\n")
    assert code == 0 and "the whole game is kept in" in text
    assert (tmp_path / "game-1.jsonl").read_bytes() == content
    assert b"r06" not in save.read_bytes() and run("replay", str(save), "--verify")[0] == 0
