"""Abilities with parameters that any edition may use; they use nothing that a fan's package cannot use."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld import Ability, hookimpl
from smallworld_primitives import coins_and_tokens, conquests, pieces

MODULES = (coins_and_tokens, conquests, pieces)


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return the abilities of this package."""
    return [cls for module in MODULES for cls in module.ABILITIES]
