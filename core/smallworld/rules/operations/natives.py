"""Native tokens that abilities put on the map, or take off it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.errors import PluginError
from smallworld.events import TRAY, Occupied
from smallworld.model.aliases import Region, Tokens
from smallworld.model.values import NATIVES, NOBODY
from smallworld.rules.operations.defender_losses import clear_region
from smallworld.rules.state.pieces import on_region_emptied
from smallworld.rules.state.places import move_tokens

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def place_natives(state: GameState, region: Region, count: Tokens = 1) -> Tokens:
    """Put native tokens on a region without a race, as many as there are; return how many.

    Example: ``state.place_natives(region, 2)``

    :param count: a negative number takes native tokens of the region away.
    :raises PluginError: a race is there, or the variant has no natives.
    """
    if state.occupant[region] not in (NATIVES, NOBODY):
        raise PluginError(f"natives cannot be put on {state.board.regions[region].id}: a race is there")
    count = max(min(count, unplaced_natives(state)), -state.tokens[region])
    if count:
        if state.occupant[region] != NATIVES:
            state.occupant[region] = NATIVES
            if state.events is not None:
                state.events.append(Occupied(region, NATIVES))
        if count > 0:
            move_tokens(state, NATIVES, count, TRAY, region)
        else:
            move_tokens(state, NATIVES, -count, region, TRAY)
        if not state.tokens[region]:
            clear_region(state, region)
            on_region_emptied(state, region)
    return count


def unplaced_natives(state: GameState) -> Tokens:
    """Return how many native tokens are in the box.

    Example: ``count = min(2, state.unplaced_natives())``

    :raises PluginError: the variant has no natives.
    """
    natives = state.table.rulebook.variant.natives
    if natives is None:
        raise PluginError(f"{state.table.rulebook.variant.name} has no natives; give it 'natives' with a supply")
    return natives.supply - sum(
        tokens for tokens, occupant in zip(state.tokens, state.occupant, strict=True) if occupant == NATIVES
    )
