"""Marks in pages: the shape of a player with the symbol of their race, symbols of the edition, signs of buttons."""

from __future__ import annotations

from markupsafe import Markup

from smallworld.model.variant import Variant
from smallworld_draw.icons import Icons, sign_svg
from smallworld_draw.marks import seat_svg


def seat_mark(seat: int, race: str = "", variant: Variant | None = None) -> Markup:
    """Draw the shape of a player in their colour, with the symbol of a race in it."""
    return Markup(seat_svg(seat, Icons(variant).svg("races", race) if variant and race else ""))


def glyph(variant: Variant, kind: str, key: str) -> Markup:
    """Draw the symbol of an entry."""
    return Markup(Icons(variant).svg(kind, key))


def sign(name: str) -> Markup:
    """Draw a sign of the page."""
    return Markup(sign_svg(name))
