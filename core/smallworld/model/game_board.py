"""The board of a game: official boards and islands side by side, as they are now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NoReturn

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld.model.aliases import Region, Regions, Tokens
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.regions import indexes, mask_of, union_of

TOGETHER: Final = 12
"""The most regions in one look-up of neighbours: 4,096 entries, commonly a whole island."""
Changes = tuple[tuple[str, str, frozenset[str]], ...]
"""Regions that are no longer as printed, as (region id, terrain, symbols), in the order of the ids."""
ClosedBorders = tuple[tuple[str, str], ...]
"""Borders that are closed now, as pairs of region ids in the order of the alphabet."""


class Board:
    """The board of a game: one official board, or several islands side by side.

    Regions have indexes in the order of the files; every region set is a mask
    of those indexes.

    :ivar faces: the boards or faces of islands of which it consists.
    :ivar water: terrains that are closed to races without access to them (R-CONQ-5).
    :ivar changes: regions that are no longer as printed.
    :ivar closed: borders that are closed now, as pairs of ids; their regions are not neighbours.
    :ivar id: the ids of the faces, joined by ``+``.
    :ivar regions: every region as it is now; :ivar index: region id → index.
    :ivar all: every region.
    :ivar islands: the regions of each face.
    :ivar neighbours: for each region the regions that share a border with it (R-TERM-2).
    :ivar terrains: terrain → its regions; :ivar symbols: symbol → the regions that carry it.
    :ivar waters: seas and lakes; :ivar land: everything else.
    :ivar coast: land next to water (R-TERM-3).
    :ivar entry: land regions where a first conquest may go (R-TERM-4, W-TERM-2).
    :ivar border: regions, water too, that touch the edge of the board.
    :ivar natives: regions with native tokens at set-up, and how many.
    :ivar relic_slots: regions on which a relic is put at set-up.
    """

    # All worked out at once: a cached_property is read many times slower, and these are read all the time.
    faces: tuple[BoardFile, ...]
    water: frozenset[str]
    changes: Changes
    closed: ClosedBorders
    regions: tuple[RegionSpec, ...]
    id: str
    index: Mapping[str, Region]
    all: Regions
    islands: tuple[Regions, ...]
    neighbours: tuple[Regions, ...]
    terrains: dict[str, Regions]
    symbols: dict[str, Regions]
    waters: Regions
    land: Regions
    coast: Regions
    entry: Regions
    border: Regions
    natives: tuple[tuple[Region, Tokens], ...]
    relic_slots: tuple[Region, ...]
    _around: tuple[tuple[int, int, list[int]], ...]

    __slots__ = tuple(__annotations__)

    def __init__(
        self, faces: tuple[BoardFile, ...], water: frozenset[str] = frozenset(), changes: Changes = (),
        closed: ClosedBorders = (),
    ) -> None:  # fmt: skip
        regions = _regions_now(faces, changes)
        index = {region.id: i for i, region in enumerate(regions)}
        printed = tuple(mask_of(index[other] for other in region.adjacent) for region in regions)
        neighbours = _without(printed, index, closed) if closed else printed
        terrains = _sets((region.terrain,) for region in regions)
        waters = union_of(regions for terrain, regions in terrains.items() if terrain in water)
        every = (1 << len(regions)) - 1
        land = every & ~waters
        facts: dict[str, Any] = {
            "faces": faces,
            "water": water,
            "changes": changes,
            "closed": closed,
            "regions": regions,
            "id": "+".join(face.id for face in faces),
            "index": index,
            "all": every,
            "islands": _islands(faces),
            "neighbours": neighbours,
            "terrains": terrains,
            "symbols": _sets(region.symbols for region in regions),
            "waters": waters,
            "land": land,
            "coast": land & union_of(printed[i] for i in indexes(waters)),
            "entry": mask_of(i for i, region in enumerate(regions) if region.entry) & land,
            "border": mask_of(i for i, region in enumerate(regions) if region.border),
            "natives": tuple((i, region.natives) for i, region in enumerate(regions) if region.natives),
            "relic_slots": tuple(i for i, region in enumerate(regions) if region.relic_slot),
            "_around": tuple(_lookups(faces, neighbours)),
        }
        for name, value in facts.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a board cannot be changed, so {name!r} cannot be set; games share it")

    def __reduce__(self) -> tuple[type[Board], tuple[Any, ...]]:
        return Board, (self.faces, self.water, self.changes, self.closed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__()[1])

    def __repr__(self) -> str:
        return f"<Board {self.id}>"

    def terrain(self, name: str) -> Regions:
        """Return the regions of one terrain; none if the board has no such region."""
        return self.terrains.get(name, 0)

    def symbol(self, name: str) -> Regions:
        """Return the regions with one symbol; none if the board has no such region."""
        return self.symbols.get(name, 0)

    def around(self, regions: Regions) -> Regions:
        """Return all regions that share a border with one of these (may include these)."""
        neighbours = 0
        for start, mask, unions in self._around:
            neighbours |= unions[regions >> start & mask]
        return neighbours


def _regions_now(faces: Sequence[BoardFile], changes: Changes) -> tuple[RegionSpec, ...]:
    """Return the regions of all faces, with their changes.

    :raises SmallWorldError: a board is named twice.
    """
    names = [face.id for face in faces]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise SmallWorldError(lazy("board {twice!r} is named twice; name each once", twice=twice))
    changed = {name: (terrain, symbols) for name, terrain, symbols in changes}
    regions = [region for face in faces for region in face.regions]
    for index, region in enumerate(regions):
        if region.id in changed:
            terrain, symbols = changed[region.id]
            regions[index] = replace(region, terrain=terrain, symbols=symbols)
    return tuple(regions)


def _without(
    neighbours: tuple[Regions, ...], index: Mapping[str, Region], closed: ClosedBorders
) -> tuple[Regions, ...]:
    """Return the neighbours of each region without those behind a closed border."""
    masks = [*neighbours]
    for first, second in closed:
        masks[index[first]] &= ~(1 << index[second])
        masks[index[second]] &= ~(1 << index[first])
    return tuple(masks)


def _sets(names: Iterable[Iterable[str]]) -> dict[str, Regions]:
    """Map each name to the set of its regions, in the order of the alphabet."""
    regions_by_word: dict[str, int] = {}
    for i, of_region in enumerate(names):
        for word in of_region:
            regions_by_word[word] = regions_by_word.get(word, 0) | 1 << i
    return dict(sorted(regions_by_word.items()))


def _islands(faces: Sequence[BoardFile]) -> tuple[int, ...]:
    masks, start = [], 0
    for face in faces:
        masks.append(((1 << len(face.regions)) - 1) << start)
        start += len(face.regions)
    return tuple(masks)


def _lookups(faces: Sequence[BoardFile], neighbours: tuple[Regions, ...]) -> Iterator[tuple[int, int, list[int]]]:
    """Yield first region and mask of a few neighbouring regions: bits of them → the regions around these.

    None reaches over two faces, so that boards which share an island at the same place share its part.
    """
    first = 0
    for face in faces:
        end = first + len(face.regions)
        for start in range(first, end, TOGETHER):
            masks = neighbours[start : min(start + TOGETHER, end)]
            yield start, (1 << len(masks)) - 1, _unions(masks)
        first = end


@lru_cache(maxsize=256)
def _unions(masks: tuple[int, ...]) -> list[int]:
    """Return the union of every subset of the masks."""
    unions = [0]
    for mask in masks:
        unions += [union | mask for union in unions]
    return unions
