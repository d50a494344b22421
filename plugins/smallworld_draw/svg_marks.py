"""The contents of a region as SVG: tokens, natives, pieces, relics.

Owners differ by colour and by the shape of their tokens, so that they differ
in grey too; a race in decline has a white token with a coloured, dashed rim.
"""

from __future__ import annotations

from math import cos, pi, sin

from smallworld.languages.text_width import display_width
from smallworld.safe_text import safe_markup as escape
from smallworld_draw.colours import ink, owner_colour
from smallworld_draw.label_rows import Spans, fit_text
from smallworld_draw.labels import piece_marks
from smallworld_draw.scene import RegionView

RADIUS, GAP = 17.0, 4.0
"""Of a token, and between things, in units of the picture."""
LONGEST_ROW = 8
"""Letters of the name of a relic that is written in one row."""
SHAPES = ((0, 0.0), (4, pi / 4), (4, 0.0), (6, 0.0), (3, -pi / 2), (5, -pi / 2), (8, 0.0))
"""Corners (0 = a circle) and turn of the token of each seat."""


def number(value: float) -> str:
    """Write a coordinate with few digits."""
    return f"{value:.1f}".removesuffix(".0")


def shape(seat: int, x: float, y: float, radius: float, attributes: str) -> str:
    """Draw the outline of a player's token around a point."""
    corners, turned = SHAPES[seat % len(SHAPES)]
    if not corners:
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" {attributes}/>'
    reach = radius * {3: 1.4, 4: 1.22, 5: 1.15}.get(corners, 1.08)
    angles = [turned + 2 * pi * k / corners for k in range(corners)]
    points = " ".join(f"{number(x + reach * cos(a))},{number(y + reach * sin(a))}" for a in angles)
    return f'<polygon points="{points}" {attributes}/>'


def token(seat: int, count: int | str, declined: bool, x: float, y: float, radius: float = RADIUS) -> str:
    """Draw a player's token with a number on it."""
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
    """Draw centred words; with a halo they are readable on any ground."""
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


def draw_contents_row(spot: RegionView, spans: Spans, below: float) -> str:
    """Draw the contents of a region in a row, over the band of its owner.

    :param below: how far below the label point they are drawn.
    """
    things = [(mark, "#222") for mark in piece_marks(spot)]
    things += [(name or "?", "#8a5a00") for name in spot.relics]
    has_tokens = spot.seat >= 0 or spot.natives > 0
    widths = [tile_width(label) for label, _ in things]
    row_width = max(1.0, 2 * RADIUS * has_tokens + sum(widths) + GAP * (len(widths) - 1 + has_tokens))
    y, middle_of_row = spans.y + below, spans.contents.centre(spans.x, row_width)
    start, parts = middle_of_row - row_width / 2, list[str]()
    if has_tokens:
        middle = start + RADIUS
        start += 2 * RADIUS + GAP
        if spot.seat >= 0:
            parts.append(token(spot.seat, spot.tokens, spot.declined, middle, y))
        else:
            parts.append(natives(spot.natives, middle, y))
    for (label, colour), width in zip(things, widths, strict=True):
        parts.append(tile(label, start, y, width, colour))
        start += width + GAP
    owner = _owner(spot, spans, y + RADIUS + 13) if spot.seat >= 0 else ""
    return f"{tint(spot)}{_shrunk(''.join(parts), middle_of_row, y, spans.contents.width / row_width)}{owner}"


def _shrunk(row: str, x: float, y: float, scale: float) -> str:
    """Shrink a row that is too wide for its region around its middle, to two thirds at most."""
    if scale >= 1 or not row:
        return row
    scale = max(scale, 2 / 3)
    move = f"translate({number(x * (1 - scale))},{number(y * (1 - scale))})"
    return f'<g transform="{move} scale({scale:.3f})">{row}</g>'


def natives(count: int | str, x: float, y: float) -> str:
    """Draw native tokens: a brown tile with their number."""
    box = f'<rect x="{number(x - 14)}" y="{number(y - 13)}" width="28" height="26" rx="6" '
    letters = text(str(count), x, y + 6, 17, "#fff", bold=True)
    return f'{box}fill="#5d4632" stroke="#f3e9d2" stroke-width="2"/>{letters}'


def _owner(spot: RegionView, spans: Spans, y: float) -> str:
    """Write the owner and the race of a region; only the race where both do not fit."""
    both = f"{spot.owner} · {spot.race}"
    forms = [(both, 11.5), (both, 10.0), (both, 9.0), (spot.race, 11.5), (spot.race, 10.0), (spot.race, 9.0)]
    label, size, middle = fit_text(forms, spans.owner, spans.x)
    return text(label, middle, y, size, bold=True, halo=True)


def tile_rows(label: str) -> list[str]:
    """Split a long name into two rows of about the same length."""
    parts = label.split(" ")
    if len(label) <= LONGEST_ROW or len(parts) == 1:
        return [label]
    halves = [(" ".join(parts[:i]), " ".join(parts[i:])) for i in range(1, len(parts))]
    return list(min(halves, key=lambda rows: max(map(len, rows))))


def tile_width(label: str) -> float:
    """Return the width of a tile."""
    longest = max(map(display_width, tile_rows(label)))
    return max(20.0, 7.5 * longest + 9) if longest <= 2 else 6.9 * longest + 8


def tile(label: str, start: float, y: float, width: float, colour: str) -> str:
    """Draw a dark tile with white letters."""
    rows = tile_rows(label)
    half = 10 if len(rows) == 1 else 14
    box = f'<rect x="{number(start)}" y="{number(y - half)}" width="{number(width)}" height="{2 * half}" rx="3" '
    middle, size = start + width / 2, 13 if len(label) <= 2 else 10.5
    baselines = [y + 5] if len(rows) == 1 else [y - 2.5, y + 9]
    letters = "".join(
        text(row, middle, line, size, "#fff", bold=True) for row, line in zip(rows, baselines, strict=True)
    )
    return f'{box}fill="{colour}" stroke="#fff" stroke-width="1.5"/>{letters}'
