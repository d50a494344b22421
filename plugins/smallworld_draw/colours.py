"""Colours of owners, and how much contrast a colour leaves for text."""

from __future__ import annotations

OWNERS = ("#c62828", "#1a1ac8", "#f2c400", "#7b1fa2", "#ff87af", "#ef6c00", "#101820", "#ad1457")
"""In a terminal: red, blue, yellow, violet, pink, orange … none of them like a terrain; they differ by letter too."""
PLAYERS = ("#c2260c", "#1459c7", "#f8cd2e", "#54203c", "#8fe2e2", "#928787", "#9d86f9", "#e4ecc6")
"""In pictures: red, blue, yellow, plum, aqua, grey, lilac, pale green; they differ by shape too."""
DARK, LIGHT = "#000000", "#ffffff"

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
