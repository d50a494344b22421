"""Several islands: travel between them, and coins for islands and coasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.abilities.base import Ability
from smallworld.abilities.parameters import Amount
from smallworld.hooks.decorators import hookimpl
from smallworld.model.aliases import Coins, Race, Regions
from smallworld.model.game_board import Board
from smallworld.model.values import Travel

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


class TravelCost(Ability):
    """Entry regions can be conquered from everywhere, but a distant one costs extra.

    :param tokens: extra tokens in an entry region that is not adjacent to the race.
    :param minimum: such a conquest takes at least three tokens, discounts included.
    """

    rule = "W-ENTRY-3"
    tokens: Amount = 1
    minimum: bool = False

    @hookimpl
    def conquest_reach(self, board: Board, first: bool) -> Regions:
        return 0 if first else board.entry

    @hookimpl
    def travel_cost(self, board: Board) -> Travel:
        return Travel(self.tokens, board.entry, 3 if self.minimum else 0)


class NoTravelCost(Ability):
    """Distant entry regions cost nothing extra."""

    rule = "W-SAIL-1"

    @hookimpl
    def travel_cost(self, board: Board) -> Travel:
        return Travel(0, board.all)


class IslandBonus(Ability):
    """Coins for every island on which the race holds a region.

    :param coins: coins for each island.
    """

    rule = "W-EXPLORE-1"
    coins: Amount = 1

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        return self.coins * sum(1 for island in state.board.islands if island & state.regions[race])


class CoastBonus(Ability):
    """Coins for every region next to a sea or lake.

    :param coins: coins for each region.
    """

    rule = "W-FISH-1"
    coins: Amount = 1

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        return self.coins * (state.regions[race] & state.board.around(state.board.waters)).bit_count()


ABILITIES = (TravelCost, NoTravelCost, IslandBonus, CoastBonus)
