"""The contents of a region as SVG, around a point: tokens, natives, symbols, pieces, relics; prices; their legend.

Owners differ by colour and by the shape with the count. A race in decline has a grey token with an outline in the
owner's colour. A count is in a shape, a price in a tag that points to the region.
"""

from __future__ import annotations

from collections.abc import Iterator

from smallworld.languages import _
from smallworld.model.variant import PieceSpec
from smallworld_draw.colours import land_class
from smallworld_draw.icons import Icons
from smallworld_draw.scene import RegionView, Scene
from smallworld_output.safe_text import safe_markup as escape
from smallworld_output.text_width import display_width

SHAPES = (
    '<circle r="17"/>',
    '<rect x="-15.5" y="-15.5" width="31" height="31" rx="5"/>',
    '<rect x="-14.5" y="-14.5" width="29" height="29" rx="3" transform="rotate(45)"/>',
    '<path d="M-15.5-15.5h31v15c0 8-6 14-15.5 19-9.5-5-15.5-11-15.5-19z"/>',
    '<path d="M-20 0L-10-16.5H10L20 0 10 16.5H-10z"/>',
    '<path d="M0-21L20 14a3 3 0 0 1-2.6 4.5h-34.800A3 3 0 0 1-20 14z"/>',
    '<path d="M-7-18.5H7V-7H18.5V7H7V18.5H-7V7H-18.5V-7H-7z"/>',
    '<path d="M0-22C9-12 17-5 17 3a17 17 0 0 1-34 0c0-8 8-15 17-25z"/>',
)
"""Shape of each seat around its count: circle, square, diamond, shield, hexagon, triangle, cross, drop."""
UP = 32.0
"""How far above the token the row of symbols and pieces is."""
DOWN = 35.0
"""How far below the token the price is."""
SYMBOL_COLOURS = 5
"""Number of grounds of symbols in the style sheet."""
WIDEST = 100.0
"""Width of the row of symbols; a wider one is drawn smaller."""


def player_shape(seat: int) -> str:
    """Return the shape of a player around a point."""
    return SHAPES[seat % len(SHAPES)]


def shape_at(seat: int, x: float, y: float, radius: float, attributes: str) -> str:
    """Draw the shape of a player around a point.

    :param attributes: of its group, with colours.
    """
    return f'<g transform="translate({x:.1f},{y:.1f}) scale({radius / 17:.3g})" {attributes}>{player_shape(seat)}</g>'


def seat_svg(seat: int, icon: str = "") -> str:
    """Return the shape of a player with a symbol in it as an element of a page, in the player's colour.

    :param icon: a symbol as an element of a page.
    """
    icon = icon.replace("<svg ", '<svg x="-11" y="-11" width="22" height="22" ', 1)
    shape = f'<g class="seat-shape">{player_shape(seat)}</g>'
    return f'<svg class="seat {seat_class(seat)}" viewBox="-22 -22 44 44" aria-hidden="true">{shape}{icon}</svg>'


def seat_class(seat: int) -> str:
    """Return the class of everything in the colour of a player."""
    return f"p{seat % len(SHAPES)}"


def draw_marks(spot: RegionView, icons: Icons) -> str:
    """Draw everything on a region around its middle; the colour of its owner comes from the classes of a group."""
    row = _row(spot, icons)
    if spot.seat >= 0:
        return row + token(spot.seat, spot.race_id, spot.tokens, spot.declined, icons, locked=is_immune(spot))
    if spot.natives:
        return row + natives(spot.natives, icons) + '<circle cx="27" cy="-14" r="6.5" class="fresh"/>'
    return f'{row}<circle cx="20" cy="-15" r="6.5" class="fresh"/>'


def is_immune(spot: RegionView) -> bool:
    """Return whether a piece makes the region immune."""
    return any(kind.immune for kind, _count in spot.pieces)


def token(seat: int, race: str, count: int | str, declined: bool, icons: Icons, *, locked: bool = False) -> str:
    """Draw a pill: the disc of a race and the shape of its player with a count."""
    lock = f'<g class="lock" transform="translate(-26,-14)"><circle r="8"/>{icons.use("signs", "immune", 10)}</g>'
    shape, baseline = player_shape(seat), {5: "12", 7: "9.5"}.get(seat % len(SHAPES), "6.7")  # wide below
    gone = (" gone", f'<g class="shape0">{shape}</g>') if declined else ("", "")
    return (
        f'<g class="tok {seat_class(seat)}{gone[0]}">'
        '<path class="under" d="M-17-15.5H14v31H-17a15.5 15.5 0 0 1 0-31z"/>'
        f'<circle cx="-17" r="14" class="disc"/>{icons.use("races", race, 17, x=-17, style="gl")}'
        f'<g transform="translate(14,0)">{gone[1]}<g class="shape">{shape}</g></g>'
        f'<text x="14" y="{baseline}" class="count">{escape(str(count))}</text>'
        f'{lock if locked else ""}<circle cx="31" cy="-15" r="6.5" class="fresh"/></g>'
    )


def natives(count: int | str, icons: Icons) -> str:
    """Draw native tokens: a brown pill with a house."""
    return (
        '<g class="nat"><rect x="-25" y="-15" width="50" height="30" rx="15" class="nat-box"/>'
        f'{icons.use("signs", "natives", 18, x=-9, style="nat-gl")}<text x="11" y="6.3" class="count">'
        f"{escape(str(count))}</text></g>"
    )


def _row(spot: RegionView, icons: Icons) -> str:
    """Draw symbols, relics and pieces in a row, above the tokens if there are any."""
    items = [(25.0, symbol(name, icons)) for name in sorted(spot.region.symbols)]
    items += [(25.0, relic(name, icons)) for name in spot.relic_ids]
    items += [(25.0 if count == 1 else 36.0, piece(kind.id, count, icons)) for kind, count in spot.pieces]
    if not items:
        return ""
    width = sum(width for width, _ in items)
    left, parts = -width / 2, list[str]()
    for item_width, markup in items:
        parts.append(f'<g transform="translate({left + item_width / 2:.4g},0)">{markup}</g>')
        left += item_width
    scale = f" scale({WIDEST / width:.3f})" if width > WIDEST else ""
    is_bare = spot.seat < 0 and not spot.natives
    row = f'<g transform="translate(0,{0 if is_bare else -UP:.4g}){scale}">{"".join(parts)}</g>'
    return f'<g class="bare">{row}</g>' if is_bare else row


def symbol(name: str, icons: Icons) -> str:
    """Draw a symbol of the board."""
    ground = sum(name.encode()) % SYMBOL_COLOURS
    return f'<g class="sym sym-{ground}"><circle r="11.5"/>{icons.use("symbols", name, 15)}</g>'


def relic(name: str | None, icons: Icons) -> str:
    """Draw a relic; without a name one that is face down."""
    glyph = icons.use("relics", name, 15) if name else icons.use("signs", "relic", 15)
    return f'<g class="sym sym-relic"><circle r="11.5"/>{glyph}</g>'


def piece(name: str, count: int, icons: Icons) -> str:
    """Draw pieces of a kind: a square with its symbol, with a number if there are several."""
    if count == 1:
        return (
            '<g class="piece"><rect x="-11" y="-11" width="22" height="22" rx="5" class="piece-box"/>'
            f'{icons.use("pieces", name, 15)}</g>'
        )  # fmt: skip
    return (
        '<g class="piece"><rect x="-17" y="-11" width="34" height="22" rx="5" class="piece-box"/>'
        f'{icons.use("pieces", name, 15, x=-7)}<text x="8.5" y="5.400" class="piece-count">{count}</text></g>'
    )


def price_tag(price: str, icons: Icons, *, by_die: bool = False, is_bare: bool = False, has_row: bool = True) -> str:
    """Draw the price of a region below its contents.

    :param by_die: the die has to bring a part of it.
    :param is_bare: nothing but symbols is on the region. :param has_row: it has symbols.
    """
    wider = 5.5 * max(0, len(price) - 1)
    left, right = (17.0 + wider, 18.0 + wider) if by_die else (13.0 + wider, 14.0 + wider)
    outline = f"M{-left:.4g}-13.5H{right:.4g}a5 5 0 0 1 5 5v17a5 5 0 0 1-5 5H{-left:.4g}l-7-13.5z"
    die = icons.use("signs", "die", 16, x=11 + wider, style="tag-die") if by_die else ""
    text = f'<text x="{-7 if by_die else 2}" y="6.3" class="tag-text">{escape(price)}</text>'
    style = "price by-die" if by_die else "price"
    return _below(f'<g class="{style}"><path class="tag-box" d="{outline}"/>{text}{die}</g>', is_bare, has_row)


def plus_tag(icons: Icons, *, is_bare: bool = False, has_row: bool = True) -> str:
    """Draw the sign of a region that may receive a token or a piece."""
    return _below(
        '<g class="price"><rect x="-19" y="-13.5" width="38" height="27" rx="13.5" class="plus-box"/>'
        f'{icons.use("signs", "plus", 18, style="plus-sign")}</g>',
        is_bare, has_row,
    )  # fmt: skip


def _below(markup: str, is_bare: bool, has_row: bool) -> str:
    down = (16.0 if has_row else 0.0) if is_bare else DOWN
    return f'<g transform="translate(0,{down:.4g})">{markup}</g>'


# --- the legend of a picture in a file, and the list of signs of a page


ROW = 38.0
"""Height of a row, in units of the picture."""
NARROW_LETTERS, WIDE_LETTERS = "ijlftrI.,'- ", "mwMW"
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
    return [
        (f'<svg class="board" viewBox="{-room / 2:.4g} -19 {room:.4g} 38" width="{room:.4g}" height="38" '
         f'aria-hidden="true">{sign}</svg>', caption)
        for sign, room, caption in _signs(scene, icons)
    ]  # fmt: skip


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
    narrow, wide = (sum(letter in letters for letter in caption) for letters in (NARROW_LETTERS, WIDE_LETTERS))
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
