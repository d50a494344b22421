"""A board in characters: coloured cells or plain ASCII for a terminal, and glyphs for a part of a screen."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import NamedTuple

from adjacency_map.raster import ASCII, BOX, Raster, Tiles, rasterize, tile, usual_rows
from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.languages import _
from smallworld.model.game_board import Board
from smallworld_draw import labels
from smallworld_draw.colours import PLAIN, in_cube, ink, owner_colour, rgb
from smallworld_draw.labels import ID, OWNER, WALL, Placed, label_text, short_symbol, short_terrain
from smallworld_draw.scene import Scene, closed_borders, most_crowded, scene_of_game
from smallworld_output.safe_text import safe
from smallworld_output.text_width import cells, cut, head

USUAL, NARROWEST, UNLIMITED = 100, 60, 240
"""Columns that a board takes if its words have room, takes at least, and takes at most without a terminal."""
GROWTH = 1.1
"""Steps in which a board grows until its words are whole."""
PER_UNIT = 1.5
"""Columns for each unit of a drawing; a region is about ten units wide."""
RATIO, WIDE_RATIO = 1.2, 3.0
"""Islands are placed in rows rather than side by side, so that their labels have room, unless the window is wide."""
WIDE, FEW = 150, 3
"""Columns from which so many islands are side by side."""
NARROWER = (2 / 3, 1 / 2, 1 / 4)
"""Shapes of a page, as parts of the usual one, with more and more islands below each other."""
RESET = "\x1b[0m"


def board_text(game: Game, *, colour: bool | None = None, width: int | None = None) -> str:
    """Draw the board of a game.

    >>> import smallworld
    >>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
    >>> picture = board_text(game, colour=False)
    >>> max(map(len, picture.splitlines())) <= 100, "r01 sea" in picture
    (True, True)

    :param colour: ANSI colours and box lines, or plain ASCII; by default colours at a terminal, and box lines
        if the encoding has them.
    :param width: columns to use at most; by default those of the terminal. More than 100 are used only where words
        would be cut.
    :raises SmallWorldError: the terminal is too narrow for the words, or the board cannot be drawn.
    """
    board = game.state.board
    return islands_text(lambda ratio: scene_of_game(game, ratio), board, colour=colour, width=width)


def islands_text(
    scene_at: Callable[[float], Scene], board: Board, *, colour: bool | None = None, width: int | None = None
) -> str:
    """Format a board, with more islands below each other where they have no room side by side.

    :param scene_at: ratio of width to height of a page → the board on it.
    :raises SmallWorldError: as :func:`board_text`.
    """
    columns = width or shutil.get_terminal_size((USUAL, 40)).columns
    usual = WIDE_RATIO if columns >= WIDE and len(board.faces) <= FEW else RATIO
    try:
        return scene_text(scene_at(usual), colour=colour, width=width)
    except SmallWorldError:
        for part in NARROWER if len(board.faces) > 1 else ():
            with suppress(SmallWorldError):
                return scene_text(scene_at(usual * part), colour=colour, width=width)
        raise


def scene_text(scene: Scene, *, colour: bool | None = None, width: int | None = None) -> str:
    """Format a board and its contents, as :func:`board_text` prints it."""
    lines = ASCII if colour is False or not _has_box_lines() else BOX
    colour = terminal_has_colours() if colour is None else colour
    raster, placed = _fitting(scene, width or shutil.get_terminal_size((UNLIMITED, 40)).columns)
    rows = ("".join(_paint(*glyph[:3]) if colour and glyph.ground else glyph.letter for glyph in row).rstrip()
            for row in paint(scene, raster, placed, lines))  # fmt: skip
    text = "\n".join([*rows, *legend(scene, colour), *_terrain_legend(scene, placed)])
    return labels.ascii_only(text) if lines is ASCII else text


def _fitting(scene: Scene, room: int) -> tuple[Raster, list[Placed]]:
    """Return the smallest drawing with whole words; if it does not fit, the largest with cut words.

    The width depends on the board, the names and the room, not on the contents: it stays the same during a game.

    :raises SmallWorldError: not even ids and cut words have room.
    """
    columns = min(room, USUAL, max(NARROWEST, round(scene.drawing.width * PER_UNIT)))
    crowded = most_crowded(scene)
    while columns >= NARROWEST:
        raster = rasterize(scene.drawing, columns)
        if columns == room or _place_labels(crowded, raster):
            placed = _place_labels(scene, raster) or _place_labels(scene, raster, cut=True)
            if placed:
                return raster, placed
        if columns == room:
            break
        columns = min(room, round(columns * GROWTH))
    if room < NARROWEST:
        raise SmallWorldError(
            _("the board needs {needed} columns, but the window has {columns}; make it wider",
              needed=NARROWEST, columns=room)
        )  # fmt: skip
    raise SmallWorldError(
        _("the words on the board need more than {columns} columns; make the window wider", columns=room)
    )


def _place_labels(scene: Scene, raster: Raster, cut: bool = False) -> list[Placed] | None:
    """Return the label of every region, without overlaps; None if a region has no room."""
    placed: list[Placed] = []
    used_cells = set[tuple[int, int]]()
    for name, spot in scene.spots.items():
        label = labels.place_label(raster, spot, label_cell(scene, name, raster), cut=cut)
        label_cells = {cell for entry in label for cell in entry.cells()}
        if not label or label_cells & used_cells:
            return None
        placed += label
        used_cells |= label_cells
    return placed


def terminal_has_colours() -> bool:
    """Return whether standard output is a terminal with colours that the user wants."""
    if "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return False
    return _has_box_lines()


def _has_box_lines() -> bool:
    return "utf" in (sys.stdout.encoding or "").lower()


def legend(scene: Scene, colour: bool) -> Iterator[str]:
    """Yield the legend of the letters: players, pieces, symbols that are on this board."""
    if scene.players:
        names = [
            _paint(f" {name} ", owner_colour(seat), bold=True) if colour else name
            for seat, name in enumerate(scene.players)
        ]
        yield _("players: {players}   (in parentheses: in decline)", players="  ".join(names))
    kinds = {kind.id: kind for spot in scene.spots.values() for kind, _count in spot.pieces}
    if kinds:
        pieces = ", ".join(f"{kind.glyph or head(kind.name, 1)} {kind.name}" for kind in kinds.values())
        yield _("pieces: {pieces}", pieces=pieces)
    symbols = sorted({symbol for spot in scene.spots.values() for symbol in spot.symbols})
    if symbols:
        yield _("symbols: {symbols}", symbols=", ".join(f"{short_symbol(symbol)} {symbol}" for symbol in symbols))
    if any(spot.entry for spot in scene.spots.values()):
        yield f"{labels.ENTRY} {_('entry region: a first conquest may begin there')}"
    walls = closed_borders(scene)
    if walls:
        yield f"{WALL} {_('closed borders: {pairs}', pairs=', '.join(map('-'.join, walls)))}"


def _terrain_legend(scene: Scene, placed: list[Placed]) -> Iterator[str]:
    """Yield the legend of the terrains with names that are cut on the board."""
    texts = {text for label in placed for text in label.word.text.split()}
    names = sorted({label_text(spot.terrain.name.lower()) for spot in scene.spots.values()})
    cut_names = [f"{short_terrain(name)} {name}" for name in names if short_terrain(name) in texts - {name}]
    if cut_names:
        yield _("terrains: {terrains}", terrains=", ".join(cut_names))


def _paint(text: str, ground: str, bold: bool = False) -> str:
    """Colour a text, black or white, in true colour or the nearest of 216 colours."""
    full = os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    letters = ink(ground if full else in_cube(ground)[1])
    codes = [_code(38, letters, full), _code(48, ground, full)] + (["1"] if bold else [])
    return f"\x1b[{';'.join(codes)}m{text}{RESET}"


def _code(layer: int, colour: str, full: bool) -> str:
    if full:
        red, green, blue = rgb(colour)
        return f"{layer};2;{red};{green};{blue}"
    return f"{layer};5;{in_cube(colour)[0]}"


# --- a board as glyphs in rows and columns


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
Picture = list[list[Glyph]]
"""Rows of glyphs."""
_raster = lru_cache(maxsize=8)(rasterize)


class BoardPicture(NamedTuple):
    """A board in a given size."""

    rows: Picture
    letters: Mapping[str, str]
    """Word for a terrain, a symbol, a piece or a closed border → the letters that are in its place somewhere."""
    rank: tuple[int, ...]
    """How many labels lack much, less, little; smaller is better."""


def board_picture(scene: Scene, columns: int, rows: int) -> BoardPicture:
    """Draw a board in a given size, with lines around its regions where words have room between them all game long."""
    letters = labels.letters_of(scene)
    raster = _raster(scene.drawing, columns, min(rows, round(STRETCH * usual_rows(scene.drawing, columns))))
    rooms = _rooms(raster)
    middles: Mapping[str, tuple[float, float]] = {name: label_cell(scene, name, raster) for name in scene.spots}
    lined = labels.fullest_labels(scene, letters, rooms, middles)
    if any(labels.fullest_labels(most_crowded(scene), letters, rooms, middles).rank()):
        tiles = tile(scene.drawing, columns, rows)
        tile_middles = _middles(tiles)
        tiled = labels.fullest_labels(scene, letters, tiles.rooms(), tile_middles)
        titles = [island.name for island in scene.drawing.islands]
        worst = max(tiled.losses.values())
        if len(titles) > 1 and worst >= labels.Loss.SYMBOLS:
            letters = labels.numbered(scene, letters, always=worst == labels.Loss.ALL)
            tiled = labels.fullest_labels(scene, letters, tiles.rooms(), tile_middles)
            titles = [f"{prefix} {title}" for prefix, title in zip(labels.prefixes(scene), titles, strict=True)]
        if tiled.rank() <= lined.rank():
            words = labels.with_homeless(scene, letters, tiled, tile_middles, (rows, columns))
            picture = _paint_tiles(scene, tiles, words, titles)
            return BoardPicture(picture, labels.legend_of(scene, letters, tiled), tiled.rank())
    words = labels.with_homeless(scene, letters, lined, middles, (len(raster.region), columns))
    picture = paint(scene, raster, [word for label in words.values() for word in label])
    return BoardPicture(picture, labels.legend_of(scene, letters, lined), lined.rank())


def _rooms(raster: Raster) -> dict[str, dict[int, tuple[int, int]]]:
    """Return region → row → its longest run of columns between lines."""
    rooms: dict[str, dict[int, tuple[int, int]]] = {name: {} for row in raster.region for name in row if name}
    for row, characters in enumerate(map(zip, raster.region, raster.line)):
        column = 0
        for name, group in groupby("" if line else name for name, line in characters):
            start, column = column, column + len(list(group))
            longest = rooms[name].get(row, (0, 0)) if name else (start, column)
            if column - start > longest[1] - longest[0]:
                rooms[name][row] = start, column
    return rooms


def _middles(tiles: Tiles) -> dict[str, tuple[float, float]]:
    """Return region → the mean row and column of its characters."""
    places: dict[str, list[tuple[int, int]]] = {}
    for row, names in enumerate(tiles.region):
        for column, name in enumerate(names):
            places.setdefault(name, []).append((row, column))
    return {
        name: (sum(row for row, _ in cells_) / len(cells_), sum(column for _, column in cells_) / len(cells_))
        for name, cells_ in places.items()
    }


def _paint_tiles(scene: Scene, tiles: Tiles, placed: Mapping[str, list[Placed]], titles: Sequence[str]) -> Picture:
    """Put labels on tiles, and the names of islands above them."""
    words = {
        (row, left + i): ("", letter, "")
        for title, (row, left, room) in zip(titles, tiles.names, strict=False)
        for i, letter in enumerate(cells(cut(safe(title), room - 1)))
    }
    for name, label in placed.items():
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


def paint(scene: Scene, raster: Raster, placed: list[Placed], line_characters: str = BOX) -> Picture:
    """Put labels on the cells of a board, and the names of islands above them."""
    letters = {
        (entry.row, entry.column + i): (letter, entry.word.kind)
        for entry in placed
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
