"""``play --tutorial``: five guided turns on a small board."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from terminal import Run

import smallworld
import smallworld_play
from smallworld_bots import RandomBot
from smallworld_play.session import Session
from smallworld_play.tutorial import OPPONENT, SEED, Tutorial
from smallworld_terminal.prompt_commands import GameEnd, PromptCommands
from smallworld_terminal.screen_state import ScreenState
from smallworld_validate.check_settings import tiny_board

LESSONS = tomllib.loads((Path(smallworld_play.__file__).parent / "tutorial.toml").read_text("utf-8"))


def subjects() -> list[tuple[str, str]]:
    """Round and subject of every lesson."""
    ways = ("_prompt", "_page")
    return [(number, key) for number, lessons in LESSONS.items() for key in lessons if not key.endswith(ways)]


def whole(number: str, subject: str) -> str:
    """A lesson as a terminal shows it."""
    lessons = LESSONS[number]
    return " ".join(filter(None, (lessons[subject], lessons.get(f"{subject}_prompt"))))


def test_lessons_are_printed_before_the_decisions_that_they_explain(run: Run) -> None:
    lines = "legal\n1\nlegal\n1\ndone\ndeploy even\ndone\nwhy conquer mead\nquit\n"
    code, text = run("play", "--tutorial", lines=lines)
    assert code == 0
    places = [text.index(LESSONS["1"][phase]) for phase in ("pick", "conquer", "redeploy")]
    assert places == sorted(places) and LESSONS["2"]["conquer"] in text
    assert text.index("you: picks ") < places[1] and text.count(LESSONS["1"]["conquer"]) == 1
    assert "next: you (conquer)" in text


def test_a_learner_who_follows_the_lessons_sees_all_of_them() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["you", OPPONENT], seed=SEED, board=[tiny_board()])
    session = Session(game, {OPPONENT: RandomBot()}, seed=SEED)
    state = ScreenState(
        session, PromptCommands(session, tutorial=Tutorial()), GameEnd(session, may_repeat=False), has_colours=False
    )
    shown = [*state.notes]
    while not session.game.over:
        if session.bot_to_move:
            session.play_bot()
            state.bots_played()
        else:
            game = session.game
            state.arrange(80, 24)
            may_decline = game.round == 4 and "decline" in game.legal_actions()
            line = {"pick": "1", "conquer": "decline" if may_decline else "done"}.get(game.phase, "deploy even")
            state.enter(line if "done" not in game.legal_actions() or game.phase == "conquer" else "done")
        shown += state.notes
    missing = {f"{number} {phase}" for number, phase in subjects() if whole(number, phase) not in shown}
    assert missing == {"4 redeploy", "any retreat", "any pick"}  # they declined in round 4, and lost no region


def play_alone(tutorial: Tutorial, *lines: str) -> tuple[ScreenState, list[str]]:
    """A tutorial with an opponent that only ends turns, and what was shown after each line of the learner."""
    game = smallworld.new_game(smallworld.load_variant("base"), ["you", OPPONENT], seed=SEED, board=[tiny_board()])
    session = Session(game, {}, seed=SEED)
    commands = PromptCommands(session, tutorial=tutorial)
    state = ScreenState(session, commands, GameEnd(session, may_repeat=False), has_colours=False)
    shown = [" ".join(state.notes)]
    for line in lines:
        for _ in range(20):
            if session.game.to_move == "you":
                break
            legal = list(map(str, session.game.legal_actions()))
            session.apply(next((action for action in ("done", "pick 6") if action in legal), legal[-1]))
        state.seat_person()
        state.is_handed_over = False
        shown.append("\n".join(state.notes))
        state.arrange(80, 24)
        state.enter(line)
        shown.append("\n".join(state.notes))
    return state, shown


def test_lessons_ask_only_for_what_is_possible() -> None:
    turn = ("1", "done", "deploy even", "done")
    early_decline = (*turn, "decline", "1", "1", "done", "deploy even", "done", "1")
    state, shown = play_alone(Tutorial(), *early_decline)
    assert (state.session.game.round, state.session.game.phase) == (4, "conquer")
    assert any(LESSONS["any"]["pick"] in text for text in shown)
    state, shown = play_alone(Tutorial(), *turn, "done", "deploy even", "done", "decline", "1")
    assert (state.session.game.round, state.session.game.phase) == (4, "conquer")
    assert "decline" not in state.session.game.legal_actions()
    assert not any(LESSONS["4"]["decline"] in text for text in shown)


def test_a_lesson_is_shown_again() -> None:
    state, shown = play_alone(Tutorial(), "why pick 2", "lesson")
    assert shown[-1] == whole("1", "pick") and "most coins" in shown[-1]
    state.commands.tutorial = None
    assert "no lessons" in state.commands.answer("lesson")


def test_a_number_means_the_list_that_an_answer_has_covered() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["you", OPPONENT], seed=SEED, board=[tiny_board()])
    session = Session(game, {OPPONENT: RandomBot()}, seed=SEED)
    commands = PromptCommands(session, tutorial=Tutorial())
    state = ScreenState(session, commands, GameEnd(session, may_repeat=False), has_colours=False)
    assert state.arrange(80, 24).listed == 6  # the lesson does not cover combos
    state.enter("why pick 2")
    assert state.arrange(80, 24).is_paged
    state.enter("2, conquer wood")
    assert [event["do"] for event in session.game.log if "do" in event] == ["pick 2", "conquer wood"]
    state.arrange(80, 24)
    first = commands.listed[0]
    state.enter("1, done")
    assert [event["do"] for event in session.game.log if "do" in event][-2:] == [first, "done"]


@pytest.mark.parametrize("line", ["9, done", "done, 9", "2, 9, done", "x, 2"])
def test_a_wrong_line_with_numbers_is_refused_whole(line: str) -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["you", OPPONENT], seed=SEED, board=[tiny_board()])
    commands = PromptCommands(Session(game, {}, seed=SEED))
    commands.answer("legal")
    before = game.log_length
    assert commands.answer(line)
    assert game.log_length == before


def test_the_tutorial_is_a_command_of_its_own(run: Run) -> None:
    code, text = run("tutorial", "--plain", lines="pick 2\nlegal\n1\nquit\n")
    assert code == 0
    assert whole("1", "pick") in text and whole("1", "conquer") in text
    assert "you: takes " in text
