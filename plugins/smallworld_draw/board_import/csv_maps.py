"""Read maps in CSV: pairs, matrices with or without names, rows of neighbours, tables of regions."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence

from smallworld_draw.board_import.foreign_map import ForeignMap
from smallworld_draw.board_import.json_maps import CENTERS, IDS, NEIGHBOURS, TERRAINS, XY

_HEADS = {"from", "to", "source", "target", "a", "b", "u", "v", "region", "region1", "region2", "neighbor", "neighbour",
          "start", "end", "node1", "node2", "one", "other"}  # fmt: skip
_TRUE, _FALSE = {"1", "x", "true", "yes", "1.0"}, {"0", "", "-", ".", "false", "no", "0.0"}


def read_csv_map(text: str) -> ForeignMap | None:
    """Read a map; None if the table is in no known form."""
    rows = _rows(text)
    if len(rows) < 2:
        return None
    board = ForeignMap()
    heads, first = [cell.lower() for cell in rows[0]], {row[0] for row in rows}
    if _is_matrix(rows):
        _read_matrix(board, [str(number) for number in range(1, len(rows) + 1)], rows)
    elif _is_matrix([row[1:] for row in rows[1:]]) and rows[0][1:] == [row[0] for row in rows[1:]]:
        _read_matrix(board, rows[0][1:], [row[1:] for row in rows[1:]])
    elif {*IDS, "region"} & {*heads} and {*NEIGHBOURS} & {*heads}:
        _read_table(board, heads, rows[1:])
    elif all(len(row) == 2 and not _is_list(row[1], first) for row in rows):
        for one, other in rows[1:] if {*heads} <= {*_HEADS, *IDS} else rows:
            board.add_border(one, other)
    elif len({len(row) for row in rows}) == 1 and {*heads[:2]} <= _HEADS:
        for one, other, *_ in rows[1:]:
            board.add_border(one, other)
    else:
        for region, *neighbours in rows[1:] if heads[0] in {*IDS, *_HEADS} else rows:
            board.add_borders(region, [name for cell in neighbours for name in _split(cell)])
    return board if len(board.regions) > 1 and board.named else None


def _rows(text: str) -> list[list[str]]:
    """Split a text into rows of cells; the separator is the sign that most lines have."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    separator = max(",;\t", key=lambda sign: (sum(sign in line for line in lines), -",;\t".index(sign)))
    if not any(separator in line for line in lines):
        separator = " "
    try:
        rows = [[cell.strip() for cell in row] for row in csv.reader(lines, delimiter=separator, skipinitialspace=True)]
    except csv.Error:  # a cell of more than 131,072 letters
        return []
    return [_without_empty_end(row) for row in rows] if len({len(row) for row in rows}) > 1 else rows


def _without_empty_end(row: list[str]) -> list[str]:
    while len(row) > 1 and not row[-1]:
        row = row[:-1]
    return row


def _is_matrix(rows: Sequence[Sequence[str]]) -> bool:
    size = len(rows)
    cells = {cell.lower() for row in rows for cell in row}
    return size > 1 and all(len(row) == size for row in rows) and cells <= _TRUE | _FALSE and bool(cells & _TRUE)


def _read_matrix(board: ForeignMap, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    for name, row in zip(names, rows, strict=True):
        board.add_borders(name, [other for other, cell in zip(names, row, strict=True) if cell.lower() in _TRUE])


def _read_table(board: ForeignMap, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Read a table with a row for each region."""
    key = next(heads.index(word) for word in (*IDS, "region") if word in heads)
    for row in rows:
        cells = dict(zip(heads, row, strict=False))
        region = board.add_region(row[key])
        named = next(cells.get(word, "") for word in NEIGHBOURS if word in heads)
        board.add_borders(region, _split(named))
        if cells.get("name", region) != region:
            board.names[region] = cells["name"]
        terrain = next((cells[word] for word in TERRAINS if cells.get(word)), "")
        if terrain:
            board.terrains[region] = terrain
        place = next((f"{cells[x]} {cells[y]}" for x, y in XY if x in cells and y in cells), "")
        place = place or next((cells[word] for word in CENTERS if word in cells), "")
        numbers = re.findall(r"-?[0-9]+(?:\.[0-9]+)?", place)
        if len(numbers) == 2:
            board.centers[region] = float(numbers[0]), float(numbers[1])


def _is_list(cell: str, names: set[str]) -> bool:
    """Return whether a cell holds several names; a name may have spaces."""
    parts = cell.split()
    return bool(re.search(r"[;|,/]", cell)) or (cell not in names and len(parts) > 1 and names.issuperset(parts))


def _split(cell: str) -> list[str]:
    """Split the neighbours in one cell."""
    sign = next((sign for sign in ";|,/" if sign in cell), None)
    parts = cell.split(sign) if sign else re.split(r"\s+", cell)
    return [part.strip() for part in parts if part.strip()]
