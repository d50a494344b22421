"""Lines of a person that are not actions: help, why, undo, save …, and the answers after the last turn."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.errors import NotationError, SaveError, SmallWorldError, did_you_mean, reason_of
from smallworld.languages import N_, _
from smallworld_cli.common import record_command
from smallworld_cli.console import say, wrap_text
from smallworld_play.priced_actions import list_menu
from smallworld_play.session import Expand, Session
from smallworld_play.shorthand import expand_line, find_region, parts_of_line, verbs_of
from smallworld_terminal import game_lines

if TYPE_CHECKING:
    from smallworld_play.tutorial import Tutorial


HELP = N_("""\
  legal            what you can do now, numbered; a number alone does what this list shows
  why ACTION       what it costs, its odds, what a combo brings, or why it is refused
  why BOT          how the last choice of a bot compares with its next best one
  hint             a good action, its reason, and the coins that it brings over the next best one
  neighbours R     the regions next to a region
  help NAME        a race, power, relic, piece, action, word (die, decline) or rule (R-DIE-1)
  board, table     look again; help board explains the letters on the map
  log, log N       what has happened; the last N lines
  undo             take back your last action, unless it showed something, or another player has decided since
  save FILE        a copy; this game is recorded all the time
  quit             leave; resume goes on here
Several actions in one line: separate them by commas; all are done, or none. r4 means r04.
deploy rest r04 puts all tokens there, deploy even spreads them.
Tab completes. Enter alone does what is in parentheses, else it lists what you can do.""")

ALIASES = {"q": "quit", "exit": "quit", "?": "help", "neighbors": "neighbours"}
"""Other words for commands."""
NUMBER = re.compile(r"(^|[,;])\s*([0-9]+)\s*(?=[,;]|$)")
"""A part of a line that is the number of an action."""


class Quit(Exception):
    """The player leaves; the game is kept."""


MOST_LETTERS = 4000
"""The most letters of a line; a reason quotes what it refuses."""


class PromptCommands:
    """Answers to the lines of people.

    :param resume_options: options that ``resume`` needs to go on with this game.
    :param tutorial: lessons to show before the decisions of a learner.
    """

    def __init__(self, session: Session, resume_options: Sequence[str] = (), tutorial: Tutorial | None = None) -> None:
        self.session = session
        self.tutorial = tutorial
        self.say: Callable[[str], None] = say
        """Shows a line of an answer; a screen keeps them."""
        self.show_board: Callable[[], None] = self.print_board
        """Answers ``board``; a screen shows the one that it has."""
        self.went_back = False
        """Set by ``undo``: the tables that were printed are out of date."""
        self._resume_options = resume_options
        self.listed: list[str] = []
        """Actions of the list that was shown last; a number alone refers to it."""
        self._answers: dict[str, Callable[[str], None]] = {
            "help": self._help, "why": self._why, "hint": self._hint, "legal": self._legal,
            "neighbours": self._neighbours, "table": self._table, "board": lambda _argument: self.show_board(),
            "log": self._log, "undo": self._undo, "save": self._save, "quit": self._quit, "lesson": self._lesson,
        }  # fmt: skip

    def lesson(self) -> str:
        """Return the lesson of a tutorial about this decision; empty without one."""
        return self.tutorial.lesson(self.session.game) if self.tutorial is not None else ""

    def completions(self) -> list[str]:
        """Return every line that has a meaning now."""
        from smallworld_terminal.word_help import help_names  # not through a pipe

        game = self.session.game
        actions = list(map(str, game.legal_actions()))
        helps = [f"help {name}" for name in help_names(game)]
        reasons = [f"why {name}" for name in (*actions, *self.session.bot_choices)]
        return [*actions, *self._answers, *helps, *reasons]

    def answer(self, text: str) -> str:
        """Carry out a line: a command, or actions separated by commas, all of them or none.

        Return the sentence about why it cannot be done, or nothing.

        :raises SaveError: the game cannot be recorded any more. :raises Quit: the player leaves.
        """
        if len(text) > MOST_LETTERS:
            return _("this line has {length} letters; {most} are the most", length=len(text), most=MOST_LETTERS)
        game, (word, _space, rest) = self.session.game, text.partition(" ")
        word = word.lower()
        if word not in self._answers and word not in verbs_of(game):
            word = ALIASES.get(word) or _command_of(word)
        try:
            if word in self._answers:
                self._answers[word](rest.strip())
            elif text:
                self.session.apply(*self._actions_of(text))
            elif game.phase == "pick":
                self._show(game_lines.column_lines(game))
                self.show_combos()
            else:
                self._legal("")
        except SaveError:
            raise
        except SmallWorldError as error:
            return str(error)
        return ""

    def _actions_of(self, text: str) -> Sequence[str | Expand]:
        """Return the actions of a line: those of a list by their numbers, others as they are written."""
        numbers = text.replace(",", " ").replace(";", " ").split()
        if all(number.isdecimal() for number in numbers):
            return [self._action_of_number(number) for number in numbers]
        line = NUMBER.sub(lambda part: f"{part[1]} {self._action_of_number(part[2])}", text).strip()
        word, verbs = line.split()[0].lower(), verbs_of(self.session.game)
        if word in verbs or word.strip(",;") in ("", *verbs):
            return parts_of_line(self.session.game, line)
        remedy = did_you_mean(word, [*self._answers, *ALIASES, *verbs])
        remedy = remedy or _("legal lists the actions, help the commands")
        raise NotationError(_("unknown word {word!r}; {remedy}", word=word, remedy=remedy))

    def print_board(self) -> None:
        """Print the board as a drawing, or as a list where the window is too narrow."""
        try:
            from smallworld_draw.text import board_text

            click.echo(board_text(self.session.game))  # it fits the window already
        except SmallWorldError:
            self._show(game_lines.region_lines(self.session.game))

    def _show(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def _action_of_number(self, text: str) -> str:
        """Return the action that the list shown last has under a number; other text stays as it is."""
        if not text.isdecimal():
            return text
        if not self.listed:
            raise NotationError(_("{text} refers to no list; legal shows what you can do, with numbers", text=text))
        if not 1 <= int(text) <= len(self.listed):
            raise NotationError(
                _("no action has the number {text}; the list shown last has 1 to {listed_count}",
                  text=text, listed_count=len(self.listed))
            )  # fmt: skip
        action = self.listed[int(text) - 1]
        if action not in self.session.game.legal_actions():
            raise NotationError(
                _("{text} was {action!r} in the list shown last, which is not possible now; legal shows a new list",
                  text=text, action=action)
            )  # fmt: skip
        return action

    def show_combos(self) -> None:
        """Let numbers refer to the combos on offer, because they were shown."""
        self.listed = [str(action) for action in self.session.game.legal_actions() if action.verb == "pick"]

    def _legal(self, _argument: str) -> None:
        items = list_menu(self.session.game)
        self.listed = [item.action for item in items]
        self._show(game_lines.menu_lines(items))

    def describe_region(self, region: str) -> None:
        """Show a region with its neighbours, and the actions that name it; numbers refer to these then."""
        game = self.session.game
        items = [item for item in list_menu(game) if region in item.action.operands]
        self._show(game_lines.region_lines(game, [game.state.board.index[region]]))
        self.listed = [item.action for item in items]
        self._show(game_lines.menu_lines(items) if items else [_("no action of yours names it now")])

    def _neighbours(self, name: str) -> None:
        game = self.session.game
        if not name:
            example = game.state.board.regions[0].id
            raise NotationError(
                _("neighbours needs a region; write: neighbours REGION, e.g. neighbours {region}", region=example)
            )
        self._show(game_lines.neighbour_lines(game, find_region(game, name.lower())))

    def _help(self, name: str) -> None:
        from smallworld_terminal.word_help import help_lines

        game = self.session.game
        self._show(help_lines(game, name) if name else [*wrap_text("", game_lines.hint(game)), _(HELP)])

    def _lesson(self, _argument: str) -> None:
        if self.tutorial is None:
            raise NotationError(_("this game has no lessons; smallworld tutorial is a game with some"))
        self.say(self.tutorial.latest or _("there is no lesson yet"))

    def _why(self, action: str) -> None:
        from smallworld_play.advice import weigh  # imports a bot
        from smallworld_play.explanations import why_lines

        game = self.session.game
        if not action:
            raise NotationError(_("why needs an action; write: why ACTION, e.g. why conquer r07"))
        if action in self.session.bots:
            self._show(self._bot_choice(action))
            return
        for part in expand_line(game, self._action_of_number(action)):
            self._show(why_lines(game, part))
            comparison = "" if game.refusal(part) else weigh(game, game.read(part).text)
            self._show([f"  {comparison}"] if comparison else [])

    def _bot_choice(self, name: str) -> Iterator[str]:
        """Yield the first action of the latest turn of a bot, compared with the best other one as the bot saw it."""
        from smallworld_play.advice import weigh  # imports a bot

        if name not in self.session.bot_choices:
            raise NotationError(_("{name} has not decided yet since this session began", name=name))
        before, choice = self.session.bot_choices[name]
        yield from wrap_text(f"{name}: ", "; ".join(filter(None, (choice, weigh(before, choice)))))

    def _hint(self, _argument: str) -> None:
        from smallworld_play.advice import advise  # imports a bot

        self._show(wrap_text(_("hint: "), advise(self.session.game)))

    def _undo(self, _argument: str) -> None:
        self.say(_("taken back: {undo}", undo=self.session.undo()))
        self.went_back = True

    def _table(self, _argument: str) -> None:
        game = self.session.game
        self._show(game_lines.player_lines(game, game.to_move))
        self._show(game_lines.column_lines(game))
        self._show(game_lines.relic_lines(game))
        if game.phase == "pick":
            self.show_combos()

    def _log(self, number: str) -> None:
        if number and not (number.isdecimal() and int(number)):
            raise NotationError(_("log takes a number of lines, e.g. log 5, not {number!r}", number=number))
        lines = self.session.lines()[-int(number) :] if number else self.session.recent_lines()
        self._show(f"  {line}" for line in lines)

    def _quit(self, _argument: str) -> None:
        raise Quit

    def _save(self, name: str) -> None:
        recorder = self.session.recorder
        if name:
            try:
                self.session.save_copy(Path(name))
            except SaveError as error:  # only the copy failed; the game goes on
                raise NotationError(str(error)) from None
            command = record_command("resume", Path(name), self._resume_options)
            self.say(_("saved; go on with: {resume_command}", resume_command=command))
        elif recorder is None:
            raise NotationError(_("this game is not recorded; write: save FILE"))
        else:
            self.say(_("everything is saved in {path} all the time; save FILE writes a copy", path=recorder.file.path))


def _command_of(word: str) -> str:
    """Return the command that a word means in the language of the reader; another word as it is."""
    if not word.isalpha():
        return word
    from smallworld_terminal.word_help import find_word, plain

    return find_word(plain(word)) or word


# --- after the last turn: another game, and a page to step through the finished one


AGAIN, PAGE = ("again", "a"), ("page", "p")
"""Answers: a new game with the same players; a page to step through this one."""


class GameEnd:
    """The offers after the last turn: another game, and a page to step through this one.

    :param may_repeat: whether another game can be offered.
    """

    def __init__(self, session: Session, *, may_repeat: bool) -> None:
        self._session = session
        self._may_repeat = may_repeat
        self.is_left = False
        """Whether the person has chosen, so that nothing is offered any more."""
        self.wants_another = False
        """Whether there is to be another game."""

    def ask(self) -> bool:
        """Offer both at a terminal, unless that is done; return whether there is to be another game."""
        is_at_terminal = self._session.game.over and sys.stdin.isatty() and sys.stdout.isatty()
        while is_at_terminal and not self.is_left:
            try:
                text = input(f"{self.offer()}> ")
            except (EOFError, KeyboardInterrupt):
                break
            if reply := self.answer(text):
                say(reply)
        return self.wants_another

    def answer(self, text: str) -> str:
        """Carry out a line; return a sentence about it, or nothing if the person leaves."""
        word = text.strip().lower()
        if word in PAGE:
            return write_page(self._session)
        if word and word not in ("q", "quit", "exit") and not (self._may_repeat and word in AGAIN):
            return f"{_('{answer!r} is not an answer', answer=word)}; {self.offer()}"
        self.is_left, self.wants_another = True, self._may_repeat and word in AGAIN
        return ""

    def question(self) -> str:
        """Write a short prompt; :meth:`offer` explains it."""
        return _("again, page or Enter> ") if self._may_repeat else _("page or Enter> ")

    def offer(self) -> str:
        """Explain the answers."""
        if self._may_repeat:
            return _("again: a new game, page: step through this one in a browser, Enter: leave")
        return _("page: step through this one in a browser, Enter: leave")


def write_page(session: Session) -> str:
    """Write a page of the game next to its record, or into this folder; return a sentence about it."""
    from smallworld_draw.replay_page import page
    from smallworld_output.whole_files import write_whole

    record = session.recorder.file.path if session.recorder is not None else None
    file = (record or Path("game")).with_suffix(".html")
    if file.exists():
        return _("{file} exists already; open it in a browser", file=file)
    try:
        write_whole(file, page(session.game))
    except (OSError, SmallWorldError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else error
        return _("{file}: cannot write this page: {error}", file=file, error=reason)
    return _("written: {file}; open it in a browser", file=file)
