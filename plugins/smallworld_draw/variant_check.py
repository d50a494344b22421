"""What is wrong with the symbols and colours that an edition chooses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from smallworld.errors import with_suggestion
from smallworld.languages import _
from smallworld.model.variant import Icon, TerrainSpec, Variant
from smallworld_draw.colours import SIGHTS, distance
from smallworld_draw.icons import glyph_names
from smallworld_draw.palette import tint_of

LEAST = {False: 8.0, True: 5.0}
"""Least distance of two terrains (CIEDE2000) on a light page, and on a dark one."""


def picture_problems(variant: Variant) -> list[str | tuple[str, str]]:
    """Return a sentence for each unknown symbol, with its place, and for each two terrains that look alike."""
    return [*_unknown_icons(variant), *_unknown_symbols(variant), *_alike(variant)]


def _unknown_icons(variant: Variant) -> Iterator[tuple[str, str]]:
    for place, icon in _icons(variant):
        if isinstance(icon, str) and icon and icon not in glyph_names():
            sentence = _("{icon!r} is not a symbol; smallworld variant icons lists them", icon=icon)
            yield place, with_suggestion(sentence, icon, glyph_names())


def _unknown_symbols(variant: Variant) -> Iterator[tuple[str, str]]:
    for name in sorted(variant.symbol_icons.keys() - {*variant.symbols}):
        sentence = _("the edition has no symbol {name!r}", name=name)
        yield f"symbol_icons.{name}", with_suggestion(sentence, name, variant.symbols)


def _icons(variant: Variant) -> Iterator[tuple[str, Icon]]:
    sections: Mapping[str, Mapping[str, Any]] = {
        "terrains": variant.terrains, "pieces": variant.pieces, "races": variant.races,
        "powers": variant.powers, "relics": variant.relics,
    }  # fmt: skip
    for section, entries in sections.items():
        yield from ((f"{section}.{name}.icon", entry.icon) for name, entry in entries.items())
    yield from ((f"symbol_icons.{name}", icon) for name, icon in variant.symbol_icons.items())
    if variant.natives:
        yield "natives.icon", variant.natives.icon


def _alike(variant: Variant) -> Iterator[str]:
    chosen = [terrain for terrain in variant.terrains.values() if terrain.colors]
    for one, other in combinations(chosen, 2):
        for is_dark, least in LEAST.items():
            sight, apart = _nearest(one, other, is_dark=is_dark)
            if apart < least:
                names = {"one": one.id, "other": other.id, "sight": sight}
                values = {"distance": round(apart, 1), "least": least}
                if is_dark:
                    yield _("{one} and {other} look alike on a dark page ({sight}): {distance} instead of {least}",
                            **names, **values)  # fmt: skip
                else:
                    yield _("{one} and {other} look alike on a light page ({sight}): {distance} instead of {least}",
                            **names, **values)  # fmt: skip


def _nearest(one: TerrainSpec, other: TerrainSpec, *, is_dark: bool) -> tuple[str, float]:
    """Return the kind of sight in which two terrains are most alike, and how far apart they are."""
    tints = tint_of(one, is_dark=is_dark), tint_of(other, is_dark=is_dark)
    return min(((sight, distance(*tints, sight)) for sight in SIGHTS), key=lambda pair: pair[1])
