"""Abilities of the base game beyond the shared primitives; its numbers and texts are in ``variants/base``."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld import N_, Ability, hookimpl
from smallworld_base.abilities import DieDiscount, Peace

ANSWERS = (
    N_("sorcery"), N_("dragon"), N_("abandon regions"), N_("active only"), N_("all"), N_("all regions"), N_("allowed"),
    N_("banned"), N_("conquerable"), N_("end of turn"), N_("first presence"), N_("keep one each"), N_("map adjacent"),
    N_("normal"), N_("one per turn"), N_("per race"), N_("pick turn"), N_("usable now"),
)  # fmt: skip
"""Words of the notation and answers to the rulings of the edition, as they are shown to people."""


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return the abilities of this package."""
    return [DieDiscount, Peace]
