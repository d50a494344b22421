"""Race instances of each player, and the compiled abilities of each instance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.events import RaceChanged
from smallworld.model.aliases import Player, Race
from smallworld.model.values import NOBODY

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.game_state import GameState
    from smallworld.rules.prepared.hook_table import HookTable


def replace_hook_table(state: GameState, race: Race, hook_table: HookTable) -> None:
    """Give a race instance its compiled abilities and note who guards against attacks or looks on."""
    before = state.hook_tables[race]
    hook_tables = [*state.hook_tables]
    hook_tables[race] = hook_table
    state.hook_tables = tuple(hook_tables)
    if state.events is not None:
        banner, badge = hook_table.race_index, hook_table.power_index
        if (before.race_index, before.power_index) != (banner, badge):
            state.events.append(RaceChanged(race, banner, badge))
    if hook_table.profile_id != before.profile_id:
        profiles = [*state.board_profiles]
        profiles[race] = state.table.board_profile(hook_table)
        state.board_profiles = tuple(profiles)
    if race >= state.players and (before.race_index < 0) != (hook_table.race_index < 0):
        _update_seat(state, race % state.players)
    if before.watched or hook_table.watched:
        watched = [(r, k) for r, k in enumerate(state.hook_tables) if k.watched]
        state.guards = tuple([r for r, k in watched if k.protection or k.toll_pairs])
        state.watchers = tuple([r for r, k in watched if k.conquest_watchers])
        state.actors = tuple([r for r, k in watched if k.acts and r >= state.players and k.race_index >= 0])


def abilities_of(state: GameState, race: Race) -> tuple[Ability, ...]:
    """Return the abilities of a race instance, in the order of their calls."""
    return state.table.rulebook.abilities_of(state.hook_tables[race].key)


def acting_race(state: GameState, player: Player) -> Race:
    """Return the player's declined race that acts like an active one and has tokens; ``NOBODY`` if none (R-GHOUL-3)."""
    for race in reversed(state.actors):
        if race % state.players == player and (state.regions[race] or state.hand[race] or state.withdrawn[race]):
            return race
    return NOBODY


def conquering_race(state: GameState, as_decline: bool) -> Race:
    """Return the race of the player to move that an action means: the declined one that acts, or the active one."""
    return acting_race(state, state.to_move) if as_decline else state.to_move


def add_races(state: GameState) -> None:
    """Make room for one more declined race of every player."""
    for values in (state.regions, state.adjacent, state.hand, state.withdrawn):
        values.extend([0] * state.players)
    state.hook_tables += (state.table.no_hooks,) * state.players
    state.board_profiles += (state.table.board_profile(state.table.no_hooks),) * state.players


def _update_seat(state: GameState, player: Player) -> None:
    """Note which race instances of a player are in the game."""
    declined = range(player + state.players, len(state.hook_tables), state.players)
    races = (player, *[race for race in declined if state.hook_tables[race].race_index >= 0])
    state.seats = (*state.seats[:player], races, *state.seats[player + 1 :])
