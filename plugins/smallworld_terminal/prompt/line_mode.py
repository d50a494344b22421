"""Play without a terminal: actions and commands are lines of standard input."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

import click

from smallworld.languages import _
from smallworld_cli.standard_streams import input_lines
from smallworld_play import Session
from smallworld_terminal.prompt.prompt_commands import PromptCommands, Quit


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
