"""The legend of a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from smallworld.languages import _
from smallworld.languages.text_width import display_width
from smallworld.model.variant import PieceSpec
from smallworld.safe_text import safe_markup as escape
from smallworld_draw.labels import ENTRY
from smallworld_draw.scene import RegionView, Scene
from smallworld_draw.svg_marks import natives, number, text, tile, token

ROW = 34.0
"""Height of a row, in units of the picture."""
NARROW, WIDE = "ijlftrI.,'- ", "mwMW"
"""Narrow and wide letters."""


def legend(
    scene: Scene, left: float, top: float, right: float, live: bool, views: Iterable[RegionView] = ()
) -> tuple[list[str], float]:
    """Draw rows of entries: players, natives, pieces, terrains; return them and where they end.

    :param live: leave out the pieces of the scene, because a script changes them.
    :param views: regions at other times of the game, with the pieces that a live legend has.
    """
    entries, x, y = list[str](), left, top - ROW / 2
    pieces = _pieces(views if live else scene.spots.values())
    for sign, caption in (*_players(scene, live), *pieces, *_entry(scene), *_terrains(scene)):
        room = 64 + _text_width(caption)
        if not entries or (x + room > right and x > left):
            x, y = left, y + ROW
        label = f'<text x="42" y="5" font-size="14" fill="#111" style="text-anchor:start">{escape(caption)}</text>'
        entries.append(f'<g class="legend" transform="translate({number(x)},{number(y)})">{sign}{label}</g>')
        x += room
    return entries, y + ROW / 2


def _text_width(caption: str) -> float:
    """Estimate the width of a caption, generously."""
    narrow, wide = (sum(letter in letters for letter in caption) for letters in (NARROW, WIDE))
    return display_width(caption) * 9.0 + wide * 4.6 - narrow * 3.4


def _players(scene: Scene, live: bool) -> Iterator[tuple[str, str]]:
    for seat, name in enumerate(scene.players):
        yield token(seat, name[:1].upper(), False, 20, 0, 13), name
    declined = [spot.seat for spot in scene.spots.values() if spot.declined]
    if declined or (live and scene.players):
        yield token(declined[0] if declined else 0, "n", True, 20, 0, 13), _("in decline")
    if any(spot.natives for spot in scene.spots.values()):
        yield natives("n", 20, 0), scene.natives


def _pieces(views: Iterable[RegionView]) -> Iterator[tuple[str, str]]:
    kinds, has_covered_relic = dict[str, PieceSpec](), False
    for spot in views:
        kinds |= {kind.id: kind for kind, _count in spot.pieces}
        has_covered_relic |= None in spot.relics
    for kind in kinds.values():
        yield tile(kind.glyph or kind.name[:1], 9, 0, 22, "#222"), kind.name
    if has_covered_relic:
        yield tile("?", 9, 0, 22, "#8a5a00"), _("face-down relic")


def _entry(scene: Scene) -> Iterator[tuple[str, str]]:
    if any(spot.entry for spot in scene.spots.values()):
        yield text(ENTRY, 20, 9, 24, bold=True), _("entry region")


def _terrains(scene: Scene) -> Iterator[tuple[str, str]]:
    for terrain in scene.terrains:
        ground = f"url(#terrain-{escape(terrain.id)})"
        yield f'<rect x="4" y="-12" width="32" height="24" rx="4" fill="{ground}" stroke="#26221c"/>', terrain.name
