"""A board as glyphs in rows and columns: printed, or as a part of a screen."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from adjacency_map import BOX, Raster, rasterize
from smallworld.languages.text_width import cells, cut
from smallworld.safe_text import safe
from smallworld_draw.colours import owner_colour
from smallworld_draw.labels import ID, OWNER, Placed, compact_label, place_over_lines
from smallworld_draw.scene import PLAIN, Scene


class Glyph(NamedTuple):
    """A character of a picture."""

    letter: str
    ground: str = ""
    """Colour behind it, ``#rrggbb``; empty outside of the board."""
    is_bold: bool = False
    region: str = ""
    """Id of the region that it shows; empty outside of the board."""


Picture = list[list[Glyph]]
"""Rows of glyphs."""
_raster = lru_cache(maxsize=8)(rasterize)


def board_picture(scene: Scene, columns: int, rows: int) -> Picture:
    """Draw a board in a given size; regions without room show only their ids."""
    raster = _raster(scene.drawing, columns, rows)
    labels = {name: compact_label(raster, spot, label_cell(scene, name, raster)) for name, spot in scene.spots.items()}
    used = {cell for label in labels.values() for word in label for cell in word.cells()}
    for name, spot in scene.spots.items():
        if not labels[name]:
            short = place_over_lines(raster, spot, label_cell(scene, name, raster), used)
            used |= short.cells()
            labels[name] = [short]
    return paint(scene, raster, [word for label in labels.values() for word in label])


def paint(scene: Scene, raster: Raster, labels: list[Placed], line_characters: str = BOX) -> Picture:
    """Put labels on the cells of a board, and the names of islands above them."""
    letters = {
        (entry.row, entry.column + i): (letter, entry.word.kind)
        for entry in labels
        for i, letter in enumerate(cells(entry.word.text))
    }  # fmt: skip
    picture: Picture = []
    for row, (names, lines) in enumerate(zip(raster.region, raster.line, strict=True)):
        glyphs = []
        for column, (name, line) in enumerate(zip(names, lines, strict=True)):
            letter, kind = letters.get((row, column), (line_characters[line], ""))
            glyphs.append(_glyph(scene, name, letter, kind))
        picture.append(glyphs)
    _name_islands(picture, scene)
    return picture


def _name_islands(picture: Picture, scene: Scene) -> None:
    """Write the names of islands above them, where nothing else is."""
    islands = [island for island in scene.drawing.islands if island.name and len(scene.drawing.islands) > 1]
    height, width = len(picture), len(picture[0])
    starts = [round(island.left / scene.drawing.width * width) for island in islands]
    tops = [max(0, int(island.top / scene.drawing.height * (height - 1.02) + 0.51) - 1) for island in islands]
    for island, start, row in zip(islands, starts, tops, strict=True):
        neighbours = [other for other, top in zip(starts, tops, strict=True) if other > start and abs(top - row) < 3]
        room = min(neighbours, default=width) - start - 1
        for column, letter in enumerate(cells(cut(safe(island.name), room)), start):
            if picture[row][column].letter == " ":
                picture[row][column] = picture[row][column]._replace(letter=letter)


def label_cell(scene: Scene, name: str, raster: Raster) -> tuple[int, int]:
    """Return row and column of the label point of a cell."""
    x, y = scene.drawing.cells[name].label_point
    rows, columns = len(raster.region), len(raster.region[0])
    return round(y / scene.drawing.height * (rows - 1)), round(x / scene.drawing.width * (columns - 1))


def _glyph(scene: Scene, name: str, letter: str, kind: str) -> Glyph:
    spot = scene.spots.get(name)
    if spot is None:
        return Glyph(letter)
    if kind == OWNER and spot.seat >= 0:
        return Glyph(letter, owner_colour(spot.seat), True, name)
    return Glyph(letter, spot.terrain.color or PLAIN, kind == ID, name)
