"""The board as SVG: terrain by colour, pattern and word, owners by colour, shape and name.

>>> import smallworld
>>> from smallworld_draw.svg import board_svg
>>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
>>> picture = board_svg(game)
>>> picture.startswith("<svg "), picture.count('class="region"')
(True, 23)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from adjacency_map import Cell, Ring
from smallworld.game import Game
from smallworld.languages.text_width import display_width
from smallworld.model.board import BoardFile
from smallworld.model.game_board import Board
from smallworld.model.variant import TerrainSpec, Variant
from smallworld.safe_text import safe_markup as escape
from smallworld_draw.colours import ink
from smallworld_draw.label_position import Row, anchor
from smallworld_draw.label_rows import BAND, Spans, fit_text, span_around
from smallworld_draw.labels import ENTRY
from smallworld_draw.legend import legend
from smallworld_draw.scene import PLAIN, RegionView, Scene, scene_of_board, scene_of_game
from smallworld_draw.svg_marks import RADIUS, draw_contents_row, number, text

SCALE = 15.0
"""Units of the picture for each unit of the drawing; a region is about 150 wide."""
MARGIN, RATIO = 14.0, 1.3
"""Room around the board; width divided by height of several islands."""
CONTENTS, HEAD, PILLS = 10.0, -13.0, -24.0
"""How far below and above the label point of a region its tokens, name and symbols are drawn."""
PILL = 17.0
"""How much higher the name of a region with symbols is."""
OWNER = 96.0
"""Room for the name of an owner and their race, below the tokens."""
STYLE = (
    ".board text{font-family:system-ui,'DejaVu Sans',Arial,sans-serif;text-anchor:middle}"
    ".board .halo{stroke:#fff;stroke-width:3px;stroke-linejoin:round}"
)


def board_svg(game: Game) -> str:
    """Draw the current board of a game."""
    return scene_svg(scene_of_game(game, RATIO))


def bare_board_svg(board: Board | BoardFile, variant: Variant) -> str:
    """Draw a board as it is printed, with the natives of the set-up."""
    return scene_svg(scene_of_board(board, variant, RATIO))


def scene_svg(scene: Scene, *, live: bool = False, views: Iterable[RegionView] = ()) -> str:
    """Draw a scene.

    :param live: no legend of the contents, because a script will change it.
    :param views: regions at other times of the game, for the legend of a live picture.
    """
    width = scene.drawing.width * SCALE + 2 * MARGIN
    height = scene.drawing.height * SCALE + 2 * MARGIN
    entries, end = legend(scene, MARGIN, height, width - MARGIN, live, views)
    bottom = end + MARGIN / 2
    return "".join([
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(bottom)}" '
        f'width="{number(width)}" height="{number(bottom)}" role="group" aria-label="{escape(scene.title)}">',
        f"<title>{escape(scene.title)}</title><style>{STYLE}</style>",
        f"<defs>{''.join(_patterns(scene))}{''.join(_shapes(scene))}</defs>",
        f'<rect width="{number(width)}" height="{number(bottom)}" fill="#f7f4ec"/>',
        *(_ground_group(name, spot) for name, spot in scene.spots.items()),
        *(_draw_region(scene, name, spot, live) for name, spot in scene.spots.items()),
        *_names(scene),
        *entries,
        "</svg>",
    ])  # fmt: skip


def label_position(cell: Cell, spot: RegionView) -> tuple[float, float]:
    """Return the place of a region's label in the picture; independent of its contents."""
    return _position(cell, _head(spot), len(region_title(spot)), _pills_width(spot))


@lru_cache(maxsize=1024)
def _position(cell: Cell, head: float, letters: int, pills: float) -> tuple[float, float]:
    """Return the place of a label with a title of some letters, and symbols of some width."""
    middle = cell.label_point[0] * SCALE + MARGIN, cell.label_point[1] * SCALE + MARGIN
    rows = [
        Row(head - 15, head + 4, 7.4 * letters + BAND, 3),
        Row(PILLS, PILLS + 16, pills + 2 * BAND, 2),
        Row(CONTENTS - RADIUS, CONTENTS + RADIUS, 2 * RADIUS + 2 * BAND, 1),
        Row(CONTENTS + RADIUS + 4, CONTENTS + RADIUS + 15 + BAND, OWNER, 1.5),
    ]
    return anchor(_rings(cell), middle, tuple(row for row in rows if row.width > 2 * BAND))


def label_spans(cell: Cell, spot: RegionView) -> Spans:
    """Return the room that a region has for each row of its label; independent of its contents."""
    return _spans(cell, *label_position(cell, spot), _head(spot))


@lru_cache(maxsize=1024)
def _spans(cell: Cell, x: float, y: float, head: float) -> Spans:
    rings, contents, head = _rings(cell), y + CONTENTS, y + head
    return Spans(
        x, y, span_around(rings, x, head - 11, head + 3), span_around(rings, x, y + PILLS, y + PILLS + 16),
        span_around(rings, x, contents - RADIUS * 0.6, contents + RADIUS * 0.6),
        span_around(rings, x, contents + RADIUS + 4, contents + RADIUS + 15),
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _rings(cell: Cell) -> tuple[Ring, ...]:
    """Return the outlines of a region in units of the picture."""
    return tuple(tuple((x * SCALE + MARGIN, y * SCALE + MARGIN) for x, y in ring) for ring in cell.rings)


def _head(spot: RegionView) -> float:
    """Return the distance from the label point down to the name of a region."""
    return HEAD - PILL if spot.region.symbols else HEAD


def _path(rings: tuple[Ring, ...]) -> str:
    return "".join(f"M{' '.join(_point(x, y) for x, y in ring)}Z" for ring in rings)


def _point(x: float, y: float) -> str:
    return f"{number(x * SCALE + MARGIN)},{number(y * SCALE + MARGIN)}"


def _shapes(scene: Scene) -> Iterator[str]:
    """Define the outline of every region, to be filled, and to clip its owner's band."""
    for name, cell in scene.drawing.cells.items():
        key = escape(name)
        yield f'<path id="shape-{key}" fill-rule="evenodd" d="{_path(cell.rings)}"/>'
        yield f'<clipPath id="clip-{key}"><use href="#shape-{key}" clip-rule="evenodd"/></clipPath>'


def _patterns(scene: Scene) -> Iterator[str]:
    """Define a pattern for every terrain, so that terrains differ without colours."""
    for terrain in scene.terrains:
        colour = terrain.color or PLAIN
        sign = escape(terrain.glyph or terrain.name[:1])
        letters = f'font-size="13" fill="{ink(colour)}" fill-opacity="0.22"'
        yield (
            f'<pattern id="terrain-{escape(terrain.id)}" width="30" height="26" patternUnits="userSpaceOnUse">'
            f'<rect width="30" height="26" fill="{escape(colour)}"/>'
            f'<text x="8" y="11" {letters}>{sign}</text><text x="23" y="24" {letters}>{sign}</text></pattern>'
        )


def _ground_group(name: str, spot: RegionView) -> str:
    """Draw the ground of a region, with a description of everything on it."""
    key, label = escape(name), escape(spot.describe())
    return (
        f'<g class="region" role="img" aria-label="{label}" id="region-{key}"><title>{label}</title>'
        f"{_draw_ground(name, (spot.printed or spot).terrain)}</g>"
    )


def _draw_ground(name: str, terrain: TerrainSpec, fallback: str = "") -> str:
    """Draw the ground of a region.

    :param fallback: colour for a picture without the pattern of this terrain.
    """
    return (
        f'<use href="#shape-{escape(name)}" fill="url(#terrain-{escape(terrain.id)}){escape(fallback)}" '
        f'stroke="#26221c" stroke-width="2.5" stroke-linejoin="round"/>'
    )


def _draw_region(scene: Scene, name: str, spot: RegionView, live: bool) -> str:
    """Draw print and contents of a region over all grounds, so that no neighbour hides them.

    The contents of a region that is not as printed hide the print.
    """
    contents = f'<g id="contents-{escape(name)}">{draw_contents(scene, spot)}</g>'
    shown = spot.printed or spot
    printed = _draw_print(shown, label_spans(scene.drawing.cells[name], shown))
    parts = printed + contents if live or spot.printed else contents + printed
    return f'<g aria-hidden="true" pointer-events="none">{parts}</g>'


def draw_contents(scene: Scene, spot: RegionView) -> str:
    """Draw the contents of a region at its position in the picture; new terrain is a part of them."""
    spans = label_spans(scene.drawing.cells[spot.region.id], spot)
    contents = draw_contents_row(spot, spans, CONTENTS)
    if spot.printed is None:
        return contents
    ground = _draw_ground(spot.region.id, spot.terrain, f" {spot.terrain.color or PLAIN}")
    return ground + _draw_print(spot, spans) + contents


def _draw_print(spot: RegionView, spans: Spans) -> str:
    """Draw id, terrain and symbols."""
    title = region_title(spot)
    title, size, middle = fit_text([(title, 12), (title, 10.5), (title, 9.5)], spans.title, spans.x)
    parts = [text(title, middle, spans.y + _head(spot), size, bold=True, halo=True)]
    symbols, widths = spot.symbols or sorted(spot.region.symbols), symbol_widths(spot)
    left = spans.symbols.centre(spans.x, _pills_width(spot)) - _pills_width(spot) / 2
    for symbol, width in zip(symbols, widths, strict=True):
        parts.append(_pill(symbol, left, spans.y + PILLS, width))
        left += width + 3
    return "".join(parts)


def region_title(spot: RegionView) -> str:
    """Write id and terrain of a region; an entry region has a mark."""
    return f"{spot.region.id}{ENTRY if spot.entry else ''} {spot.terrain.name.lower()}"


def symbol_widths(spot: RegionView) -> list[float]:
    """Return the widths of the symbols of a region."""
    return [6.2 * display_width(symbol) + 10 for symbol in spot.symbols or sorted(spot.region.symbols)]


def _pills_width(spot: RegionView) -> float:
    """Return the width of all symbols of a region together."""
    return sum(symbol_widths(spot)) + 3 * max(0, len(spot.region.symbols) - 1)


def _pill(label: str, left: float, y: float, width: float) -> str:
    box = f'<rect x="{number(left)}" y="{number(y)}" width="{number(width)}" height="16" rx="8" '
    return f'{box}fill="#fffdf4" stroke="#26221c"/>' + text(label, left + width / 2, y + 12, 11)


def _names(scene: Scene) -> Iterator[str]:
    """Draw the names of the islands, above them."""
    for island in scene.drawing.islands:
        if island.name and len(scene.drawing.islands) > 1:
            x = (island.left + island.width / 2) * SCALE + MARGIN
            yield text(island.name, x, island.top * SCALE + MARGIN - 12, 17, "#4a4438", bold=True)
