"""Play without a terminal: actions and commands are lines of standard input."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

import click

from smallworld.cli.prompt.prompt_commands import Quit
from smallworld.errors import SaveError, SmallWorldError
from smallworld.languages import _
from smallworld.sessions import Session


def play_lines(
    session: Session, lines: Iterator[str], answer: Callable[[str], None], print_news: Callable[[], None],
    limited: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> None:  # fmt: skip
    """Play until the game is over, the lines end or one of them quits; wrong lines are reported and skipped.

    :param answer: carries out a line.
    :param print_news: prints the new lines of the log; called before each line, and when the bots have played.
    :param limited: makes the guard around everything that bots and abilities do.
    :raises SaveError: the game cannot be recorded any more.
    """
    while not session.game.over:
        bot = session.bot_to_move
        if bot:
            with limited():
                session.play_bot()
                if session.game.to_move != bot:
                    print_news()
            continue
        with limited():
            print_news()
        line = next(lines, None)
        if line is None:
            return
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                _answer_line(session, text, answer, limited)
            except Quit:
                return


def _answer_line(
    session: Session, text: str, answer: Callable[[str], None], limited: Callable[[], AbstractContextManager[object]]
) -> None:
    """Carry out a line; a wrong one is reported."""
    try:
        with limited():
            answer(text)
    except (Quit, SaveError):
        raise
    except SmallWorldError as error:
        click.echo(_("{player}: {message}", player=session.game.to_move, message=error), err=True)
