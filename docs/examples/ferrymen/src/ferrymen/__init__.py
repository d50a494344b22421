"""Ferrymen: a race that crosses water without holding it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from smallworld import Ability, Board, Regions, hookimpl

__version__ = "1.0.0"
SMALLWORLD_API = 1


class Ferry(Ability):
    """All shores of a sea or lake count as adjacent to each other."""

    rule = "FERRY-1"

    @hookimpl
    def adjacency(self, board: Board, regions: Regions) -> Regions:
        water = board.around(regions) & board.waters
        return board.around(water) & board.land


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return the abilities of this package."""
    return [Ferry]


@hookimpl
def smallworld_variants() -> Sequence[Path]:
    """Return the folder of the variant."""
    return [Path(__file__).parent / "variants"]
