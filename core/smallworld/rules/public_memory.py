"""The public part of the abilities' memory: tokens handed out, forms, sides, uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.model.aliases import Race
from smallworld.model.values import NOBODY

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState

PublicMemory = dict[str, dict[str, object]]
"""Race, power, relic or edition → name → plain value."""


def public_memory(state: GameState, race: Race) -> PublicMemory:
    """Collect the public memory of a race in play, by the race, power or relic of the ability."""
    memory: PublicMemory = {}
    common = {shared.source for shared in state.hook_tables[race].received}
    for item in state.table.rulebook.implementations(state.hook_tables[race].key, "public_memory"):
        if item.ability.key in common:
            continue  # it is the holder's
        memory.setdefault(item.ability.source, {}).update(item.call(state, race))
    return memory


def edition_memory(state: GameState) -> PublicMemory:
    """Collect the public memory of the edition that is the same for all races, from the first pick on.

    An ability that takes ``race`` has one for each race in play, which :func:`public_memory` lists.
    """
    memory: PublicMemory = {}
    book = state.table.rulebook
    for item in book.hooks["public_memory"]:
        if item.ability in book.edition and "race" not in item.method[1]:
            memory.setdefault(item.ability.source, {}).update(item.call(state, NOBODY))
    return memory
