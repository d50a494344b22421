"""The contents of a region as SVG: tokens, natives, pieces, relics.

Owners differ by colour and by the shape of their tokens, so that they differ
in grey too; a race in decline has a white token with a coloured, dashed rim.
"""

from __future__ import annotations

from math import cos, pi, sin

from smallworld.render.colours import ink, owner_colour
from smallworld.render.scene import RegionView
from smallworld.safe_text import safe_markup as escape

RADIUS, GAP = 17.0, 4.0
"""Of a token, and between things, in units of the picture."""
LONGEST = 11
"""Letters of a relic's name."""
SHAPES = ((0, 0.0), (4, pi / 4), (4, 0.0), (6, 0.0), (3, -pi / 2), (5, -pi / 2), (8, 0.0))
"""Corners (0 = a circle) and turn of the token of each seat."""


def number(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.1f}".removesuffix(".0")


def shape(seat: int, x: float, y: float, radius: float, attributes: str) -> str:
    """The outline of a player's token around a point."""
    corners, turned = SHAPES[seat % len(SHAPES)]
    if not corners:
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {attributes}/>'
    reach = radius * {3: 1.4, 4: 1.22, 5: 1.15}.get(corners, 1.08)
    angles = [turned + 2 * pi * k / corners for k in range(corners)]
    points = " ".join(f"{number(x + reach * cos(a))},{number(y + reach * sin(a))}" for a in angles)
    return f'<polygon points="{points}" {attributes}/>'


def token(seat: int, count: int | str, declined: bool, x: float, y: float, radius: float = RADIUS) -> str:
    """A player's token with a number on it."""
    colour = owner_colour(seat)
    if declined:
        style = f'fill="#fff" stroke="{colour}" stroke-width="4" stroke-dasharray="5 3"'
    else:
        style = f'fill="{colour}" stroke="#111" stroke-width="1.5"'
    size = radius * 1.2
    letter = text(str(count), x, y + size * 0.36, size, "#111" if declined else ink(colour), bold=True)
    return shape(seat, x, y, radius, style) + letter


def text(
    label: str, x: float, y: float, size: float, fill: str = "#111", *, bold: bool = False, halo: bool = False
) -> str:
    """Centred words; with a halo they can be read on any ground."""
    weight = ' font-weight="700"' if bold else ""
    opening = f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{weight}'
    # The halo is a text of its own: not every viewer knows paint-order, and hides the letters under their rim.
    edge = f'{opening} fill="#fff" class="halo">{escape(label)}</text>' if halo else ""
    return f'{edge}{opening} fill="{fill}">{escape(label)}</text>'


def tint(spot: RegionView) -> str:
    """Draw a band in the owner's colour along the inside of their region."""
    if spot.seat < 0:
        return ""
    dash = ' stroke-dasharray="9 7"' if spot.declined else ""
    name = escape(spot.region.id)
    return (
        f'<use href="#shape-{name}" clip-path="url(#clip-{name})" fill="none" '
        f'stroke="{owner_colour(spot.seat)}" stroke-width="13"{dash}/>'
    )


def lying(spot: RegionView, x: float, y: float) -> str:
    """Draw the contents of a region around a point; empty for an empty region."""
    things = [(_many(kind.glyph or kind.name[:1], count), "#222") for kind, count in spot.pieces]
    things += [(_short(name), "#8a5a00") for name in spot.relics]
    widths = [max(20.0, 7.5 * len(label) + 9) for label, _ in things]
    has_tokens = spot.seat >= 0 or spot.natives > 0
    start = x - (2 * RADIUS * has_tokens + sum(widths) + GAP * (len(widths) - 1 + has_tokens)) / 2
    parts = [tint(spot)]
    if has_tokens:
        middle = start + RADIUS
        start += 2 * RADIUS + GAP
        if spot.seat >= 0:
            parts.append(token(spot.seat, spot.tokens, spot.declined, middle, y))
            parts.append(text(f"{spot.owner} · {spot.race}", x, y + RADIUS + 15, 11.5, bold=True, halo=True))
        else:
            parts.append(natives(spot.natives, middle, y))
    for (label, colour), width in zip(things, widths, strict=True):
        parts.append(tile(label, start, y, width, colour))
        start += width + GAP
    return "".join(parts)


def natives(count: int | str, x: float, y: float) -> str:
    """Native tokens: a brown tile with their number."""
    box = f'<rect x="{number(x - 14)}" y="{number(y - 13)}" width="28" height="26" rx="6" '
    letters = text(str(count), x, y + 6, 17, "#fff", bold=True)
    return f'{box}fill="#5d4632" stroke="#f3e9d2" stroke-width="2"/>{letters}'


def _short(name: str | None) -> str:
    """A relic's name as far as there is room for it."""
    if name is None:
        return "?"
    return name if len(name) <= LONGEST else name[: LONGEST - 1].rstrip() + "…"


def _many(glyph: str, count: int) -> str:
    return f"{count}{glyph}" if count > 1 else glyph


def tile(label: str, start: float, y: float, width: float, colour: str) -> str:
    """A dark tile with white letters."""
    box = f'<rect x="{number(start)}" y="{number(y - 10)}" width="{number(width)}" height="20" rx="3" '
    letters = text(label, start + width / 2, y + 5, 13, "#fff", bold=True)
    return f'{box}fill="{colour}" stroke="#fff" stroke-width="1.5"/>{letters}'
