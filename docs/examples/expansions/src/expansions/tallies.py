"""Parameters: one class is the rule of several races and powers, which are then a line of YAML each.

The abilities that come with the program have parameters, too; ``smallworld ability list`` shows them. Look there first:
Martyrs, Mudmen, Corrupt, Ransacking and Sentinels need no Python.
"""

from __future__ import annotations

from typing import Literal

from smallworld import Ability, Amount, Board, Coins, CostChange, Count, GameState, Race, hookimpl


class HoldingsBonus(Ability):
    """Coins while the number of regions of the race is in a range.

    :param coins: the coins.
    :param least: the fewest regions.
    :param most: the most regions.
    :param each: the coins are paid for each region from the fewest on.
    """

    rule = "ROAM-5"
    coins: Amount = 1
    least: Count = 1
    most: Count = 100
    each: bool = False

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        regions = state.regions[race].bit_count()
        if not self.least <= regions <= self.most:
            return 0
        return self.coins * (regions - self.least + 1 if self.each else 1)


class Tides(Ability):
    """In every second round conquests cost less.

    :param rounds: the rounds in which they do.
    :param tokens: tokens saved.
    """

    rule = "ROAM-6"
    rounds: Literal["even", "odd"] = "even"
    tokens: Count = 2

    @hookimpl
    def conquest_cost(self, state: GameState, board: Board) -> CostChange:
        favoured = state.round % 2 == (self.rounds == "odd")
        return [(-self.tokens, board.all)] if favoured else ()


ABILITIES = (HoldingsBonus, Tides)
