"""The colours of boards on light and dark pages, and the style sheets with them.

A page has the colours as custom properties. A picture in a file has plain colours, because many viewers know no
properties; browsers find those of a dark page in it too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from typing import Any

from smallworld.errors import with_suggestion
from smallworld.languages import N_, _
from smallworld.model.variant import Icon, TerrainSpec, Variant
from smallworld_draw.colours import PLAIN, PLAYERS, SIGHTS, contrast, distance, rgb
from smallworld_draw.icons import glyphs

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
    red, green, blue = (part / 255 for part in rgb(tint))
    hue, lightness, saturation = rgb_to_hls(red, green, blue)
    shares = [step / 100 for step in range(1, 101)]
    darker = (_from_hls(hue, lightness * (1 - share), saturation) for share in shares)
    lighter = (_from_hls(hue, lightness + (1 - lightness) * share, saturation) for share in shares)
    for tries in (lighter, darker) if is_dark else (darker, lighter):
        readable = next((colour for colour in tries if contrast(colour, tint) >= GLYPH_CONTRAST), None)
        if readable:
            return readable
    raise AssertionError(f"black or white is readable on {tint}")


def _from_hls(hue: float, lightness: float, saturation: float) -> str:
    return _hex(255 * part for part in hls_to_rgb(hue, lightness, saturation))


def _hex(parts: Iterable[float]) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def _ink(colour: str) -> str:
    """Return the colour of a count on a player's shape."""
    dark, light = "#14181b", "#ffffff"
    return max((dark, light), key=lambda ink: contrast(ink, colour))


@lru_cache(maxsize=32)
def _rules(terrains: tuple[str, ...]) -> str:
    """Return the rules of ``board.css``, those of a seat or a terrain once for each."""
    lines = (files("smallworld_draw") / "board.css").read_text(encoding="utf-8").splitlines()
    return "\n".join(part for line in lines if line.startswith(".") for part in _repeated(line, terrains))


def _repeated(line: str, terrains: Iterable[str]) -> Iterator[str]:
    if "SEAT" in line:
        yield from (line.replace("SEAT", str(seat)) for seat in range(len(PLAYERS)))
    elif "TERRAIN" in line:
        yield from (line.replace("TERRAIN", terrain) for terrain in terrains)
    else:
        yield line


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
    return [*_unknown_icons(variant), *_unknown_symbols(variant), *_alike(variant)]


def _unknown_icons(variant: Variant) -> Iterator[tuple[str, str]]:
    for place, icon in _icons(variant):
        if isinstance(icon, str) and icon and icon not in glyphs():
            sentence = _("{icon!r} is not a symbol; smallworld variant icons lists them", icon=icon)
            yield place, with_suggestion(sentence, icon, glyphs())


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
        for is_dark, least in LEAST_APART.items():
            sight, apart = _nearest(one, other, is_dark=is_dark)
            if apart < least:
                sentence = (
                    N_("{one} and {other} look alike on a dark page ({sight}): {distance} instead of {least}")
                    if is_dark
                    else N_("{one} and {other} look alike on a light page ({sight}): {distance} instead of {least}")
                )
                yield _(sentence, one=one.id, other=other.id, sight=sight, distance=round(apart, 1), least=least)


def _nearest(one: TerrainSpec, other: TerrainSpec, *, is_dark: bool) -> tuple[str, float]:
    """Return the kind of sight in which two terrains are most alike, and how far apart they are."""
    tints = tint_of(one, is_dark=is_dark), tint_of(other, is_dark=is_dark)
    return min(((sight, distance(*tints, sight)) for sight in SIGHTS), key=lambda pair: pair[1])
