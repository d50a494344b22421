"""Coins at the end of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from smallworld.ability import Ability, Amount, Piece, Symbol, Terrain
from smallworld.hookspecs import hookimpl
from smallworld.rules.position import Position
from smallworld.rules.records import Conquest


class TerrainBonus(Ability):
    """Coins for every region of one terrain.

    :param terrain: the terrain that pays.
    :param coins: coins for each region.
    """

    rule = "R-TERRAIN-1"
    terrain: Terrain
    coins: Amount = 1

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        return self.coins * (game.regions[race] & game.board.terrain(self.terrain)).bit_count()


class SymbolBonus(Ability):
    """Coins for every region with one symbol.

    :param symbol: the symbol that pays.
    :param coins: coins for each region.
    """

    rule = "R-WIZ-1"
    symbol: Symbol
    coins: Amount = 1

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        return self.coins * (game.regions[race] & game.board.symbol(self.symbol)).bit_count()


class RegionBonus(Ability):
    """Coins for every region of the race.

    :param coins: coins for each region.
    """

    rule = "R-MERCH-1"
    coins: Amount = 1

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        return self.coins * game.regions[race].bit_count()


class FlatBonus(Ability):
    """A fixed number of coins every turn.

    :param coins: coins each turn.
    :param needs_region: only while the race holds a region.
    """

    rule = "R-ALCH-1"
    coins: Amount
    needs_region: bool = False

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        return self.coins if game.regions[race] or not self.needs_region else 0


class OnceBonus(Ability):
    """A fixed number of coins, once.

    :param coins: coins that are paid.
    :param when: at the end of the turn of picking, or of the first turn that ends with a region.
    """

    rule = "R-WEALTH-1"
    coins: Amount
    when: Literal["pick_turn", "first_presence"] = "pick_turn"

    @hookimpl
    def combo_taken(self, game: Position, race: int) -> None:
        game.remember(self, "due")

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        if not game.recall(self) or (self.when == "first_presence" and not game.regions[race]):
            return 0
        return self.coins

    @hookimpl
    def turn_started(self, game: Position, race: int) -> None:
        if self.when == "pick_turn" or any(source == self.source for _, source, _ in game.scored[game.owner(race)]):
            game.remember(self, None)

    @hookimpl
    def open_memory(self, game: Position) -> Mapping[str, object]:
        return {"due": bool(game.recall(self))}


class ConquestBonus(Ability):
    """Coins for conquests of this turn.

    :param coins: coins for each conquest that counts.
    :param non_empty: only regions that held a native or a race token count.
    :param faction: only regions taken from a race of this faction count.
    :param min_defenders: only regions with at least this many defending tokens count.
    :param per_defender: the coins are paid for each defending token instead.
    :param count_holders: pieces that hold a region, beside tokens or alone, are defending tokens.
    """

    rule = "R-ORC-1"
    coins: Amount = 1
    non_empty: bool = False
    faction: str = ""
    min_defenders: Amount = 0
    per_defender: bool = False
    count_holders: bool = True

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        counted = [made for made in game.conquests if made.race == race and self._counts(game, made)]
        if self.per_defender:
            return self.coins * sum(self._defenders(made) for made in counted)
        return self.coins * len(counted)

    def _defenders(self, made: Conquest) -> int:
        return made.defenders + (made.holders if self.count_holders else 0)

    def _counts(self, game: Position, made: Conquest) -> bool:
        if (self.non_empty and not made.non_empty) or self._defenders(made) < self.min_defenders:
            return False
        return not self.faction or game.faction_of(made.loser_race) == self.faction


class PieceBonus(Ability):
    """Coins for every piece of one kind in regions of the race.

    :param piece: the kind that pays.
    :param coins: coins for each piece.
    """

    rule = "R-FORT-3"
    piece: Piece
    coins: Amount = 1

    @hookimpl
    def score(self, game: Position, race: int) -> int:
        regions = game.where(self.piece) & game.regions[race]
        return self.coins * game.count_pieces(self.piece, regions)


ABILITIES = (TerrainBonus, SymbolBonus, RegionBonus, FlatBonus, OnceBonus, ConquestBonus, PieceBonus)
