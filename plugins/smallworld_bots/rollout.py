"""A quick way to play a game on: good enough to judge a position, cheap enough to repeat a thousand times."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING, Final

from smallworld.api import GameState
from smallworld.model.aliases import Player
from smallworld.tools import choices_of, place_in_round
from smallworld_bots.position_value import future, is_tired, spare

if TYPE_CHECKING:
    from smallworld.actions import Action
    from smallworld.game import Game

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
