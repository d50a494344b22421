"""Coins at the end of a turn, and the end of the game (rules H, J)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from smallworld.events import SCORE, Scored
from smallworld.model.aliases import Coins, Player, Race
from smallworld.model.regions import indexes
from smallworld.model.values import Earned, Turn, new_tuple
from smallworld.rules.operations.conquest_targets import pay_coins
from smallworld.rules.prepared.shared_abilities import listeners

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState

WAIVED: Final = "no coins left"
"""Source of the line of a scoring that makes up for coins which the player does not have."""


def score(state: GameState, player: Player) -> None:
    """Pay a player for their regions and the bonuses of their abilities (R-SCORE-1, R-SCORE-2)."""
    earned: list[Earned] = []
    total, taxes = 0, False
    for race in state.seats[player]:
        hook_table = state.hook_tables[race]
        regions = state.regions[race].bit_count()
        if hook_table.region_value:
            regions = value_of_regions(state, race)
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
        state.gain_coins(player, total, SCORE)
    elif total:
        waived = waived_loss(state, player, total)
        if waived:
            earned.append((state.hook_tables[player].race_index, WAIVED, waived))
        pay_coins(state, player, -total - waived, reason=SCORE)
    if taxes:
        earned += _taxes(state, player)
    lines = state.scored[player] = tuple(earned)
    if state.turn_events is not None:
        races = tuple([(race, state.hook_tables[race].race_index) for race in state.seats[player]])
        state.turn_events.append(new_tuple(Scored, (player, lines, races, state.conquests)))
    state.ended = new_tuple(Turn, (player, state.round, lines, state.conquests))


def value_of_regions(state: GameState, race: Race) -> Coins:
    """Return the coins of the regions of a race: one for each, more or fewer as abilities have it (R-SCORE-1)."""
    values = dict.fromkeys(indexes(state.regions[race]), 1)
    for call in state.hook_tables[race].region_value:
        for change, regions in call(state, race):
            for region in indexes(regions & state.regions[race]):
                values[region] += change
    return sum([value for value in values.values() if value > 0])


def waived_loss(state: GameState, player: Player, total: Coins) -> Coins:
    """Return the part of a negative total that the player cannot pay, because nobody can owe coins."""
    return max(0, -total - state.coins[player])


def _taxes(state: GameState, player: Player) -> list[Earned]:
    """Collect the coins that other players owe now, as far as they have them (W-HEART-1)."""
    paid = []
    for race in state.seats[player]:
        hook_table = state.hook_tables[race]
        for source, call in hook_table.taxes_lines:
            for payer, coins in call(state, race):
                coins = min(coins, state.coins[payer])
                if coins:
                    pay_coins(state, payer, coins, player, source)
                    paid.append((hook_table.race_index, source, coins))
    return paid


def winners(state: GameState) -> list[Player]:
    """Return the players with the most coins; a tie goes to the most tokens on the map (R-END-1 to 3)."""
    for call, race in listeners(state, "winners"):
        answer = call(state, race)
        if answer is not None:
            return list(answer)
    leaders = _leaders(state)
    if len(leaders) > 1 and state.table.rulings["tie_break"] == "tokens_then_shared":
        counts = {player: state.tokens_of(player) for player in leaders}
        leaders = [player for player in leaders if counts[player] == max(counts.values())]
    return leaders


def outnumbered(state: GameState) -> list[Player]:
    """Return the players with as many coins as the winners who lost for having fewer tokens on the map (R-END-2)."""
    if any(call(state, race) is not None for call, race in listeners(state, "winners")):
        return []
    won = winners(state)
    return [player for player in _leaders(state) if player not in won]


def _leaders(state: GameState) -> list[Player]:
    best = max(state.coins)
    return [player for player, coins in enumerate(state.coins) if coins == best]
