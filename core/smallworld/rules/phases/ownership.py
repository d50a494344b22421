"""Declined races that become active again or change their owner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.errors import PluginError
from smallworld.events import HAND, PIECE, Renumbered
from smallworld.model.aliases import Player, Race
from smallworld.model.regions import indexes
from smallworld.model.values import HAS_CONQUERED
from smallworld.rules.operations.defender_losses import remove_race
from smallworld.rules.phases.declining import free_instance, remove_previous
from smallworld.rules.prepared.hook_table import NONE, HookTable
from smallworld.rules.state.gained_abilities import set_hook_table
from smallworld.rules.state.pieces import carry_pieces, count_carried, drop_carried_pieces
from smallworld.rules.state.places import move_tokens
from smallworld.rules.state.relics import refresh_relics

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


def wake_race(state: GameState, race: Race) -> Race:
    """Make a declined race the active one of its owner, who has none; return its new number.

    It has its badge only if that stayed with the banner.

    Example: ``race = state.wake(race)``

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


def hand_over_race(state: GameState, race: Race, player: Player, *, awake: bool = False) -> Race:
    """Give a declined race to another player, who loses an earlier one unless it outlasts; return its number.

    Example: ``state.hand_over(conquest.loser, state.owner(race))``

    :param awake: give them any race as their active one, with its tokens and the badge that it has.
    :raises PluginError: it is not in decline; or the player has an active race already.
    """
    if awake:
        return _hand_over_awake(state, race, player)
    _require_declined(state, race, "hand over")
    if not state.hook_tables[race].outlasts_decline:
        remove_previous(state, player)
    new = free_instance(state, player)
    _move(state, race, new, state.hook_tables[race])
    state.decline_order = tuple([new if other == race else other for other in state.decline_order])
    return new


def _hand_over_awake(state: GameState, race: Race, player: Player) -> Race:
    if state.hook_tables[player].race_index >= 0:
        raise PluginError(f"{state.names[player]} has an active race, so no other one can be handed to them")
    before = state.hook_tables[race]
    has_badge = race < state.players or before.keeps_badge
    hook_table = state.table.hook_table(before.race_index, before.power_index if has_badge else NONE, False)
    _forget_turn(state, race)
    _move(state, race, player, hook_table)
    state.decline_order = tuple([other for other in state.decline_order if other != race])
    refresh_relics(state, player)
    return player


def remove_from_table(state: GameState, race: Race) -> None:
    """Take a race in play off the table: its tokens go to the tray, banner and badge back to the stacks (R-DECL-6).

    Its player picks another one in their next turn.

    Example: ``state.remove_race(race)``
    """
    _forget_turn(state, race)
    carried = drop_carried_pieces(state, race, count_carried(state, race))
    move_tokens(state, race, carried, HAND, PIECE)
    hook_table = state.hook_tables[race]
    remove_race(state, race)
    if race < state.players and hook_table.power_index >= 0 and not hook_table.keeps_badge:
        state.discards += (hook_table.power_index,)
    if race == state.turn and state.phase == "conquer":
        state.stage, state.fresh = HAS_CONQUERED, False


def _forget_turn(state: GameState, race: Race) -> None:
    """Forget what the race has begun in this turn."""
    state.before_ready = {other: before for other, before in state.before_ready.items() if other != race}
    if state.pending is not None and state.pending.race == race:
        state.pending = None


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
