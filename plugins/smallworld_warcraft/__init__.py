"""Abilities of Small World of Warcraft beyond the primitives; its numbers and texts are in ``variants/warcraft``."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld import N_, Ability, hookimpl
from smallworld_warcraft import conquests, factions, relics

MODULES = (factions, relics, conquests)

ANSWERS = (
    N_("relic"), N_("airstrike"), N_("champion"), N_("all"), N_("automatic"), N_("called off"), N_("champion lost"),
    N_("discarded"), N_("ends conquests"), N_("exempt"), N_("faction bonus only"), N_("factions"), N_("from choice"),
    N_("full"), N_("large medium"), N_("large small"), N_("nobody"), N_("none"), N_("one"), N_("one token"),
    N_("optional"), N_("pay if able"), N_("per action"), N_("per turn"), N_("retained"), N_("two"), N_("waived"),
    N_("water holder"), N_("weak regions"), N_("whole turn"),
)  # fmt: skip
"""Words of the notation and answers to the rulings of the edition, as they are shown to people."""


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return the abilities of this package."""
    return [cls for module in MODULES for cls in module.ABILITIES]
