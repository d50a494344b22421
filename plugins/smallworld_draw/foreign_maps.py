"""Maps of other programs: pairs, adjacency lists, matrices, tables and outlines, in JSON and CSV."""

from __future__ import annotations

import csv
import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from typing import Any

Point = tuple[float, float]
FARTHEST = 1e9
"""The largest coordinate."""


@dataclass(slots=True)
class ForeignMap:
    """Regions in the order of the file, and everything that it holds about them."""

    regions: dict[str, None] = field(default_factory=dict)
    named: dict[tuple[str, str], None] = field(default_factory=dict)
    """Borders, each by the region that names it."""
    is_directed: bool = False
    """Does each region list its neighbours, so that a border should be named twice?"""
    centers: dict[str, Point] = field(default_factory=dict)
    outlines: dict[str, list[list[Point]]] = field(default_factory=dict)
    terrains: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    grows_up: bool = False
    """Does y grow upwards, as on the globe?"""
    size: Point | None = None
    """Width and height of the picture to which the centers belong."""

    def add_region(self, name: object) -> str:
        """Add a region, unless the map has it; return its id."""
        region = label(name)
        self.regions.setdefault(region)
        return region

    def add_border(self, one: object, other: object) -> None:
        """Add a border between two regions."""
        pair = self.add_region(one), self.add_region(other)
        if pair[0] != pair[1]:
            self.named.setdefault(pair)

    def add_borders(self, region: object, neighbours: Iterable[object]) -> None:
        """Add the borders of a region."""
        self.add_region(region)
        self.is_directed = True
        for neighbour in neighbours:
            self.add_border(region, neighbour)


def label(name: object) -> str:
    """Return the id of a region as text; 3.0 is 3."""
    if isinstance(name, float) and name.is_integer():
        return str(int(name))
    return " ".join(str(name).split())


# --- JSON: pairs, adjacency lists, matrices, nodes with edges, GeoJSON


NODES = ("regions", "nodes", "areas", "territories", "provinces", "vertices", "cells", "countries", "features", "tiles",
         "map")  # fmt: skip
EDGES = ("edges", "links", "borders", "connections", "adjacencies", "pairs", "adjacency", "adjacent", "neighbors",
         "neighbours", "graph")  # fmt: skip
IDS = ("id", "key", "index", "code", "name", "label", "title")
NEIGHBOURS = ("adjacent", "neighbors", "neighbours", "adj", "borders", "links", "connections", "adjacency",
              "adjacencies", "edges")  # fmt: skip
CENTERS = ("center", "centre", "centroid", "position", "pos", "xy", "point", "coords", "location")
OUTLINES = ("polygon", "points", "outline", "shape", "path", "ring", "rings", "boundary", "geometry", "coordinates",
            "vertices")  # fmt: skip
TERRAINS = ("terrain", "biome", "kind", "type")
ENDS = (("source", "target"), ("from", "to"), ("a", "b"), ("u", "v"), ("start", "end"))
XY = (("x", "y"), ("cx", "cy"), ("left", "top"), ("lon", "lat"), ("lng", "lat"))


def read_json_map(data: Any) -> ForeignMap | None:
    """Read a map; None if the data is in no known form."""
    board = ForeignMap()
    if isinstance(data, dict):
        _read_object(board, data)
    elif isinstance(data, list):
        _read_list(board, data)
    return board if len(board.regions) > 1 and (board.named or board.outlines) else None


def _read_object(board: ForeignMap, data: Mapping[str, Any]) -> None:
    """Read an object: matrix with names, nodes with edges, or the neighbours by region."""
    _read_size(board, data)
    matrix: Any = data.get("matrix")
    if _is_matrix(matrix):
        keys = ("names", "labels", "ids", *NODES)
        labels = next((data[key] for key in keys if isinstance(data.get(key), list)), None)
        _read_matrix(board, matrix, list(labels) if labels and len(labels) == len(matrix) else None)
        return
    nodes = next((data[key] for key in NODES if isinstance(data.get(key), list | dict)), None)
    edges = next((data[key] for key in EDGES if isinstance(data.get(key), list | dict)), None)
    if nodes is None and edges is None:
        _read_lists(board, data)
        return
    board.grows_up = data.get("type") == "FeatureCollection"
    if nodes is not None:
        _read_nodes(board, nodes)
    if isinstance(edges, dict):
        _read_lists(board, edges)
    elif edges is not None:
        _read_list(board, edges)


def _read_size(board: ForeignMap, data: Mapping[str, Any]) -> None:
    sizes: list[Any] = [data.get("width"), data.get("height")]
    if isinstance(data.get("size"), list) and len(data["size"]) == 2:
        sizes = data["size"]
    if all(_is_number(size) and size > 0 for size in sizes):
        board.size = float(sizes[0]), float(sizes[1])


def _read_lists(board: ForeignMap, data: Mapping[str, Any]) -> None:
    """Read ``{"a": ["b", "c"], …}``, or ``{"a": {"neighbors": […], …}, …}``."""
    for key, value in data.items():
        if isinstance(value, list) and not any(map(_is_point, value)):
            board.add_borders(key, (_id_of(item) for item in value))
        elif isinstance(value, dict) and not _read_node(board, value, key):
            board.add_borders(key, (name for name, touches in value.items() if touches))


def _read_list(board: ForeignMap, data: list[Any]) -> None:
    """Read a list of pairs, of objects with two ends, of nodes, of lists of neighbours, or the rows of a matrix."""
    if _is_matrix(data):
        _read_matrix(board, data, [*board.regions] or None)
    elif all(isinstance(item, list) and len(item) == 2 and not any(isinstance(x, list) for x in item) for item in data):
        for one, other in data:
            board.add_border(one, other)
    elif all(isinstance(item, list) for item in data):
        for index, row in enumerate(data):
            nested = len(row) == 2 and isinstance(row[1], list)
            board.add_borders(row[0] if nested else index, row[1] if nested else row)
    else:
        for item in data:
            ends = _ends(item)
            if ends is not None:
                board.add_border(*ends)
        if not board.named:
            _read_nodes(board, data)


def _ends(item: Any) -> tuple[Any, Any] | None:
    """Return the ends of an edge; None for anything else."""
    if isinstance(item, list) and len(item) >= 2:
        return item[0], item[1]
    pairs = [pair for pair in ENDS if item.keys() >= {*pair}] if isinstance(item, dict) else []
    return (_id_of(item[pairs[0][0]]), _id_of(item[pairs[0][1]])) if pairs else None


def _is_matrix(data: Any) -> bool:
    """Return whether this is a square of truth values or of the numbers 0 and 1, with an empty diagonal."""
    if not isinstance(data, list) or len(data) < 3:
        return False
    if not all(isinstance(row, list) and len(row) == len(data) for row in data):
        return False
    is_binary = all(cell in (0, 1, None) for row in data for cell in row)
    return is_binary and not any(row[index] for index, row in enumerate(data))


def _read_matrix(board: ForeignMap, rows: list[list[Any]], labels: list[Any] | None) -> None:
    names = [_id_of(item) for item in labels] if labels else list(range(1, len(rows) + 1))
    for name, row in zip(names, rows, strict=True):
        board.add_borders(name, (other for other, cell in zip(names, row, strict=True) if cell))


def _read_nodes(board: ForeignMap, nodes: list[Any] | Mapping[str, Any]) -> None:
    pairs: Iterable[tuple[Any, Any]] = nodes.items() if isinstance(nodes, Mapping) else [(None, node) for node in nodes]
    for index, (key, node) in enumerate(pairs):
        if isinstance(node, dict):
            _read_node(board, node, key, str(index + 1))
        elif isinstance(node, list) and key is not None:
            board.add_borders(key, node)
        elif key is None and not isinstance(node, list):
            board.add_region(node)


def _read_node(board: ForeignMap, node: Mapping[str, Any], key: Any, number: str = "") -> bool:
    """Read a region; return whether the object describes one."""
    facts = {**node, **(node["properties"] if isinstance(node.get("properties"), dict) else {})}
    values = {str(name).lower(): value for name, value in facts.items()}
    used = {*IDS, *NEIGHBOURS, *CENTERS, *OUTLINES, *TERRAINS, "x", "cx", "lon", "lng"} & values.keys()
    if not used:
        return False
    if key is None:
        key = next((values[word] for word in IDS if values.get(word) is not None), number)
    region = board.add_region(key)
    name = values.get("name", values.get("title", values.get("label")))
    if isinstance(name, str) and name != region:
        board.names[region] = name
    terrain = next((values[word] for word in TERRAINS if isinstance(values.get(word), str)), "")
    if terrain and terrain not in ("Feature", "Polygon", "MultiPolygon"):
        board.terrains[region] = terrain
    center = _center(values)
    if center is not None:
        board.centers[region] = center
    neighbours = next((values[word] for word in NEIGHBOURS if isinstance(values.get(word), list | dict)), None)
    if neighbours is not None:
        board.add_borders(region, [_id_of(item) for item in neighbours])
    outline = next((rings for word in OUTLINES if (rings := list(_rings(values.get(word))))), [])
    if outline:
        board.outlines[region] = outline
    return True


def _center(values: Mapping[str, Any]) -> Point | None:
    for word in CENTERS:
        value = values.get(word)
        if isinstance(value, dict):
            value = next(([value[x], value[y]] for x, y in XY if x in value and y in value), None)
        if isinstance(value, list) and len(value) == 2 and all(map(_is_number, value)):
            return float(value[0]), float(value[1])
    for x, y in XY:
        if _is_number(values.get(x)) and _is_number(values.get(y)):
            return float(values[x]), float(values[y])
    return None


def _rings(value: Any) -> Iterator[list[Point]]:
    """Yield the outlines in a list of points, a list of such lists, or a geometry of GeoJSON."""
    if isinstance(value, dict):
        yield from _rings(value.get("coordinates"))
    elif isinstance(value, list) and len(value) > 2 and all(map(_is_point, value)):
        yield [_point(point) for point in value]
    elif isinstance(value, list):
        for part in value:
            yield from _rings(part)


def _point(value: Any) -> Point:
    if isinstance(value, dict):
        return float(value["x"]), float(value["y"])
    return float(value[0]), float(value[1])


def _is_point(value: Any) -> bool:
    if isinstance(value, dict):
        return _is_number(value.get("x")) and _is_number(value.get("y"))
    return isinstance(value, list) and len(value) in (2, 3) and all(map(_is_number, value))


def _is_number(value: Any) -> bool:
    """Return whether this can be a coordinate; NaN is not, nor a number with which no picture can be computed."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= FARTHEST


def _id_of(item: Any) -> Any:
    """Return the id in a reference to a region."""
    if isinstance(item, dict):
        return next((item[word] for word in (*IDS, "to", "target") if word in item), "")
    return item


# --- CSV: pairs, matrices with or without names, rows of neighbours, tables of regions


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
    if _is_matrix_of_words(rows):
        _read_matrix(board, _truths(rows), None)
    elif _is_matrix_of_words([row[1:] for row in rows[1:]]) and rows[0][1:] == [row[0] for row in rows[1:]]:
        _read_matrix(board, _truths(row[1:] for row in rows[1:]), rows[0][1:])
    elif {*IDS, "region"} & {*heads} and {*NEIGHBOURS} & {*heads}:
        _read_table(board, heads, rows[1:])
    elif all(len(row) == 2 and not _is_list(row[1], first) for row in rows) or (
        len({len(row) for row in rows}) == 1 and {*heads[:2]} <= _HEADS
    ):
        for one, other, *_more in rows[1:] if {*heads[:2]} <= {*_HEADS, *IDS} else rows:
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
    for row in rows if len({len(row) for row in rows}) > 1 else ():
        while len(row) > 1 and not row[-1]:
            row.pop()
    return rows


def _is_matrix_of_words(rows: Sequence[Sequence[str]]) -> bool:
    size = len(rows)
    cells = {cell.lower() for row in rows for cell in row}
    return size > 1 and all(len(row) == size for row in rows) and cells <= _TRUE | _FALSE and bool(cells & _TRUE)


def _truths(rows: Iterable[Sequence[str]]) -> list[list[bool]]:
    return [[cell.lower() in _TRUE for cell in row] for row in rows]


def _read_table(board: ForeignMap, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Read a table with a row for each region."""
    key = next(heads.index(word) for word in (*IDS, "region") if word in heads)
    named = next(word for word in NEIGHBOURS if word in heads)
    for row in rows:
        cells = dict(zip(heads, row, strict=False))
        place = next((f"{cells[x]} {cells[y]}" for x, y in XY if x in cells and y in cells), "")
        place = place or next((cells[word] for word in CENTERS if word in cells), "")
        numbers = re.findall(r"-?[0-9]+(?:\.[0-9]+)?", place)
        values = {word: cell for word, cell in cells.items() if cell}
        center = {"center": [*map(float, numbers)]} if len(numbers) == 2 else {}
        _read_node(board, {**values, **center, named: _split(cells.get(named, ""))}, row[key])


def _is_list(cell: str, names: set[str]) -> bool:
    """Return whether a cell holds several names; a name may have spaces."""
    parts = cell.split()
    return bool(re.search(r"[;|,/]", cell)) or (cell not in names and len(parts) > 1 and names.issuperset(parts))


def _split(cell: str) -> list[str]:
    """Split the neighbours in one cell."""
    sign = next((sign for sign in ";|,/" if sign in cell), None)
    parts = cell.split(sign) if sign else re.split(r"\s+", cell)
    return [part.strip() for part in parts if part.strip()]


# --- borders, centers and the edge of a map from the outlines of its regions


Outlines = Mapping[str, Sequence[Sequence[Point]]]
_Side = tuple[Point, Point]


def shared_sides(outlines: Outlines) -> tuple[list[tuple[str, str]], set[str]]:
    """Return the pairs of regions that share a side, and the regions with a side that no other shares."""
    cuts = sorted({point for rings in outlines.values() for ring in rings for point in _rounded(ring)})
    owners: dict[_Side, set[str]] = {}
    for region, rings in outlines.items():
        for ring in rings:
            for side in _sides(_rounded(ring), cuts):
                owners.setdefault(side, set()).add(region)
    pairs = Counter((one, other) for names in owners.values() for one in names for other in names if one < other)
    return sorted(pairs), {name for names in owners.values() if len(names) == 1 for name in names}


def _rounded(ring: Sequence[Point]) -> list[Point]:
    return [(round(x, 6), round(y, 6)) for x, y in ring]


def _sides(ring: Sequence[Point], cuts: Sequence[Point]) -> Iterator[_Side]:
    """Yield the sides of an outline, cut at each corner of another outline on them."""
    for start, end in pairwise([*ring, ring[0]]):
        first, last = bisect_left(cuts, (min(start[0], end[0]),)), bisect_right(cuts, (max(start[0], end[0]), inf))
        between = [cut for cut in cuts[first:last] if cut not in (start, end) and _is_on(cut, start, end)]
        yield from pairwise(sorted([start, *between, end]))


def _is_on(point: Point, start: Point, end: Point) -> bool:
    (x, y), (ax, ay), (bx, by) = point, start, end
    length = abs(bx - ax) + abs(by - ay)
    is_near = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) <= 1e-6 * length
    return length > 0 and is_near and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by)


def middle(rings: Sequence[Sequence[Point]]) -> Point:
    """Return the centre of gravity of the largest outline."""
    return max((_gravity(ring) for ring in rings), key=lambda part: part[0])[1]


def _gravity(ring: Sequence[Point]) -> tuple[float, Point]:
    area = x = y = 0.0
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        cross = ax * by - bx * ay
        area, x, y = area + cross, x + (ax + bx) * cross, y + (ay + by) * cross
    if not area:
        return 0.0, ring[0]
    return abs(area), (x / (3 * area), y / (3 * area))
