"""Boards: their files as data, and a board that is prepared for play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld.model.aliases import Region, Regions, Tokens
from smallworld.model.regions import indexes, mask_of, union_of
from smallworld.model.translation import Translations, english_text, translated, untranslated

TOGETHER = 12
"""The most regions in one look-up of neighbours: 4,096 entries, commonly a whole island."""


@dataclass(frozen=True, slots=True)
class RegionSpec:
    """One region as printed (R-TERM-1).

    :ivar id: unique on the board; actions name it. :ivar name: what people call it; may be empty.
    :ivar terrain: one of the edition. :ivar symbols: those of the region.
    :ivar adjacent: ids of the regions that share a border with it.
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


@translated("boards", "name")
@dataclass(frozen=True)
class BoardFile:
    """One board, or one face of an island, as its file gives it.

    :ivar id: the file name without its ending. :ivar name: what people call it; may be empty.
    :ivar regions: its regions, in the order of the file.
    :ivar players: numbers of players it is meant for; empty = any.
    :ivar rounds: overrides the variant's number of rounds.
    :ivar size: islands only: what the draw of the set-up sorts by (``large`` …).
    :ivar sheet: islands only: the printed board of which this is one face.
    :ivar landing: islands only: false if only abilities lead to it, so no region of it is an entry.
    :ivar aspect: width divided by height.
    :ivar provenance: ``official``, ``reconstructed``, ``fixture`` or ``fan``.
    """

    id: str
    regions: tuple[RegionSpec, ...]
    players: tuple[int, ...] = ()
    rounds: int | None = None
    name: str = ""
    size: str = ""
    sheet: str = ""
    landing: bool = True
    aspect: float = 2.0
    provenance: str = "fan"
    translations: Translations = field(default=untranslated, compare=False, repr=False)


@dataclass(frozen=True)
class Board:
    """The board of a game: one official board, or several islands side by side.

    Regions have indexes in the order of the files; every region set is a mask
    of those indexes.

    :ivar faces: the boards or faces of islands of which it consists.
    :ivar water: terrains that are closed to races without access to them (R-CONQ-5).
    :ivar changes: regions that are no longer as printed, as (region id, terrain, symbols), in the order of the ids.
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

    # Fields, all worked out at once: a cached_property is read many times slower, and these are read all the time.
    faces: tuple[BoardFile, ...]
    water: frozenset[str] = frozenset()
    changes: tuple[tuple[str, str, frozenset[str]], ...] = ()
    regions: tuple[RegionSpec, ...] = field(init=False)
    id: str = field(init=False, compare=False)
    index: Mapping[str, Region] = field(init=False, compare=False)
    all: Regions = field(init=False, compare=False)
    islands: tuple[Regions, ...] = field(init=False, compare=False)
    neighbours: tuple[Regions, ...] = field(init=False, compare=False)
    terrains: Mapping[str, Regions] = field(init=False, compare=False)
    symbols: Mapping[str, Regions] = field(init=False, compare=False)
    waters: Regions = field(init=False, compare=False)
    land: Regions = field(init=False, compare=False)
    coast: Regions = field(init=False, compare=False)
    entry: Regions = field(init=False, compare=False)
    border: Regions = field(init=False, compare=False)
    natives: tuple[tuple[Region, Tokens], ...] = field(init=False, compare=False)
    relic_slots: tuple[Region, ...] = field(init=False, compare=False)
    _around: tuple[tuple[int, int, list[int]], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        regions = self._regions_now()
        index = {region.id: i for i, region in enumerate(regions)}
        neighbours = tuple(mask_of(index[other] for other in region.adjacent) for region in regions)
        terrains = _sets((region.terrain,) for region in regions)
        waters = union_of(regions for terrain, regions in terrains.items() if terrain in self.water)
        every = (1 << len(regions)) - 1
        land = every & ~waters
        facts = {
            "regions": regions,
            "id": "+".join(face.id for face in self.faces),
            "index": index,
            "all": every,
            "islands": _islands(self.faces),
            "neighbours": neighbours,
            "terrains": terrains,
            "symbols": _sets(region.symbols for region in regions),
            "waters": waters,
            "land": land,
            "coast": land & union_of(neighbours[i] for i in indexes(waters)),
            "entry": mask_of(i for i, region in enumerate(regions) if region.entry) & land,
            "border": mask_of(i for i, region in enumerate(regions) if region.border),
            "natives": tuple((i, region.natives) for i, region in enumerate(regions) if region.natives),
            "relic_slots": tuple(i for i, region in enumerate(regions) if region.relic_slot),
            "_around": tuple(_lookups(self.faces, neighbours)),
        }
        for name, value in facts.items():
            object.__setattr__(self, name, value)

    def _regions_now(self) -> tuple[RegionSpec, ...]:
        """Return the regions of all faces, with their changes.

        :raises SmallWorldError: a board is named twice.
        """
        names = [face.id for face in self.faces]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise SmallWorldError(lazy("board {twice!r} is named twice; name each once", twice=twice))
        changed = {name: (terrain, symbols) for name, terrain, symbols in self.changes}
        regions = [region for face in self.faces for region in face.regions]
        for index, region in enumerate(regions):
            if region.id in changed:
                terrain, symbols = changed[region.id]
                regions[index] = replace(region, terrain=terrain, symbols=symbols)
        return tuple(regions)

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


# --- a board as plain data in the form of its file, for records with a board that is not of their edition


def board_content(board: BoardFile) -> dict[str, Any]:
    """Return the content of a board in the form of its file."""
    from fractions import Fraction  # not for the boards of an edition

    aspect = Fraction(board.aspect).limit_denominator(99_999)
    content: dict[str, Any] = {
        "name": english_text(board, "name"), "players": list(board.players), "rounds": board.rounds, "size": board.size,
        "sheet": board.sheet, "provenance": board.provenance,
    }  # fmt: skip
    return {
        **{key: value for key, value in content.items() if value},
        **({} if board.landing else {"landing": False}),
        "aspect": f"{aspect.numerator}:{aspect.denominator}",
        "regions": [_region_content(region) for region in board.regions],
    }


def _region_content(region: RegionSpec) -> dict[str, Any]:
    content: dict[str, Any] = {
        "name": region.name, "symbols": sorted(region.symbols), "natives": region.natives, "border": region.border,
        "relic_slot": region.relic_slot, "center": list(region.center or ()),
    }  # fmt: skip
    return {
        "id": region.id, "terrain": region.terrain, **{key: value for key, value in content.items() if value},
        "entry": region.entry, "adjacent": list(region.adjacent),
    }  # fmt: skip
