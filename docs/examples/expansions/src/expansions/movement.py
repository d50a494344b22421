"""Tokens that move in unusual ways, from traits, queries of the redeployment, and events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from smallworld import (
    Ability,
    Action,
    Conquest,
    Count,
    GameState,
    LaidPiece,
    Race,
    Tokens,
    Traits,
    hookimpl,
    indexes,
)


class Headlong(Ability):
    """The race does not redeploy: its tokens stay where they conquered."""

    rule = "ROAM-1"

    @hookimpl
    def traits(self) -> Traits:
        return Traits(stays_put=True)


class Lightfoot(Ability):
    """One token stays in each region; all others return to the hand."""

    rule = "ROAM-2"

    @hookimpl
    def reserved_tokens(self, state: GameState, race: Race) -> Tokens:
        tokens = state.hand[race] + state.tokens_on_map(race)
        return max(0, tokens - state.regions[race].bit_count())


class Brood(Ability):
    """For each region that it loses to a conquest, the active race rolls the die and gains so many tokens."""

    rule = "ROAM-3"

    @hookimpl
    def region_left(self, state: GameState, race: Race, attacker: Race) -> None:
        if attacker >= 0:  # it was conquered, not abandoned
            state.gain_tokens(race, state.roll())


class Salvage(Ability):
    """New tokens for tokens that anybody has lost, its own included, when redeployment starts.

    :param every: so many lost tokens for each new one.
    """

    rule = "ROAM-4"
    conquests_of: ClassVar[str] = "all"  # hear of the conquests of all races
    every: Count = 2

    @hookimpl
    def region_conquered(self, state: GameState, conquest: Conquest) -> None:
        state.remember(self, state.recall(self, 0) + conquest.destroyed)

    @hookimpl
    def redeployment_gain(self, state: GameState) -> Tokens:
        return int(state.recall(self, 0) // self.every)  # a query only answers …

    @hookimpl
    def conquests_ended(self, state: GameState) -> None:
        state.remember(self, state.recall(self, 0) % self.every)  # … and the event after it keeps the rest

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"lost_tokens": state.recall(self, 0)}


class SecondWind(Ability):
    """Once a turn all tokens beyond one in each region return to the hand, for more conquests."""

    rule = "ROAM-12"
    offers_in: ClassVar[tuple[str, ...]] = ("conquer",)
    verbs: ClassVar[Mapping[str, str]] = {"regroup": ""}

    @hookimpl
    def offer_actions(self, state: GameState, race: Race) -> Iterable[Action]:
        crowded = any(state.tokens[region] > 1 for region in indexes(state.regions[race]))
        return [state.action(self, "regroup")] if crowded and not state.recall_turn(self) else []

    @hookimpl
    def perform(self, state: GameState, race: Race) -> None:
        state.remember_turn(self, True)
        state.begin_acting(race)
        for region in indexes(state.regions[race]):
            state.withdraw(region, state.tokens[region] - 1)


class Fading(Ability):
    """When it declines the whole race leaves the map, for coins.

    :param coins: coins for each region.
    """

    rule = "ROAM-13"
    coins: Count = 2

    @hookimpl
    def race_declined(self, state: GameState, race: Race) -> None:
        state.gain_coins(state.owner(race), self.coins * state.regions[race].bit_count(), self)
        for region in indexes(state.regions[race]):
            state.leave(race, region)
        state.discard_tokens(race, state.hand[race])  # they came to hand; a race without tokens is gone


class Hoards(Ability):
    """A hoard in each region pays its owner when the next turn starts, or the conqueror of the region.

    :param piece: the kind of piece that is a hoard.
    :param coins: coins for each.
    """

    rule = "ROAM-14"
    piece: LaidPiece
    coins: Count = 1

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        for region in indexes(state.regions[race] & state.regions_with(self.piece)):
            state.take_away(self.piece, region)
            state.gain_coins(state.owner(race), self.coins, self)

    @hookimpl
    def redeployment_ended(self, state: GameState, race: Race) -> None:
        for region in indexes(state.regions[race] & ~state.regions_with(self.piece)):
            state.place(self.piece, region)  # as long as there are some

    @hookimpl
    def region_left(self, state: GameState, attacker: Race, pieces: tuple[str, ...]) -> None:
        if attacker >= 0 and self.piece in pieces:
            state.gain_coins(state.owner(attacker), self.coins, self)


ABILITIES = (Headlong, Lightfoot, Brood, Salvage, SecondWind, Fading, Hoards)
