"""Coins that others owe before they attack."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from smallworld.abilities.base import Ability
from smallworld.abilities.parameters import Amount, Terrain
from smallworld.hooks.decorators import hookimpl
from smallworld.languages import lazy
from smallworld.model.aliases import Coins, Race
from smallworld.model.values import Bar

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


@cache
def _reason(coins: Coins, terrain: str) -> str:
    return lazy("{coins} for its {terrain}", coins=coins, terrain=terrain)


class TerrainToll(Ability):
    """Opponents pay before each attack on a region of one terrain.

    :param terrain: the terrain that is guarded.
    :param coins: coins for each attempt, to the owner.
    """

    rule = "W-MARSH-1"
    terrain: Terrain
    coins: Amount = 1

    @hookimpl
    def bars(self, state: GameState, race: Race, attempt: str) -> Bar | None:
        guarded = state.regions[race] & state.board.terrain(self.terrain)
        if not guarded or attempt not in ("conquest", "explosion"):
            return None
        return Bar(guarded, "toll", _reason(self.coins, self.terrain), self.coins, state.owner(race))


ABILITIES = (TerrainToll,)
