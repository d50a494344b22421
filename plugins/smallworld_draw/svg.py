"""The board as SVG: pale land with small symbols, strong tokens, rims and prices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from math import atan2, degrees, hypot
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from adjacency_map.model import Line, Point, Ring, depth, outline
from smallworld.game import Game
from smallworld.model.board import BoardFile
from smallworld.model.game_board import Board
from smallworld.model.variant import Variant
from smallworld_draw.colours import land_class, picture_style
from smallworld_draw.icons import Icons
from smallworld_draw.marks import draw_marks, is_immune, legend, seat_class
from smallworld_draw.scene import RegionView, Scene, closed_borders, scene_of_board, scene_of_game
from smallworld_draw.stage import WIDE, Spot, Stage, tall_stages, wide_stage
from smallworld_output.safe_text import safe_markup as escape

RATIO = 1.3
"""Width divided by height of several islands in the drawing from which pictures are made."""
MARGIN = 12.0
"""Room around the board in a file."""
HEAD = 15.0
"""Room for the name of an island."""
BANDS = ("band0", "band", "rim0", "rim", "sel")
"""Lines along the inside of a region, each hidden until a class of the region shows it."""


def board_svg(game: Game) -> str:
    """Draw the current board of a game.

    >>> import smallworld
    >>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
    >>> picture = board_svg(game)
    >>> picture.startswith("<svg "), picture.count('class="land ')
    (True, 23)
    """
    return scene_svg(scene_of_game(game, RATIO))


def bare_board_svg(board: Board | BoardFile, variant: Variant) -> str:
    """Draw a board as it is printed, with the natives of the set-up."""
    return scene_svg(scene_of_board(board, variant, RATIO))


def cover_svg(board: Board | BoardFile, variant: Variant) -> str:
    """Draw a board without ids and legend, to be recognised in a small picture."""
    return scene_svg(scene_of_board(board, variant, RATIO), has_ids=False, has_legend=False)


def scene_svg(scene: Scene, *, has_ids: bool = True, has_legend: bool = True) -> str:
    """Draw a scene as a picture that needs nothing else.

    :param has_ids: with the ids of regions, and names of islands.
    """
    stage, icons = wide_stage(scene.drawing, HEAD if has_ids else 0.0), icons_of(scene)
    right, bottom = stage.width + 2 * MARGIN, stage.height + 2 * MARGIN
    entries, end = legend(scene, icons, MARGIN, bottom, right - MARGIN) if has_legend else ([], bottom)
    title = escape(scene.title)
    ground = "sea-ground" if stage.water else "paper"
    body = "".join([
        f'<rect width="{number(right)}" height="{number(end)}" class="{"paper" if has_legend else ground}"/>',
        f'<rect x="{MARGIN:g}" y="{MARGIN:g}" width="{number(stage.width)}" height="{number(stage.height)}" rx="8" '
        f'class="{ground}"/>',
        f'<g transform="translate({MARGIN:g},{MARGIN:g})">',
        *_layers(scene, stage, icons),
        *([*_ids(scene, stage), *_island_names(stage)] if has_ids else []),
        "</g>",
        *entries,
    ])  # fmt: skip
    return (
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(right)} {number(end)}" '
        f'width="{number(right)}" height="{number(end)}" role="group" aria-label="{title}"><title>{title}</title>'
        f"<style>{picture_style(scene.terrains)}</style><defs>{icons.symbols_in(body)}</defs>{body}</svg>"
    )


def mark_places(scene: Scene) -> Mapping[str, Point]:
    """Return region → the middle of its marks in the picture of :func:`scene_svg`."""
    return {name: (spot.x + MARGIN, spot.y + MARGIN) for name, spot in wide_stage(scene.drawing, HEAD).spots.items()}


class RegionState(NamedTuple):
    """How a region is shown to somebody.

    :ivar classes: names of classes. :ivar tag: its price or a plus, as SVG.
    """

    classes: str
    tag: str = ""


States = Mapping[str, RegionState]
"""Region id → how it is shown; a region that is missing is shown as everybody sees it."""


def live_svg(scene: Scene, shape: str = WIDE, states: States = MappingProxyType({})) -> str:
    """Draw a scene for a page that has the style sheet and the symbols of the edition; a script changes its classes.

    :param shape: ``wide`` or ``tall``; a tall board of several islands has a picture for each of them.
    """
    icons, parts = icons_of(scene), list[str]()
    stages = (wide_stage(scene.drawing),) if shape == WIDE else tall_stages(scene.drawing)
    for island, stage in enumerate(stages):
        of_island = f' data-island="{island}"' if len(stages) > 1 else ""
        width, height = number(stage.width), number(stage.height)
        parts += [
            f'<svg class="board live{" water" * stage.water}" data-kind="{stage.shape}"{of_island} '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
            *_layers(scene, stage, icons, states),
            "</svg>",
        ]
    return "".join(parts)


def icons_of(scene: Scene) -> Icons:
    """Return the symbols of the edition of a scene."""
    return Icons(scene.variant, scene.terrains)


def number(value: float) -> str:
    """Write a coordinate with few digits."""
    return f"{value:.1f}".removesuffix(".0")


@dataclass(frozen=True)
class _Region:
    """A region in a picture.

    :ivar key: the beginning of ids in the picture. :ivar is_live: with every line that a script may show later.
    """

    name: str
    spot: RegionView
    place: Spot
    state: RegionState
    scale: float
    key: str
    is_live: bool

    def group(self, kind: str, more: str = "") -> str:
        """Open the group of the region in a layer."""
        classes = f"{kind} {self.state.classes}".strip()
        return f'<g class="{classes}" data-region="{escape(self.name)}"{more}>'

    def shape(self, style: str) -> str:
        """Draw the outline."""
        return f'<use href="#{self.key}shape-{escape(self.name)}" class="{style}"/>'


def _layers(scene: Scene, stage: Stage, icons: Icons, states: States | None = None) -> Iterator[str]:
    """Draw land, rims, edges and marks; each region is a group in three of these layers.

    :param states: for a live picture.
    """
    is_live = states is not None
    key = f"{stage.shape}-" if is_live else ""
    regions = [
        _Region(name, spot, stage.spots[name], (states or {}).get(name) or RegionState(region_classes(spot)),
                stage.scale, key, is_live)
        for name, spot in scene.spots.items() if name in stage.spots
    ]  # fmt: skip
    yield "<defs>"
    yield from map(_outline, regions)
    yield '</defs><g class="lands">'
    yield from (_land(region, icons) for region in regions)
    yield '</g><g class="rims" pointer-events="none">'
    yield from map(_rim, regions)
    yield '</g><g class="edges" pointer-events="none">'
    yield from (region.shape("edge") for region in regions)
    yield from (_coast_arrow(region) for region in regions if region.spot.entry)
    yield "</g>"
    walls = walls_svg(scene, stage)
    if walls or is_live:
        yield f'<g class="walls" pointer-events="none">{walls}</g>'
    yield '<g class="marks" aria-hidden="true" pointer-events="none">'
    yield from (_mark(region, icons) for region in regions)
    yield "</g>"


def region_classes(spot: RegionView) -> str:
    """Return the classes that show who holds a region."""
    names = ["held", seat_class(spot.seat)] if spot.seat >= 0 else []
    names += ["declined"] if spot.declined else []
    names += ["immune"] if is_immune(spot) else []
    return " ".join([*names, *(["entry"] if spot.entry else [])])


def draw_contents(scene: Scene, spot: RegionView) -> str:
    """Draw the contents of a region around its middle; they are the same in pictures of every shape."""
    return draw_marks(spot, icons_of(scene))


def _path(rings: tuple[Ring, ...]) -> str:
    """Write outlines as steps from point to point, in halves, which nobody sees and which need fewer letters."""
    parts = []
    for ring in rings:
        points = [(5 * round(2 * x), 5 * round(2 * y)) for x, y in ring]
        steps = [f"{_tenths(bx - ax)} {_tenths(by - ay)}" for (ax, ay), (bx, by) in pairwise(points)]
        parts.append(f"M{_tenths(points[0][0])} {_tenths(points[0][1])}l{' '.join(steps)}z".replace(" -", "-"))
    return "".join(parts)


def _tenths(value: int) -> str:
    """Write a number of tenths: ``-.5``, ``12``, ``3.1``."""
    whole, part = divmod(abs(value), 10)
    digits = f"{whole or ''}.{part}" if part else str(whole)
    return f"-{digits}" if value < 0 else digits


def _outline(region: _Region) -> str:
    """Define the outline of a region, to be filled, and to clip what is drawn along its inside."""
    shape, clip = (f"{region.key}{kind}-{escape(region.name)}" for kind in ("shape", "clip"))
    return (
        f'<path id="{shape}" fill-rule="evenodd" d="{_path(region.place.rings)}"/>'
        f'<clipPath id="{clip}"><use href="#{shape}" clip-rule="evenodd"/></clipPath>'
    )


def _land(region: _Region, icons: Icons) -> str:
    """Draw the ground of a region with scattered symbols, and a description of everything on it."""
    label, terrain, size = escape(region.spot.describe()), region.spot.terrain.id, SIZE * region.scale
    opening = region.group(f"land {land_class(terrain)}", "" if region.is_live else f' role="img" aria-label="{label}"')
    place = region.place
    places = scattered(region.name, place.rings, (place.x, place.y), region.scale)
    symbols = "".join(icons.use("terrains", terrain, size, x=x, y=y) for x, y in places)
    ground = region.shape("fill") + (region.shape("veil") if region.is_live else f"<title>{label}</title>")
    return f'{opening}{ground}<g class="ink" pointer-events="none">{symbols}</g></g>'


def _rim(region: _Region) -> str:
    bands = BANDS if region.is_live else ("rim0", "rim") if region.spot.seat >= 0 else ()
    lines = "".join(map(region.shape, bands))
    clipped = f'<g clip-path="url(#{region.key}clip-{escape(region.name)})">{lines}</g>'
    return f"{region.group('rim-group')}{clipped}</g>" if bands else ""


def _mark(region: _Region, icons: Icons) -> str:
    place = region.place
    move = f'transform="translate({number(place.x)},{number(place.y)}) scale({region.scale:.3g})"'
    contents = f'<g class="contents">{draw_marks(region.spot, icons)}</g>'
    tag = f'<g class="tag">{region.state.tag}</g>' if region.is_live else ""
    return f"{region.group('mark')}<g {move}>{contents}{tag}</g></g>"


def _coast_arrow(region: _Region) -> str:
    """Draw an arrow from the coast into a region where a first conquest may begin."""
    if region.place.coast is None:
        return ""
    x, y, dx, dy = region.place.coast
    turn = f"translate({number(x)},{number(y)}) rotate({degrees(atan2(dy, dx)):.0f}) scale({region.scale:.3g})"
    arrow = f'<path class="coast-arrow" transform="{turn}" d="M-12-3.5H-1V-9L11 0-1 9V3.5H-12z"/>'
    return f"{region.group('entry-mark')}{arrow}</g>"


def _ids(scene: Scene, stage: Stage) -> Iterator[str]:
    """Write the ids of the regions for people who write notation, at the lower end of each where there is room."""
    for name, spot in scene.spots.items():
        if name in stage.spots:
            has_tokens = spot.seat >= 0 or spot.natives > 0
            has_row = bool(spot.region.symbols or spot.pieces or spot.relics)
            x, y = stage.spots[name].x, stage.spots[name].y + (32 if has_tokens else 26 if has_row else 4) * stage.scale
            yield f'<text class="region-id" x="{number(x)}" y="{number(y)}">{escape(name)}</text>'


def _island_names(stage: Stage) -> Iterator[str]:
    if len(stage.islands) > 1:
        for slot in stage.islands:
            if slot.name:
                x, y = slot.left + slot.width / 2, slot.top - 5
                yield f'<text class="island-name" x="{number(x)}" y="{number(y)}">{escape(slot.name)}</text>'


# --- closed borders: a wall along the lines that two regions share


def walls_of(scene: Scene) -> list[str]:
    """Draw the closed borders for each picture of a page, the wide one first; nothing while all are open."""
    if not closed_borders(scene):
        return []
    return [walls_svg(scene, stage) for stage in (wide_stage(scene.drawing), *tall_stages(scene.drawing))]


def walls_svg(scene: Scene, stage: Stage) -> str:
    """Draw the closed borders of a picture."""
    steps = "".join(
        f"M{'L'.join(f'{x:g} {y:g}' for x, y in points)}"
        for first, second in closed_borders(scene)
        if first in stage.spots and second in stage.spots
        for points in _shared(stage.spots[first].rings, stage.spots[second].rings)
    )
    return "".join(f'<path class="{kind}" d="{steps}"/>' for kind in ("wall0", "wall")) if steps else ""


def _shared(rings: Iterable[Ring], other_rings: Iterable[Ring]) -> Iterator[list[Point]]:
    """Yield the runs of points that two outlines share."""
    theirs = {frozenset(line) for line in outline(tuple(other_rings))}
    for ring in rings:
        for is_shared, lines in groupby(outline((ring,)), lambda line: frozenset(line) in theirs):
            if is_shared:
                run = list(lines)
                yield [run[0][0], *(end for _start, end in run)]


# --- small symbols that are scattered over the land, always at the same places of a region


SIZE = 21.0
"""Of a symbol, before it is scaled."""
AREA = 2300.0
"""Land for each symbol, in square units."""
TRIES = 90
"""Places that are tried for each region."""
APART, INSIDE = 1.45, 0.62
"""Least distance between two symbols and from the border, in sizes."""
MARKS = (38.0, 46.0)
"""Half width and half height of the place for the marks, which is left free."""


@lru_cache(maxsize=4096)
def scattered(name: str, rings: tuple[Ring, ...], middle: Point, scale: float) -> Sequence[Point]:
    """Return the middles of the symbols of a region.

    :param name: the id of the region, on which the places depend.
    :param middle: of its marks. :param scale: of marks and symbols.
    """
    lines = outline(rings)
    size = SIZE * scale
    area = abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in lines) / 2)
    most = max(2, round(area / (AREA * scale)))
    places: list[Point] = []
    for point in _tries(name, lines):
        if len(places) == most:
            break
        is_free = all(hypot(point[0] - x, point[1] - y) > APART * size for x, y in places)
        if is_free and not _is_under_marks(point, middle, scale) and depth(point, lines) > INSIDE * size:
            places.append(point)
    return places


def _tries(name: str, lines: Sequence[Line]) -> Iterator[Point]:
    random = Random(name)  # the same picture every time
    xs, ys = [start[0] for start, _end in lines], [start[1] for start, _end in lines]
    for _ in range(TRIES):
        yield round(random.uniform(min(xs), max(xs)), 1), round(random.uniform(min(ys), max(ys)), 1)


def _is_under_marks(point: Point, middle: Point, scale: float) -> bool:
    half_width, half_height = MARKS[0] * scale, MARKS[1] * scale
    room = SIZE * scale / 2
    return abs(point[0] - middle[0]) < half_width + room * 0.6 and abs(point[1] - middle[1]) < half_height + room * 0.4
