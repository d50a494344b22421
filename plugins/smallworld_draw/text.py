"""The board in a terminal: coloured cells, or plain ASCII.

>>> import smallworld
>>> from smallworld_draw.text import board_text
>>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
>>> picture = board_text(game, colour=False)
>>> max(map(len, picture.splitlines())) <= 100, "r01 sea" in picture
(True, True)
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

from adjacency_map.raster import ASCII, BOX, Raster, rasterize
from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.languages import _
from smallworld.model.game_board import Board
from smallworld_draw.colours import in_cube, ink, owner_colour, rgb
from smallworld_draw.glyph_grid import WALL, label_cell, paint
from smallworld_draw.labels import ENTRY, Placed, ascii_only, label_text, place_label, short_symbol, short_terrain
from smallworld_draw.scene import Scene, closed_borders, most_crowded, scene_of_game
from smallworld_output.text_width import head

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
    return ascii_only(text) if lines is ASCII else text


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
    labels: list[Placed] = []
    used_cells = set[tuple[int, int]]()
    for name, spot in scene.spots.items():
        label = place_label(raster, spot, label_cell(scene, name, raster), cut=cut)
        label_cells = {cell for entry in label for cell in entry.cells()}
        if not label or label_cells & used_cells:
            return None
        labels += label
        used_cells |= label_cells
    return labels


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
        yield f"{ENTRY} {_('entry region: a first conquest may begin there')}"
    walls = closed_borders(scene)
    if walls:
        yield f"{WALL} {_('closed borders: {pairs}', pairs=', '.join(map('-'.join, walls)))}"


def _terrain_legend(scene: Scene, labels: list[Placed]) -> Iterator[str]:
    """Yield the legend of the terrains with names that are cut on the board."""
    texts = {text for label in labels for text in label.word.text.split()}
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
