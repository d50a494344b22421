"""After the last turn: coins by source and by round, another game, and a page to step through this one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from smallworld.cli.text.output import say
from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld.languages.width import display_width, pad
from smallworld.model.id_names import word_of
from smallworld.sessions import Session

AGAIN, PAGE = ("again", "a"), ("page", "p")
"""Answers: a new game with the same players; a page to step through this one."""


def ask_afterwards(session: Session, *, may_repeat: bool) -> bool:
    """Offer another game and a page at a terminal; return whether there is to be another game.

    :param may_repeat: whether another game can be offered.
    """
    if not (session.game.over and sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if may_repeat:
        question = _("again: a new game, page: step through this one in a browser, Enter leaves> ")
    else:
        question = _("page: step through this one in a browser, Enter leaves> ")
    while True:
        try:
            answer = input(question).strip().lower()
        except (EOFError, KeyboardInterrupt):
            return False
        if answer in PAGE:
            say(write_page(session))
        elif may_repeat and answer in AGAIN:
            return True
        elif not answer or answer in ("q", "quit", "exit"):
            return False
        else:
            say(_("{answer!r} is not an answer", answer=answer))


def write_page(session: Session) -> str:
    """Write a page of the game next to its record, or into this folder; return a sentence about it."""
    from smallworld.render.replay_page.page import page
    from smallworld.sessions.log_text import event_text

    record = session.recorder.path if session.recorder is not None else None
    file = (record or Path("game")).with_suffix(".html")
    if file.exists():
        return _("{file} exists already; open it in a browser", file=file)
    try:
        file.write_text(page(session.game, event_text), encoding="utf-8")
    except (OSError, SmallWorldError) as error:
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
        yield f"   {pad(name, width)} {' '.join(f'{coins:>2}' for coins in turns.coins_by_round(name))}"
