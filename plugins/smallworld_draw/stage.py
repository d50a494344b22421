"""Where the regions of a board are in a picture: stretched to its shape, with a place for the marks of each.

There are two shapes, wide and tall; in a tall one a board is turned by a quarter, and each island has its own picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby, pairwise
from math import hypot

from adjacency_map.model import Cell, Drawing, Island, Point, Ring, best_point, crossings, depth, outline

WIDE, TALL = "wide", "tall"
SIZES = {WIDE: (988.0, 716.0), TALL: (378.0, 600.0)}
"""Width and height of a picture of each shape: 1280 × 800 and 390 × 844 without the rest of the page."""
ISLAND_SIZE = (378.0, 512.0)
"""Of the tall picture of one of several islands, below a strip with all of them."""
LARGE_SIZE, CROWDED = (500.0, 800.0), 50.0
"""Of the tall picture of a board with smaller regions than this: it is moved in its window."""
STRETCH = 0.6, 1.6
"""Least and most width by height of a drawing, as a share of those of the board."""
EDGE, GAP = 2.0, 10.0
"""Room around the board, and between islands."""
MOST_ROWS = 3
"""Rows of islands."""
SMALLEST, USUAL = 0.78, 88.0
"""Least scale of the marks; diameter of a region in which they have their usual size."""
TENTH = 10
"""One of so many regions may be smaller than the size for which the marks are scaled."""


@dataclass(frozen=True)
class Spot:
    """The place of a region in a picture.

    :ivar x, y: the middle of its marks. :ivar radius: of the largest circle within it.
    :ivar coast: a point of its outline at the edge of the board and the direction inwards; None if it has no coast.
    """

    rings: tuple[Ring, ...]
    x: float
    y: float
    radius: float
    coast: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class Slot:
    """The box of an island in a picture."""

    name: str
    regions: tuple[str, ...]
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Stage:
    """A picture of a shape: its size, the scale of its marks, the places of its regions.

    :ivar water: islands are in it rather than a board with straight edges.
    """

    shape: str
    width: float
    height: float
    scale: float
    spots: dict[str, Spot]
    islands: tuple[Slot, ...]
    water: bool


@lru_cache(maxsize=64)
def wide_stage(drawing: Drawing, head: float = 0.0) -> Stage:
    """Return the wide picture of a board or of several islands.

    :param head: room above each of several islands, for its name.
    """
    width, height = SIZES[WIDE]
    slots = _slots(drawing.islands, width, height)
    if len(slots) > 1:
        slots = [(island, (left, top + head, wide, high - head)) for island, (left, top, wide, high) in slots]
    return _stage(WIDE, width, height, slots, is_turned=False)


@lru_cache(maxsize=64)
def tall_stages(drawing: Drawing) -> tuple[Stage, ...]:
    """Return the tall picture of a board, or one for each island."""
    islands = drawing.islands
    if len(islands) > 1:
        return tuple(_tall_stage(island, *ISLAND_SIZE) for island in islands)
    usual = _tall_stage(islands[0], *SIZES[TALL])
    is_crowded = _diameter(spot.radius for spot in usual.spots.values()) < CROWDED
    return (_tall_stage(islands[0], *LARGE_SIZE) if is_crowded else usual,)


def _tall_stage(island: Island, width: float, height: float) -> Stage:
    return _stage(TALL, width, height, [(island, (0.0, 0.0, width, height))], is_turned=True)


Box = tuple[float, float, float, float]
"""Left, top, width, height."""


def _stage(shape: str, width: float, height: float, slots: Sequence[tuple[Island, Box]], *, is_turned: bool) -> Stage:
    outlines: dict[str, tuple[Ring, ...]] = {}
    boxes = []
    for island, box in slots:
        left, top, wide, high = _fitted(island, box, EDGE if len(slots) == 1 else GAP / 2, is_turned=is_turned)
        boxes.append(Slot(island.name, tuple(cell.id for cell in island.cells), left, top, wide, high))
        for cell in island.cells:
            outlines[cell.id] = _stretched(cell, island, (left, top, wide, high), is_turned)
    is_round = any(_is_round(island) for island, _ in slots)
    if is_turned:
        outlines = thinned(outlines, 3 if is_round else 2)
    poles = {name: _pole(rings) for name, rings in outlines.items()}
    scale = min(1.0, max(SMALLEST, _diameter(radius for _, _, radius in poles.values()) / USUAL))
    coasts = _coasts(outlines)
    middles = {name: _marks_at(rings, poles[name][:2], scale, (width, height)) for name, rings in outlines.items()}
    middles = _apart(middles, scale)
    spots = {name: Spot(rings, *middles[name], poles[name][2], coasts.get(name)) for name, rings in outlines.items()}
    return Stage(shape, width, height, scale, spots, tuple(boxes), len(slots) > 1 or is_round)


def _diameter(radii: Iterable[float]) -> float:
    """Return the diameter of a small region: one in ten is smaller."""
    diameters = sorted(2 * radius for radius in radii)
    return diameters[len(diameters) // TENTH]


def _is_round(island: Island) -> bool:
    """Return whether an island has a coast instead of the straight edges of a board."""
    corners = {(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)}
    points = {
        (round((x - island.left) / island.width, 3), round((y - island.top) / island.height, 3))
        for cell in island.cells for ring in cell.rings for x, y in ring
    }  # fmt: skip
    return not corners <= points


# --- slots of islands


def _slots(islands: Sequence[Island], width: float, height: float) -> list[tuple[Island, Box]]:
    """Pack islands into rows, the largest first; each row and each slot has room for its number of regions."""
    if len(islands) == 1:
        return [(islands[0], (0.0, 0.0, width, height))]
    ordered = sorted(islands, key=lambda island: -len(island.cells))
    count = len(ordered)
    splits = [
        [ordered[a:b] for a, b in pairwise((0, *cuts, count))]
        for breaks in range(min(MOST_ROWS, count))
        for cuts in combinations(range(1, count), breaks)
    ]
    ways = [_rows(rows, width, height) for rows in splits]
    return max(ways, key=_least_room)


def _rows(rows: Sequence[Sequence[Island]], width: float, height: float) -> list[tuple[Island, Box]]:
    whole = sum(len(island.cells) for row in rows for island in row)
    slots, top = [], 0.0
    for row in rows:
        regions = sum(len(island.cells) for island in row)
        high, left = height * regions / whole, 0.0
        for island in row:
            wide = width * len(island.cells) / regions
            slots.append((island, (left, top, wide, high)))
            left += wide
        top += high
    return slots


def _least_room(slots: Sequence[tuple[Island, Box]]) -> float:
    """Return the area of an average region of the island that has the smallest ones."""
    fitted = [(island, _fitted(island, box, GAP / 2, is_turned=False)) for island, box in slots]
    return min(width * height / len(island.cells) for island, (_left, _top, width, height) in fitted)


def _fitted(island: Island, box: Box, room: float, *, is_turned: bool) -> Box:
    """Return the box of a stretched island in the middle of its slot.

    :param room: around the island.
    """
    left, top, width, height = box
    wide, high = width - 2 * room, height - 2 * room
    usual = island.height / island.width if is_turned else island.width / island.height
    factor = min(STRETCH[1], max(STRETCH[0], wide / high / usual))
    ratio = usual * factor
    wide, high = min(wide, high * ratio), min(high, wide / ratio)
    return left + (width - wide) / 2, top + (height - high) / 2, wide, high


def _stretched(cell: Cell, island: Island, box: Box, is_turned: bool) -> tuple[Ring, ...]:
    left, top, width, height = box

    def place(x: float, y: float) -> tuple[float, float]:
        across, down = (x - island.left) / island.width, (y - island.top) / island.height
        if is_turned:
            across, down = 1 - down, across
        return round(left + across * width, 1), round(top + down * height, 1)

    return tuple(tuple(place(*point) for point in ring) for ring in cell.rings)


# --- places of marks


def _pole(rings: Sequence[Ring]) -> tuple[float, float, float]:
    """Return the middle and the radius of the largest circle within an outline (its pole of inaccessibility)."""
    lines = outline(rings)
    x, y = best_point(lines, lambda point, room: (room, *point), 12, 6)
    return x, y, depth((x, y), lines)


STEP, FAR = 6.0, 10
"""Distance between two places that are tried, in units of the picture; number of such steps to each side."""
PULL = 0.15
"""Weight of a unit away from the pole of the region; a unit of a line on a neighbour weighs 1."""
MOVES = sorted(
    ((STEP * i, STEP * j) for i in range(-FAR, FAR + 1) for j in range(-FAR, FAR + 1)), key=lambda move: hypot(*move)
)
"""Ways to the places that are tried, the shortest first."""
MARKS = ((-17, 17, 68, 3), (-46, -20, 28, 1), (21, 50, 46, 2))
"""Top, bottom, width and weight of the token, the symbols and the price, relative to the middle."""
EDGES = tuple((edge, width, weight) for *edges, width, weight in MARKS for edge in edges)


@lru_cache(maxsize=4096)
def _marks_at(rings: tuple[Ring, ...], pole: Point, scale: float, size: Point) -> Point:
    """Return the middle of the marks of a region: near its pole, with token, symbols and price within the region."""
    lines = outline(rings)
    borders: dict[float, list[float]] = {}
    best, (x, y) = float("inf"), pole
    for dx, dy in MOVES:
        loss = PULL * hypot(dx, dy)
        if loss >= best:
            break
        for edge, width, weight in EDGES:
            level = pole[1] + dy + edge * scale
            if level not in borders:
                borders[level] = crossings(lines, level)
            loss += weight * _length_outside(borders[level], pole[0] + dx, width * scale)
            if loss >= best:
                break
        else:
            best, x, y = loss, pole[0] + dx, pole[1] + dy
    across, above, below = 36 * scale, 46 * scale, 51 * scale
    return round(min(max(x, across), size[0] - across), 1), round(min(max(y, above), size[1] - below), 1)


def _length_outside(borders: Sequence[float], middle: float, width: float) -> float:
    """Return how much of a level line around a middle is not in one piece of the region."""
    left, right, longest = middle - width / 2, middle + width / 2, 0.0
    for into, out in zip(borders[::2], borders[1::2], strict=True):
        if into < right and out > left:
            longest = max(longest, min(right, out) - max(left, into))
    return width - longest


Sides = tuple[float, float, float, float]
"""Left, top, right, bottom."""
TOKEN: Sides = (-34.0, -18.0, 37.0, 18.0)
"""The pill of a token with its shape, around the middle of the marks, before it is scaled."""
PRICE: Sides = (-25.0, 20.5, 25.0, 49.5)
"""The tag of a price with a die."""
ROUNDS = 12
"""Most rounds in which marks move."""


def placed(box: Sides, middle: Point, scale: float) -> Sides:
    """Return where a box is in a picture."""
    (left, top, right, bottom), (x, y) = box, middle
    return x + left * scale, y + top * scale, x + right * scale, y + bottom * scale


def overlap(one: Sides, other: Sides) -> Point:
    """Return how wide and how high the overlap of two boxes is; negative where they are apart."""
    return min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])


def _apart(middles: Mapping[str, Point], scale: float) -> dict[str, Point]:
    """Move marks that overlap away from each other, each by half of the overlap, along its shorter side.

    :param middles: region → the middle of its marks.
    """
    places = dict(middles)
    for _ in range(ROUNDS):
        pairs = [(one, other, _move(places[one], places[other], scale)) for one, other in combinations(places, 2)]
        moves = [(name, move, sign) for one, other, move in pairs if move for name, sign in ((one, 1), (other, -1))]
        if not moves:
            break
        for name, (dx, dy), sign in moves:
            x, y = places[name]
            places[name] = round(x + sign * dx, 1), round(y + sign * dy, 1)
    return places


def _move(one: Point, other: Point, scale: float) -> Point | None:
    """Return how far the first of two marks moves; None if they do not overlap."""
    if abs(one[0] - other[0]) > 80 * scale or abs(one[1] - other[1]) > 80 * scale:
        return None
    for first in (TOKEN, PRICE):
        for second in (TOKEN, PRICE):
            width, height = overlap(placed(first, one, scale), placed(second, other, scale))
            if width > 0 and height > 0:
                if width < height:
                    return (width / 2 + 0.2) * (1 if one[0] >= other[0] else -1), 0.0
                return 0.0, (height / 2 + 0.2) * (1 if one[1] >= other[1] else -1)
    return None


def _coasts(outlines: dict[str, tuple[Ring, ...]]) -> dict[str, tuple[float, float, float, float]]:
    """Return the middle of the longest coast of each region that has one, and the direction inwards."""
    count = Counter(frozenset(line) for rings in outlines.values() for line in outline(rings))
    coasts = {}
    for name, rings in outlines.items():
        for ring in rings:
            free = [count[frozenset(line)] == 1 for line in outline((ring,))]
            if any(free):
                coasts[name] = _middle_of_run(ring, free)
    return coasts


def _middle_of_run(ring: Ring, free: Sequence[bool]) -> tuple[float, float, float, float]:
    """Return the middle of the longest run of free lines of a ring, with a vector of length 1 to its left side."""
    lines = outline((ring,))
    start = next((i for i, is_free in enumerate(free) if not is_free), 0)
    order = [*range(start, len(lines)), *range(start)]
    runs = [list(run) for is_free, run in groupby(order, free.__getitem__) if is_free]
    longest = max(runs, key=len)
    (ax, ay), (bx, by) = lines[longest[len(longest) // 2]]
    length = hypot(bx - ax, by - ay) or 1.0
    return (ax + bx) / 2, (ay + by) / 2, (ay - by) / length, (bx - ax) / length


# --- outlines with fewer points, for small pictures; neighbours keep the same ones


LEAST = 8
"""A ring with fewer points keeps all of them."""


def thinned(outlines: Mapping[str, tuple[Ring, ...]], every: int = 2) -> dict[str, tuple[Ring, ...]]:
    """Leave out points of the lines between corners, where three areas or an area and the edge meet.

    :param every: one of so many is left out.
    """
    rings = [ring for rings_of_one in outlines.values() for ring in rings_of_one]
    corners = _corners(rings)
    kept: set[Point] = set(corners)
    seen: set[Point] = set()
    for ring in rings:
        for chain in _chains(ring, corners):
            inner = [point for point in chain if point not in corners]
            if not seen.intersection(inner):
                seen.update(inner)
                kept.update(point for place, point in enumerate(inner) if place % every or len(ring) < LEAST)
    return {
        name: tuple(tuple(point for point in ring if point in kept) for ring in rings_of_one)
        for name, rings_of_one in outlines.items()
    }


def _corners(rings: Iterable[Ring]) -> set[Point]:
    """Return the points with more or less than two neighbours, and those with a sharp turn."""
    neighbours: dict[Point, set[Point]] = {}
    for ring in rings:
        for start, end in outline((ring,)):
            neighbours.setdefault(start, set()).add(end)
            neighbours.setdefault(end, set()).add(start)
    return {point for point, ends in neighbours.items() if len(ends) != 2 or _is_sharp(point, *ends)}


def _is_sharp(point: Point, one: Point, other: Point) -> bool:
    ax, ay, bx, by = one[0] - point[0], one[1] - point[1], other[0] - point[0], other[1] - point[1]
    return bool(ax * bx + ay * by > -0.8 * ((ax * ax + ay * ay) * (bx * bx + by * by)) ** 0.5)


def _chains(ring: Ring, corners: set[Point]) -> list[list[Point]]:
    """Split a ring at its corners."""
    start = next((place for place, point in enumerate(ring) if point in corners), 0)
    chains: list[list[Point]] = [[]]
    for point in (*ring[start:], *ring[:start]):
        chains[-1].append(point)
        if point in corners:
            chains.append([])
    return chains
