"""Coins at the end of a turn, tokens that are gained, saved or lost, and exceptions to decline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

from smallworld import (
    NOBODY,
    Ability,
    Action,
    Amount,
    Coins,
    Conquest,
    Count,
    GameState,
    Loss,
    Piece,
    Player,
    Race,
    Region,
    Symbol,
    Terrain,
    Tokens,
    Traits,
    hookimpl,
    indexes,
)

ALL: Final = 1000
"""More tokens than there are in a box."""


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

    def _counted(self, state: GameState, race: Race) -> Iterator[tuple[Conquest, Coins]]:
        """Yield the conquests of the race that count, with the coins for each."""
        for conquest in state.conquests:
            if conquest.race != race or (self.non_empty and not conquest.non_empty):
                continue
            defenders = conquest.defenders + (conquest.holders if self.count_holders else 0)
            of_faction = not self.faction or state.table.rulebook.printed_faction(conquest.loser_race) == self.faction
            if of_faction and defenders >= self.min_defenders:
                yield conquest, self.coins * (defenders if self.per_defender else 1)


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
        return sum(coins for _conquest, coins in self._counted(state, race))


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
        losers = [(state.owner(conquest.loser), coins) for conquest, coins in self._counted(state, race)]
        return [(player, coins) for player, coins in losers if player not in (state.owner(race), NOBODY)]


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


# --- tokens that are gained, saved or lost, and exceptions to decline


class KeepLostTokens(Ability):
    """No token is lost with a region; all are withdrawn.

    :param limit: the number of lost tokens that are withdrawn instead in each turn of an opponent; 0 = all.
    :param per: with a limit: it holds for each turn of an opponent, or for the whole round.
    """

    rule = "R-ELF-1"
    limit: Amount = 0
    per: Literal["turn", "round"] = "turn"

    @hookimpl
    def losses(self, state: GameState, race: Race) -> Tokens | Loss:
        if not self.limit:
            return 0
        rest = self.limit - state.spared(race, of_round=self.per == "round")
        return Loss(spared=rest) if rest > 0 and state.turn != state.owner(race) else 1

    @hookimpl
    def public_memory(self, state: GameState, race: Race) -> Mapping[str, object]:
        return {"saved": state.spared(race, of_round=self.per == "round")} if self.limit else {}


class LoseTokens(Ability):
    """Tokens go back to the tray when redeployment starts; each region keeps the tokens that it needs.

    :param tokens: how many each turn, as far as they are in hand.
    :param first_turn: also on the turn on which the combo was picked.
    """

    rule = "R-REDEP-1"
    tokens: Count = 1
    first_turn: bool = False

    @hookimpl
    def conquests_ended(self, state: GameState, race: Race) -> None:
        if state.picked and not self.first_turn:
            return
        carried = sum(count for (_, carrier), count in state.carried.items() if carrier == race)
        state.discard_tokens(race, min(self.tokens, max(0, state.hand[race] - carried)))


class GainTokens(Ability):
    """New tokens when redeployment starts.

    :param every: conquests, regions, or rounds, for each token.
    :param of: which conquests count; or all regions of the race; or the turn alone, with 2 that of even rounds.
    :param terrain: only conquests or regions of this terrain count; empty = all.
    """

    rule = "R-SKEL-1"
    every: Count = 2
    of: Literal["non_empty", "all", "regions", "turn"] = "non_empty"
    terrain: Terrain = ""

    @hookimpl
    def redeployment_gain(self, state: GameState, race: Race) -> Tokens:
        if self.of == "turn":
            return int(state.round % self.every == 0)
        within = state.board.terrain(self.terrain) if self.terrain else state.board.all
        if self.of == "regions":
            return (state.regions[race] & within).bit_count() // self.every
        conquests = [each for each in state.conquests if each.race == race and within >> each.region & 1]
        return sum(conquest.non_empty or self.of == "all" for conquest in conquests) // self.every


class KeepTokensInDecline(Ability):
    """More than one token stays in each region on decline.

    :param tokens: how many stay; 0 = all.
    """

    rule = "R-GHOUL-1"
    tokens: Amount = 0

    @hookimpl
    def traits(self) -> Traits:
        return Traits(decline_garrison=self.tokens or ALL)


class ExtraDeclineSlot(Ability):
    """In decline the race stays next to another declined race and is never replaced.

    :param badge: the badge stays with the race, so it cannot appear again.
    """

    rule = "R-SPIRIT-1"
    users = ("power",)
    in_decline: bool = True
    badge: bool = True

    @hookimpl
    def traits(self) -> Traits:
        return Traits(outlasts_decline=True, keeps_badge=self.badge)


class KeepBadge(Ability):
    """The badge stays with the declined banner.

    :param kept: the badge stays, or is discarded although its power goes on.
    """

    rule = "W-DECL-2"
    users = ("power",)
    in_decline: bool = True
    kept: Literal["retained", "discarded"] = "retained"

    @hookimpl
    def traits(self) -> Traits:
        return Traits(keeps_badge=self.kept == "retained")


class DeclinedLosesAll(Ability):
    """A declined race loses all its tokens with a region."""

    rule = "W-LOSS-1"
    in_decline: bool = True

    @hookimpl
    def losses(self, state: GameState, race: Race, region: Region) -> Tokens:
        return state.tokens[region] if state.is_declined(race) else 1


class DeclineAfterScoring(Ability):
    """The race may decline at the end of a turn, after the coins are counted."""

    rule = "R-STOUT-1"
    offers_in = ("finish",)

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        return (state.action(self, "decline"),)

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.decline(race)
        state.end_phase()


ABILITIES = (
    TerrainBonus, SymbolBonus, RegionBonus, FlatBonus, OnceBonus, ConquestBonus, ConquestTax, LostRegionBonus,
    PieceBonus, IslandBonus, CoastBonus, KeepLostTokens, LoseTokens, GainTokens, KeepTokensInDecline,
    ExtraDeclineSlot, KeepBadge, DeclinedLosesAll, DeclineAfterScoring,
)  # fmt: skip
