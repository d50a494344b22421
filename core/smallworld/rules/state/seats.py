"""Race instances of each player, and the compiled abilities of each instance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.model.aliases import Player, Race

if TYPE_CHECKING:
    from smallworld.rules.compiled.hook_table import HookTable
    from smallworld.rules.state.state import GameState


def set_kit(state: GameState, race: Race, kit: HookTable) -> None:
    """Give a race instance its compiled abilities and note who guards against attacks or looks on."""
    before = state.kit[race]
    kits = list(state.kit)
    kits[race] = kit
    state.kit = tuple(kits)
    if kit.profile_id != before.profile_id:
        grounds = list(state.ground)
        grounds[race] = state.table.board_profile(kit)
        state.ground = tuple(grounds)
    if race >= state.players and (before.race < 0) != (kit.race < 0):
        _update_seat(state, race % state.players)
    if not (before.watched or kit.watched):
        return
    watched = [(r, k) for r, k in enumerate(state.kit) if k.watched]
    state.guards = tuple([r for r, k in watched if k.protection or k.toll_pairs])
    state.watchers = tuple([r for r, k in watched if k.conquest_watchers])
    state.actors = tuple([r for r, k in watched if k.acts and r >= state.players and k.race >= 0])


def add_races(state: GameState) -> None:
    """Make room for one more declined race of every player."""
    for values in (state.regions, state.adjacent, state.hand, state.withdrawn):
        values.extend([0] * state.players)
    state.kit += (state.table.no_hooks,) * state.players
    state.ground += (state.table.board_profile(state.table.no_hooks),) * state.players


def _update_seat(state: GameState, player: Player) -> None:
    """Note which race instances of a player are in the game."""
    declined = range(player + state.players, len(state.kit), state.players)
    races = (player, *[race for race in declined if state.kit[race].race >= 0])
    state.seats = (*state.seats[:player], races, *state.seats[player + 1 :])
