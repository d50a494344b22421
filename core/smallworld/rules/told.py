"""What abilities remember and everybody at the table sees: tokens handed out, forms, sides, uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smallworld.rules.position import Position

Told = dict[str, dict[str, object]]
"""Race, power, relic or edition → word → plain value."""


def open_memory(game: Position, race: int) -> Told:
    """What the abilities of a race instance say openly of their memory, by the race, power or relic they belong to."""
    answers = game.table.rulebook.answers
    found: Told = {}
    for ability in game.kit[race].abilities:
        for _, hook, item in answers.get(id(ability), ()):
            if hook == "open_memory":
                found.setdefault(ability.source, {}).update(item.call(game, race))
    return found
