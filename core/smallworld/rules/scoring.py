"""Coins at the end of a turn, and the end of the game (rules H, J)."""

from __future__ import annotations

from smallworld.errors import PluginError
from smallworld.rules.answers import named
from smallworld.rules.position import Position
from smallworld.rules.records import Earned, new_turn


def score(game: Position, player: int) -> None:
    """Pay a player for his regions and what his abilities add (R-SCORE-1, R-SCORE-2)."""
    earned: list[Earned] = []
    total, taxes = 0, False
    for race in game.seats[player]:
        kit = game.kit[race]
        regions = game.regions[race].bit_count()
        if regions:
            earned.append((kit.race, "regions", regions))
            total += regions
        if kit.tax_lines:
            taxes = True
        for source, call in kit.score_lines:
            coins = call(game, race)
            if coins:
                earned.append((kit.race, source, coins))
                total += coins
    if total > 0:
        game.gain_coins(player, total)
    elif total:
        _deduct(game, player, total)
    if taxes:
        earned += _taxes(game, player)
    lines = game.scored[player] = tuple(earned)
    game.ended = new_turn((player, game.round, lines, game.conquests))


def _deduct(game: Position, player: int, total: int) -> None:
    """A turn that costs more than it earns; nobody can owe coins.

    :raises PluginError: the player has too few.
    """
    if game.coins[player] + total < 0:
        asked, kits = game.table.rulebook.implementations, game.kit
        items = [(race, item) for race in game.races_of(player) for item in asked(kits[race].key, "score")]
        causes = [
            f"{named(item.ability)} scores {coins}" for race, item in items if (coins := item.call(game, race)) < 0
        ]
        raise PluginError(f"{game.names[player]} has {game.coins[player]} coins and would lose {-total}: "
                          f"{'; '.join(causes)}; nobody can have fewer than 0")  # fmt: skip
    game.gain_coins(player, total)


def _taxes(game: Position, player: int) -> list[Earned]:
    """Collect what other players owe at this moment, as far as they have it (W-HEART-1)."""
    paid = []
    for race in game.races_of(player):
        kit = game.kit[race]
        for source, call in kit.tax_lines:
            for payer, coins in call(game, race):
                coins = min(coins, game.coins[payer])
                if coins:
                    game.pay(payer, coins, player)
                    paid.append((kit.race, source, coins))
    return paid


def winners(game: Position) -> list[int]:
    """Players with the most coins; a tie goes to the most tokens on the map (R-END-1 to 3)."""
    for item in game.table.rulebook.hooks["winners"]:
        answer = item.call(game)
        if answer is not None:
            return list(answer)
    leaders = _leaders(game)
    if len(leaders) > 1 and game.table.rulings["tie_break"] == "tokens_then_shared":
        counts = {player: game.tokens_of(player) for player in leaders}
        leaders = [player for player in leaders if counts[player] == max(counts.values())]
    return leaders


def outnumbered(game: Position) -> list[int]:
    """Players with as many coins as the winners who lost for having fewer tokens on the map (R-END-2)."""
    if any(item.call(game) is not None for item in game.table.rulebook.hooks["winners"]):
        return []
    won = winners(game)
    return [player for player in _leaders(game) if player not in won]


def _leaders(game: Position) -> list[int]:
    best = max(game.coins)
    return [player for player, coins in enumerate(game.coins) if coins == best]
