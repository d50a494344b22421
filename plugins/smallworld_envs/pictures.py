"""A game as an array of pixels, for ``render_mode="rgb_array"``."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from smallworld.game import Game
from smallworld_draw.colours import PLAIN, ink, owner_colour
from smallworld_draw.scene import RegionView, scene_of_game

WIDTH, DOTS = 9.0, 72
"""Width of a picture in inches, and dots of an inch."""


def picture(game: Game) -> npt.NDArray[np.uint8]:
    """Draw the board of a game.

    :return: rows × columns × (red, green, blue).
    :raises SmallWorldError: no flat map has the borders of this board.
    """
    scene = scene_of_game(game)
    drawing = scene.drawing
    figure = Figure((WIDTH, WIDTH * drawing.height / drawing.width), DOTS)
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.axis("off")
    for name, cell in drawing.cells.items():
        spot = scene.spots[name]
        outlines = [Path([*ring, ring[0]], closed=True) for ring in cell.rings]
        outline = Path.make_compound_path(*outlines)
        axes.add_patch(PathPatch(outline, facecolor=spot.terrain.color or PLAIN, edgecolor="#26221c", linewidth=1.5))
        x, y = cell.label_point
        if label := _label(spot):
            colour = owner_colour(spot.seat) if spot.seat >= 0 else "#f4efe2"
            box = {"boxstyle": "square" if spot.declined else "circle", "facecolor": colour}
            axes.text(x, y, label, color=ink(colour), ha="center", va="center", fontsize=11, bbox=box)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()


def _label(spot: RegionView) -> str:
    """Return the number of tokens, with a + for pieces and relics."""
    count = spot.tokens or spot.natives
    return f"{count or ''}{'+' if spot.pieces or spot.relics else ''}"
