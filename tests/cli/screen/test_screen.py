"""The screen at a terminal: whole games by keyboard, the mouse, a hand-over, and games that are watched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from visible_screen import QUESTION, VisibleScreen

from smallworld.game import Game
from smallworld_play.shorthand import short_ids

SIZES = [(80, 24), (100, 35), (160, 50)]


@pytest.fixture
def game(tmp_path: Path) -> Iterator[VisibleScreen]:
    screen = VisibleScreen(tmp_path, "play", "--seed", "5", "--player", "you", "--player", "bot=greedy", "--option",
                           "first_player=1", columns=80, rows=24)  # fmt: skip
    screen.until()
    yield screen
    screen.close()


def last_conquests(file: Path, viewer: str) -> dict[str, list[str]]:
    """Player → the regions that they attacked in their latest turn, each as a pattern for its id or its short name."""
    game = Game.loads(file.read_text("utf-8"))
    log, shorts = game.log, short_ids(game)
    conquests: dict[str, list[str]] = {}
    turn_of = ""
    for event in (event for event in log if "do" in event):
        parts = event["do"].split()
        if parts[0] in ("pick", "conquer", "done", "decline", "abandon") and event["by"] != turn_of:
            turn_of = event["by"]
            conquests[turn_of] = []
        if parts[0] == "conquer":
            conquests[event["by"]].append(rf"\b({parts[1]}|{shorts[parts[1]]})\b")
    return {name: regions for name, regions in conquests.items() if name != viewer}


def answer(question: re.Match[str], visible: str, number: int) -> str:
    """The next line of a person who conquers a little."""
    phase = question[2]
    if phase == "conquer":
        return "1" if number % 4 and re.search(r"\b1 conquer ", visible) else "done"
    if phase in ("redeploy", "retreat"):
        return "deploy even" if re.search(r"\b1 deploy ", visible) else "1"
    return "1"


def play(screen: VisibleScreen, file: Path, rounds: int) -> int:
    """Play some rounds; the latest turns of the others have to be visible at each decision. Return the decisions."""
    visible, decisions = screen.until(), 0
    while (question := QUESTION.search(screen.rows[-1])) and question[1]:
        shown = " ".join(screen.rows)
        for name, regions in last_conquests(file, question[1]).items():
            players = " ".join(row for row in screen.rows if re.search(rf"\b{name}\b|last: ", row))
            assert name in players
            assert not regions or any(re.search(region, shown) for region in regions), (name, regions, visible)
            assert not regions or re.search(rf"(takes|fails at|by|declines)\b.*|{regions[0]}", players), visible
        decisions += 1
        assert decisions < 300, f"the game does not go on:\n{visible}"
        if int(re.findall(r"round (\d+) of", screen.rows[0])[0]) > rounds:
            break
        visible = screen.type(answer(question, visible, decisions))
        assert "Traceback" not in visible
    return decisions


def play_game(tmp_path: Path, variant: str, size: tuple[int, int], rounds: int) -> VisibleScreen:
    file = tmp_path / "game.jsonl"
    arguments = (
        "play",
        variant,
        "--seed",
        "4",
        "--player",
        "you",
        "--player",
        "anna=greedy",
        "--player",
        "bert=random",
    )
    screen = VisibleScreen(tmp_path, *arguments, "--save", str(file), columns=size[0], rows=size[1])
    assert play(screen, file, rounds) >= 3 * min(rounds, 6) - 3
    return screen


@pytest.mark.full
def test_two_rounds_in_the_smallest_window(tmp_path: Path) -> None:
    screen = play_game(tmp_path, "base", (80, 24), 1)
    assert screen.rows[0].startswith(" round 2 of 10, you: ")
    assert "smallworld resume" in screen.type("quit")


@pytest.mark.full
@pytest.mark.timeout(600)
@pytest.mark.parametrize("variant", ["base", "warcraft"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_whole_games_show_the_latest_turns(tmp_path: Path, variant: str, size: tuple[int, int]) -> None:
    screen = play_game(tmp_path, variant, size, 99)
    assert "the game is over" in screen.text and "final table" in screen.text
    assert re.search(r"(wins|share the victory) with \d+ coins", screen.text) and "coins by source" in screen.text
    assert "written:" in screen.type("page") and (tmp_path / "game.html").exists()
    assert "'help' is not an answer; again: a new game" in " ".join(screen.type("help").split())
    assert screen.type("again") and screen.rows[0].startswith(" round 1 of ")


@pytest.mark.full
def test_wrong_input_and_long_answers_keep_the_players_visible(game: VisibleScreen) -> None:
    assert "did you mean 'conquer'?" in game.type("conqer r02")
    assert "4 refers to no list" not in game.text
    visible = game.type("help")
    assert "lines 1 to " in visible and " bot " in visible and "you [pick]>" in visible
    assert "Tab completes" in game.press("\x1b[6~")
    assert "______│" in game.type("") and "lines 1 to" not in game.text
    before = game.rows[:-1]
    assert game.type("board").splitlines()[:-1] == before, "the board that is shown answers"
    game.type("table")
    assert "______│" not in game.text and "______│" in game.press("\x1b")


@pytest.mark.full
def test_a_click_on_a_region_shows_its_actions(game: VisibleScreen) -> None:
    game.type("1")
    row = next(number for number, text in enumerate(game.rows, 1) if re.search(r"\br03\b", text))
    column = game.rows[row - 1].index("r03") + 1
    visible = game.press(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
    assert re.search(r"r03 .* next to r0", visible) and re.search(r"\b1 conquer r03 ", visible)
    assert re.search(r"you: takes r03,", game.type("1"))


@pytest.mark.full
def test_a_click_on_an_action_writes_it_into_the_prompt(game: VisibleScreen) -> None:
    row = next(number for number, text in enumerate(game.rows, 1) if " pick 2 " in text)
    column = game.rows[row - 1].index("pick 2") + 1
    clicked = game.press(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
    assert re.search(r"\[pick\].*> pick 2$", clicked), "nothing is carried out yet"
    assert "you: picks " in game.type("")


@pytest.mark.full
def test_marks_show_the_changes_since_the_last_turn(game: VisibleScreen) -> None:
    for line in ("1", "1", "done", "deploy even", "done"):
        visible = game.type(line)
    conquered = re.findall(r"last: .*?takes ([r0-9 ]+)", visible)[0].split()
    assert set(conquered) <= set(re.findall(r"(r\d\d)!", visible))


@pytest.mark.full
def test_people_see_no_coins_while_they_hand_over(tmp_path: Path) -> None:
    arguments = ("play", "--seed", "5", "--player", "ann", "--player", "bob", "--option", "first_player=1")
    screen = VisibleScreen(tmp_path, *arguments, columns=80, rows=24)
    visible = screen.until()
    assert "it is ann's turn to decide: hand over" in visible and re.search(r"ann +\? coins", visible)
    assert re.search(r"ann +5 coins", screen.type(""))
    for line in ("1", "done", ""):
        visible = screen.type(line)
    assert "it is bob's turn to decide" in visible
    assert re.search(r"ann +\? coins", visible) and re.search(r"bob +\? coins", visible) and "______│" in visible
    visible = screen.type("")
    assert re.search(r"bob +5 coins", visible) and re.search(r"last: picks .*; \d+ coins?", visible)
    assert " 6 pick 6 " in visible
    screen.close()


@pytest.mark.full
def test_a_game_of_bots_is_watched_and_recorded(tmp_path: Path) -> None:
    arguments = ("play", "--seed", "5", "--player", "ann=random", "--player", "bob=random")
    screen = VisibleScreen(tmp_path, *arguments, columns=80, rows=24)
    assert "0.5 s an action" in screen.until()
    screen.press(" ")
    assert "paused" in screen.until(re.compile("paused"))
    before = screen.rows[1:-1]
    screen.press("n")  # one key is one action
    assert screen.rows[1:-1] != before
    for key in "+++++ ":
        screen.press(key)
    visible = screen.until(re.compile("again, page or Enter> *$"))
    assert "final table" in visible and "again: a new game" in visible
    screen.type("")
    assert not screen.read()
    assert len(list(tmp_path.rglob("*.jsonl"))) == 1


@pytest.mark.full
def test_plain_asks_line_by_line(tmp_path: Path) -> None:
    screen = VisibleScreen(tmp_path, "play", "--plain", "--seed", "5", columns=100, rows=40)
    screen.until()
    assert "recorded in" in screen.printed and "\x1b[?1049h" not in screen.printed
    screen.close()
