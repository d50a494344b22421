"""Marks in pages: the shape of a player with the symbol of their race, symbols of the edition, signs of buttons."""

from __future__ import annotations

from weakref import finalize

from markupsafe import Markup

from smallworld.languages import current_language
from smallworld.model.variant import Variant
from smallworld_draw.icons import Icons, sign_svg
from smallworld_draw.marks import seat_svg

_kept: dict[int, dict[tuple[str, str, str], Markup]] = {}
"""Edition, by its identity → kind, key and language of a symbol → the symbol."""


def seat_mark(seat: int, race: str = "", variant: Variant | None = None) -> Markup:
    """Draw the shape of a player in their colour, with the symbol of a race in it."""
    return Markup(seat_svg(seat, str(glyph(variant, "races", race)) if variant and race else ""))


def glyph(variant: Variant, kind: str, key: str) -> Markup:
    """Draw the symbol of an entry; it is kept as long as its edition is."""
    kept = _kept.get(id(variant))
    if kept is None:
        kept = _kept[id(variant)] = {}
        finalize(variant, _kept.pop, id(variant), None)
    symbol = kind, key, current_language()
    if symbol not in kept:
        kept[symbol] = Markup(Icons(variant).svg(kind, key))
    return kept[symbol]


def sign(name: str) -> Markup:
    """Draw a sign of the page."""
    return Markup(sign_svg(name))
