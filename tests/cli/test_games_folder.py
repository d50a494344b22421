"""Games that are recorded by themselves: resume without a file, the list, and earlier events."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from terminal import Run

from smallworld.game import Game
from smallworld_play.session import Session
from smallworld_terminal.game_lines import coin_lines
from smallworld_terminal.games_folder import remember_elsewhere
from smallworld_terminal.prompt_commands import GameEnd, write_page


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Path:
    """A folder with a game that is over and an older one that is not."""
    monkeypatch.setattr("click.get_app_dir", lambda name: str(tmp_path))
    folder = tmp_path / "games"
    folder.mkdir()
    over = folder / "over.jsonl"
    run("play", "--seed", "3", "--player", "ann=random", "--player", "bob=random", "--save", str(over))
    rows = over.read_text("utf-8").splitlines(keepends=True)
    (folder / "running.jsonl").write_text("".join(rows[:30]), "utf-8")
    return folder


def test_resume_without_a_file_takes_the_newest_unfinished_game(games: Path, run: Run) -> None:
    code, text = run("resume", "--player", "ann", lines="quit\n")
    assert code == 0 and f"going on with {games / 'running.jsonl'}" in text and "not over: round " in text
    (games / "running.jsonl").unlink()
    code, text = run("resume")
    assert code == 2 and f"no unfinished game is in {games}" in text


def test_recorded_games_are_listed(games: Path, run: Run) -> None:
    code, text = run("resume", "--list")
    assert code == 0
    assert sorted(line.split()[2:4] for line in text.splitlines()) == [["goes", "on"], ["over", "base"]]
    assert all("ann, bob" in line for line in text.splitlines())


def spoil(games: Path) -> dict[str, str]:
    """Put entries into the folder that are not games, each newer than the games; return the sentence about each."""
    whole = (games / "over.jsonl").read_text("utf-8")
    head, *rest = whole.splitlines(keepends=True)
    (games / "folder.jsonl").mkdir()
    (games / "link.jsonl").symlink_to(games / "nowhere.jsonl")
    (games / "empty.jsonl").write_text("")
    (games / "text.jsonl").write_text("shopping: [milk]\n")
    (games / "newer.jsonl").write_text(head.replace('"replay": 1', '"replay": 99') + "".join(rest[:20]))
    (games / "damaged.jsonl").write_text("".join([head, *rest[:5], *rest[6:20]]))
    now = time.time() + 100
    for name in ("folder", "empty", "text", "newer", "damaged"):
        os.utime(games / f"{name}.jsonl", (now, now))
    return {
        "folder": "it is not a file", "link": "this link leads to no file", "empty": "it is empty",
        "text": "it is not a saved game", "newer": "this program reads replays of format 1; this file has format 99",
        "damaged": "line 7 is damaged",
    }  # fmt: skip


def test_entries_that_are_no_games_are_named_and_left_out(games: Path, run: Run) -> None:
    faults = spoil(games)
    code, text = run("resume", "--list")
    assert code == 0
    lines = text.splitlines()
    assert sorted(line.split()[2] for line in lines[:2]) == ["goes", "over"]
    assert len(lines) == 2 + len(faults)
    for name, fault in faults.items():
        assert any(line.startswith("left out: ") and f"{name}.jsonl: {fault}" in line for line in lines)
    code, text = run("resume", "--player", "ann", lines="quit\n")
    assert code == 0
    assert f"going on with {games / 'running.jsonl'}" in text
    assert "damaged.jsonl: line 7 is damaged" in text


def test_a_game_goes_on_after_any_event(games: Path, run: Run) -> None:
    file = games / "over.jsonl"
    log = Game.loads(file.read_text("utf-8")).log
    place = next(number for number, event in enumerate(log, 1) if number > 60 and "do" in event)
    code, text = run("resume", str(file), "--at", str(place), "--player", "ann", "--player", "bob", lines="log 1\n")
    region = log[place - 1]["do"].split()[1]
    assert code == 0 and f"takes {region}" in text
    code, text = run("resume", str(file), "--at", "9999")
    assert code == 2 and "--at 9999: the game has " in text
    code, text = run("resume", str(file), "--at", "3", "--up-to", "3")
    assert code == 2 and "--at and --up-to both choose the end" in text


def test_coins_add_up_by_source_and_by_round(tmp_path: Path, run: Run) -> None:
    from smallworld import load_variant, new_game
    from smallworld_bots import RandomBot

    names = ["ann", "bob"]
    session = Session(new_game(load_variant("base"), names, seed=2), {name: RandomBot() for name in names})
    while not session.game.over:
        session.play_bot()
    lines = list(coin_lines(session))
    for seat, (name, coins) in enumerate(session.game.scores().items()):
        assert sum(map(int, lines[4 + seat].split()[1:])) == sum(session.turns.coins_by_source(name).values())
        assert len(session.turns.scores(name)) == 10
        rest = coins - sum(session.turns.coins_by_source(name).values())
        assert lines[1 + seat].startswith(f"   {name} regions ") and lines[1 + seat].endswith(f"{rest:+d}")


def test_a_page_is_written_next_to_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from smallworld import load_variant, new_game

    monkeypatch.chdir(tmp_path)
    session = Session(new_game(load_variant("base"), ["ann", "bob"], seed=2), {})
    assert write_page(session) == "written: game.html; open it in a browser"
    assert "<html" in (tmp_path / "game.html").read_text("utf-8")
    assert "exists already" in write_page(session)


def test_a_page_that_cannot_be_written_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from smallworld import load_variant, new_game

    monkeypatch.chdir(tmp_path)
    session = Session(new_game(load_variant("base"), ["ann", "bob"], seed=2), {})
    monkeypatch.setattr(os, "replace", refuse_to_write)
    assert write_page(session) == "game.html: cannot write this page: no space"
    assert not list(tmp_path.iterdir())


def refuse_to_write(*_arguments: object) -> None:
    raise OSError(28, "no space")


@pytest.mark.parametrize(
    ("line", "reply", "leaves", "again"),
    [
        ("", "", True, False),
        ("quit", "", True, False),
        ("Again", "", True, True),
        ("what", "'what' is not an answer; again: a new game, page: step through this one in a browser", False, False),
    ],
)
def test_answers_after_the_last_turn(line: str, reply: str, leaves: bool, again: bool) -> None:
    from smallworld import load_variant, new_game

    end = GameEnd(Session(new_game(load_variant("base"), ["ann", "bob"], seed=2), {}), may_repeat=True)
    assert end.answer(line).startswith(reply) and bool(reply) is bool(end.answer(line))
    assert (end.is_left, end.wants_another) == (leaves, again)


def test_another_game_is_not_offered_where_it_cannot_be() -> None:
    from smallworld import load_variant, new_game

    end = GameEnd(Session(new_game(load_variant("base"), ["ann", "bob"], seed=2), {}), may_repeat=False)
    assert end.answer("again") == ("'again' is not an answer; page: step through this one in a browser, Enter: leave")
    assert end.question() == "page or Enter> "


def test_games_saved_elsewhere_are_listed_while_they_exist(games: Path, tmp_path: Path, run: Run) -> None:
    elsewhere = (games / "running.jsonl").rename(tmp_path / "evening.jsonl")
    for file in (elsewhere, elsewhere, games / "over.jsonl", tmp_path / "gone.jsonl"):
        remember_elsewhere(file)
    with (games / "elsewhere.txt").open("a", encoding="utf-8") as index:
        index.write('no path\n["list"]\n"\\u0000"\n')
    code, text = run("resume", "--list")
    assert code == 0 and len(text.splitlines()) == 2 and text.count(str(elsewhere)) == 1
    code, text = run("resume", "--player", "ann", lines="quit\n")
    assert code == 0 and f"going on with {elsewhere}" in text


def test_a_list_without_games_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr("click.get_app_dir", lambda name: str(tmp_path))
    assert run("resume", "--list") == (0, f"no game is in {tmp_path / 'games'}\n")


def test_a_damaged_record_is_listed(games: Path, run: Run) -> None:
    (games / "running.jsonl").write_text('nonsense\n["also"]\n', "utf-8")
    (games / "empty.jsonl").write_text("", "utf-8")
    code, text = run("resume", "--list")
    assert code == 0 and len(text.splitlines()) == 3
    assert sum(line.startswith("left out: ") for line in text.splitlines()) == 2
