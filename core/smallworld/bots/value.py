"""What a position is worth to a player, in coins he may expect until the end."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules.position import Position

# Fitted by games of greedy against its earlier self; the strength hardly changes nearby.
KEPT = 0.8
"""Share of its regions that an active race keeps from turn to turn."""
PRICE = 3.0
"""Spare tokens for one more region in the next turn."""
LESS = 0.6
"""Share of its spare tokens that a race still has in the next turn."""
HELD = 0.9
"""Share of its regions that are still there when a race declines next turn."""
LASTS = 0.85
"""Share of its regions that a declined race keeps from turn to turn."""
FRESH = 8.0
"""Coins of a turn with a fresh race."""
START = 1.0
"""Coins that its first turn lacks of that."""


def income(game: Position, player: int) -> int:
    """Coins of the player if his turn ended now, less the regions that he would have to give up for his reserve."""
    coins = game.land_of(player).bit_count()
    kit = game.kit[player]
    if kit.reserve:
        lacking = -spare(game, player)
        if lacking > 0:
            coins -= min(-(-lacking // kit.garrison), game.regions[player].bit_count())
    for race in game.seats[player]:
        for _, call in game.kit[race].score_lines:
            coins += call(game, race)
    return coins


def spare(game: Position, race: int) -> int:
    """Tokens of a race beyond what its regions and its reserve need; below 0 if it holds more than it can keep."""
    kit = game.kit[race]
    if kit.race < 0:
        return 0
    garrison, tokens = kit.garrison, game.tokens
    count: int = game.hand[race] + game.withdrawn[race] - kit.reserve
    for region in indexes(game.regions[race]):
        count += tokens[region] - garrison
    return count


def turns_left(game: Position, player: int) -> int:
    """Turns that the player still has after the present one."""
    order = (player - game.first_seat) % game.players
    now = (game.turn - game.first_seat) % game.players
    return game.table.rounds - game.round + (1 if order > now else 0)


def future(game: Position, player: int, now: bool = False) -> float:
    """Coins that a player may expect after this turn, if he declines when that pays best.

    :param now: his turn has only begun: it counts too.
    """
    left = turns_left(game, player) + now
    if left <= 0:
        return 0.0
    if game.kit[player].race < 0:
        return _afresh(left, game.land_of(player).bit_count())
    return max(_plans(game, player, left))


def tired(game: Position, player: int) -> bool:
    """Whether the active race had better decline in the turn that has just begun."""
    left = turns_left(game, player)
    if not left:
        return False
    at_once, later = _plans(game, player, left + 1)
    return at_once > later


def _plans(game: Position, player: int, left: int) -> tuple[float, float]:
    """Coins of ``left`` turns if the active race declines in the first of them, and if it does so at the best time."""
    active, more = float(game.regions[player].bit_count()), float(max(0, spare(game, player)))
    declined = (game.land_of(player) & ~game.regions[player]).bit_count() * LASTS
    at_once = active * HELD + _afresh(left - 1, active * HELD)
    best = total = 0.0
    for turns in range(left - 1, -1, -1):
        active, more = active * KEPT + more / PRICE, more * LESS
        total += active + declined
        declined *= LASTS
        best = max(best, total + (active * HELD + _afresh(turns - 1, active * HELD) if turns else 0.0))
    return at_once, best


def _afresh(left: int, declined: float) -> float:
    """Coins of ``left`` turns with a fresh race, the first of them to pick it, and of the declined one beside it."""
    if left <= 0:
        return 0.0
    return left * FRESH - START + declined * LASTS * (1 - LASTS**left) / (1 - LASTS)
