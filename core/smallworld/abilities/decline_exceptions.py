"""Effects of decline, and exceptions to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from smallworld.abilities.base import Ability
from smallworld.abilities.parameters import MOST, Amount
from smallworld.actions import Action
from smallworld.hooks.decorators import hookimpl
from smallworld.model.aliases import Race, Region, Tokens
from smallworld.model.values import Conquest, Traits

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


class KeepTokensInDecline(Ability):
    """More than one token stays in each region on decline.

    :param tokens: how many stay; 0 = all.
    """

    rule = "R-GHOUL-1"
    tokens: Amount = 0

    @hookimpl
    def traits(self) -> Traits:
        return Traits(decline_garrison=self.tokens or MOST)


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


ABILITIES = (KeepTokensInDecline, ActsInDecline, ExtraDeclineSlot, KeepBadge, DeclinedLosesAll, DeclineAfterScoring)
