"""A board as plain data in the form of its file, for records with a board that is not of their edition."""

from __future__ import annotations

from typing import Any

from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.translation import english_text


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
