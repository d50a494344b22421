"""Abilities with ``common = True``: while their holder is at the table, they are asked for every race."""

from __future__ import annotations

from typing import ClassVar

from smallworld import Ability, Amount, Coins, GameState, Race, Refusal, hookimpl


class Chronicle(Ability):
    """Coins for each race of another player that declines.

    :param coins: coins for each race.
    """

    rule = "NEAR-1"
    common = True
    coins: Amount = 1

    @hookimpl
    def race_declined(self, state: GameState, race: Race, holder: Race) -> None:
        # ``race`` is the race that declines, ``holder`` the one with this ability.
        if state.owner(race) != state.owner(holder):
            state.gain_coins(state.owner(holder), self.coins, self)


class Dread(Ability):
    """Opponents earn less for each of their regions next to this race.

    :param coins: coins less for each region.
    """

    rule = "NEAR-2"
    label = "dread"  # the line in the scoring of the opponents
    common = True
    coins: Amount = 1

    @hookimpl
    def score(self, state: GameState, race: Race, holder: Race) -> Coins:
        if state.owner(race) == state.owner(holder):
            return 0
        # A turn never costs more coins than the player has: the engine takes care of it.
        return -self.coins * (state.regions[race] & state.adjacent[holder]).bit_count()


class Jinx(Ability):
    """Opponents make no final attempt with the die."""

    rule = "NEAR-3"
    common = True
    refuses: ClassVar[tuple[str, ...]] = ("die",)  # asked about the die alone: nothing else costs time

    @hookimpl
    def veto(self, state: GameState, race: Race, holder: Race) -> Refusal | None:
        if state.owner(race) == state.owner(holder):
            return None
        return Refusal("jinx", "the dice of opponents are jinxed")


ABILITIES = (Chronicle, Dread, Jinx)
