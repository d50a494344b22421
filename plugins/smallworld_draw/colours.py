"""The colours of owners and boards, how readable and how different they are, and the style sheets with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Any

from smallworld.errors import with_suggestion
from smallworld.languages import N_, _
from smallworld.model.variant import Icon, TerrainSpec, Variant

OWNERS = ("#c62828", "#1a1ac8", "#f2c400", "#7b1fa2", "#ff87af", "#ef6c00", "#101820", "#ad1457")
"""In a terminal: red, blue, yellow, violet, pink, orange … none of them like a terrain; they differ by letter too."""
PLAYERS = ("#c2260c", "#1459c7", "#f8cd2e", "#54203c", "#8fe2e2", "#928787", "#9d86f9", "#e4ecc6")
"""In pictures: red, blue, yellow, plum, aqua, grey, lilac, pale green; they differ by shape too."""
BLACK, WHITE = "#000000", "#ffffff"
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


@lru_cache(maxsize=256)
def ink(colour: str) -> str:
    """Return black or white, the easier one to read on a colour: a contrast of 4.5 or more (WCAG)."""
    return BLACK if brightness(colour) > 0.179 else WHITE


@lru_cache(maxsize=256)
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
    """Return the contrast of two colours, 1 to 21 (WCAG).

    >>> round(contrast("#000000", "#ffffff"), 1), round(distance("#c2260c", "#1459c7"), 0) > 25
    (21.0, True)
    """
    darker, lighter = sorted((brightness(one), brightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


def distance(one: str, other: str, sight: str = "normal") -> float:
    """Return the distance of two colours (CIEDE2000) as somebody with a kind of sight sees them."""
    return _ciede2000(_lab(one, sight), _lab(other, sight))


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


# --- the colours of boards on light and dark pages, and the style sheets with them
#
# A page has the colours as custom properties. A picture in a file has plain colours, because many viewers know no
# properties; browsers find those of a dark page in it too.


Colours = Mapping[str, str]
"""Name of a custom property → its colour."""

LIGHT: Colours = {
    "paper": "#ebe7de", "edge": "#3b3a34", "veil": "#ebe7de", "lit": "#fffef9", "lit-line": "#1b2126",
    "tag": "#fffef9", "tag-ink": "#1b2126", "disc": "#fffef9", "disc-ink": "#1b2126", "water": "#d3e3e8",
    "off": "#dcd7cc", "off-ink": "#55524d", "rimline": "#3b3a34", "news": "#8a1c7c", "words": "#1b2126",
    "add": "#14505c", "add-ink": "#ffffff", "native": "#e4d6bf", "native-ink": "#2c2015", "native-line": "#5b4630",
    "symbol": "#2a2a28", "symbol-ink": "#ffffff",
}  # fmt: skip
"""On a light page."""
DARK: Colours = {
    **LIGHT, "paper": "#14181b", "edge": "#0c0f10", "veil": "#14181b", "lit-line": "#0c0f10", "tag-ink": "#14181b",
    "disc": "#f4f1e8", "disc-ink": "#14181b", "water": "#1b2a33", "off": "#b9b6ae", "off-ink": "#3b3a34",
    "rimline": "#efece2", "news": "#ff9df0", "words": "#eef1ee", "add": "#8fd0d8", "add-ink": "#0c1d20",
}  # fmt: skip
"""On a dark page."""
GLYPH_CONTRAST = 3.15
"""Of the small glyphs on land with its tint."""
DARK_LIGHTNESS = 0.33
"""Lightness of the tint of a dark page, as a share of that of a light one."""
COLOUR = re.compile("#[0-9A-Fa-f]{6}")
"""A colour of an edition; that of a draft may be anything."""
_SYSTEM = "@media (prefers-color-scheme:dark)"


def page_style(terrains: Iterable[TerrainSpec]) -> str:
    """Write the style sheet of a page with boards of an edition; ``data-theme`` of the page overrides the system."""
    lands = list(terrains)
    light, dark = (
        "".join(f"--{name}:{colour};" for name, colour in _all(lands, is_dark=is_dark).items())
        for is_dark in (False, True)
    )  # fmt: skip
    return "".join([
        f":root{{{light}}}",
        f"{_SYSTEM}{{:root:not([data-theme=light]){{{dark}}}}}",
        f":root[data-theme=dark]{{{dark}}}",
        *(f".p{seat}{{--c:var(--p{seat});--k:var(--p{seat}k)}}" for seat in range(len(PLAYERS))),
        _rules(tuple(land_class(terrain.id) for terrain in lands)),
    ])  # fmt: skip


def picture_style(terrains: Iterable[TerrainSpec]) -> str:
    """Write the style of a picture in a file."""
    lands = list(terrains)
    lines = _rules(tuple(land_class(terrain.id) for terrain in lands)).splitlines()
    rules = "".join(line for line in lines if line.startswith(".board"))
    light, dark = _all(lands, is_dark=False), _all(lands, is_dark=True)
    return f"{_resolved(rules, light)}{_SYSTEM}{{{_resolved(_changed(rules, light, dark), dark)}}}"


def land_class(terrain: str) -> str:
    """Return the class of land of a terrain; the id of a draft may have any characters."""
    return "t-" + re.sub(r"[^A-Za-z0-9_-]", "_", terrain)


def _all(terrains: Iterable[TerrainSpec], *, is_dark: bool) -> Colours:
    """Return every colour of a page: surfaces, players with their ink, tints with their glyphs."""
    colours = dict(DARK if is_dark else LIGHT)
    for seat, owner in enumerate(PLAYERS):
        colours |= {f"p{seat}": owner, f"p{seat}k": _ink(owner)}
    for terrain in terrains:
        tint = tint_of(terrain, is_dark=is_dark)
        name = land_class(terrain.id)
        colours |= {name: tint, f"{name}-i": glyph_colour(tint, is_dark=is_dark)}
    return colours


def tint_of(terrain: TerrainSpec, *, is_dark: bool) -> str:
    """Return the colour of the land; without colors of a page it is made of the other."""
    light = next(filter(COLOUR.fullmatch, (str(terrain.colors.get("light")), terrain.color)), PLAIN)
    dark = str(terrain.colors.get("dark"))
    if not is_dark:
        return light
    return dark if COLOUR.fullmatch(dark) else _hex(DARK_LIGHTNESS * part for part in rgb(light))


@lru_cache(maxsize=256)
def glyph_colour(tint: str, *, is_dark: bool) -> str:
    """Return a colour of the same hue that is readable on a tint: darker on a light page, lighter on a dark one."""
    hue, lightness, saturation = rgb_to_hls(*(part / 255 for part in rgb(tint)))
    shares = [step / 100 for step in range(1, 101)]
    darker = [lightness * (1 - share) for share in shares]
    lighter = [lightness + (1 - lightness) * share for share in shares]
    for tried in [*lighter, *darker] if is_dark else [*darker, *lighter]:
        colour = _hex(255 * part for part in hls_to_rgb(hue, tried, saturation))
        if contrast(colour, tint) >= GLYPH_CONTRAST:
            return colour
    raise AssertionError(f"black or white is readable on {tint}")


def _hex(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def _ink(colour: str) -> str:
    """Return the colour of a count on a player's shape."""
    dark, light = "#14181b", "#ffffff"
    return max((dark, light), key=lambda ink: contrast(ink, colour))


@lru_cache(maxsize=32)
def _rules(terrains: tuple[str, ...]) -> str:
    """Return the rules of ``board.css``, those of a seat or a terrain once for each."""
    from importlib.resources import files  # not for a terminal

    values = {"SEAT": [*map(str, range(len(PLAYERS)))], "TERRAIN": terrains, "": [""]}
    lines = (files("smallworld_draw") / "board.css").read_text(encoding="utf-8").splitlines()
    rules = [(line, next(word for word in values if word in line)) for line in lines if line.startswith(".")]
    return "\n".join(line.replace(word, value) for line, word in rules for value in values[word])


def _changed(rules: str, light: Colours, dark: Colours) -> str:
    """Return the rules with only those declarations that differ between light and dark pages."""
    kept = []
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", rules):
        parts = [part for part in body.split(";") if _resolved(part, light) != _resolved(part, dark)]
        kept += [f"{selector}{{{';'.join(parts)}}}"] if parts else []
    return "".join(kept)


def _resolved(rules: str, colours: Colours) -> str:
    """Write the colours in place of the properties."""
    return re.sub(r"var\(--([\w-]+)\)", lambda match: colours[match[1]], rules)


# --- what is wrong with the symbols and colours that an edition chooses


LEAST_APART = {False: 8.0, True: 5.0}
"""Least distance of two terrains (CIEDE2000) on a light page, and on a dark one."""


def picture_problems(variant: Variant) -> list[str | tuple[str, str]]:
    """Return a sentence for each unknown symbol, with its place, and for each two terrains that look alike."""
    return [*_unknown(variant), *_alike(variant)]


def _unknown(variant: Variant) -> Iterator[tuple[str, str]]:
    from smallworld_draw.icons import glyphs  # not for a terminal

    for place, icon in _icons(variant):
        if isinstance(icon, str) and icon and icon not in glyphs():
            sentence = _("{icon!r} is not a symbol; smallworld variant icons lists them", icon=icon)
            yield place, with_suggestion(sentence, icon, glyphs())
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
        for is_dark, least in LEAST_APART.items():
            tints = tint_of(one, is_dark=is_dark), tint_of(other, is_dark=is_dark)
            apart, sight = min(((distance(*tints, sight), sight) for sight in SIGHTS), key=lambda pair: pair[0])
            if apart < least:
                sentence = (
                    N_("{one} and {other} look alike on a dark page ({sight}): {distance} instead of {least}")
                    if is_dark
                    else N_("{one} and {other} look alike on a light page ({sight}): {distance} instead of {least}")
                )
                yield _(sentence, one=one.id, other=other.id, sight=sight, distance=round(apart, 1), least=least)
