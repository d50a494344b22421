"""Phases of a turn in the language of their reader; the ids stay English in records and for programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from smallworld.languages import pgettext

NAMES: Mapping[str, Callable[[], str]] = {
    "pick": lambda: pgettext("phase", "pick"),
    "conquer": lambda: pgettext("phase", "conquer"),
    "redeploy": lambda: pgettext("phase", "redeploy"),
    "decline": lambda: pgettext("phase", "decline"),
    "retreat": lambda: pgettext("phase", "retreat"),
    "finish": lambda: pgettext("phase", "finish"),
    "answer": lambda: pgettext("phase", "answer"),
    "over": lambda: pgettext("phase", "over"),
}
"""Id of a phase → its name; called when it is shown."""


def phase_name(phase: str) -> str:
    """Return the name of a phase.

    >>> phase_name("redeploy")
    'redeploy'
    """
    return NAMES[phase]() if phase in NAMES else phase
