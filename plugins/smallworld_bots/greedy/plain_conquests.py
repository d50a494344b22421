"""Conquests without any effect of an ability: their price and their coin are known without trying them.

In the base game this is a quarter of the conquests that ``greedy`` weighs.
"""

from __future__ import annotations

from smallworld.actions import Action
from smallworld.api import GameState
from smallworld.model.aliases import Player, Tokens
from smallworld.tools import conquer, conquest_cost, tolls_due


def brings_no_bonus(state: GameState, player: Player) -> bool:
    """Return whether no ability reacts to a conquest by the active race, which pays for its region alone."""
    hook_table = state.hook_tables[player]
    if hook_table.region_conquered or hook_table.tokens_destroyed or hook_table.reserve:
        return False
    if state.watchers or state.carried or not state.readied:
        return False
    return not any(state.hook_tables[race].score_lines for race in state.seats[player])


def plain_price(state: GameState, action: Action) -> Tokens:
    """Return the tokens that a conquest takes; 0 for a special one, and where abilities of others may take part.

    :param action: a legal conquest, after :func:`brings_no_bonus`.
    """
    if action.run is not conquer or action.as_decline:
        return 0
    race, region = state.to_move, action.region
    if state.relic_regions >> region & 1 or (state.guards and tolls_due(state, race, 1 << region)):
        return 0
    loser = state.occupant[region]
    if loser >= 0:
        hook_table = state.hook_tables[loser]
        ends = loser >= state.players and state.regions[loser] == 1 << region
        if ends or hook_table.region_left or state.marked >> region & 1:
            return 0
    return conquest_cost(state, race, region)
