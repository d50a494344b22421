"""A conversation with the people at one terminal: one line, one action or several."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from smallworld.game import Game
from smallworld.languages import N_, _
from smallworld.model.names import phase_name
from smallworld_cli.console import say, wrap_text
from smallworld_play import Session
from smallworld_terminal.prompt.line_input import line_reader
from smallworld_terminal.prompt.prompt_commands import PromptCommands, Quit
from smallworld_terminal.prompt.question import (
    ability_notes,
    can_end_turn,
    default_action,
    hand_over_note,
    hint,
    question,
    remaining_actions,
)
from smallworld_terminal.prompt.thinking_line import ThinkingLine
from smallworld_terminal.text.game_lines import column_lines, player_lines

NARROW = 60
"""Columns; a table needs at least so many."""


class Conversation:
    """Questions and answers until the game is over or a person leaves.

    :param limited: makes the guard around everything that bots and abilities do, but not around what people do.
    """

    def __init__(
        self, session: Session, commands: PromptCommands,
        limited: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:  # fmt: skip
        self.session = session
        self.commands = commands
        self.limited = limited
        self.read_line = line_reader(commands.completions)
        self.thinking_line = ThinkingLine()
        self.session.warn = self.thinking_line.say
        self._seated = session.people[0]
        """The person in front of the terminal."""
        self._shown_decision = ""
        """Player, round and phase of the tables that were printed last."""
        self._could_end = False
        """Whether nothing had to be done any more at the question before."""

    def run(self) -> None:
        """Ask and answer until the game is over or a person leaves."""
        if shutil.get_terminal_size().columns < NARROW:
            say(_("this window has fewer than {narrow} columns; make it wider to see the tables whole", narrow=NARROW))
        for line in wrap_text("", _("legal lists what you can do, help explains, undo takes back, quit leaves")):
            say(line)
        while not self.session.game.over:
            if self.session.bot_to_move:
                self._play_bots()
                continue
            self._print_news()
            try:
                self._ask(self.session.game)
            except (Quit, EOFError):
                return
            except KeyboardInterrupt:
                say(_("\nto leave, type quit; nothing is lost"))
        self._print_news()

    def _play_bots(self) -> None:
        """Let the bots play until a person decides, and print who thinks."""
        while name := self.session.bot_to_move:
            with self.thinking_line.thinking(name):
                while self.session.bot_to_move == name:
                    with self.limited():
                        self.session.play_bot()

    def _print_news(self) -> None:
        with self.limited():
            lines = self.session.new_lines()
        for line in lines:
            say(f"  {line}")

    def _ask(self, game: Game) -> None:
        player = game.to_move or ""
        if player != self._seated:
            self._hand_over(player)
        with self.limited():
            default = self._print_decision(game, player)
        text = self.read_line(question(game)).strip()
        with self.limited():
            refusal = self.commands.answer(text or default)
        if refusal:
            say(refusal)

    def _print_decision(self, game: Game, player: str) -> str:
        """Print the tables before a new decision, and a reminder; return the default action."""
        decision = f"{player}{game.round}{game.phase}"
        if decision != self._shown_decision or self.commands.went_back:
            self._shown_decision, self.commands.went_back = decision, False
            self._print_tables(game, player)
            if lesson := self.commands.lesson():
                say(f"\n{lesson}")
            self._could_end = can_end_turn(game)
        reminder = remaining_actions(game) if can_end_turn(game) and not self._could_end else ""
        if reminder:
            say(reminder)
        self._could_end = can_end_turn(game)
        return default_action(game)

    def _hand_over(self, player: str) -> None:
        """Clear the window between two people, so that nobody reads the coins of another one (R-SCORE-6)."""
        self.read_line(f"{hand_over_note(player)} ")
        self._seated = player
        self.commands.listed = []
        clear_window()

    def _print_tables(self, game: Game, player: str) -> None:
        phase = phase_name(game.phase)
        heading = N_("\nround {round} of {rounds}, {player}: {phase}")
        say(_(heading, round=game.round, rounds=game.rounds, player=player, phase=phase))
        for line in player_lines(game, player):
            say(line)
        if game.phase == "pick":
            for line in column_lines(game):
                say(line)
            self.commands.show_combos()
        else:
            self.commands.print_board()
        for line in (hint(game), *ability_notes(game)):
            say(line)


def clear_window() -> None:
    """Clear the window and the lines above it, where coins could be read."""
    sys.stdout.flush()
    if os.environ.get("TERM", "dumb") != "dumb":
        os.write(sys.stdout.fileno(), b"\x1b[H\x1b[2J\x1b[3J")  # sys.stdout marks control characters
    else:
        say("\n" * shutil.get_terminal_size().lines)
