"""Declined races that become active again or change their owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.errors import PluginError
from smallworld.model.aliases import Player, Race
from smallworld.model.regions import indexes
from smallworld.rules.events import Renumbered
from smallworld.rules.phases.declining import free_instance, remove_previous
from smallworld.rules.prepared.hook_table import NONE, HookTable
from smallworld.rules.state.gained_abilities import set_hook_table
from smallworld.rules.state.pieces import carry_pieces
from smallworld.rules.state.relics import refresh_relics

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def wake_race(state: GameState, race: Race) -> Race:
    """Make a declined race the active one of its owner, who has none; return its new number.

    It has its badge only if that stayed with the banner.

    :raises PluginError: it is not a declined race, or its owner has an active one.
    """
    player, before = race % state.players, state.hook_tables[race]
    _require_declined(state, race, "wake")
    if state.hook_tables[player].race_index >= 0:
        raise PluginError(f"{state.names[player]} has an active race, so no declined one can wake")
    power = before.power_index if before.keeps_badge else NONE
    _move(state, race, player, state.table.hook_table(before.race_index, power, False))
    state.decline_order = tuple([other for other in state.decline_order if other != race])
    refresh_relics(state, player)
    return player


def hand_over_race(state: GameState, race: Race, player: Player) -> Race:
    """Give a declined race to another player, who loses an earlier one unless it outlasts; return its number."""
    _require_declined(state, race, "hand over")
    if not state.hook_tables[race].outlasts_decline:
        remove_previous(state, player)
    new = free_instance(state, player)
    _move(state, race, new, state.hook_tables[race])
    state.decline_order = tuple([new if other == race else other for other in state.decline_order])
    return new


def _require_declined(state: GameState, race: Race, verb: str) -> None:
    if race < state.players or state.hook_tables[race].race_index < 0:
        raise PluginError(f"race {race} is not a declined race in play, so an ability cannot {verb} it")


def _move(state: GameState, race: Race, new: Race, hook_table: HookTable) -> None:
    """Give everything of a race in play to another number."""
    for values in (state.regions, state.adjacent, state.hand, state.withdrawn):
        values[new], values[race] = values[race], 0
    for region in indexes(state.regions[new]):
        state.occupant[region] = new
    carried = {key: count for key, count in state.carried.items() if key[1] == race}
    for (kind, _), count in carried.items():
        carry_pieces(state, race, kind, -count)
        carry_pieces(state, new, kind, count)
    if state.events is not None:
        state.events.append(Renumbered(race, new))
    set_hook_table(state, race, state.table.no_hooks)
    set_hook_table(state, new, hook_table)
