"""Small World of Warcraft: the abilities that it needs beyond the shared primitives.

Numbers, texts and the use of primitives are in ``variants/warcraft/variant.yaml``.
"""

from __future__ import annotations

from collections.abc import Sequence

from smallworld import Ability, hookimpl
from smallworld_warcraft import displacement, factions, goblins, majority, pieces, relics, turns

MODULES = (factions, relics, majority, pieces, goblins, turns, displacement)


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return the abilities of this package."""
    return [cls for module in MODULES for cls in module.ABILITIES]
