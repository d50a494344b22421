"""What a position is worth to a player, in coins he may expect until the end."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules.position import Position

KEPT = 0.75
"""Share of its regions that a race keeps from turn to turn."""
FRESH = 6.5
"""Coins of a turn with a fresh race."""


def income(game: Position, player: int) -> int:
    """Coins of the player if his turn were scored now."""
    coins = game.land_of(player).bit_count()
    for race in game.seats[player]:
        for _, call in game.kit[race].score_lines:
            coins += call(game, race)
    return coins


def strength(game: Position, player: int) -> float:
    """How well the active race can go on: tokens beyond one for each region."""
    race = player
    if game.kit[race].race < 0:
        return 0.0
    spare = game.hand[race] + game.withdrawn[race]
    return spare + sum(game.tokens[region] - 1 for region in indexes(game.regions[race]))


def turns_left(game: Position, player: int) -> int:
    """Turns that the player still has after the present one."""
    order = (player - game.first_seat) % game.players
    now = (game.turn - game.first_seat) % game.players
    return game.table.rounds - game.round + (1 if order > now else 0)


def future(game: Position, player: int) -> float:
    """Coins that the regions and tokens of a player may bring after this turn."""
    left = turns_left(game, player)
    if left <= 0:
        return 0.0
    active = game.regions[player].bit_count()
    declined = (game.land_of(player) & ~game.regions[player]).bit_count()
    spare = strength(game, player)
    ongoing = active * KEPT + spare * 0.30
    pays = ongoing + declined * KEPT
    best = _staying(left, pays, spare)
    return max(best, _declining(left, active)) if game.kit[player].race >= 0 else _waiting(left, declined)


def _staying(left: int, pays: float, spare: float) -> float:
    """The race goes on; when its tokens are spent it will have to decline."""
    good = min(left, 1 + spare / 4)
    return pays * good + max(0.0, left - good - 1) * FRESH


def _declining(left: int, active: int) -> float:
    """The race declines next turn: its regions once, then a fresh race beside what is left of it."""
    total, regions = 0.0, float(active)
    for turn in range(left):
        regions *= 0.9
        total += regions + (FRESH if turn else 0.0)
    return total


def _waiting(left: int, declined: int) -> float:
    """A fresh race comes next turn, beside the declined one."""
    total, regions = 0.0, float(declined)
    for _ in range(left):
        regions *= 0.8
        total += regions + FRESH
    return total
