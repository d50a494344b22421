"""Phases of a turn in the language of their reader; the ids stay English in records and for programs."""

from __future__ import annotations

from smallworld.languages import PN_, pgettext

PHASES = (
    PN_("phase", "pick"), PN_("phase", "conquer"), PN_("phase", "redeploy"), PN_("phase", "decline"),
    PN_("phase", "retreat"), PN_("phase", "finish"), PN_("phase", "answer"), PN_("phase", "over"),
)  # fmt: skip
"""The ids of phases."""


def phase_name(phase: str) -> str:
    """Return the name of a phase.

    >>> phase_name("redeploy")
    'redeploy'
    """
    return pgettext("phase", phase)
