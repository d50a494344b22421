"""Trial games of a variant, one for every number of players and kind of draw: can it start?"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from smallworld.errors import sentence_of
from smallworld.game import new_game
from smallworld.languages import lazy_n
from smallworld.plugins.plugin import blame

if TYPE_CHECKING:
    from smallworld.model.variant import Scalar, Variant
    from smallworld.plugins.manager import Plugins

SECONDS = 10
"""Longest duration of a set-up; the slowest shipped one takes a hundredth of a second."""
NAMES = "abcdefghijkl"
"""Players of a trial game."""


class SetUpTimeout(BaseException):
    """The set-up hangs; it is not an Exception, so that few handlers of a plugin catch it."""


def failing_starts(plugins: Plugins, variant: Variant) -> Iterator[tuple[int, str]]:
    """Yield each number of players with which no game of a variant can start, and the reason."""
    for players in sorted(variant.boards):
        for options in _draws(variant):
            reason = _reason(plugins, variant, players, options)
            if reason:
                yield players, reason
                if "seconds" in reason:
                    return  # the next one would hang too
        for face in variant.further_boards(players):
            reason = _reason(plugins, variant, players, {}, face.id)
            if reason:
                yield players, reason


def _reason(
    plugins: Plugins, variant: Variant, players: int, options: Mapping[str, Scalar], board: str | None = None
) -> str:
    """Return why a game cannot start; empty if it can.

    :param board: None = the usual one.
    """
    try:
        with _limit():
            new_game(
                variant, list(NAMES[:players]), seed=1, board=board, options=options, plugins=plugins
            ).legal_actions()  # fmt: skip
    except SetUpTimeout:
        return lazy_n(
            "its set-up takes more than {count} second; look for an endless loop in an ability",
            "its set-up takes more than {count} seconds; look for an endless loop in an ability",
            SECONDS,
        )
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an ability may raise anything, SystemExit too
        return sentence_of(blame(error))
    return ""


def _draws(variant: Variant) -> list[dict[str, Scalar]]:
    """Return options for a game of each kind: the defaults, and each answer that abilities of the edition read."""
    rulings = [
        value["ruling"]
        for use in variant.abilities
        for value in use.parameters.values()
        if isinstance(value, Mapping) and set(value) == {"ruling"} and value["ruling"] in variant.rulings
    ]
    answers: list[dict[str, Scalar]] = [{}]
    for key in dict.fromkeys(rulings):
        ruling = variant.rulings[key]
        answers += [{key: answer} for answer in ruling.values if answer != ruling.default]
    return answers


@contextmanager
def _limit() -> Iterator[None]:
    """End a block that hangs, where the system and the thread allow it."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def expire(_signal: int, _frame: FrameType | None) -> None:
        raise SetUpTimeout(f"more than {SECONDS} seconds")

    earlier = signal.signal(signal.SIGALRM, expire)
    delay, interval = signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, delay, interval)
        signal.signal(signal.SIGALRM, earlier)
