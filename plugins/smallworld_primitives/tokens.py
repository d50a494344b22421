"""Tokens that are gained, saved or held back, and exceptions to decline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from smallworld import (
    Ability,
    Action,
    Amount,
    Conquest,
    Count,
    GameState,
    Loss,
    Race,
    Refusal,
    Region,
    Terrain,
    Tokens,
    Traits,
    hookimpl,
    lazy_n,
)

ALL: Final = 1000
"""More tokens than there are in a box."""


class ReserveTokens(Ability):
    """Tokens beyond banner and badge that serve for conquests only.

    :param tokens: how many; they are in hand again after every redeployment.
    :param shortfall: with too few tokens, regions are abandoned, or every region keeps one token.
    """

    rule = "R-AMAZON-3"
    offers_in = refuses_in = ("redeploy",)
    refuses = ("done",)
    tokens: Amount
    shortfall: Literal["abandon_regions", "keep_one_each"] = "abandon_regions"

    @hookimpl
    def traits(self) -> Traits:
        return Traits(extra_tokens=self.tokens)

    @hookimpl
    def reserved_tokens(self) -> Tokens:
        return self.tokens

    def _short(self, state: GameState, race: Race) -> bool:
        missing = state.hand[race] < self.tokens and bool(state.regions[race])
        return missing and self.shortfall == "abandon_regions"

    @hookimpl
    def offer_actions(self, state: GameState, race: Race, phase: str) -> Iterable[Action]:
        return state.actions_at(self, "abandon {}", state.regions[race]) if self._short(state, race) else ()

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.leave(race, action.region)

    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | None:
        if self._short(state, race):
            text = lazy_n(
                "{count} token has to leave the map; abandon a region",
                "{count} tokens have to leave the map; abandon a region",
                self.tokens,
            )
            return Refusal("reserve", text)
        return None


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

    :param every: conquests, or turns, for each token.
    :param of: which conquests count; or all regions of the race; or the turn alone.
    :param terrain: only conquests or regions of this terrain count; empty = all.
    """

    rule = "R-SKEL-1"
    every: Count = 2
    of: Literal["non_empty", "all", "regions", "turn"] = "non_empty"
    terrain: Terrain = ""

    @hookimpl
    def redeployment_gain(self, state: GameState, race: Race) -> Tokens:
        if self.of == "turn":
            return 1 // self.every
        within = state.board.terrain(self.terrain) if self.terrain else state.board.all
        if self.of == "regions":
            return (state.regions[race] & within).bit_count() // self.every
        conquests = [each for each in state.conquests if each.race == race and within >> each.region & 1]
        return sum(conquest.non_empty or self.of == "all" for conquest in conquests) // self.every


class MinTokens(Ability):
    """Every region and every conquest needs several tokens.

    :param tokens: the least number.
    """

    rule = "W-TAUREN-1"
    tokens: Count

    @hookimpl
    def traits(self) -> Traits:
        return Traits(garrison=self.tokens)


class KeepTokensInDecline(Ability):
    """More than one token stays in each region on decline.

    :param tokens: how many stay; 0 = all.
    """

    rule = "R-GHOUL-1"
    tokens: Amount = 0

    @hookimpl
    def traits(self) -> Traits:
        return Traits(decline_garrison=self.tokens or ALL)


class ActsInDecline(Ability):
    """In decline the race conquers and redeploys like an active one, before its owner's active race.

    :param die: the race has a final die of its own, or shares one with the active race.
    :param loses: one token is lost with a region, or all.
    :param own_attack: when tokens of the owner's active race that it drives out may act again.
    """

    rule = "R-GHOUL-2"
    in_decline: bool = True
    die: Literal["per_race", "one_per_turn"] = "per_race"
    loses: Literal["normal", "all"] = "normal"
    own_attack: Literal["end_of_turn", "usable_now"] = "end_of_turn"

    @hookimpl
    def traits(self) -> Traits:
        return Traits(acts_in_decline=True)

    @hookimpl
    def losses(self, state: GameState, race: Race, region: Region) -> Tokens:
        return state.tokens[region] if self.loses == "all" and state.is_declined(race) else 1

    @hookimpl
    def die_rolled(self, state: GameState, race: Race, free: bool) -> None:
        if not free and self.die == "one_per_turn" and state.is_declined(race):
            state.spend_final_die()

    @hookimpl
    def region_conquered(self, state: GameState, race: Race, conquest: Conquest) -> None:
        loser = conquest.loser
        if self.own_attack == "usable_now" and state.is_declined(race) and state.owner(loser) == state.owner(race):
            state.rejoin(loser)


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
    ReserveTokens, KeepLostTokens, LoseTokens, GainTokens, MinTokens, KeepTokensInDecline, ActsInDecline,
    ExtraDeclineSlot, KeepBadge, DeclinedLosesAll, DeclineAfterScoring,
)  # fmt: skip
