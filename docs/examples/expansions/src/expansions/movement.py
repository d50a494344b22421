"""Tokens that move in unusual ways, from traits, queries of the redeployment, and events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from smallworld import Ability, Conquest, Count, GameState, Race, Tokens, Traits, hookimpl


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


ABILITIES = (Headlong, Lightfoot, Brood, Salvage)
