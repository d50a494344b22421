"""Terrain that changes during the game: ``state.change_terrain`` puts another board into the state.

Every cost, bonus and query reads the new terrain at once. Who is in the region stays there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from smallworld import Ability, Conquest, GameState, Race, Region, Terrain, hookimpl, indexes


def ids_of(state: GameState, regions: int) -> list[str]:
    """Return the ids of a set of regions, which ``state.draw`` can choose from."""
    return [state.board.regions[region].id for region in indexes(regions)]


class Cultivation(Ability):
    """Regions of one terrain that the race conquers become another terrain.

    :param terrain: the terrain that disappears.
    :param becomes: the terrain that it becomes.
    """

    rule = "FRONT-1"
    terrain: Terrain
    becomes: Terrain

    @hookimpl
    def region_conquered(self, state: GameState, conquest: Conquest) -> None:
        if state.board.terrain(self.terrain) >> conquest.region & 1:
            state.change_terrain(conquest.region, self.becomes)


class Uncharted(Ability):
    """Inner regions are unknown until a race takes them: then their terrain and symbols are drawn.

    :param unknown: the terrain of a region that nobody has seen.
    :param tiles: what a region can turn out to be: a terrain, with ``+SYMBOL`` for each symbol.
    """

    rule = "FRONT-2"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    conquests_of = "all"
    unknown: Terrain
    tiles: tuple[str, ...]

    @hookimpl
    def game_set_up(self, state: GameState) -> None:
        for region in indexes(state.board.land & ~state.board.border):
            state.change_terrain(region, self.unknown, ())

    @hookimpl
    def region_conquered(self, state: GameState, conquest: Conquest) -> None:
        # The tile is drawn now, not in the set-up: what nobody knows need not be hidden from anybody.
        if state.board.terrain(self.unknown) >> conquest.region & 1:
            terrain, *symbols = state.draw("tile", self.tiles, conquest.region).split("+")
            state.change_terrain(conquest.region, terrain, symbols)


class RisingSea(Ability):
    """At the start of each round from the second on, the water takes a drawn empty region next to it.

    :param becomes: the terrain of the region afterwards.
    """

    rule = "FRONT-3"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    becomes: Terrain

    @hookimpl
    def round_started(self, state: GameState) -> None:
        shore = state.board.coast & ~state.occupied_regions()
        if state.round > 1 and shore:
            state.change_terrain(self._drawn(state, shore), self.becomes, ())

    def _drawn(self, state: GameState, regions: int) -> Region:
        return state.board.index[state.draw("flood", ids_of(state, regions))]


class Footprints(Ability):
    """When the race leaves a region of its own will, the region becomes another terrain.

    :param becomes: the terrain.
    """

    rule = "FRONT-4"
    becomes: Terrain

    @hookimpl
    def region_left(self, state: GameState, race: Race, region: Region, attacker: Race) -> None:
        if attacker < 0 and state.board.land >> region & 1:
            state.change_terrain(region, self.becomes)


ABILITIES: Sequence[type[Ability]] = (Cultivation, Uncharted, RisingSea, Footprints)
