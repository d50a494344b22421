"""Boards: regions, what is printed on them and which of them touch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from smallworld.model.regions import mask_of

TOGETHER = 12
"""Most regions whose neighbours are looked up at once: 4,096 entries, and commonly a whole island."""


@dataclass(frozen=True, slots=True)
class Region:
    """One region as printed (R-TERM-1).

    :ivar border: it touches the edge of the board.
    :ivar entry: a first conquest may go here (R-TERM-4, W-TERM-2).
    :ivar natives: native tokens at set-up (Lost Tribes, Murlocs).
    :ivar relic_slot: a relic is put here at set-up (W-SETUP-4).
    :ivar center: where to draw it, in percent of the board's width and height.
    """

    id: str
    terrain: str
    symbols: frozenset[str] = frozenset()
    natives: int = 0
    border: bool = False
    entry: bool = False
    relic_slot: bool = False
    center: tuple[float, float] | None = None
    adjacent: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class BoardFile:
    """One board, or one face of an island, as its file gives it.

    :ivar id: the file name without its ending.
    :ivar players: numbers of players it is meant for; empty = any.
    :ivar rounds: overrides the variant's number of rounds.
    :ivar size: islands only: what the draw of the set-up sorts by (``large`` …).
    :ivar sheet: islands only: the printed board of which this is one face.
    :ivar aspect: width divided by height.
    :ivar provenance: ``official``, ``reconstructed``, ``fixture`` or ``fan``.
    """

    id: str
    regions: tuple[Region, ...]
    players: tuple[int, ...] = ()
    rounds: int | None = None
    name: str = ""
    size: str = ""
    sheet: str = ""
    aspect: float = 2.0
    provenance: str = "fan"


@dataclass(frozen=True)
class Board:
    """What lies on the table: one board, or several islands side by side.

    Regions have indexes in the order of the files; every region set is a mask
    of those indexes.
    """

    faces: tuple[BoardFile, ...]
    water: frozenset[str] = frozenset()
    """Terrains that are closed to races without access to them (R-CONQ-5)."""
    regions: tuple[Region, ...] = field(init=False)

    def __post_init__(self) -> None:
        regions = tuple(region for face in self.faces for region in face.regions)
        object.__setattr__(self, "regions", regions)

    @cached_property
    def id(self) -> str:
        """The ids of the faces, joined by ``+``."""
        return "+".join(face.id for face in self.faces)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Region id → index."""
        return {region.id: i for i, region in enumerate(self.regions)}

    @cached_property
    def all(self) -> int:
        """Every region."""
        return (1 << len(self.regions)) - 1

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each region the regions that share a border with it (R-TERM-2)."""
        return tuple(mask_of(self.index[other] for other in region.adjacent) for region in self.regions)

    @cached_property
    def islands(self) -> tuple[int, ...]:
        """The regions of each face."""
        masks, start = [], 0
        for face in self.faces:
            masks.append(((1 << len(face.regions)) - 1) << start)
            start += len(face.regions)
        return tuple(masks)

    @cached_property
    def terrains(self) -> Mapping[str, int]:
        """Terrain → its regions."""
        names = {region.terrain for region in self.regions}
        return {name: mask_of(i for i, r in enumerate(self.regions) if r.terrain == name) for name in sorted(names)}

    @cached_property
    def symbols(self) -> Mapping[str, int]:
        """Symbol → the regions that carry it."""
        names = {symbol for region in self.regions for symbol in region.symbols}
        return {name: mask_of(i for i, r in enumerate(self.regions) if name in r.symbols) for name in sorted(names)}

    def terrain(self, name: str) -> int:
        """The regions of one terrain; none if the board has no such region."""
        return self.terrains.get(name, 0)

    def symbol(self, name: str) -> int:
        """The regions with one symbol; none if the board has no such region."""
        return self.symbols.get(name, 0)

    @cached_property
    def waters(self) -> int:
        """Seas and lakes."""
        return mask_of(i for i, r in enumerate(self.regions) if r.terrain in self.water)

    @cached_property
    def land(self) -> int:
        """Everything but seas and lakes."""
        return self.all & ~self.waters

    @cached_property
    def coast(self) -> int:
        """Land next to water (R-TERM-3)."""
        return self.land & self.around(self.waters)

    @cached_property
    def entry(self) -> int:
        """Land regions where a first conquest may go (R-TERM-4, W-TERM-2)."""
        return mask_of(i for i, r in enumerate(self.regions) if r.entry) & self.land

    @cached_property
    def border(self) -> int:
        """Regions, water too, that touch the edge of the board."""
        return mask_of(i for i, r in enumerate(self.regions) if r.border)

    @cached_property
    def natives(self) -> tuple[tuple[int, int], ...]:
        """Regions with native tokens at set-up, and how many."""
        return tuple((i, r.natives) for i, r in enumerate(self.regions) if r.natives)

    @cached_property
    def relic_slots(self) -> tuple[int, ...]:
        """Regions on which a relic is put at set-up."""
        return tuple(i for i, r in enumerate(self.regions) if r.relic_slot)

    def around(self, regions: int) -> int:
        """All regions that share a border with one of these (may include these)."""
        found = 0
        for start, mask, unions in self._around:
            found |= unions[regions >> start & mask]
        return found

    @cached_property
    def _around(self) -> tuple[tuple[int, int, list[int]], ...]:
        """First region and mask of a few neighbouring regions: bits of them → the regions around these.

        None reaches over two faces, so that boards which share an island at the same place share its part.
        """
        found, first = [], 0
        for face in self.faces:
            end = first + len(face.regions)
            for start in range(first, end, TOGETHER):
                masks = self.neighbours[start : min(start + TOGETHER, end)]
                found.append((start, (1 << len(masks)) - 1, _unions(masks)))
            first = end
        return tuple(found)


@lru_cache(maxsize=256)
def _unions(masks: tuple[int, ...]) -> list[int]:
    """For every set of some masks what they hold together."""
    found = [0]
    for mask in masks:
        found += [union | mask for union in found]
    return found
