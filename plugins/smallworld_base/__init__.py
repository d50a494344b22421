"""The base game of Small World: the abilities that it needs beyond the shared primitives.

Numbers, texts and the use of primitives are in ``variants/base/variant.yaml``.
"""

from __future__ import annotations

from collections.abc import Sequence

from smallworld import Ability, hookimpl
from smallworld_base.berserk import DieDiscount
from smallworld_base.diplomat import Peace


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return the abilities of this package."""
    return [DieDiscount, Peace]
