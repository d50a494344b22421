"""Keys, clicks and slow bots on the screen, in this process: the input is a pipe, and nothing is drawn."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

import smallworld
from smallworld.decision_limit import OutOfTime
from smallworld_bots import RandomBot
from smallworld_play.session import Session
from smallworld_terminal import screen as application
from smallworld_terminal.conversation import Stopwatch
from smallworld_terminal.prompt_commands import GameEnd, PromptCommands
from smallworld_terminal.screen import Screen
from smallworld_terminal.screen_state import ScreenState

COLUMNS, ROWS = 80, 40
"""The size that ``DummyOutput`` reports."""


@pytest.fixture
def pipe() -> Iterator[PipeInput]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield keys


def seated(**bots: Any) -> ScreenState:
    """A game of ann and bob; the players without a bot are people."""
    options = {"first_player": 1}
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=5, options=options)
    session = Session(game, bots, seed=5)
    return ScreenState(session, PromptCommands(session), GameEnd(session, may_repeat=True), has_colours=True)


class Keyboard:
    """Types keys as soon as their condition holds, and notes what was visible then."""

    def __init__(self, pipe: PipeInput, state: ScreenState, *script: tuple[Callable[[], object], str]) -> None:
        self.pipe, self.state, self.script = pipe, state, list(script)
        self.pages: list[str] = []

    def look(self) -> AbstractContextManager[None]:
        """Look at the screen, which happens each time that it is drawn."""
        if self.script and self.script[0][0]():
            self.pages.append(visible(self.state))
            self.pipe.send_text(self.script.pop(0)[1])
        return nullcontext()


def visible(state: ScreenState) -> str:
    rows = state.arrange(COLUMNS, ROWS).rows
    return "\n".join("".join(fragment[0] for fragment in row) for row in rows)


def count_actions(state: ScreenState) -> int:
    return sum("do" in event for event in state.session.game.log)


def always() -> bool:
    return True


def click_on(state: ScreenState, text: str) -> str:
    """The bytes of a terminal for a click on a text that is visible."""
    rows = visible(state).splitlines()
    row, column = next((number, line.index(text)) for number, line in enumerate(rows, 1) if text in line)
    return "".join(f"\x1b[<0;{column + 1};{row}{end}" for end in "Mm")


def test_an_action_that_is_clicked_is_carried_out_with_enter(pipe: PipeInput) -> None:
    state = seated()
    state.enter("")  # the hand-over
    pipe.send_text(click_on(state, " pick 2 "))
    pipe.send_text("\rquit\r")
    Screen(state).run()
    assert count_actions(state) == 1
    assert {"do": "pick 2", "by": "ann"}.items() <= state.session.game.log[-1].items()


def test_a_region_that_is_clicked_is_described(pipe: PipeInput) -> None:
    state = seated()
    state.enter("")
    pipe.send_text(click_on(state, "r03") + "\x04")
    Screen(state).run()
    assert re.match(r" r03 +forest, mine .* next to r02", state.notes[0])


def test_keys_scroll_and_close_an_answer(pipe: PipeInput) -> None:
    state = seated()
    state.enter("")
    keyboard = Keyboard(
        pipe,
        state,
        (always, "help\r\x1b[6~"),
        (lambda: state.scroll, "\x1b[5~\x1b[5~\x0c"),
        (lambda: not state.scroll, "abc\x03"),
        (lambda: "quit" in "".join(state.notes), "\x1b"),
        (lambda: not state.notes, "\x04"),
    )
    Screen(state, keyboard.look).run()
    assert not keyboard.script
    assert "lines 1 to" not in keyboard.pages[0]
    assert "to leave, type quit; nothing is lost" in keyboard.pages[3]


def test_a_watched_game_pauses_steps_and_ends(pipe: PipeInput) -> None:
    state = seated(ann=RandomBot(), bob=RandomBot())
    while state.session.game.round < 10 or state.session.bot_to_move != "bob":
        state.session.play_bot()
    before = count_actions(state)

    def actions_are(number: int) -> Callable[[], bool]:
        return lambda: count_actions(state) == before + number

    keyboard = Keyboard(
        pipe, state, (always, "+++ "), (actions_are(0), "-+"), (actions_are(0), "n"), (actions_are(1), "-"),
        (actions_are(1), "\r"), (actions_are(1), "n"), (actions_are(2), "+++++ "),
        (lambda: state.session.game.over, "\r"),
    )  # fmt: skip
    Screen(state, keyboard.look).run()
    assert not keyboard.script
    assert state.game_end.is_left


def test_q_leaves_also_in_the_moment_of_another_key(pipe: PipeInput) -> None:
    state = seated(ann=RandomBot(), bob=RandomBot())
    pipe.send_text(" q")
    Screen(state).run()
    assert not state.session.game.over


def test_an_error_while_drawing_ends_the_screen(pipe: PipeInput) -> None:
    def fail() -> AbstractContextManager[None]:
        raise OutOfTime("too slow")

    with pytest.raises(OutOfTime, match="too slow"):
        Screen(seated(), fail).run()


class Sleeper:
    """A bot that thinks until it is interrupted; a stubborn one goes on thinking."""

    def __init__(self, *, is_stubborn: bool) -> None:
        self.is_stubborn, self.is_ended = is_stubborn, False

    def choose(self, _view: object, _legal: object, _rng: object) -> str:
        while not self.is_ended:
            try:
                time.sleep(0.001)
            except OutOfTime:
                if not self.is_stubborn:
                    raise
        return "done"


def test_a_bot_that_is_too_slow_is_replaced(pipe: PipeInput) -> None:
    state = seated(ann=Sleeper(is_stubborn=False), bob=RandomBot())
    keyboard = Keyboard(pipe, state, (always, "+++"), (lambda: "failed" in "".join(state.notes), "q"))
    Screen(state, keyboard.look, seconds=0.01).run()
    assert "no decision within 0.01 seconds" in "".join(state.notes)
    assert isinstance(state.session.bots["ann"], RandomBot)


def test_a_bot_that_ignores_interruptions_ends_the_screen(pipe: PipeInput, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, seconds = Sleeper(is_stubborn=True), iter(range(1_000))
    monkeypatch.setattr(application, "Stopwatch", lambda name: Stopwatch(name, lambda: float(next(seconds))))
    pipe.send_text("+++")
    with pytest.raises(OutOfTime, match=r"ann: no decision within 0\.01 seconds"):
        Screen(seated(ann=bot, bob=RandomBot()), seconds=0.01).run()
    bot.is_ended = True
