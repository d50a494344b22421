"""Tidal Isle: a small edition in which some regions are dearer every other round."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from smallworld import Ability, Board, CostChange, GameState, Terrain, hookimpl

__version__ = "1.0.0"
SMALLWORLD_API = 1


class Tide(Ability):
    """In every second round one terrain costs more.

    :param terrain: the terrain that the tide covers.
    :param tokens: additional tokens for each conquest there.
    """

    rule = "TIDE-1"
    terrain: Terrain
    tokens: int = 1

    @hookimpl
    def conquest_cost(self, state: GameState, board: Board) -> CostChange:
        return [(self.tokens, board.terrain(self.terrain))] if state.round % 2 == 0 else ()


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """Return the abilities of this package."""
    return [Tide]


@hookimpl
def smallworld_variants() -> Sequence[Path]:
    """Return the folder of the variant."""
    return [Path(__file__).parent / "variants"]
