"""Maps of boards: the area of the drawing that each region takes.

>>> from smallworld_draw.board_layout import draw
>>> import smallworld
>>> drawing = draw(smallworld.load_variant("base").board_files["base-2p"])
>>> len(drawing.cells), drawing.cells["r01"].touches(drawing.cells["r02"])
(23, True)
"""

from __future__ import annotations

from functools import lru_cache

import adjacency_map
from adjacency_map import Area, AreaMap, Drawing
from smallworld.errors import SmallWorldError
from smallworld.model.board import BoardFile
from smallworld.model.game_board import Board


class NotDrawable(SmallWorldError):
    """A board that has no drawing in the plane."""


def draw(board: Board | BoardFile, ratio: float = 2.0, quality: float = 1.0) -> Drawing:
    """Draw a board; the result is the same every time.

    :param ratio: width divided by height of the whole, used where several islands can be arranged.
    :param quality: share of the steps that even out the map, from 0 to 1.
    :raises NotDrawable: no flat map has these borders.
    """
    faces = board.faces if isinstance(board, Board) else (board,)
    try:
        return adjacency_map.draw([_area_map(face) for face in faces], ratio, quality)
    except adjacency_map.NotDrawable as error:
        raise NotDrawable(str(error)) from None


@lru_cache(maxsize=128)
def _area_map(face: BoardFile) -> AreaMap:
    areas = [Area(region.id, tuple(region.adjacent), region.center, region.border) for region in face.regions]
    return AreaMap(face.name or face.id, tuple(areas), face.aspect)
