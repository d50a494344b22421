"""Actions that abilities offer: made once for each table, carried out by the ability that offered them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.actions import Action
from smallworld.errors import PluginError
from smallworld.model.aliases import Region
from smallworld.notation import join_player_names
from smallworld.rules.phases.questions import give_answer

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.game_state import GameState


def offer(state: GameState, ability: Ability, text: str, region: Region, number: int) -> Action:
    """Return the action of an ability with this notation; it is made once for each table."""
    key, offers = (ability.key, text), state.table.offers
    action = offers.get(key)
    if action is None:
        state.table.rulebook.make_room()
        notation = join_player_names(text, state.names)
        action = offers[key] = Action(notation, perform, region=region, number=number, ability=ability.key)
    return action


def perform(state: GameState, action: Action) -> None:
    """Hand an action to the ability that offered it.

    :raises PluginError: the ability has no hook ``perform``.
    """
    if state.phase == "answer":
        give_answer(state, action)
        return
    state.pending = None
    if state.phase == "redeploy":
        state.fresh = False
    race = state.turn
    for candidate in state.seats[state.to_move]:
        if action.ability in state.hook_tables[candidate].keys:
            race = candidate
            break
    call = state.table.rulebook.performs.get(action.ability)
    if call is None:
        ability = state.table.rulebook.by_key[action.ability]
        raise PluginError(f"ability {ability.name!r} of {ability.source!r} offers {action!r}, but has no hook perform")
    call(state, race, action)
