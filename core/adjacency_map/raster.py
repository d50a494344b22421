"""A drawing in characters, in two forms: with lines between its cells, and with nearly all characters free for text."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain, groupby, pairwise
from math import inf
from typing import NamedTuple

from adjacency_map.model import Drawing, Island, Line, crossings

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
        if not over_lines and region not in self.region[row]:
            return []
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

    If the four corners of a character are in one region, it is free for text; else a line passes between them.

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
    ys = [(row - 0.51) * step_y for row in range(rows)]
    for name, cell in drawing.cells.items():
        lines = cell.lines()
        heights = [y for (_x, y), _end in lines]
        for row in range(bisect_left(ys, min(heights)), bisect_left(ys, max(heights))):
            fill(grid[row], xs, name, crossings(lines, ys[row]))
    return grid


def fill(row: list[str], xs: Sequence[float], name: str, borders: Sequence[float]) -> None:
    """Write a name at each column with an odd number of outlines on its left."""
    for left, right in zip(borders[::2], borders[1::2], strict=True):
        first, end = bisect_left(xs, left), bisect_left(xs, right)
        row[first:end] = [name] * (end - first)


# --- characters for text: each is in one region
#
# A border below a character is a line under it, a border to its right takes the character. Islands are stretched to
# rectangles in rows, because their round shapes would leave a quarter of the characters empty.


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


class _Box(NamedTuple):
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
    usable = [way for way in ways if min(box.rows for box in way) > 2] or ways[:1]
    # The boxes are as near as possible to twice as wide as high, which is a square.
    boxes = max(usable, key=lambda way: min(min(b.columns / (2 * b.rows), 2 * b.rows / b.columns) for b in way))
    names = tuple((box.top - 1, box.left, box.columns) for box in boxes)
    return Tiles(_filled(drawing, boxes, columns, rows), names)


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
    _Repair(grid, _neighbours(drawing)).run()
    return tuple(map(tuple, grid))


def _levels(island: Island, lines: Sequence[Line], rows: int) -> list[float]:
    """Return the height of each row; rows have equal areas of the island, so that its ends get no more than others."""
    heights = [island.top + (i + 0.5) * island.height / (rows * FINE) for i in range(rows * FINE)]
    firsts, lasts = [inf] * len(heights), [-inf] * len(heights)
    for (ax, ay), (bx, by) in lines:
        for i in range(bisect_left(heights, min(ay, by)), bisect_left(heights, max(ay, by))):
            x = ax + (bx - ax) * (heights[i] - ay) / (by - ay)
            firsts[i], lasts[i] = min(firsts[i], x), max(lasts[i], x)
    widths = [max(0.0, last - first) for first, last in zip(firsts, lasts, strict=True)]
    sums = list(accumulate(widths))
    return [heights[bisect_left(sums, (row + 0.5) * sums[-1] / rows)] for row in range(rows)]


def _fill_row(names: list[str], box: _Box, lines: dict[str, list[Line]], y: float) -> None:
    """Write the regions that a level line crosses, from one end of a box to the other."""
    borders = {name: crossings(outlines, y) for name, outlines in lines.items()}
    columns = [column - box.left + 0.5 for column in range(len(names))]
    left = min(places[0] for places in borders.values() if places)
    right = max(places[-1] for places in borders.values() if places)
    for name, places in borders.items():
        fill(names, columns, name, [(place - left) / (right - left) * box.columns for place in places])


# --- corrections: characters at borders change sides until neighbours touch, others do not, texts have room


Grid = list[list[str]]
Pair = frozenset[str]
AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""Steps to the eight characters around one, in a circle."""
SIDES = AROUND[1::2]
SWEEPS = 6
"""Most passes over all characters."""
ROOM, LEAST = 9, 4
"""Columns that a text needs in all, and in each of its rows."""
REACH = 2
"""Rows by which a region may grow."""
FAULT = 8.0
"""Weight of a wrong pair; a column that lacks weighs 1."""


def _neighbours(drawing: Drawing) -> set[Pair]:
    """Return the pairs of cells that share a line."""
    owner = {line: cell.id for cell in drawing.cells.values() for line in cell.lines()}
    return {
        frozenset((cell, owner[end, start]))
        for (start, end), cell in owner.items()
        if owner.get((end, start), cell) != cell
    }


class _Repair:
    """Tiles that are corrected: characters at borders change as long as that makes the whole better.

    Sampling in a few rows makes some regions touch that are not neighbours, or separates some that are.

    :param pairs: the neighbours.
    """

    def __init__(self, grid: Grid, pairs: set[Pair]) -> None:
        self._grid, self._pairs = grid, pairs
        self._rows, self._columns = len(grid), len(grid[0])
        self._contacts = Counter(pair for row, column in self._cells() for pair in self._contacts_at(row, column))
        self._spans: dict[str, range] = {}
        for row, names in enumerate(grid):
            for name in {*names}:
                first = self._spans[name].start if name in self._spans else max(0, row - REACH)
                self._spans[name] = range(first, min(self._rows, row + REACH + 1))
        self._contacts.update({pair: -count // 2 for pair, count in self._contacts.items()})
        self._rooms = {name: [self._room(row, name) for row in span] for name, span in self._spans.items()}
        """Region → the room for text in each row of its span."""
        self._lacks = {name: _lack(rooms) for name, rooms in self._rooms.items()}

    def _cells(self) -> Iterator[tuple[int, int]]:
        return ((row, column) for row in range(self._rows) for column in range(self._columns))

    def run(self) -> None:
        """Pass over all characters until nothing improves."""
        for _sweep in range(SWEEPS):
            improved = [self._improve(row, column) for row, column in self._cells() if self._grid[row][column]]
            if not any(improved):
                return

    def _name_at(self, row: int, column: int) -> str:
        return self._grid[row][column] if 0 <= row < self._rows and 0 <= column < self._columns else ""

    def _contacts_at(self, row: int, column: int) -> Iterator[Pair]:
        """Yield the pair of a character with each of its sides that is in another region."""
        name = self._name_at(row, column)
        for down, right in SIDES:
            other = self._name_at(row + down, column + right)
            if name and other and other != name:
                yield frozenset((name, other))

    def _improve(self, row: int, column: int) -> bool:
        """Give a character to the neighbouring region with which the whole is best; return whether it changes."""
        name = self._grid[row][column]
        rivals = {self._name_at(row + down, column + right) for down, right in SIDES} - {name, ""}
        if not rivals or not self._may_lose(row, column):
            return False
        gains = {other: self._gain(row, column, other) for other in sorted(rivals)}
        best = max(gains, key=gains.__getitem__)
        if gains[best] <= 0:
            return False
        self._contacts.subtract(self._contacts_at(row, column))
        self._grid[row][column] = best
        self._contacts.update(self._contacts_at(row, column))
        for changed in (name, best):
            self._rooms[changed] = self._rooms_with(changed, row)
            self._lacks[changed] = _lack(self._rooms[changed])
        return True

    def _may_lose(self, row: int, column: int) -> bool:
        """Return whether the region of a character stays in one piece without it."""
        name = self._grid[row][column]
        circle = [self._name_at(row + down, column + right) == name for down, right in AROUND]
        ends = sum(is_own and not follows for is_own, follows in pairwise([*circle, circle[0]]))
        is_side = circle[1::2]
        return ends == 1 and any(is_side) and not all(is_side)

    def _gain(self, row: int, column: int, other: str) -> float:
        """Return how much better the whole is if another region gets a character."""
        name = self._grid[row][column]
        changes = Counter[Pair]()
        for pair in self._contacts_at(row, column):
            changes[pair] -= 1
        self._grid[row][column] = other
        after = _lack(self._rooms_with(name, row)) + _lack(self._rooms_with(other, row))
        for pair in self._contacts_at(row, column):
            changes[pair] += 1
        self._grid[row][column] = name
        faults = sum(self._faults(pair, change) - self._faults(pair) for pair, change in changes.items())
        return self._lacks[name] + self._lacks[other] - after - FAULT * faults

    def _faults(self, pair: Pair, change: int = 0) -> float:
        """Return how wrong a pair is: neighbours that do not touch, or others, the more the longer they do."""
        contacts = self._contacts[pair] + change
        if pair in self._pairs:
            return 1.0 if contacts == 0 else 0.0
        return 1.0 + 0.25 * contacts if contacts else 0.0

    def _rooms_with(self, name: str, row: int) -> list[float]:
        """Return the rooms of a region after a row has changed."""
        rooms, span = list(self._rooms[name]), self._spans[name]
        if row in span:
            rooms[row - span.start] = self._room(row, name)
        return rooms

    def _room(self, row: int, name: str) -> float:
        """Return the columns that text can use in the longest run of a region in a row; a short one counts half."""
        names = self._grid[row]
        longest = names.count(name)
        if longest:
            first = names.index(name)
            if names[first : first + longest].count(name) < longest:  # more than one run
                longest = max(len(list(group)) for owner, group in groupby(names) if owner == name)
        width = max(0, longest - 1)
        return width if width >= LEAST else width / 2


def _lack(rooms: Sequence[float]) -> float:
    """Return the columns that a region lacks for a text, which takes three rows."""
    return max(0.0, ROOM - max(sum(rooms[top : top + 3]) for top in range(len(rooms))))
