"""Coins at the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from smallworld import (
    NOBODY,
    Ability,
    Amount,
    Coins,
    Conquest,
    GameState,
    Piece,
    Player,
    Race,
    Region,
    Symbol,
    Terrain,
    Tokens,
    hookimpl,
    indexes,
)


class TerrainBonus(Ability):
    """Coins for every region of one terrain.

    :param terrain: the terrain that pays.
    :param coins: coins for each region.
    """

    rule = "R-TERRAIN-1"
    terrain: Terrain
    coins: Amount = 1

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        return self.coins * (state.regions[race] & state.board.terrain(self.terrain)).bit_count()


class SymbolBonus(Ability):
    """Coins for every region with one symbol.

    :param symbol: the symbol that pays.
    :param coins: coins for each region.
    """

    rule = "R-WIZ-1"
    symbol: Symbol
    coins: Amount = 1

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        return self.coins * (state.regions[race] & state.board.symbol(self.symbol)).bit_count()


class RegionBonus(Ability):
    """Coins for every region of the race.

    :param coins: coins for each region.
    """

    rule = "R-MERCH-1"
    coins: Amount = 1

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        return self.coins * state.regions[race].bit_count()


class FlatBonus(Ability):
    """A fixed number of coins every turn.

    :param coins: coins each turn.
    :param needs_region: only while the race holds a region.
    """

    rule = "R-ALCH-1"
    coins: Amount
    needs_region: bool = False

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        return self.coins if state.regions[race] or not self.needs_region else 0


class OnceBonus(Ability):
    """A fixed number of coins, once.

    :param coins: coins that are paid.
    :param when: at the end of the turn of picking, or of the first turn that ends with a region.
    """

    rule = "R-WEALTH-1"
    coins: Amount
    when: Literal["pick_turn", "first_presence"] = "pick_turn"

    @hookimpl
    def combo_taken(self, state: GameState, race: Race) -> None:
        state.remember(self, "due")

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        if not state.recall(self) or (self.when == "first_presence" and not state.regions[race]):
            return 0
        return self.coins

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        if self.when == "pick_turn" or any(source == self.source for _, source, _ in state.scored[state.owner(race)]):
            state.remember(self, None)

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"due": bool(state.recall(self))}


class _CountedConquests(Ability):
    """Base of abilities that count conquests of this turn."""

    rule = "R-ORC-1"
    coins: Amount = 1
    non_empty: bool = False
    faction: str = ""
    min_defenders: Amount = 0
    per_defender: bool = False
    count_holders: bool = True

    def _defenders(self, conquest: Conquest) -> Tokens:
        return conquest.defenders + (conquest.holders if self.count_holders else 0)

    def _counts(self, state: GameState, conquest: Conquest) -> bool:
        if (self.non_empty and not conquest.non_empty) or self._defenders(conquest) < self.min_defenders:
            return False
        return not self.faction or state.table.rulebook.printed_faction(conquest.loser_race) == self.faction


class ConquestBonus(_CountedConquests):
    """Coins for conquests of this turn.

    :param coins: coins for each conquest that counts.
    :param non_empty: only regions that held a native or a race token count.
    :param faction: only regions taken from a race of this faction count.
    :param min_defenders: only regions with at least this many defending tokens count.
    :param per_defender: the coins are paid for each defending token instead.
    :param count_holders: pieces that hold or defend a region, with tokens or alone, are defending tokens.
    """

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        counted = [conquest for conquest in state.conquests if conquest.race == race and self._counts(state, conquest)]
        if self.per_defender:
            return self.coins * sum(self._defenders(conquest) for conquest in counted)
        return self.coins * len(counted)


class ConquestTax(_CountedConquests):
    """Coins for conquests of this turn that the losers pay, as far as they have them.

    :param coins: coins for each conquest that counts.
    :param non_empty: only regions that held a race token count; natives pay nothing.
    :param faction: only regions taken from a race of this faction count.
    :param min_defenders: only regions with at least this many defending tokens count.
    :param per_defender: the coins are paid for each defending token instead.
    :param count_holders: pieces that hold or defend a region, with tokens or alone, are defending tokens.
    """

    @hookimpl
    def taxes(self, state: GameState, race: Race) -> Iterable[tuple[Player, Coins]]:
        owner = state.owner(race)
        return [
            (state.owner(conquest.loser), self.coins * (self._defenders(conquest) if self.per_defender else 1))
            for conquest in state.conquests
            if conquest.race == race and state.owner(conquest.loser) not in (owner, NOBODY)
            if self._counts(state, conquest)
        ]


class LostRegionBonus(Ability):
    """Coins for every region that an opponent takes from the race.

    :param coins: coins for each region.
    :param paid_by: the bank, or the attacker as far as they have them.
    """

    rule = "R-LOSS-1"
    coins: Amount = 1
    paid_by: Literal["bank", "attacker"] = "bank"

    @hookimpl
    def region_left(self, state: GameState, race: Race, region: Region, attacker: Race) -> None:
        owner, taker = state.owner(race), state.owner(attacker)
        if taker in (owner, NOBODY):
            return
        if self.paid_by == "attacker":
            state.pay(taker, min(self.coins, state.coins[taker]), owner, self)
        else:
            state.gain_coins(owner, self.coins, self)


class PieceBonus(Ability):
    """Coins for every piece of one kind in regions of the race.

    :param piece: the kind that pays.
    :param coins: coins for each piece.
    """

    rule = "R-FORT-3"
    piece: Piece
    coins: Amount = 1

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        regions = state.regions_with(self.piece) & state.regions[race]
        return self.coins * sum(state.pieces_at(self.piece, region) for region in indexes(regions))


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


ABILITIES = (
    TerrainBonus, SymbolBonus, RegionBonus, FlatBonus, OnceBonus, ConquestBonus, ConquestTax, LostRegionBonus,
    PieceBonus, IslandBonus, CoastBonus,
)  # fmt: skip
