"""What abilities remember and everybody at the table sees: tokens handed out, forms, sides, uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smallworld.rules.position import Position

Told = dict[str, dict[str, object]]
"""Race, power, relic or edition → word → plain value."""


def open_memory(game: Position, race: int) -> Told:
    """What the abilities of a race instance say openly of their memory, by the race, power or relic they belong to."""
    found: Told = {}
    for item in game.table.rulebook.implementations(game.kit[race].key, "open_memory"):
        found.setdefault(item.ability.source, {}).update(item.call(game, race))
    return found
