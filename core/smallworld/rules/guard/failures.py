"""Failures in the code of an ability, described for its author."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

from smallworld.abilities.base import Ability
from smallworld.errors import SmallWorldError, sentence_of

MOST_LETTERS = 1_000
"""Most letters of the text of a failure."""


def describe_failure(error: BaseException, ability: Ability) -> str:
    """Describe a failure in a sentence, with the author's line where one is known."""
    text = sentence_of(error)
    if isinstance(error, SmallWorldError):
        return text
    if isinstance(error, FrozenInstanceError):
        text = f"{text}; abilities keep no data of their own, use state.remember(self, …)"
    if len(text) > MOST_LETTERS:
        text = f"{text[:MOST_LETTERS]}…"
    return f"{text}{_line_of(error, ability)}"


def _line_of(error: BaseException, ability: Ability) -> str:
    """Return the last line of the plugin that was running, in parentheses; empty without one."""
    package = type(ability).__module__.partition(".")[0]
    frame = error.__traceback__
    place = ""
    while frame is not None:
        if str(frame.tb_frame.f_globals.get("__name__", "")).partition(".")[0] == package:
            place = f" ({Path(frame.tb_frame.f_code.co_filename).name}, line {frame.tb_lineno})"
        frame = frame.tb_next
    return place
