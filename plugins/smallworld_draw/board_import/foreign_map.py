"""A map as another program describes it, also by the outlines of its regions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf

from smallworld.errors import SmallWorldError
from smallworld.languages import _

Point = tuple[float, float]
MOST_REGIONS = 1000


class UnknownMap(SmallWorldError):
    """A file that holds no map in one of the known forms."""


def unknown_map(file: str) -> UnknownMap:
    """Return the error of a file without a map."""
    return UnknownMap(
        _(
            "{file}: this is not a list of borders, neighbours, a matrix or GeoJSON; docs/boards.md shows the forms",
            file=file,
        )
    )


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
