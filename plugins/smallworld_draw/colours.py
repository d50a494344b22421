"""Colours of owners, how much contrast a colour leaves for text, and how different two colours look.

>>> round(contrast("#000000", "#ffffff"), 1), round(distance("#c2260c", "#1459c7"), 0) > 25
(21.0, True)
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

OWNERS = ("#c62828", "#1a1ac8", "#f2c400", "#7b1fa2", "#ff87af", "#ef6c00", "#101820", "#ad1457")
"""In a terminal: red, blue, yellow, violet, pink, orange … none of them like a terrain; they differ by letter too."""
PLAYERS = ("#c2260c", "#1459c7", "#f8cd2e", "#54203c", "#8fe2e2", "#928787", "#9d86f9", "#e4ecc6")
"""In pictures: red, blue, yellow, plum, aqua, grey, lilac, pale green; they differ by shape too."""
DARK, LIGHT = "#000000", "#ffffff"
PLAIN = "#c8c8c0"
"""Of a terrain to which the edition gives no colour."""

CUBE = (0, 95, 135, 175, 215, 255)
"""Brightness of the six steps of red, green and blue."""


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255, of ``#rrggbb`` or ``#rgb``; grey for anything else."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    try:
        return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
    except ValueError:
        return 200, 200, 192


def linear(colour: str) -> tuple[float, float, float]:
    """Return the light of red, green and blue, 0 to 1."""
    parts = [part / 255 for part in rgb(colour)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def brightness(colour: str) -> float:
    """Return the relative luminance, 0 to 1 (WCAG)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink(colour: str) -> str:
    """Return black or white, the easier one to read on a colour: a contrast of 4.5 or more (WCAG)."""
    return DARK if brightness(colour) > 0.179 else LIGHT


def in_cube(colour: str) -> tuple[int, str]:
    """Return the nearest colour of a terminal that has 256: its number and its red, green and blue."""
    steps = [min(range(6), key=lambda step: abs(CUBE[step] - part)) for part in rgb(colour)]
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2], "#" + "".join(f"{CUBE[step]:02x}" for step in steps)


def owner_colour(seat: int) -> str:
    """Return the colour of a player in a terminal."""
    return OWNERS[seat % len(OWNERS)]


def player_colour(seat: int) -> str:
    """Return the colour of a player in a picture."""
    return PLAYERS[seat % len(PLAYERS)]


# --- how different two colours look, also to colour-blind people, and how readable one is on the other


Triple = tuple[float, float, float]

SIGHTS: Mapping[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
"""Kind of sight → the matrix that turns linear red, green and blue into those that are seen (Machado 2009)."""
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.072175), (0.0193339, 0.119192, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG)."""
    darker, lighter = sorted((brightness(one), brightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


def distance(one: str, other: str, sight: str = "normal") -> float:
    """Return the distance of two colours (CIEDE2000) as somebody with a kind of sight sees them."""
    return _ciede2000(_lab(one, sight), _lab(other, sight))


def least_distance(one: str, other: str) -> float:
    """Return the distance of two colours in the kind of sight in which they are most alike."""
    return min(distance(one, other, sight) for sight in SIGHTS)


@lru_cache(maxsize=1024)
def _lab(colour: str, sight: str) -> Triple:
    """Return lightness, and two coordinates of the hue (CIELAB)."""
    seen = [min(1.0, max(0.0, part)) for part in _times(SIGHTS[sight], linear(colour))]
    x, y, z = (
        _root(part / white) for part, white in zip(_times(_XYZ, (seen[0], seen[1], seen[2])), _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _times(matrix: tuple[Triple, Triple, Triple], parts: Triple) -> Triple:
    x, y, z = (sum(weight * part for weight, part in zip(row, parts, strict=True)) for row in matrix)
    return x, y, z


def _ciede2000(one: Triple, other: Triple) -> float:
    """Return the distance as Sharma, Wu and Dalal (2005) write it; the names are theirs."""
    mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    (l1, c1, h1), (l2, c2, h2) = (_polar(lab, 1 + g) for lab in (one, other))
    delta_h = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    delta_hue = 2 * sqrt(c1 * c2) * sin(radians(delta_h / 2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + delta_h / 2) % 360
    t = (
        1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6)) - 0.2 * cos(radians(4 * hue - 63))
    )  # fmt: skip
    rotation = -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2)))) * 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    by_lightness = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / sqrt(20 + (lightness - 50) ** 2))
    by_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    by_hue = delta_hue / (1 + 0.015 * chroma * t)
    return sqrt(by_lightness**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _polar(lab: Triple, stretch: float) -> Triple:
    """Return lightness, chroma and hue in degrees, with the first coordinate of the hue stretched."""
    lightness, a, b = lab[0], lab[1] * stretch, lab[2]
    return lightness, hypot(a, b), degrees(atan2(b, a)) % 360 if a or b else 0.0
