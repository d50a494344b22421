"""Corrections of tiles: characters at borders change sides until neighbours touch, others do not, texts have room.

Sampling in a few rows makes some regions touch that are not neighbours, or separates some that are. A change is made
only if it makes the whole better, and a region stays in one piece.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby, pairwise

from adjacency_map.model import Drawing

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


def neighbours_of(drawing: Drawing) -> set[Pair]:
    """Return the pairs of cells that share a line."""
    owner = {line: cell.id for cell in drawing.cells.values() for line in cell.lines()}
    return {
        frozenset((cell, owner[end, start]))
        for (start, end), cell in owner.items()
        if owner.get((end, start), cell) != cell
    }


def repair(grid: Grid, pairs: set[Pair]) -> None:
    """Change characters at borders as long as that makes the whole better."""
    _Repair(grid, pairs).run()


class _Repair:
    """Tiles that are corrected.

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
        self._give(row, column, best)
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
        before = self._lack(name) + self._lack(other)
        changes = Counter(self._contacts_at(row, column))
        faults = sum(map(self._faults, {*changes}))
        self._grid[row][column] = other
        after = self._lack(name) + self._lack(other)
        added = Counter(self._contacts_at(row, column))
        self._grid[row][column] = name
        touched = {*changes, *added}
        faults_before = sum(map(self._faults, touched))
        faults_after = sum(self._faults(pair, added[pair] - changes[pair]) for pair in touched)
        return before - after + FAULT * (faults_before - faults_after) if faults or added or changes else 0.0

    def _faults(self, pair: Pair, change: int = 0) -> float:
        """Return how wrong a pair is: neighbours that do not touch, or others, the more the longer they do."""
        contacts = self._contacts[pair] + change
        if pair in self._pairs:
            return 1.0 if contacts == 0 else 0.0
        return 1.0 + 0.25 * contacts if contacts else 0.0

    def _lack(self, name: str) -> float:
        """Return the columns that a region lacks for a text."""
        widths = [max(self._widths(row, name), default=0) for row in self._spans[name]]
        values = [width if width >= LEAST else width / 2 for width in widths]
        best = max(sum(values[top : top + 3]) for top in range(len(values)))
        return max(0.0, ROOM - best)

    def _widths(self, row: int, name: str) -> Iterator[int]:
        """Yield the columns of each run of a region that text can use."""
        if name in self._grid[row]:
            yield from (len(list(group)) - 1 for owner, group in groupby(self._grid[row]) if owner == name)

    def _give(self, row: int, column: int, other: str) -> None:
        self._contacts.subtract(self._contacts_at(row, column))
        self._grid[row][column] = other
        self._contacts.update(self._contacts_at(row, column))
