"""A drawing in characters: the cell that each character shows, and the lines between cells.

The four corners of a character are looked up in the drawing. If all are in one
region the character is free for text; else a line passes between those that differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from adjacency_map.model import Drawing, crossings

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
ASCII = " |-'||.+-'-+.+++"
"""Line characters by the sum of the directions in which lines leave."""
TALL = 2.0
"""A character is twice as high as wide."""


@dataclass(frozen=True, slots=True)
class Raster:
    """Characters in rows.

    :ivar region: the region of each character; empty outside the board.
    :ivar line: directions in which border lines leave the middle of each character; 0 = room for text.
    """

    region: tuple[tuple[str, ...], ...]
    line: tuple[tuple[int, ...], ...]

    def runs(self, region: str, row: int, over_lines: bool = False) -> list[tuple[int, int]]:
        """Return the runs of columns (first, last + 1) in which a row has room for text within a region.

        :param over_lines: count the border lines around the region as room.
        """
        characters = zip(self.region[row], self.line[row], strict=True)
        free = [over_lines if line else name == region for name, line in characters]
        groups = [list(columns) for is_free, columns in groupby(range(len(free)), free.__getitem__) if is_free]
        return [(columns[0], columns[-1] + 1) for columns in groups]


def usual_rows(drawing: Drawing, columns: int) -> int:
    """Return the height in characters at which a drawing of a width keeps its shape."""
    step = drawing.width / (columns - 1.02)
    return max(2, round(drawing.height / step / TALL)) + 1


def rasterize(drawing: Drawing, columns: int, rows: int = 0) -> Raster:
    """Sample a drawing on a grid of the given width in characters.

    :param rows: the height; by default the one that keeps the shape.
    """
    step = drawing.width / (columns - 1.02)
    rows = rows or usual_rows(drawing, columns)
    step_y = drawing.height / (rows - 1.02)
    corners = _corners(drawing, columns + 1, rows + 1, step, step_y)
    names, lines = [], []
    for row in range(rows):
        upper, lower = corners[row], corners[row + 1]
        squares = [(upper[c], upper[c + 1], lower[c + 1], lower[c]) for c in range(columns)]
        names.append(tuple(next((corner for corner in square if corner), "") for square in squares))
        # The sides that a border crosses; corners are named clockwise from the upper left.
        lines.append(tuple((a != b) * UP + (b != c) * RIGHT + (c != d) * DOWN + (d != a) * LEFT
                           for a, b, c, d in squares))  # fmt: skip
    return Raster(tuple(names), tuple(lines))


def _corners(drawing: Drawing, columns: int, rows: int, step_x: float, step_y: float) -> list[list[str]]:
    """Return the region at every corner of every character; the outermost corners are just outside the board."""
    grid = [[""] * columns for _ in range(rows)]
    xs = [(c - 0.51) * step_x for c in range(columns)]
    for name, cell in drawing.cells.items():
        lines = cell.lines()
        for row in range(rows):
            y = (row - 0.51) * step_y
            fill(grid[row], xs, name, crossings(lines, y))
    return grid


def fill(row: list[str], xs: Sequence[float], name: str, borders: Sequence[float]) -> None:
    """Write a name at each column with an odd number of outlines on its left."""
    for left, right in zip(borders[::2], borders[1::2], strict=True):
        for column, x in enumerate(xs):
            if left <= x < right:
                row[column] = name
