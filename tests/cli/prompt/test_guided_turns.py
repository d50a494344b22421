"""``play --tutorial``: five guided turns on a small board."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from terminal import Run

import smallworld.cli.prompt
from smallworld.bots import RandomBot
from smallworld.cli.prompt.game_end import GameEnd
from smallworld.cli.prompt.prompt_commands import PromptCommands
from smallworld.cli.prompt.tutorial import OPPONENT, SEED, Tutorial, tutorial_board
from smallworld.cli.screen.screen_state import ScreenState
from smallworld.sessions import Session

LESSONS = tomllib.loads((Path(smallworld.cli.prompt.__file__).parent / "tutorial.toml").read_text("utf-8"))


def test_lessons_are_printed_before_the_decisions_that_they_explain(run: Run) -> None:
    lines = "legal\n1\nlegal\n1\ndone\ndeploy even\ndone\nwhy conquer mead\nquit\n"
    code, text = run("play", "--tutorial", lines=lines)
    assert code == 0
    places = [text.index(LESSONS["1"][phase]) for phase in ("pick", "conquer", "redeploy")]
    assert places == sorted(places) and LESSONS["2"]["conquer"] in text
    assert text.index("you: pick 1") < places[1] and text.count(LESSONS["1"]["conquer"]) == 1
    assert "next: you (conquer)" in text


def test_a_learner_who_follows_the_lessons_sees_all_of_them() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["you", OPPONENT], seed=SEED, board=[tutorial_board()])
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
    missing = {f"{number} {phase}" for number, lessons in LESSONS.items() for phase, text in lessons.items()
               if text not in shown}  # fmt: skip
    assert missing == {"4 redeploy", "any retreat"}  # they declined, and lost no region


def test_a_learner_who_loses_a_region_reads_the_next_step(run: Run) -> None:
    regions = ("beach", "wood", "marsh", "peak", "knoll", "mead")
    lines = f"pick 1\n{', '.join(f'conquer {region}' for region in regions)}\ndone\ndeploy even\ndone\nquit\n"
    code, text = run("play", "--tutorial", lines=lines)
    assert code == 0 and "next: you (retreat)" in text
    assert text.count(LESSONS["any"]["retreat"]) == 1


@pytest.mark.parametrize(("arguments", "option"), [(("--player", "ann"), "--player"), (("--json",), "--json")])
def test_options_that_the_tutorial_decides_are_refused(arguments: tuple[str, ...], option: str, run: Run) -> None:
    code, text = run("play", "--tutorial", *arguments)
    assert code == 2 and f"--tutorial does not go with {option}" in text


def test_the_tutorial_names_its_edition(run: Run) -> None:
    code, text = run("play", "warcraft", "--tutorial")
    assert code == 2
    assert text.startswith("error: the tutorial is for the edition base, not for warcraft; write: smallworld play")
