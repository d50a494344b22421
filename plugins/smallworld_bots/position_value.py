"""The value of a state for a player: their expected coins until the end of the game."""

from __future__ import annotations

from typing import Final

from smallworld.api import GameState
from smallworld.model.aliases import Coins, Player, Race, Tokens
from smallworld.model.regions import indexes
from smallworld.tools import place_in_round, rounds_of, value_of_regions

# Fitted by games of greedy against its earlier self; the strength hardly changes nearby.
KEPT: Final = 0.8
"""Share of its regions that an active race keeps from turn to turn."""
PRICE: Final = 3.0
"""Spare tokens for one more region in the next turn."""
LESS: Final = 0.6
"""Share of its spare tokens that a race still has in the next turn."""
HELD: Final = 0.9
"""Share of its regions that are still there when a race declines next turn."""
LASTS: Final = 0.85
"""Share of its regions that a declined race keeps from turn to turn."""
FRESH: Final = 8.0
"""Coins of a turn with a fresh race."""
START: Final = 1.0
"""Coins that its first turn lacks of that."""


def income(state: GameState, player: Player) -> Coins:
    """Return the coins of the player if their turn ended now, less the regions given up for the reserve."""
    coins = state.regions_of(player).bit_count()
    hook_table = state.hook_tables[player]
    if hook_table.reserve:
        lacking = -spare(state, player)
        if lacking > 0:
            coins -= min(-(-lacking // hook_table.garrison), state.regions[player].bit_count())
    for race in state.seats[player]:
        if state.hook_tables[race].region_value:
            coins += value_of_regions(state, race) - state.regions[race].bit_count()
        for _, call in state.hook_tables[race].score_lines:
            coins += call(state, race)
    return coins


def spare(state: GameState, race: Race) -> Tokens:
    """Return the tokens beyond the needs of regions and reserve; below 0 if the race cannot keep all regions."""
    hook_table = state.hook_tables[race]
    if hook_table.race_index < 0:
        return 0
    garrison, tokens = hook_table.garrison, state.tokens
    count: int = state.hand[race] + state.withdrawn[race] - hook_table.reserve
    for region in indexes(state.regions[race]):
        count += tokens[region] - garrison
    return count


def is_overstretched(state: GameState, race: Race) -> bool:
    """Return whether a race has to give up regions for its reserve when the turn ends."""
    return state.hook_tables[race].reserve > 0 and spare(state, race) < 0


def turns_left(state: GameState, player: Player) -> int:
    """Return how many turns the player still has after the present one."""
    if state.course is None:  # asked for every position; few have changes of rounds or turns
        first, players = state.first_seat, state.players
        later = (player - first) % players > (state.turn - first) % players
        return state.table.rounds - state.round + (1 if later else 0)
    later = place_in_round(state, player) > place_in_round(state, state.turn)
    return rounds_of(state) - state.round + (1 if later else 0)


def future(state: GameState, player: Player, now: bool = False) -> float:
    """Return the coins that a player may expect after this turn, if they decline when that pays best.

    :param now: their turn has only begun, so it counts too.
    """
    remaining = turns_left(state, player) + now
    if remaining <= 0:
        return 0.0
    if state.hook_tables[player].race_index < 0:
        return _fresh_race_coins(remaining, state.regions_of(player).bit_count())
    return max(_plans(state, player, remaining))


def is_tired(state: GameState, player: Player) -> bool:
    """Return whether it is better to decline in the turn that has just begun."""
    remaining = turns_left(state, player)
    if not remaining:
        return False
    at_once, later = _plans(state, player, remaining + 1)
    return at_once > later


def _plans(state: GameState, player: Player, remaining: int) -> tuple[float, float]:
    """Return the coins of ``remaining`` turns with a decline in the first of them, and with one at the best time."""
    active, more = float(state.regions[player].bit_count()), float(max(0, spare(state, player)))
    declined = (state.regions_of(player) & ~state.regions[player]).bit_count() * LASTS
    at_once = active * HELD + _fresh_race_coins(remaining - 1, active * HELD)
    best = total = 0.0
    for turns in range(remaining - 1, -1, -1):
        active, more = active * KEPT + more / PRICE, more * LESS
        total += active + declined
        declined *= LASTS
        best = max(best, total + (active * HELD + _fresh_race_coins(turns - 1, active * HELD) if turns else 0.0))
    return at_once, best


def _fresh_race_coins(remaining: int, declined: float) -> float:
    """Return the coins of ``remaining`` turns with a fresh race, picked in the first, and with the declined one."""
    if remaining <= 0:
        return 0.0
    return remaining * FRESH - START + declined * LASTS * (1 - LASTS**remaining) / (1 - LASTS)
