"""The shared primitives: abilities with parameters that any variant file may use.

They are registered like any plugin's and use nothing that a fan's package cannot use.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from smallworld.hooks.decorators import hookimpl

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability

MODULES = (
    "bonuses", "costs", "reach", "travel", "once_a_turn_conquests", "placed_pieces", "conquering_pieces", "tokens",
    "tolls", "decline_exceptions",
)  # fmt: skip


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return all primitives of this package."""
    return [cls for name in MODULES for cls in import_module(f"{__name__}.{name}").ABILITIES]
