"""A drawing in characters that leaves nearly all of them to text: each is in one region.

A border below a character is a line under it, a border to its right takes the character. Islands are stretched to
rectangles in rows, because their round shapes would leave a quarter of the characters empty.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, groupby

from adjacency_map.model import Drawing, Island, Line, crossings
from adjacency_map.tile_repair import neighbours_of, repair

FINE = 8
"""Heights that are measured for each row."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """Characters in rows.

    :ivar region: the region of each character; empty outside the islands.
    :ivar names: row, first column and room of the name of each island; empty for one island.
    """

    region: tuple[tuple[str, ...], ...]
    names: tuple[tuple[int, int, int], ...] = ()

    def ends_right(self, row: int, column: int) -> bool:
        """Return whether a border is to the right of a character."""
        names = self.region[row]
        return names[column] != (names[column + 1] if column + 1 < len(names) else "")

    def ends_below(self, row: int, column: int) -> bool:
        """Return whether a border is below a character."""
        return self.region[row][column] != (self.region[row + 1][column] if row + 1 < len(self.region) else "")

    def rooms(self) -> dict[str, dict[int, tuple[int, int]]]:
        """Return region → row → the longest run of columns (first, last + 1) that has room for text."""
        rooms: dict[str, dict[int, tuple[int, int]]] = {}
        for row, names in enumerate(self.region):
            for name, group in groupby(range(len(names)), names.__getitem__):
                columns = list(group)
                run = columns[0], columns[-1]
                runs = rooms.setdefault(name, {})
                if run[1] > run[0] and run[1] - run[0] > runs.get(row, (0, 0))[1] - runs.get(row, (0, 0))[0]:
                    runs[row] = run
        return rooms


@dataclass(frozen=True, slots=True)
class _Box:
    """The characters that an island fills."""

    left: int
    top: int
    columns: int
    rows: int


@lru_cache(maxsize=16)
def tile(drawing: Drawing, columns: int, rows: int) -> Tiles:
    """Sample a drawing in the middle of each character."""
    islands = drawing.islands
    if len(islands) == 1:
        return Tiles(_filled(drawing, [_Box(0, 0, columns, rows)], columns, rows))
    ways = [_shelves(islands, columns, rows, count) for count in range(1, len(islands) + 1)]
    boxes = max((way for way in ways if min(box.rows for box in way) > 2), key=_evenness, default=ways[0])
    names = tuple((box.top - 1, box.left, box.columns) for box in boxes)
    return Tiles(_filled(drawing, boxes, columns, rows), names)


def _evenness(boxes: Sequence[_Box]) -> float:
    """Return how near the boxes are to twice as wide as high, which is a square."""
    return min(min(box.columns / (2 * box.rows), 2 * box.rows / box.columns) for box in boxes)


def _shelves(islands: Sequence[Island], columns: int, rows: int, count: int) -> list[_Box]:
    """Place islands in rows with a line for their names above each; the width of one depends on its cells."""
    total, shelves = sum(len(island.cells) for island in islands), list[list[Island]]()
    done = 0
    for island in islands:
        if not shelves or (len(shelves) < count and done >= total * len(shelves) / count - len(island.cells) / 2):
            shelves.append([])
        shelves[-1].append(island)
        done += len(island.cells)
    boxes, top = list[_Box](), 0
    for number, shelf in enumerate(shelves, 1):
        bottom = rows * number // len(shelves)
        boxes += _row_of_boxes([len(island.cells) for island in shelf], columns, top, bottom)
        top = bottom
    return boxes


def _row_of_boxes(sizes: Sequence[int], columns: int, top: int, bottom: int) -> Iterator[_Box]:
    room, left, done = columns - (len(sizes) - 1), 0, 0
    for number, size in enumerate(sizes):
        done += size
        right = round(room * done / sum(sizes)) + number
        yield _Box(left, top + 1, right - left, bottom - top - 1)
        left = right + 1


def _filled(drawing: Drawing, boxes: Sequence[_Box], columns: int, rows: int) -> tuple[tuple[str, ...], ...]:
    """Return the region of each character."""
    grid = [[""] * columns for _ in range(rows)]
    for island, box in zip(drawing.islands, boxes, strict=True):
        lines = {cell.id: cell.lines() for cell in island.cells}
        for row, y in enumerate(_levels(island, list(chain(*lines.values())), box.rows)):
            _fill_row(grid[box.top + row], box, lines, y)
    repair(grid, neighbours_of(drawing))
    return tuple(map(tuple, grid))


def _levels(island: Island, lines: Sequence[Line], rows: int) -> list[float]:
    """Return the height of each row; rows have equal areas of the island, so that its ends get no more than others."""
    heights = [island.top + (i + 0.5) * island.height / (rows * FINE) for i in range(rows * FINE)]
    ends = [crossings(lines, y) for y in heights]
    widths = [places[-1] - places[0] if places else 0.0 for places in ends]
    sums = list(accumulate(widths))
    return [heights[bisect_left(sums, (row + 0.5) * sums[-1] / rows)] for row in range(rows)]


def _fill_row(names: list[str], box: _Box, lines: dict[str, list[Line]], y: float) -> None:
    """Write the regions that a level line crosses, from one end of a box to the other."""
    borders = {name: crossings(outlines, y) for name, outlines in lines.items()}
    left = min(places[0] for places in borders.values() if places)
    right = max(places[-1] for places in borders.values() if places)
    for name, places in borders.items():
        for start, end in zip(places[::2], places[1::2], strict=True):
            first, last = ((place - left) / (right - left) * box.columns for place in (start, end))
            for column in range(box.columns):
                if first <= column + 0.5 < last:
                    names[box.left + column] = name
