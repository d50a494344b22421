"""A conversation with the people at one terminal: one line, one action or several."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from smallworld import N_, Game, _
from smallworld.model.names import phase_name
from smallworld_cli.console import say, wrap_text
from smallworld_play.session import Session
from smallworld_terminal import game_lines
from smallworld_terminal.prompt_commands import PromptCommands, Quit

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
            if name := self.session.bot_to_move:
                with self.thinking_line.thinking(name):
                    while self.session.bot_to_move == name:
                        with self.limited():
                            self.session.play_bot()
                continue
            self._print_news()
            try:
                self._ask(self.session.game)
            except (Quit, EOFError):
                return
            except KeyboardInterrupt:
                say(_("\nto leave, type quit; nothing is lost"))
        self._print_news()

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
        text = self.read_line(game_lines.question(game)).strip()
        with self.limited():
            refusal = self.commands.answer(text or default)
        if refusal:
            say(refusal)

    def _print_decision(self, game: Game, player: str) -> str:
        """Print the tables before a new decision, and a reminder; return the default action."""
        could_end, self._could_end = self._could_end, game_lines.can_end_turn(game)
        decision = f"{player}{game.round}{game.phase}"
        if decision != self._shown_decision or self.commands.went_back:
            self._shown_decision, self.commands.went_back = decision, False
            self._print_tables(game, player)
            if lesson := self.commands.lesson():
                say(f"\n{lesson}")
        elif self._could_end and not could_end and (reminder := game_lines.remaining_actions(game)):
            say(reminder)
        return game_lines.default_action(game)

    def _hand_over(self, player: str) -> None:
        """Clear the window between two people, so that nobody reads the coins of another one (R-SCORE-6)."""
        self.read_line(f"{game_lines.hand_over_note(player)} ")
        self._seated = player
        self.commands.listed = []
        clear_window()

    def _print_tables(self, game: Game, player: str) -> None:
        phase = phase_name(game.phase)
        heading = N_("\nround {round} of {rounds}, {player}: {phase}")
        say(_(heading, round=game.round, rounds=game.rounds, player=player, phase=phase))
        for line in game_lines.player_lines(game, player):
            say(line)
        if game.phase == "pick":
            for line in game_lines.column_lines(game):
                say(line)
            self.commands.show_combos()
        else:
            self.commands.print_board()
        for line in (game_lines.hint(game), *game_lines.ability_notes(game)):
            say(line)


def clear_window() -> None:
    """Clear the window and the lines above it, where coins could be read."""
    sys.stdout.flush()
    if os.environ.get("TERM", "dumb") != "dumb":
        os.write(sys.stdout.fileno(), b"\x1b[H\x1b[2J\x1b[3J")  # sys.stdout marks control characters
    else:
        say("\n" * shutil.get_terminal_size().lines)


# --- lines of a person, with completion at a terminal


def line_reader(completions: Callable[[], Sequence[str]]) -> Callable[[str], str]:
    """Return a function that prints a prompt and reads a line.

    :param completions: returns every line that has a meaning now.
    """
    if not sys.stdout.isatty():
        return input
    prompt: PromptSession[str] = PromptSession(
        completer=LineCompleter(completions), complete_while_typing=False, enable_suspend=hasattr(signal, "SIGTSTP")
    )

    def end_by_signal() -> None:
        """Leave as at the end of the input, so that the terminal is as it was before."""
        with suppress(NotImplementedError, RuntimeError, ValueError):  # signals of POSIX, in the main thread
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGTERM, lambda: prompt.app.exit(exception=EOFError()))

    return lambda text: prompt.prompt(text, pre_run=end_by_signal)


def last_part(text: str) -> str:
    """Return the text after the last comma or semicolon, which is an action of its own."""
    return re.split(r"[,;]", text)[-1].lstrip()


def complete(text: str, completions: Iterable[str]) -> list[str]:
    """List how the last part of a line may go on, word by word: ``con`` → ``conquer``, ``conquer`` → its regions.

    A word with a single continuation is completed further at once.
    """
    part = last_part(text)
    matches = [line for line in completions if line.startswith(part) and line != part]
    start, endings = len(part), dict.fromkeys(_until_space(line, len(part)) for line in matches)
    while len(endings) == 1 and next(iter(endings)).endswith(" "):
        start = len(next(iter(endings)))
        endings = dict.fromkeys(_until_space(line, start) for line in matches)
    return [line for line in endings if line.rstrip() == line or line.rstrip() not in endings]


def _until_space(line: str, start: int) -> str:
    """Return a line up to and with the first space after a place, or the whole of it."""
    space = line.find(" ", start)
    return line if space < 0 else line[: space + 1]


class LineCompleter(Completer):
    """Completes lines that have a meaning now, and no others.

    :param completions: returns every line that has a meaning now.
    """

    def __init__(self, completions: Callable[[], Sequence[str]]) -> None:
        self._completions = completions

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Return the possible endings of the text before the cursor."""
        text = document.text_before_cursor
        return [Completion(line, -len(last_part(text))) for line in complete(text, self._completions())]


# --- progress of thinking bots: one line, overwritten every second


CLEAR = "\r\x1b[K"
"""Return to the start of the line and erase it."""
INTERVAL = 1.0
"""Seconds after which the line is written again."""


class Stopwatch:
    """The text about a bot that thinks, with the seconds since it began."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._name, self._clock, self._start = name, clock, clock()

    @property
    def seconds(self) -> float:
        """Seconds since the beginning."""
        return self._clock() - self._start

    def __str__(self) -> str:
        seconds = int(self.seconds)
        text = _("{player} thinks", player=self._name)
        return f"{text}, {seconds} s" if seconds else text


class ThinkingLine:
    """The line that names the bot that thinks, and for how long.

    At a terminal that can overwrite a line it changes every second, also while one decision takes long;
    at a simple one each bot is named on a line; without a terminal nothing is written.

    :param out: the stream; by default the standard error stream.
    """

    def __init__(self, out: TextIO | None = None) -> None:
        self.out = sys.stderr if out is None else out
        self._is_terminal = self.out.isatty()
        self._overwrites = self._is_terminal and os.environ.get("TERM") != "dumb"
        self._last_text = ""

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """Show that a bot thinks until the block ends; the line is empty afterwards."""
        watch, done = Stopwatch(name), threading.Event()
        if not self._overwrites:
            if self._is_terminal and str(watch) != self._last_text:
                self._write(f"... {watch}\n")
            self._last_text = str(watch)
            yield
            return
        ticker = threading.Thread(target=self._tick, args=(watch, done), daemon=True)
        self._write(f"{CLEAR}... {watch}")
        ticker.start()
        try:
            yield
        finally:
            done.set()
            ticker.join()
            self._write(CLEAR)

    def say(self, text: str) -> None:
        """Print a sentence in place of the line, which continues below it."""
        self._write(f"{CLEAR if self._overwrites else ''}{text}\n")

    def _tick(self, watch: Stopwatch, done: threading.Event) -> None:
        while not done.wait(INTERVAL):
            self._write(f"{CLEAR}... {watch}")

    def _write(self, text: str) -> None:
        self.out.write(text)
        self.out.flush()
