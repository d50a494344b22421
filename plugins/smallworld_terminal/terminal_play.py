"""Play a session at a terminal or through a pipe, then print its result."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from smallworld.decision_limit import DecisionLimit, patience_for
from smallworld.errors import SaveError
from smallworld.languages import _
from smallworld.model.names import phase_name
from smallworld_cli.common import input_lines, resume_command
from smallworld_cli.console import say
from smallworld_play import Session
from smallworld_play.standings import result_line
from smallworld_records.record_lines import lines
from smallworld_terminal.game_lines import coin_lines, final_table
from smallworld_terminal.prompt_commands import GameEnd, PromptCommands, Quit

if TYPE_CHECKING:
    from smallworld_play.tutorial import Tutorial


@dataclass(frozen=True, slots=True)
class LineMode:
    """A game through a pipe: actions come from standard input, the log is printed; bots alone are only watched.

    :ivar limited: makes the guard around everything that bots and abilities do.
    :ivar is_silent: print no log.
    """

    session: Session
    commands: PromptCommands
    limited: Callable[[], AbstractContextManager[object]]
    is_silent: bool

    def run(self) -> None:
        """Play until the game is over, the lines end or one of them quits; wrong lines are reported and skipped.

        :raises SaveError: the game cannot be recorded any more.
        """
        if not self.session.people:
            self.session.reported = 0  # a spectator sees the whole log
        self._play()
        self._print_news()

    def _play(self) -> None:
        session = self.session
        lines = input_lines() if session.people else iter(())
        while not session.game.over:
            if bot := session.bot_to_move:
                with self.limited():
                    session.play_bot()
                    if session.game.to_move != bot:
                        self._print_news()
                continue
            with self.limited():
                self._print_news()
            line = next(lines, None)
            if line is None:
                return
            text = line.strip()
            if text and not text.startswith("#"):
                try:
                    with self.limited():
                        refusal = self.commands.answer(text)
                except Quit:
                    return
                if refusal:
                    click.echo(_("{player}: {message}", player=session.game.to_move, message=refusal), err=True)

    def _print_news(self) -> None:
        """Print the new lines of the log, and the lesson of a learner."""
        for line in [] if self.is_silent else self.session.new_lines():
            click.echo(line)
        if lesson := self.commands.lesson():
            click.echo(lesson)


@dataclass(frozen=True, slots=True)
class TerminalGame:
    """A session at a terminal or through a pipe.

    :ivar resume_options: options that ``resume`` needs to go on with this game.
    :ivar is_plain: at a terminal, ask line by line instead of using the whole window.
    :ivar limit: seconds for one decision of a bot or an ability; None = the usual limit.
    :ivar may_repeat: whether another game can be offered.
    :ivar tutorial: lessons to show before the decisions of a learner.
    """

    session: Session
    resume_options: Sequence[str]
    as_json: bool
    is_plain: bool
    limit: float | None
    may_repeat: bool
    tutorial: Tutorial | None

    def run(self) -> bool:
        """Play to the end, or until the people leave; return whether they want another game.

        :raises SaveError: the game cannot be recorded any more; the sentence states how to go on.
        """
        game_end = GameEnd(self.session, may_repeat=self.may_repeat)
        try:
            try:
                self._play(game_end)
                self._print_result()
            finally:
                self.session.close()
        except SaveError as error:
            if not error.path:
                raise SaveError(str(error)) from None
            command = resume_command(error.path, self.resume_options)
            raise SaveError(_("{error}; go on with: {command}", error=error, command=command)) from None
        except BaseException:
            self._print_resume_command()
            raise
        self._print_resume_command()
        return not self.as_json and game_end.ask()

    def _play(self, game_end: GameEnd) -> None:
        session = self.session
        commands = PromptCommands(session, self.resume_options, tutorial=self.tutorial)
        seconds = patience_for(session.bots.values(), self.limit)

        def limited() -> DecisionLimit:
            return DecisionLimit(seconds, lambda: 0)

        if not (self.as_json or self.is_plain or session.game.over) and fills_window():
            from smallworld_terminal.screen.application import Screen  # prompt_toolkit, for terminals alone
            from smallworld_terminal.screen.screen_state import ScreenState

            state = ScreenState(session, commands, game_end, has_colours="NO_COLOR" not in os.environ)
            Screen(state, limited, seconds).run()
            game_end.is_left = session.game.over
        elif session.people and sys.stdin.isatty() and not self.as_json:
            from smallworld_terminal.conversation import Conversation  # completion, for terminals alone

            Conversation(session, commands, limited).run()
        else:
            LineMode(session, commands, limited, is_silent=self.as_json).run()

    def _print_result(self) -> None:
        game = self.session.game
        if self.as_json:
            for line in lines(game):
                click.echo(line)
        elif game.over:
            say(result_line(game))
            for line in final_table(game):
                say(line)
            for line in coin_lines(self.session) if sys.stdin.isatty() else ():
                say(line)
        else:
            say(_("not over: round {round} of {rounds}, next: {to_move} ({phase})", round=game.round,
                  rounds=game.rounds, to_move=game.to_move, phase=phase_name(game.phase)))  # fmt: skip

    def _print_resume_command(self) -> None:
        if self.session.recorder is not None and not self.session.game.over:
            command = resume_command(self.session.recorder.path, self.resume_options)
            say(_("saved; go on with: {resume_command}", resume_command=command), err=True)


def fills_window() -> bool:
    """Return whether a game can be shown on the whole window: at a terminal that is large enough."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb":
        return False
    from smallworld_terminal.screen.arrangement import LOWEST, NARROWEST  # draws boards

    size = shutil.get_terminal_size()
    return size.columns >= NARROWEST and size.lines >= LOWEST
