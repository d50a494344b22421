"""The legend of a picture in a file, and the list of signs of a page."""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.languages import _
from smallworld.model.variant import PieceSpec
from smallworld_draw.icons import Icons
from smallworld_draw.marks import natives, piece, player_shape, plus_tag, price_tag, relic, seat_class, symbol, token
from smallworld_draw.palette import land_class
from smallworld_draw.scene import Scene
from smallworld_output.safe_text import safe_markup as escape
from smallworld_output.text_width import display_width

ROW = 38.0
"""Height of a row, in units of the picture."""
NARROW, WIDE = "ijlftrI.,'- ", "mwMW"
"""Narrow and wide letters."""
ENTRY = '<path class="coast-arrow" d="M-11-4.5H-1V-11L12 0-1 11V4.5H-11z"/>'
"""The arrow of an entry region."""


def legend(scene: Scene, icons: Icons, left: float, top: float, right: float) -> tuple[list[str], float]:
    """Draw rows of entries: players, natives, pieces, relics, symbols, terrains; return them and where they end."""
    entries, x, y = list[str](), left, top - ROW / 2
    for sign, room, caption in (*_players(scene, icons), *_things(scene, icons), *_terrains(scene, icons)):
        width = room + 24 + _text_width(caption)
        if not entries or (x + width > right and x > left):
            x, y = left, y + ROW
        label = f'<text x="{room + 6:.4g}" y="5" class="caption">{escape(caption)}</text>'
        mark = f'<g transform="translate({room / 2:.4g},0)">{sign}</g>'
        entries.append(f'<g class="legend" transform="translate({x:.4g},{y:.4g})">{mark}{label}</g>')
        x += width
    return entries, y + ROW * (2 / 3 if entries else 1 / 2)


def signs_of(scene: Scene, icons: Icons) -> list[tuple[str, str]]:
    """List everything that a board of this edition may show, each as an element of a page, and its words."""
    return [(_element(sign, room), caption) for sign, room, caption in _signs(scene, icons)]


def _element(sign: str, room: float) -> str:
    width = max(room, 30.0)
    box = f"{-width / 2:.4g} -19 {width:.4g} 38"
    return f'<svg class="board" viewBox="{box}" width="{width:.4g}" height="38" aria-hidden="true">{sign}</svg>'


def _signs(scene: Scene, icons: Icons) -> Iterator[tuple[str, float, str]]:
    variant = scene.variant
    yield from _terrains(scene, icons)
    if variant is None:
        return
    yield from ((symbol(key, icons), 30, variant.label("symbols", key)) for key in variant.symbols)
    if variant.natives:
        yield natives("1", icons), 54, variant.natives.name
    yield from ((piece(kind.id, 1, icons), 30, kind.name) for kind in variant.pieces.values())
    if variant.relics:
        yield relic(None, icons), 30, _("face-down relic")
    race = next(iter(variant.races), "")
    yield token(0, race, 3, False, icons), 76, _("tokens of a race, in the shape of its player")
    yield token(0, race, 1, True, icons), 76, _("in decline")
    yield token(0, race, 1, False, icons, locked=True), 76, _("cannot be conquered")
    yield price_tag("3", icons, is_bare=True, has_row=False), 46, _("price in tokens")
    yield price_tag("3", icons, by_die=True, is_bare=True, has_row=False), 60, _("price with the die: you are short")
    yield plus_tag(icons, is_bare=True, has_row=False), 46, _("may receive a token or a piece")
    yield f'<g class="changed">{token(0, race, 1, False, icons)}</g>', 76, _("changed since your turn")
    yield ENTRY, 30, _("entry region")


def _text_width(caption: str) -> float:
    """Estimate the width of a caption, generously."""
    narrow, wide = (sum(letter in letters for letter in caption) for letters in (NARROW, WIDE))
    return display_width(caption) * 9.0 + wide * 4.6 - narrow * 3.4


def _players(scene: Scene, icons: Icons) -> Iterator[tuple[str, float, str]]:
    for seat, name in enumerate(scene.players):
        shape = f'<g class="{seat_class(seat)}" transform="scale(.8)"><g class="shape">{player_shape(seat)}</g></g>'
        yield shape, 36, name
    declined = next((spot for spot in scene.spots.values() if spot.declined), None)
    if declined is not None:
        yield token(declined.seat, declined.race_id, "n", True, icons), 70, _("in decline")
    if any(spot.natives for spot in scene.spots.values()):
        yield natives("n", icons), 54, scene.natives


def _things(scene: Scene, icons: Icons) -> Iterator[tuple[str, float, str]]:
    kinds, relics, symbols = dict[str, PieceSpec](), dict[str | None, str](), dict[str, str]()
    for spot in scene.spots.values():
        kinds |= {kind.id: kind for kind, _count in spot.pieces}
        relics |= dict(zip(spot.relic_ids, (name or _("face-down relic") for name in spot.relics), strict=True))
        symbols |= dict(zip(sorted(spot.region.symbols), spot.symbols, strict=False))
    for kind in kinds.values():
        yield piece(kind.id, 1, icons), 26, kind.name
    for key, name in relics.items():
        yield relic(key, icons), 26, name
    for key, name in symbols.items():
        yield symbol(key, icons), 26, name
    if any(spot.entry for spot in scene.spots.values()):
        yield ENTRY, 30, _("entry region")


def _terrains(scene: Scene, icons: Icons) -> Iterator[tuple[str, float, str]]:
    for terrain in scene.terrains:
        ground = (
            '<rect x="-17" y="-13" width="34" height="26" rx="5" class="fill"/>'
            '<rect x="-17" y="-13" width="34" height="26" rx="5" class="edge"/>'
        )
        glyph = f'<g class="ink">{icons.use("terrains", terrain.id, 18)}</g>'
        yield f'<g class="{land_class(terrain.id)}">{ground}{glyph}</g>', 36, terrain.name
