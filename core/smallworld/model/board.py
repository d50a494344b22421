"""Boards: regions, what is printed on them and which of them touch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from smallworld.model.names import Translations, english_text, translated, untranslated


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
