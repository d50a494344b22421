"""After the last turn: coins by source and by round, another game, and a page to step through the finished one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from smallworld.errors import SmallWorldError, reason_of
from smallworld.languages import _
from smallworld.model.names import word_of
from smallworld_cli.console import say
from smallworld_output.text_width import display_width, pad
from smallworld_output.whole_files import write_whole
from smallworld_play import Session

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
                text = input(self._long_question())
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

    def _long_question(self) -> str:
        if self._may_repeat:
            return _("again: a new game, page: step through this one in a browser, Enter leaves> ")
        return _("page: step through this one in a browser, Enter leaves> ")


def write_page(session: Session) -> str:
    """Write a page of the game next to its record, or into this folder; return a sentence about it."""
    from smallworld_draw.replay_page.page import page

    record = session.recorder.path if session.recorder is not None else None
    file = (record or Path("game")).with_suffix(".html")
    if file.exists():
        return _("{file} exists already; open it in a browser", file=file)
    try:
        write_whole(file, page(session.game))
    except OSError as error:
        return _("{file}: cannot write this page: {error}", file=file, error=reason_of(error))
    except SmallWorldError as error:
        return _("{file}: cannot write this page: {error}", file=file, error=error)
    return _("written: {file}; open it in a browser", file=file)


def coin_lines(session: Session) -> Iterator[str]:
    """Yield the coins of every player by source and by round; turns before a session without its record are missing."""
    turns, scores = session.turns, session.game.scores()
    width = max(map(display_width, scores))
    yield _("coins by source")
    for name, coins in scores.items():
        sums = turns.coins_by_source(name)
        sources = [f"{word_of(session.game.variant, source)} {count}" for source, count in sums.items() if count]
        rest = coins - sum(sums.values())
        sources += [_("start, tolls and prices {coins}", coins=f"{rest:+d}")] if rest else []
        yield f"   {pad(name, width)} {', '.join(sources)}"
    yield _("coins by round")
    for name in scores:
        yield f"   {pad(name, width)} {' '.join(f'{score.total:>2}' for score in turns.scores(name))}"
