"""Draw maps: faces with a mesh of triangles, first places for its nodes, relaxation until cells look like a foam."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise
from math import ceil, sqrt

from adjacency_map.faces import build, embed, trusted_vertices
from adjacency_map.initial_layout import Coast, Rectangle, place_nodes
from adjacency_map.model import Area, AreaMap, Cell, Drawing, Island, NotDrawable, Point, Ring, label_point, reachable
from adjacency_map.relaxation import Relaxation, Triangulation

UNIT = 10.0
"""Width of an average area."""
LONE = 0.5
"""Size of an area without neighbours next to a map, so that the map stays large."""
COAST_FILL = 1.33
"""Areas of the box of an island for each area of its cells: a round island does not fill its box."""


def draw(maps: Sequence[AreaMap], ratio: float = 2.0, quality: float = 1.0) -> Drawing:
    """Draw one map, or several next to each other; the result is the same every time.

    :param ratio: width divided by height of the whole, used where several islands can be arranged.
    :param quality: share of the steps that even out the map; a map of 0.2 is ready in a third of the time, and right.
    :raises NotDrawable: no flat map has these borders.
    """
    return _drawing(tuple(maps), ratio, quality)


@lru_cache(maxsize=32)
def _drawing(maps: tuple[AreaMap, ...], ratio: float, quality: float) -> Drawing:
    parts = [island for area_map in maps for island in _draw_map(area_map, quality)]
    if len(parts) == 1:
        return Drawing(parts[0].width, parts[0].height, (parts[0],))
    gap, head = (0.5 * UNIT, 0.35 * UNIT) if len(maps) > 1 else (0.2 * UNIT, 0.0)
    width, height, places = pack([(part.width, part.height) for part in parts], gap, head, ratio)
    islands = tuple(_move(part, *place) for part, place in zip(parts, places, strict=True))
    return Drawing(width, height, islands if len(maps) > 1 else tuple(replace(island, name="") for island in islands))


@lru_cache(maxsize=128)
def _draw_map(area_map: AreaMap, quality: float) -> tuple[Island, ...]:
    """Draw the connected parts of one map; a usual map is a single one."""
    try:
        return tuple(_draw_part(area_map, part, quality) for part in _connected_parts(area_map))
    except NotDrawable as error:
        raise NotDrawable(f"board {area_map.name!r} cannot be drawn: {error}") from None


def _connected_parts(area_map: AreaMap) -> list[list[Area]]:
    ids = {area.id for area in area_map.areas}
    neighbours = {area.id: ids.intersection(area.neighbours) for area in area_map.areas}
    parts, seen = [], set[str]()
    for area in area_map.areas:
        if area.id not in seen:
            part = reachable(area.id, neighbours) - seen
            parts.append([area for area in area_map.areas if area.id in part])
            seen |= part
    return parts


def _draw_part(area_map: AreaMap, areas: Sequence[Area], quality: float) -> Island:
    index = {area.id: i for i, area in enumerate(areas)}
    pairs = {(index[area.id], index[other]) for area in areas for other in area.neighbours if other in index}
    edges = sorted({(min(pair), max(pair)) for pair in pairs})
    rim = {i for i, area in enumerate(areas) if area.rim}
    centres = _scaled_centres(area_map, areas, bool(rim))
    triangulation, targets, edge = _triangulate(area_map, len(areas), edges, rim, centres)
    relaxation = Relaxation(triangulation, targets, isinstance(edge, Coast))
    # Even out the sizes, move cells to their places, then smooth the borders.
    relaxation.settle(ceil(90 * quality), 0.0)
    relaxation.settle(ceil(50 * quality), 0.08)
    triangulation.split()
    relaxation.settle(ceil(30 * quality), 0.02)
    triangulation.split()
    relaxation.settle(ceil(6 * quality), 0.0)
    return _outline(area_map.name, areas, triangulation)


def _triangulate(
    area_map: AreaMap, count: int, edges: Sequence[tuple[int, int]], rim: set[int], centres: list[Point] | None
) -> tuple[Triangulation, dict[int, Point], Rectangle | Coast]:
    """Return a valid drawing: near the given centres on a rectangle if possible, else anywhere, else as an island.

    If other areas separate rim areas from the edge, the map has no drawing on a rectangle.
    """
    failure = NotDrawable("")
    for outside, use_centres in [(rim, True), (rim, False)] + ([(set[int](), True), (set[int](), False)] * bool(rim)):
        inner, outer = embed(range(count), edges, centres, outside)
        mesh = build(count, inner, outer, set(range(count)) - outside if outside else ())
        targets = {v: centres[v] for v in trusted_vertices(edges, centres)} if centres and use_centres else {}
        edge = (Rectangle if outside else Coast)(*_size(area_map, count, bool(outside)))
        try:
            places = place_nodes(mesh, edge, targets)
        except NotDrawable as error:
            failure = error
        else:
            labels = [mesh.labels[anchor] for anchor, _, _ in mesh.triangles]
            return Triangulation(places, mesh.triangles, labels), targets, edge
    raise failure


def _size(area_map: AreaMap, count: int, rectangular: bool) -> tuple[float, float]:
    """Return width and height such that an area is one unit wide."""
    is_lone = count == 1 < len(area_map.areas)
    surface = count * UNIT * UNIT * (1.0 if rectangular else COAST_FILL) * (LONE if is_lone else 1.0)
    return sqrt(surface * area_map.aspect), sqrt(surface / area_map.aspect)


def _scaled_centres(area_map: AreaMap, areas: Sequence[Area], rectangular: bool) -> list[Point] | None:
    """Return the given centres in units; None unless all are given and differ."""
    centres = [area.centre for area in areas if area.centre is not None]
    if len(centres) < len(areas) or len(set(centres)) < len(centres):
        return None
    width, height = _size(area_map, len(areas), rectangular)
    if len(areas) == len(area_map.areas):
        return [(x * width / 100, y * height / 100) for x, y in centres]
    left, right = min(x for x, _ in centres), max(x for x, _ in centres)
    top, bottom = min(y for _, y in centres), max(y for _, y in centres)
    span_x, span_y = right - left or 1.0, bottom - top or 1.0
    return [((0.1 + 0.8 * (x - left) / span_x) * width, (0.1 + 0.8 * (y - top) / span_y) * height) for x, y in centres]


def _outline(name: str, areas: Sequence[Area], triangulation: Triangulation) -> Island:
    xs, ys = triangulation.xs, triangulation.ys
    left, top = min(xs), min(ys)
    points = [(round(x - left, 6), round(y - top, 6)) for x, y in zip(xs, ys, strict=True)]
    lines: dict[int, dict[int, list[int]]] = {}
    for (p, q), label in triangulation.border.items():
        lines.setdefault(label, {}).setdefault(p, []).append(q)
    cells = []
    for label, area in enumerate(areas):
        rings = tuple(tuple(points[node] for node in ring) for ring in _rings(lines[label]))
        cells.append(Cell(area.id, rings, label_point(rings)))
    return Island(name, tuple(cells), 0.0, 0.0, max(xs) - left, max(ys) - top)


def _rings(followers: dict[int, list[int]]) -> list[list[int]]:
    """Join directed lines (node → next nodes) to closed rings."""
    rings = []
    while followers:
        node = next(iter(followers))
        ring: list[int] = []
        while node in followers:
            ring.append(node)
            follower = followers[node].pop()
            if not followers[node]:
                del followers[node]
            node = follower
        rings.append(ring)
    return rings


def _move(island: Island, dx: float, dy: float) -> Island:
    def moved(ring: Ring) -> Ring:
        return tuple((x + dx, y + dy) for x, y in ring)

    cells = (
        replace(cell, rings=tuple(map(moved, cell.rings)), label_point=moved((cell.label_point,))[0])
        for cell in island.cells
    )
    return replace(island, cells=tuple(cells), left=island.left + dx, top=island.top + dy)


# --- packing of several islands on one page


MANY = 6
"""Most breaks of a line of boxes for which all ways are tried."""
Box = tuple[float, float]
Place = tuple[float, float]


def pack(boxes: Sequence[Box], gap: float, head: float, ratio: float) -> tuple[float, float, list[Place]]:
    """Return width and height of the page and the upper left corner of each box.

    Boxes stay in their order, in rows or in columns.

    :param gap: between two boxes. :param head: room above each, for a name.
    :param ratio: width divided by height of the page to fill.
    """
    tall = [(w, h + head) for w, h in boxes]
    turned = [(h, w) for w, h in tall]
    ways = [_rows(tall, split, gap) for split in _splits(len(boxes))]
    for height, width, places in [_rows(turned, split, gap) for split in _splits(len(boxes))]:
        ways.append((width, height, [(x, y) for y, x in places]))
    # As large as possible on a page of that shape.
    width, height, places = max(ways, key=lambda way: (round(min(ratio / way[0], 1 / way[1]), 6), -way[0] * way[1]))
    return width, height, [(x, y + head) for x, y in places]


def _splits(count: int) -> list[list[tuple[int, int]]]:
    """Return every way to break a line of boxes into rows."""
    return [
        list(pairwise((0, *cuts, count)))
        for breaks in range(min(count, MANY))
        for cuts in combinations(range(1, count), breaks)
        if count <= 2 * MANY or len({b - a for a, b in pairwise((0, *cuts))}) <= 1
    ]


def _rows(boxes: Sequence[Box], rows: Sequence[tuple[int, int]], gap: float) -> tuple[float, float, list[Place]]:
    """Return the extent of rows of boxes and the place of each box in them."""
    width = max(sum(w for w, _ in boxes[a:b]) + gap * (b - a - 1) for a, b in rows)
    places, y = [], 0.0
    for start, end in rows:
        row = boxes[start:end]
        tallest = max(h for _, h in row)
        # Spread a short row over the width, with half as much room at the ends as between.
        spare = (width - sum(w for w, _ in row) - gap * (len(row) - 1)) / len(row)
        x = spare / 2
        for w, h in row:
            places.append((x, y + (tallest - h) / 2))
            x += w + gap + spare
        y += tallest + gap
    return width, y - gap, places
