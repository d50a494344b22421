"""A quick way to play on: good enough to judge a position by, cheap enough to do it a thousand times."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

from smallworld.bots.value import future, tired
from smallworld.rules.position import Position

if TYPE_CHECKING:
    from smallworld.actions import Action
    from smallworld.game import Game

SPREAD = 14.0
"""Coins of lead that make a victory fairly certain."""


def turns_ended(position: Position) -> int:
    """How many turns of the game have ended."""
    return (position.round - 1) * position.players + (position.turn - position.first_seat) % position.players


def play_on(game: Game, end: int, rng: Random) -> None:
    """Let everybody play quickly until so many turns of the game have ended."""
    position = game.position
    while position.phase != "over" and turns_ended(position) < end:
        game.apply(quick(game, rng))


def quick(game: Game, rng: Random) -> Action:
    """A sensible action without looking ahead."""
    legal = game.legal_actions()
    if len(legal) == 1:
        return legal[0]
    phase = game.position.phase
    if phase == "conquer":
        return _conquest(game.position, legal, rng)
    if phase == "pick":
        return _pick(game.position, legal, rng)
    deploys = [action for action in legal if action.verb == "deploy"]
    if deploys:
        most = max(action.number for action in deploys)
        return rng.choice([action for action in deploys if action.number == most])
    return legal[0] if legal[0].verb == "place" else legal[-1]


def _pick(position: Position, legal: tuple[Action, ...], rng: Random) -> Action:
    """The combo with most tokens for its price."""
    book, best, found = position.table.rulebook, -99.0, legal[0]
    for action in legal:
        race, power, coins = position.column[position.choices_of(position.to_move)[action.number - 1]]
        worth = book.races[race].banner + book.powers[power].badge + coins - action.number + 3 * rng.random()
        if worth > best:
            best, found = worth, action
    return found


def _conquest(position: Position, legal: tuple[Action, ...], rng: Random) -> Action:
    """The cheapest region; a tired race declines."""
    seat = position.to_move
    if legal[0] == "decline" and tired(position, seat):
        return legal[0]
    best, found = 99.0, None
    dice, other = [], legal[-1]
    for action in legal:
        if action.verb == "conquer":
            if "die" in action.means:
                dice.append(action)
                continue
            price = (1.0 if action.means else position.defence[action.region]) + rng.random()
            if price < best:
                best, found = price, action
        elif action.verb not in ("decline", "abandon", "done"):
            other = action
    if found is not None:
        return found
    if dice:
        return rng.choice(dice)
    return other if other.verb != "abandon" else legal[0]


def lead(game: Game, seat: int) -> float:
    """How likely the player is ahead in the end, from 0 to 1; a turn has just begun, or the game is over."""
    position = game.position
    begins = position.turn if position.phase != "over" else -1
    marks = [position.coins[player] + future(position, player, player == begins) for player in range(position.players)]
    others = max(mark for player, mark in enumerate(marks) if player != seat)
    return 1 / (1 + math.exp(-(marks[seat] - others) / SPREAD))
