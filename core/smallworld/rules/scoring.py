"""Coins at the end of a turn, and the end of the game (rules H, J)."""

from __future__ import annotations

from smallworld.rules.position import Position


def score(game: Position, player: int) -> None:
    """Pay a player for his regions and what his abilities add (R-SCORE-1, R-SCORE-2)."""
    lines: dict[str, int] = {}
    taxes = False
    regions = game.land_of(player).bit_count()
    if regions:
        lines["regions"] = regions
    for race in game.seats[player]:
        kit = game.kit[race]
        taxes = taxes or bool(kit.tax_lines)
        for source, call in kit.score_lines:
            coins = call(game, race)
            if coins:
                lines[source] = lines.get(source, 0) + coins
    if lines:
        game.gain_coins(player, sum(lines.values()))
    if taxes:
        for source, coins in _taxes(game, player):
            lines[source] = lines.get(source, 0) + coins
    scored = game.scored
    game.scored = (*scored[:player], tuple(lines.items()), *scored[player + 1 :])


def _taxes(game: Position, player: int) -> list[tuple[str, int]]:
    """Collect what other players owe at this moment, as far as they have it (W-HEART-1)."""
    paid = []
    for race in game.races_of(player):
        for source, call in game.kit[race].tax_lines:
            for payer, coins in call(game, race):
                coins = min(coins, game.coins[payer])
                if coins:
                    game.pay(payer, coins, player)
                    paid.append((source, coins))
    return paid


def winners(game: Position) -> list[int]:
    """Players with the most coins; a tie goes to the most tokens on the map (R-END-1 to 3)."""
    for item in game.table.rulebook.hooks["winners"]:
        answer = item.call(game)
        if answer is not None:
            return list(answer)
    best = max(game.coins)
    leaders = [player for player, coins in enumerate(game.coins) if coins == best]
    if len(leaders) > 1 and game.table.rulings["tie_break"] == "tokens_then_shared":
        counts = {player: game.tokens_of(player) for player in leaders}
        leaders = [player for player in leaders if counts[player] == max(counts.values())]
    return leaders
