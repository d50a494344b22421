"""Coins that others owe before they attack."""

from __future__ import annotations

from smallworld.ability import Ability, Amount, Terrain
from smallworld.hookspecs import hookimpl
from smallworld.rules.position import Position
from smallworld.rules.records import Toll


class TerrainToll(Ability):
    """Opponents pay before each attack on a region of one terrain.

    :param terrain: the terrain that is guarded.
    :param coins: coins for each attempt, to the owner.
    """

    rule = "W-MARSH-1"
    terrain: Terrain
    coins: Amount = 1

    @hookimpl
    def toll(self, game: Position, race: int, attempt: str) -> Toll | None:
        guarded = game.regions[race] & game.board.terrain(self.terrain)
        if not guarded or attempt not in ("conquest", "explosion"):
            return None
        return Toll(self.coins, game.owner(race), f"{self.coins} for its {self.terrain}", guarded)


ABILITIES = (TerrainToll,)
