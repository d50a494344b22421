"""A board as glyphs in rows and columns: printed, or as a part of a screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from adjacency_map.raster import BOX, Raster, rasterize, usual_rows
from adjacency_map.tiles import Tiles, tile
from smallworld.languages import _
from smallworld_draw.colours import PLAIN, owner_colour
from smallworld_draw.labels import (
    ID,
    OWNER,
    LabelWord,
    Letters,
    Loss,
    Placed,
    Room,
    letters_of,
    numbered,
    prefixes,
    short_label,
    shortest_text,
    terrain_word,
)
from smallworld_draw.scene import RegionView, Scene, closed_borders, most_crowded
from smallworld_output.safe_text import safe
from smallworld_output.text_width import cells, cut, display_width, head


class Glyph(NamedTuple):
    """A character of a picture."""

    letter: str
    ground: str = ""
    """Colour behind it, ``#rrggbb``; empty outside of the board."""
    is_bold: bool = False
    region: str = ""
    """Id of the region that it shows; empty outside of the board."""
    is_underlined: bool = False
    """Whether a border is below it."""


STRETCH = 1.25
"""Rows that a board may take, as parts of those with which it keeps its shape."""
WALL = "#"
"""Drawn along a closed border."""
Picture = list[list[Glyph]]
"""Rows of glyphs."""
Middle = tuple[float, float]
"""Row and column."""
_raster = lru_cache(maxsize=8)(rasterize)


class BoardPicture(NamedTuple):
    """A board in a given size."""

    rows: Picture
    letters: Mapping[str, str]
    """Word for a terrain, a symbol, a piece or a closed border → the letters that are in its place somewhere."""
    rank: tuple[int, ...]
    """How many labels lack much, less, little; smaller is better."""


class _Labels(NamedTuple):
    """The labels of all regions in a drawing."""

    words: Mapping[str, list[Placed]]
    losses: Mapping[str, Loss]

    def rank(self) -> tuple[int, ...]:
        """Return how many labels have lost much, less and little; the smallest is the best."""
        counts = Counter(self.losses.values())
        return tuple(counts[loss] for loss in reversed(Loss))[:-1]


def board_picture(scene: Scene, columns: int, rows: int) -> BoardPicture:
    """Draw a board in a given size, with lines around its regions where words have room between them all game long."""
    letters = letters_of(scene)
    raster = _raster(scene.drawing, columns, min(rows, round(STRETCH * usual_rows(scene.drawing, columns))))
    rooms = _rooms(raster)
    middles: Mapping[str, Middle] = {name: label_cell(scene, name, raster) for name in scene.spots}
    lined = _labels(scene, letters, rooms, middles)
    if any(_labels(most_crowded(scene), letters, rooms, middles).rank()):
        tiles = tile(scene.drawing, columns, rows)
        tile_middles = _middles(tiles)
        tiled = _labels(scene, letters, tiles.rooms(), tile_middles)
        titles = [island.name for island in scene.drawing.islands]
        worst = max(tiled.losses.values())
        if len(titles) > 1 and worst >= Loss.SYMBOLS:
            letters = numbered(scene, letters, always=worst == Loss.ALL)
            tiled = _labels(scene, letters, tiles.rooms(), tile_middles)
            titles = [f"{prefix} {title}" for prefix, title in zip(prefixes(scene), titles, strict=True)]
        if tiled.rank() <= lined.rank():
            words = _with_homeless(scene, letters, tiled, tile_middles, (rows, columns))
            picture = _paint_tiles(scene, tiles, words, titles)
            return BoardPicture(picture, _legend(scene, letters, tiled), tiled.rank())
    words = _with_homeless(scene, letters, lined, middles, (len(raster.region), columns))
    picture = paint(scene, raster, [word for label in words.values() for word in label])
    return BoardPicture(picture, _legend(scene, letters, lined), lined.rank())


def _labels(
    scene: Scene, letters: Letters, rooms: Mapping[str, Room], middles: Mapping[str, Middle]
) -> _Labels:  # fmt: skip
    """Place the fullest label of every region."""
    words, losses = dict[str, list[Placed]](), dict[str, Loss]()
    for name, spot in scene.spots.items():
        words[name], losses[name] = short_label(spot, letters, rooms.get(name, {}), middles[name])
    return _Labels(words, losses)


def _rooms(raster: Raster) -> dict[str, dict[int, tuple[int, int]]]:
    """Return region → row → its longest run of columns between lines."""
    names = {name for row in raster.region for name in row if name}
    rows = range(len(raster.region))
    rooms: dict[str, dict[int, tuple[int, int]]] = {}
    for name in names:
        runs = ((row, raster.runs(name, row)) for row in rows)
        rooms[name] = {row: max(free, key=lambda run: run[1] - run[0]) for row, free in runs if free}
    return rooms


def _middles(tiles: Tiles) -> dict[str, Middle]:
    """Return region → the mean row and column of its characters."""
    places: dict[str, list[tuple[int, int]]] = {}
    for row, names in enumerate(tiles.region):
        for column, name in enumerate(names):
            places.setdefault(name, []).append((row, column))
    return {
        name: (sum(row for row, _ in cells_) / len(cells_), sum(column for _, column in cells_) / len(cells_))
        for name, cells_ in places.items()
    }


def _with_homeless(
    scene: Scene, letters: Letters, labels: _Labels, middles: Mapping[str, Middle], size: tuple[int, int]
) -> dict[str, list[Placed]]:  # fmt: skip
    """Return all labels; one without room in its region is over its borders, where no other label is."""
    words = dict(labels.words)
    used = {cell for label in words.values() for word in label for cell in word.cells()}
    for name, spot in scene.spots.items():
        if not words[name]:
            text = shortest_text(spot, letters)
            word = _place_anywhere(text, spot, middles.get(name, (0, 0)), used, size)
            words[name] = [word]
            used |= word.cells()
    return words


def _place_anywhere(
    text: str, spot: RegionView, middle: Middle, used: set[tuple[int, int]], size: tuple[int, int]
) -> Placed:  # fmt: skip
    """Place a text as near to a middle as possible without covering another one; a row counts as three columns."""
    width = display_width(text)
    places = [
        (abs(row - middle[0]) * 3 + abs(column + width / 2 - middle[1]), row, column)
        for row in range(size[0])
        for column in range(size[1] - width + 1)
        if abs(row - middle[0]) < 4 and not any((row, column + i) in used for i in range(width))
    ]
    _distance, row, column = min(places, default=(0, round(middle[0]), 0))
    return Placed(row, column, LabelWord(text, OWNER if spot.seat >= 0 else ID))


def _legend(scene: Scene, letters: Letters, labels: _Labels) -> dict[str, str]:
    """Return the words that letters replace somewhere, with these: words that are nowhere whole, terrains, signs."""
    signs: dict[str, str] = {}
    for spot in scene.spots.values():
        signs |= {kind.name: kind.glyph or head(kind.name, 1) for kind, _count in spot.pieces}
    signs |= {_("closed border"): WALL} if closed_borders(scene) else {}
    texts = {word.word.text for label in labels.words.values() for word in label}
    cut = {terrain_word(scene.spots[name]) for name, loss in labels.losses.items() if loss >= Loss.WORDS}
    codes = {word: code for word, code in letters.words.items() if code in texts or (word in cut and word not in texts)}
    terrains = {terrain_word(spot) for spot in scene.spots.values()}
    first = [word for word in codes if word not in texts] + [word for word in codes if word in terrains]
    return {word: codes[word] for word in first} | signs | codes


def _paint_tiles(
    scene: Scene, tiles: Tiles, labels: Mapping[str, list[Placed]], titles: Sequence[str]
) -> Picture:  # fmt: skip
    """Put labels on tiles, and the names of islands above them."""
    words = {
        (row, left + i): ("", letter, "")
        for title, (row, left, room) in zip(titles, tiles.names, strict=False)
        for i, letter in enumerate(cells(cut(safe(title), room - 1)))
    }
    for name, label in labels.items():
        for entry, following in zip_longest(label, label[1:]):  # between two words is a space
            text = entry.word.text + (" " if following is not None and following.row == entry.row else "")
            for i, letter in enumerate(cells(text)):
                words[entry.row, entry.column + i] = name, letter, entry.word.kind if letter != " " else ""
    walls = wall_cells(scene, tiles.region)

    def glyph_at(row: int, column: int, name: str) -> Glyph:
        is_above = tiles.ends_below(row, column)
        line = WALL if (row, column) in walls else "│" if tiles.ends_right(row, column) else "_" if is_above else " "
        owner, letter, kind = words.get((row, column), (name, line, ""))
        return _glyph(scene, owner, letter, kind)._replace(is_underlined=is_above and letter not in ("_", WALL))

    return [
        [glyph_at(row, column, name) for column, name in enumerate(names)] for row, names in enumerate(tiles.region)
    ]


def paint(scene: Scene, raster: Raster, labels: list[Placed], line_characters: str = BOX) -> Picture:
    """Put labels on the cells of a board, and the names of islands above them."""
    letters = {
        (entry.row, entry.column + i): (letter, entry.word.kind)
        for entry in labels
        for i, letter in enumerate(cells(entry.word.text))
    }  # fmt: skip
    walls = wall_cells(scene, raster.region)

    def glyph_at(row: int, column: int, name: str) -> Glyph:
        line = raster.line[row][column]
        drawn = WALL if line and (row, column) in walls else line_characters[line]
        return _glyph(scene, name, *letters.get((row, column), (drawn, "")))

    picture = [[glyph_at(row, column, name) for column, name in enumerate(names)]
               for row, names in enumerate(raster.region)]  # fmt: skip
    _name_islands(picture, scene)
    return picture


def wall_cells(scene: Scene, regions: Sequence[Sequence[str]]) -> set[tuple[int, int]]:
    """Return row and column of the characters at a closed border.

    :param regions: the region of each character, in rows.
    """
    closed = {frozenset(pair) for pair in closed_borders(scene)}
    return {
        (row, column)
        for row, names in enumerate(regions if closed else ())
        for column, name in enumerate(names)
        for below, right in ((0, 1), (1, 0), (1, 1))
        if row + below < len(regions) and column + right < len(names)
        and frozenset((name, regions[row + below][column + right])) in closed
    }  # fmt: skip


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
