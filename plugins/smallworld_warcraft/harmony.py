"""Tolls for opponents whom the race has left in peace (W-PANDA)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from smallworld import N_, Ability, Amount, Bar, Coins, GameState, Race, hookimpl, lazy

ATTACKS: Final = ("conquest", "explosion", "intimidate")
"""Attempts that break the harmony under every ruling."""


@cache
def _reason(coins: Coins) -> str:
    return lazy("{coins} for breaking the harmony", coins=coins)


class HarmonyToll(Ability):
    """Opponents whom the race did not attack must pay before their first attack of a turn.

    :param coins: coins to the owner.
    :param swap_is_attack: exchanging its region with another is an attack.
    """

    rule = "W-PANDA-1"
    coins: Amount = 2
    swap_is_attack: bool = True

    @hookimpl
    def turn_started(self, state: GameState, race: Race) -> None:
        state.remember(self, None)

    @hookimpl
    def redeployment_ended(self, state: GameState, race: Race) -> None:
        opponents = [player for player in range(state.players) if player != state.owner(race)]
        state.remember(self, tuple(player for player in opponents if not state.attacked >> player & 1))

    @hookimpl
    def bars(self, state: GameState, race: Race, attacker: Race, attempt: str) -> Bar | None:
        player = state.owner(attacker)
        if player not in state.recall(self, ()) or player in state.recall_turn(self, ()):
            return None
        if attempt not in ATTACKS and not (attempt == "swap" and self.swap_is_attack):
            return None
        return Bar(state.regions[race], "toll", _reason(self.coins), self.coins, state.owner(race))

    @hookimpl
    def toll_paid(self, state: GameState, race: Race, attacker: Race) -> None:
        state.remember_turn(self, (*state.recall_turn(self, ()), state.owner(attacker)))

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        owing, paid = state.recall(self, ()), state.recall_turn(self, ())
        return {
            N_("harmony"): [state.names[player] for player in owing],
            N_("paid"): [state.names[player] for player in paid],
        }


ABILITIES = (HarmonyToll,)
