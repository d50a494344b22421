"""The value of a state for a player, and a quick way to play on, cheap enough to repeat a thousand times."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from smallworld.actions import Action
from smallworld.api import GameState
from smallworld.game import Game
from smallworld.model.aliases import Coins, Player, Race, Tokens
from smallworld.model.regions import indexes
from smallworld.tools import choices_of, place_in_round, rounds_of, value_of_regions

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


# --- a quick way to play on: good enough to judge a position


SPREAD: Final = 14.0
"""Lead in coins that makes a victory fairly certain."""


def turns_ended(state: GameState) -> int:
    """Return how many turns of the game have ended."""
    return (state.round - 1) * state.players + place_in_round(state, state.turn)


def play_on(game: Game, end: int, rng: Random) -> None:
    """Let everybody play quickly until so many turns of the game have ended."""
    state = game.state
    while state.phase != "over" and turns_ended(state) < end:
        game.proceed(choose_quickly(game, rng))


def choose_quickly(game: Game, rng: Random) -> Action:
    """Choose a sensible action without looking ahead."""
    legal = game.legal_actions()
    if len(legal) == 1:
        return legal[0]
    phase = game.state.phase
    if phase == "conquer":
        return _conquest(game.state, legal, rng)
    if phase == "pick":
        return _pick(game.state, legal, rng)
    deploys = [action for action in legal if action.verb == "deploy"]
    if deploys:
        most = max(action.number for action in deploys)
        return rng.choice([action for action in deploys if action.number == most])
    return legal[0] if legal[0].verb == "place" else legal[-1]


def _pick(state: GameState, legal: tuple[Action, ...], rng: Random) -> Action:
    """Choose the combo with the most tokens for its price."""
    book, best, chosen = state.table.rulebook, -99.0, legal[0]
    for action in legal:
        if action.verb != "pick":
            continue
        race, power, coins = state.column[choices_of(state, state.to_move)[action.number - 1]]
        worth = book.races[race].banner + book.powers[power].badge + coins - action.number + 3 * rng.random()
        if worth > best:
            best, chosen = worth, action
    return chosen


def _conquest(state: GameState, legal: tuple[Action, ...], rng: Random) -> Action:
    """Choose the cheapest region; a weak race declines, and one that could not hold another region stops."""
    seat = state.to_move
    if legal[0] == "decline" and is_tired(state, seat):
        return legal[0]
    hook_table = state.hook_tables[seat]
    if hook_table.reserve and spare(state, seat) < hook_table.garrison:
        stop = next((action for action in legal if action.verb == "done"), None)
        if stop is not None:
            return stop
    best, chosen = 99.0, None
    dice, other = [], legal[-1]
    for action in legal:
        if action.verb == "conquer":
            if "die" in action.means:
                dice.append(action)
                continue
            price = (1.0 if action.means else state.defence[action.region]) + rng.random()
            if price < best:
                best, chosen = price, action
        elif action.verb not in ("decline", "abandon", "done"):
            other = action
    if chosen is not None:
        return chosen
    if dice:
        return rng.choice(dice)
    return other if other.verb != "abandon" else legal[0]


def lead(game: Game, seat: Player) -> float:
    """Return how likely the player is ahead in the end, from 0 to 1; a turn has just begun, or the game is over."""
    state = game.state
    begins = state.turn if state.phase != "over" else -1
    marks = [state.coins[player] + future(state, player, player == begins) for player in range(state.players)]
    best_rival = max(mark for player, mark in enumerate(marks) if player != seat)
    return 1 / (1 + math.exp(-(marks[seat] - best_rival) / SPREAD))
