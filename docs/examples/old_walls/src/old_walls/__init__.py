"""Old Walls: an edition that begins with ruins on its mountains."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from smallworld import Ability, GameState, Piece, Terrain, hookimpl, indexes

__version__ = "1.0.0"
SMALLWORLD_API = 1


class Ruins(Ability):
    """Before the first turn every region of one terrain gets a piece, while there are some.

    :param piece: the kind of piece.
    :param terrain: the terrain that gets them.
    """

    rule = "WALLS-1"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    piece: Piece
    terrain: Terrain

    @hookimpl
    def game_set_up(self, state: GameState) -> None:
        for region in indexes(state.board.terrain(self.terrain)):
            state.place(self.piece, region)


@hookimpl
def smallworld_abilities() -> Sequence[type[Ability]]:
    """The rule of this edition."""
    return [Ruins]


@hookimpl
def smallworld_variants() -> Sequence[Path]:
    """The edition."""
    return [Path(__file__).parent / "variants"]
