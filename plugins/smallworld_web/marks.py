"""Marks in pages: the shape of a player with the glyph of their race, glyphs of the edition, signs of buttons."""

from __future__ import annotations

from markupsafe import Markup, escape

from smallworld.model.variant import Variant
from smallworld_draw.colours import owner_colour
from smallworld_draw.svg_marks import shape

SIGNS = {
    "undo": "M8 4L3 9l5 5M3.5 9H14a6 6 0 0 1 0 12H9",
    "restart": "M5 5v5h5M5.5 9.5a8 8 0 1 1-1 5",
    "decline": "M5 3v18M5 4h13l-3 4.5 3 4.5H5",
    "check": "M4 12.5l5.5 6L20 6",
    "menu": "M4 6h16M4 12h16M4 18h16",
    "troop": "M12 3a4 4 0 1 1-.01 0zM4 21c0-6 4-9 8-9s8 3 8 9z",
    "coin": "M12 3a9 9 0 1 1-.01 0zM12 8l3 4-3 4-3-4z",
}
"""Name of a sign → its strokes on a grid of 24 units."""


def seat_mark(seat: int, race: str = "") -> Markup:
    """Draw the shape of a player in their colour."""
    drawing = shape(seat, 0, 0, 15, f'fill="{owner_colour(seat)}" stroke="#111" stroke-width="1.5"')
    return Markup(f'<svg class="seat" viewBox="-22 -22 44 44" aria-hidden="true">{drawing}</svg>')


def glyph(variant: Variant, kind: str, key: str) -> Markup:
    """Draw the glyph of an entry: the first two letters of its name."""
    entry = getattr(variant, kind).get(key)
    return Markup('<span class="letters" aria-hidden="true">{}</span>').format(entry.name[:2] if entry else "")


def sign(name: str) -> Markup:
    """Draw a sign of the page."""
    path = f'<path d="{escape(SIGNS.get(name, ""))}"/>'
    return Markup(f'<svg class="sign" viewBox="0 0 24 24" aria-hidden="true">{path}</svg>')
