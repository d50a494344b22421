"""Read maps in JSON: pairs, adjacency lists, matrices, nodes with edges, GeoJSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from smallworld_draw.board_import.foreign_map import ForeignMap, Point

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
    return isinstance(value, int | float) and not isinstance(value, bool)


def _id_of(item: Any) -> Any:
    """Return the id in a reference to a region."""
    if isinstance(item, dict):
        return next((item[word] for word in (*IDS, "to", "target") if word in item), "")
    return item
