"""Where every region of a board is drawn.

>>> from smallworld.render.geometry import draw
>>> import smallworld
>>> drawing = draw(smallworld.load_variant("base").board_files["base-2p"])
>>> len(drawing.cells), drawing.cells["r01"].touches(drawing.cells["r02"])
(23, True)

Two cells share a line exactly when their regions are adjacent. Lengths are in
units of which ten are about the width of a region; x grows to the right, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot, inf, sqrt

from smallworld.model.board import Board, BoardFile, Region
from smallworld.render.foam import Foam
from smallworld.render.layout import Coast, Rectangle, lay_out
from smallworld.render.mesh import build
from smallworld.render.packing import pack
from smallworld.render.planar import NotDrawable, Point, embed, trusted
from smallworld.render.sheet import Sheet

UNIT = 10.0
Ring = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """The place of one region.

    :ivar rings: its outlines; more than one if it surrounds others. Neighbours share the very same points.
    :ivar heart: a point well within it, with room on either side.
    """

    region: Region
    rings: tuple[Ring, ...]
    heart: Point

    def lines(self) -> list[tuple[Point, Point]]:
        """The outline, line by line."""
        return [line for ring in self.rings for line in pairwise((*ring, ring[0]))]

    def touches(self, other: Cell) -> bool:
        """Whether the two share more than single points."""
        mine = {frozenset(line) for line in self.lines()}
        return any(frozenset(line) in mine for line in other.lines())


@dataclass(frozen=True, slots=True)
class Island:
    """A connected part of a drawing.

    :ivar name: to be written above it; empty for a board that is drawn alone.
    """

    name: str
    cells: tuple[Cell, ...]
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Drawing:
    """A whole board, or several islands side by side."""

    width: float
    height: float
    islands: tuple[Island, ...]

    @property
    def cells(self) -> dict[str, Cell]:
        """Region id → its cell."""
        return {cell.region.id: cell for island in self.islands for cell in island.cells}


def draw(board: Board | BoardFile, ratio: float = 2.0) -> Drawing:
    """The drawing of a board; the same every time.

    :param ratio: width divided by height of the whole, where several islands can lie this way or that.
    :raises NotDrawable: if no flat map has these borders, or if the board gives no
        coordinates and the library that finds some is missing.
    """
    faces = board.faces if isinstance(board, Board) else (board,)
    return _drawing(faces, ratio)


@lru_cache(maxsize=32)
def _drawing(faces: tuple[BoardFile, ...], ratio: float) -> Drawing:
    parts = [island for face in faces for island in _face(face)]
    if len(parts) == 1:
        return Drawing(parts[0].width, parts[0].height, (parts[0],))
    names = {face.id: face for face in faces}
    width, height, places = pack([(part.width, part.height) for part in parts], UNIT, ratio)
    islands = tuple(_moved(part, *place) for part, place in zip(parts, places, strict=True))
    return Drawing(width, height, islands if len(names) > 1 else tuple(_nameless(island) for island in islands))


@lru_cache(maxsize=128)
def _face(face: BoardFile) -> tuple[Island, ...]:
    """The islands of one file; a usual board is a single one."""
    try:
        return tuple(_island(face, part) for part in _parts(face))
    except NotDrawable as error:
        raise NotDrawable(f"board {face.id!r} cannot be drawn: {error}") from None


def _parts(face: BoardFile) -> list[list[Region]]:
    """The regions, by what hangs together."""
    by_id = {region.id: region for region in face.regions}
    parts, seen = [], set[str]()
    for region in face.regions:
        part, todo = set[str](), [region.id]
        while todo:
            name = todo.pop()
            if name not in seen:
                seen.add(name)
                part.add(name)
                todo += [other for other in by_id[name].adjacent if other in by_id]
        if part:
            parts.append([r for r in face.regions if r.id in part])
    return parts


def _island(face: BoardFile, regions: Sequence[Region]) -> Island:
    index = {region.id: i for i, region in enumerate(regions)}
    pairs = {(index[r.id], index[o]) for r in regions for o in r.adjacent if o in index}
    edges = sorted({(min(pair), max(pair)) for pair in pairs})
    rim = {i for i, region in enumerate(regions) if region.border}
    sheet, wishes, edge = _first_sheet(face, len(regions), edges, rim, _centres(face, regions, bool(rim)))
    _relax(sheet, Foam(sheet, wishes, isinstance(edge, Coast)))
    return _cut_out(face.name or face.id, regions, sheet)


def _first_sheet(
    face: BoardFile, count: int, edges: Sequence[tuple[int, int]], rim: set[int], centres: list[Point] | None
) -> tuple[Sheet, dict[int, Point], Rectangle | Coast]:
    """A valid drawing: near the given centres on a rectangle if it can be had, else wherever, else as an island.

    A map that says that a few regions lie at the edge, of which others are in the way,
    has no drawing on a rectangle.
    """
    failure = NotDrawable("")
    for outside, near in [(rim, True), (rim, False)] + ([(set[int](), True), (set[int](), False)] if rim else []):
        inner, outer = embed(range(count), edges, centres, outside)
        mesh = build(count, inner, outer, set(range(count)) - outside if outside else ())
        wishes = {v: centres[v] for v in trusted(edges, centres)} if centres and near else {}
        edge = (Rectangle if outside else Coast)(*_size(face, count, bool(outside)))
        try:
            places = lay_out(mesh, edge, wishes)
        except NotDrawable as error:
            failure = error
        else:
            return Sheet(places, mesh.triangles, [mesh.labels[a] for a, _, _ in mesh.triangles]), wishes, edge
    raise failure


def _size(face: BoardFile, regions: int, board: bool) -> tuple[float, float]:
    """Width and height such that a region is one unit wide; round islands do not fill their box."""
    area = regions * UNIT * UNIT * (1.0 if board else 1.33)
    return sqrt(area * face.aspect), sqrt(area / face.aspect)


def _centres(face: BoardFile, regions: Sequence[Region], board: bool) -> list[Point] | None:
    """The given centres, in units; None unless all are given and differ."""
    given = [region.center for region in regions if region.center is not None]
    if len(given) < len(regions) or len(set(given)) < len(given):
        return None
    width, height = _size(face, len(regions), board)
    if len(regions) == len(face.regions):
        return [(x * width / 100, y * height / 100) for x, y in given]
    left, right = min(x for x, _ in given), max(x for x, _ in given)
    top, bottom = min(y for _, y in given), max(y for _, y in given)
    wide, high = right - left or 1.0, bottom - top or 1.0
    return [((0.1 + 0.8 * (x - left) / wide) * width, (0.1 + 0.8 * (y - top) / high) * height) for x, y in given]


def _relax(sheet: Sheet, foam: Foam) -> None:
    """First even sizes, then the right places, then smooth borders."""
    foam.settle(90, 0.0)
    foam.settle(50, 0.08)
    sheet.split()
    foam.settle(30, 0.02)
    sheet.split()
    foam.settle(6, 0.0)


def _cut_out(name: str, regions: Sequence[Region], sheet: Sheet) -> Island:
    left, top = min(sheet.xs), min(sheet.ys)
    points = [(round(x - left, 6), round(y - top, 6)) for x, y in zip(sheet.xs, sheet.ys, strict=True)]
    lines: dict[int, dict[int, list[int]]] = {}
    for (p, q), label in sheet.border.items():
        lines.setdefault(label, {}).setdefault(p, []).append(q)
    cells = []
    for label, region in enumerate(regions):
        rings = tuple(tuple(points[node] for node in ring) for ring in _rings(lines[label]))
        cells.append(Cell(region, rings, heart(rings)))
    return Island(name, tuple(cells), 0.0, 0.0, max(sheet.xs) - left, max(sheet.ys) - top)


def _rings(follow: dict[int, list[int]]) -> list[list[int]]:
    rings = []
    while follow:
        node = next(iter(follow))
        ring: list[int] = []
        while node in follow:
            ring.append(node)
            after = follow[node].pop()
            if not follow[node]:
                del follow[node]
            node = after
        rings.append(ring)
    return rings


def heart(rings: Sequence[Ring]) -> Point:
    """The point that is farthest from the outline, where a step to the side counts half; if in doubt in the middle."""
    lines = [(a[0] / 2, a[1], b[0] / 2, b[1]) for ring in rings for a, b in pairwise((*ring, ring[0]))]
    xs, ys = [line[0] for line in lines], [line[1] for line in lines]
    step_x, step_y = (max(xs) - min(xs)) / 9, (max(ys) - min(ys)) / 9
    middle_x, middle_y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2

    def merit(point: Point) -> float:
        depth = _depth(point, lines)
        return depth - 0.15 * hypot(point[0] - middle_x, point[1] - middle_y) if depth > 0 else depth - 100 * UNIT

    best = max(((min(xs) + i * step_x, min(ys) + j * step_y) for i in range(1, 9) for j in range(1, 9)), key=merit)
    for _ in range(3):
        step_x, step_y = step_x / 2, step_y / 2
        tries = [(best[0] + i * step_x, best[1] + j * step_y) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        best = max(tries, key=merit)
    return best[0] * 2, best[1]


def _depth(point: Point, lines: Sequence[tuple[float, float, float, float]]) -> float:
    """How far within the outline a point lies; negative outside."""
    x, y = point
    nearest, inside = inf, False
    for ax, ay, bx, by in lines:
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy or 1e-12
        t = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
        nearest = min(nearest, hypot(x - ax - t * dx, y - ay - t * dy))
        if (ay > y) != (by > y) and x < ax + dx * (y - ay) / dy:
            inside = not inside
    return nearest if inside else -nearest


def _moved(island: Island, dx: float, dy: float) -> Island:
    cells = tuple(
        Cell(
            cell.region,
            tuple(tuple((x + dx, y + dy) for x, y in ring) for ring in cell.rings),
            (cell.heart[0] + dx, cell.heart[1] + dy),
        )
        for cell in island.cells
    )
    return Island(island.name, cells, island.left + dx, island.top + dy, island.width, island.height)


def _nameless(island: Island) -> Island:
    return Island("", island.cells, island.left, island.top, island.width, island.height)
