"""The shared primitives: abilities with parameters that any variant file may use.

They use nothing that a fan's package cannot use.
"""

from __future__ import annotations

from collections.abc import Sequence

from smallworld import Ability, hookimpl
from smallworld_primitives import bonuses, conquests, pieces, tokens

MODULES = (bonuses, conquests, pieces, tokens)


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return the abilities of this package."""
    return [cls for module in MODULES for cls in module.ABILITIES]
