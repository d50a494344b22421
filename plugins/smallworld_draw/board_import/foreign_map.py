"""A map as another program describes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

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
