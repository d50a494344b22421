"""Commands at the prompt that are not actions: help, why, undo, save …"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import click

from smallworld.cli.prompt.action_lines import check_first_word, split_actions, verbs_of
from smallworld.cli.prompt.hints import hint
from smallworld.cli.replay_files import resume_command
from smallworld.cli.text import tables
from smallworld.cli.text.offers import numbered_actions, offer_lines
from smallworld.cli.text.output import say, wrap_text
from smallworld.errors import NotationError, SaveError, SmallWorldError
from smallworld.sessions import Session
from smallworld.sessions.explanations import content_entries, entry_text, find_entry, why_lines

HELP = """\
  legal            what you can do now, numbered; a number alone does it
  why ACTION       what it costs or why it is refused
  help NAME        what a race, power, relic or piece does
  board, table     look again; log: what has happened
  undo             take back your last action, unless it showed something, or another player has decided since
  save FILE        a copy; this game is recorded all the time
  quit             leave; resume goes on here
Several actions in one line: separate them by commas; all are done, or none.
Tab completes. Enter alone does what is in parentheses, else it lists what you can do."""


class Quit(Exception):
    """The player leaves; the game is kept."""


class PromptCommands:
    """Answers to the lines of people.

    :param resume_options: options that ``resume`` needs to go on with this game.
    """

    def __init__(self, session: Session, resume_options: Sequence[str] = ()) -> None:
        self.session = session
        self.went_back = False
        """Set by ``undo``: the tables that were printed are out of date."""
        self._resume_options = resume_options
        self._answers: dict[str, Callable[[str], None]] = {
            "help": self._help, "why": self._why, "legal": self._legal, "table": self._table,
            "board": lambda _: self.print_board(), "log": self._log, "undo": self._undo, "save": self._save,
            "quit": self._quit,
        }  # fmt: skip

    def completions(self) -> list[str]:
        """Return every line that has a meaning now."""
        game = self.session.game
        actions = list(map(str, game.legal_actions()))
        helps = [f"help {name}" for name in content_entries(game)]
        return [*actions, *self._answers, *helps, *(f"why {action}" for action in actions)]

    def answer(self, text: str) -> None:
        """Carry out a line: a command, or actions separated by commas, all of them or none.

        :raises SmallWorldError: it cannot be done; nothing has changed.
        :raises Quit: the player leaves.
        """
        word, _, rest = text.partition(" ")
        if not text:
            self._legal("")
        elif word.lower() in self._answers:
            self._answers[word.lower()](rest.strip())
        else:
            text = self._action_of_number(text)
            check_first_word(self.session.game, text.split()[0].lower(), self._answers)
            self.session.apply(*split_actions(text, verbs_of(self.session.game)))

    def print_board(self) -> None:
        """Print the board as a drawing, or as a list where the window is too narrow."""
        try:
            from smallworld.render.text import board_text

            click.echo(board_text(self.session.game))  # it fits the window already
        except (ImportError, SmallWorldError):
            for line in tables.region_lines(self.session.game):
                say(line)

    def _action_of_number(self, text: str) -> str:
        """Return the action that ``legal`` lists with a number; other text stays as it is."""
        if not text.isdecimal():
            return text
        actions = numbered_actions(self.session.game)
        if not 1 <= int(text) <= len(actions):
            raise NotationError(f"no action has the number {text}; legal lists 1 to {len(actions)}")
        return actions[int(text) - 1]

    def _legal(self, _: str) -> None:
        for line in offer_lines(self.session.game):
            say(line)

    def _help(self, name: str) -> None:
        game = self.session.game
        if not name:
            for line in wrap_text("", hint(game)):
                say(line)
            say(HELP)
            return
        for line in wrap_text(*entry_text(find_entry(game, name))):
            say(line)

    def _why(self, action: str) -> None:
        if not action:
            raise NotationError("why needs an action; write: why ACTION, e.g. why conquer r07")
        for line in why_lines(self.session.game, self._action_of_number(action)):
            say(line)

    def _undo(self, _: str) -> None:
        say(f"taken back: {self.session.undo()}")
        self.went_back = True

    def _table(self, _: str) -> None:
        game = self.session.game
        lines = (*tables.player_lines(game, game.to_move), *tables.column_lines(game), *tables.relic_lines(game))
        for line in lines:
            say(line)

    def _log(self, _: str) -> None:
        for line in self.session.recent_lines():
            say(f"  {line}")

    def _quit(self, _: str) -> None:
        raise Quit

    def _save(self, name: str) -> None:
        if not name:
            say(self._save_notice())
            return
        try:
            self.session.save_copy(Path(name))
        except SaveError as error:  # only the copy failed; the game goes on
            raise NotationError(str(error)) from None
        say(f"saved; go on with: {resume_command(Path(name), self._resume_options)}")

    def _save_notice(self) -> str:
        recorder = self.session.recorder
        if recorder is None:
            raise NotationError("this game is not recorded; write: save FILE")
        return f"everything is saved in {recorder.path} all the time; save FILE writes a copy"
