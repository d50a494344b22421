"""Coins at the end of a turn, and the end of the game (rules H, J)."""

from __future__ import annotations

from smallworld.errors import PluginError
from smallworld.model.aliases import Player
from smallworld.model.values import Earned, new_turn
from smallworld.rules.guard.answers import named
from smallworld.rules.phases.barriers import pay_coins
from smallworld.rules.state.state import GameState


def score(state: GameState, player: Player) -> None:
    """Pay a player for their regions and the bonuses of their abilities (R-SCORE-1, R-SCORE-2)."""
    earned: list[Earned] = []
    total, taxes = 0, False
    for race in state.seats[player]:
        hook_table = state.hook_tables[race]
        regions = state.regions[race].bit_count()
        if regions:
            earned.append((hook_table.race_index, "regions", regions))
            total += regions
        if hook_table.taxes_lines:
            taxes = True
        for source, call in hook_table.score_lines:
            coins = call(state, race)
            if coins:
                earned.append((hook_table.race_index, source, coins))
                total += coins
    if total > 0:
        state.gain_coins(player, total)
    elif total:
        _deduct(state, player, total)
    if taxes:
        earned += _taxes(state, player)
    lines = state.scored[player] = tuple(earned)
    state.ended = new_turn((player, state.round, lines, state.conquests))


def _deduct(state: GameState, player: Player, total: int) -> None:
    """Charge a turn that costs more than it earns; nobody can owe coins.

    :raises PluginError: the player has too few.
    """
    if state.coins[player] + total < 0:
        implementations, hook_tables = state.table.rulebook.implementations, state.hook_tables
        items = [
            (race, item) for race in state.races_of(player) for item in implementations(hook_tables[race].key, "score")
        ]
        causes = [
            f"{named(item.ability)} scores {coins}" for race, item in items if (coins := item.call(state, race)) < 0
        ]
        raise PluginError(f"{state.names[player]} has {state.coins[player]} coins and would lose {-total}: "
                          f"{'; '.join(causes)}; nobody can have fewer than 0")  # fmt: skip
    state.gain_coins(player, total)


def _taxes(state: GameState, player: Player) -> list[Earned]:
    """Collect the coins that other players owe now, as far as they have them (W-HEART-1)."""
    paid = []
    for race in state.races_of(player):
        hook_table = state.hook_tables[race]
        for source, call in hook_table.taxes_lines:
            for payer, coins in call(state, race):
                coins = min(coins, state.coins[payer])
                if coins:
                    pay_coins(state, payer, coins, player)
                    paid.append((hook_table.race_index, source, coins))
    return paid


def winners(state: GameState) -> list[int]:
    """Return the players with the most coins; a tie goes to the most tokens on the map (R-END-1 to 3)."""
    for item in state.table.rulebook.hooks["winners"]:
        answer = item.call(state)
        if answer is not None:
            return list(answer)
    leaders = _leaders(state)
    if len(leaders) > 1 and state.table.rulings["tie_break"] == "tokens_then_shared":
        counts = {player: state.tokens_of(player) for player in leaders}
        leaders = [player for player in leaders if counts[player] == max(counts.values())]
    return leaders


def outnumbered(state: GameState) -> list[int]:
    """Return the players with as many coins as the winners who lost for having fewer tokens on the map (R-END-2)."""
    if any(item.call(state) is not None for item in state.table.rulebook.hooks["winners"]):
        return []
    won = winners(state)
    return [player for player in _leaders(state) if player not in won]


def _leaders(state: GameState) -> list[int]:
    best = max(state.coins)
    return [player for player, coins in enumerate(state.coins) if coins == best]
