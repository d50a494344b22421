"""A drawing in characters: which region each place of a grid shows, and where lines run.

The four corners of a character are looked up in the drawing. If all lie in one
region the character is free for text; else a line passes between those that differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from smallworld.render.geometry import Drawing

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
ASCII = " |-'||.+-'-+.+++"
"""Line characters by the sum of the directions in which lines leave."""
TALL = 2.0
"""A character is twice as high as wide."""


@dataclass(frozen=True, slots=True)
class Raster:
    """Characters in rows.

    :ivar region: for each character the region it lies in; empty outside the board.
    :ivar line: directions in which border lines leave its middle; 0 = room for text.
    """

    region: tuple[tuple[str, ...], ...]
    line: tuple[tuple[int, ...], ...]

    def runs(self, region: str, row: int, over_lines: bool = False) -> list[tuple[int, int]]:
        """First and last + 1 columns where a row has room for text within a region.

        :param over_lines: count the border lines around it as room.
        """
        found, start = [], -1
        names, lines = self.region[row], self.line[row]
        for column in range(len(names) + 1):
            free = column < len(names) and (
                (over_lines and lines[column] > 0) or (names[column] == region and not lines[column])
            )
            if free and start < 0:
                start = column
            elif not free and start >= 0:
                found.append((start, column))
                start = -1
        return found


def rasterise(drawing: Drawing, columns: int) -> Raster:
    """Sample a drawing so that it is as wide as given, in characters."""
    step = drawing.width / (columns - 1.02)
    rows = max(2, round(drawing.height / step / TALL)) + 1
    step_y = drawing.height / (rows - 1.02)
    corners = _corners(drawing, columns + 1, rows + 1, step, step_y)
    names, lines = [], []
    for row in range(rows):
        upper, lower = corners[row], corners[row + 1]
        squares = [(upper[c], upper[c + 1], lower[c + 1], lower[c]) for c in range(columns)]
        names.append(tuple(next((corner for corner in square if corner), "") for square in squares))
        lines.append(tuple(_line(*square) for square in squares))
    return Raster(tuple(names), tuple(lines))


def _line(a: str, b: str, c: str, d: str) -> int:
    """Which sides of a square, named clockwise from the upper left corner, a border crosses."""
    return (a != b) * UP + (b != c) * RIGHT + (c != d) * DOWN + (d != a) * LEFT


def _corners(drawing: Drawing, columns: int, rows: int, step_x: float, step_y: float) -> list[list[str]]:
    """The region at every corner of every character; the outermost lie just outside the board."""
    grid = [[""] * columns for _ in range(rows)]
    xs = [(c - 0.51) * step_x for c in range(columns)]
    for name, cell in drawing.cells.items():
        lines = cell.lines()
        for row in range(rows):
            y = (row - 0.51) * step_y
            _fill(grid[row], xs, name, _crossings(lines, y))
    return grid


def _crossings(lines: Sequence[tuple[tuple[float, float], tuple[float, float]]], y: float) -> list[float]:
    return sorted(ax + (bx - ax) * (y - ay) / (by - ay) for (ax, ay), (bx, by) in lines if (ay > y) != (by > y))


def _fill(row: list[str], xs: Sequence[float], name: str, crossings: Sequence[float]) -> None:
    """Write a name wherever an odd number of outlines lies to the left."""
    for left, right in zip(crossings[::2], crossings[1::2], strict=True):
        for column, x in enumerate(xs):
            if left <= x < right:
                row[column] = name
