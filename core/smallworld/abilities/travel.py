"""Several islands: arriving from afar, and what islands and coasts are worth."""

from __future__ import annotations

from smallworld.ability import Ability, Amount
from smallworld.hookspecs import hookimpl
from smallworld.model.board import Board
from smallworld.rules.position import Position
from smallworld.rules.records import Travel


class TravelCost(Ability):
    """Entry regions can be conquered from everywhere, but arriving from afar costs extra.

    :param tokens: extra tokens in an entry region that is not adjacent to the race.
    :param minimum: such a conquest takes at least three tokens, whatever the discounts.
    """

    rule = "W-ENTRY-3"
    tokens: Amount = 1
    minimum: bool = False

    @hookimpl
    def conquest_reach(self, board: Board, first: bool) -> int:
        return 0 if first else board.entry

    @hookimpl
    def travel_cost(self, board: Board) -> Travel:
        return Travel(self.tokens, board.entry, 3 if self.minimum else 0)


class NoTravelCost(Ability):
    """Arriving from afar costs nothing extra."""

    rule = "W-SAIL-1"

    @hookimpl
    def waives_travel(self) -> bool:
        return True


class IslandBonus(Ability):
    """Coins for every island on which the race holds a region.

    :param coins: coins for each island.
    """

    rule = "W-EXPLORE-1"
    coins: Amount = 1

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        return self.coins * sum(1 for island in game.board.islands if island & game.regions[race])


class CoastBonus(Ability):
    """Coins for every region next to a sea or lake.

    :param coins: coins for each region.
    """

    rule = "W-FISH-1"
    coins: Amount = 1

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        return self.coins * (game.regions[race] & game.board.around(game.board.waters)).bit_count()


ABILITIES = (TravelCost, NoTravelCost, IslandBonus, CoastBonus)
