"""Words on the cells of a board of characters: as many as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from smallworld.render.raster import Raster
from smallworld.render.scene import Spot

ID, PRINTED, OWNER, LYING = "id", "printed", "owner", "lying"
ENTRY = "*"
"""Behind the id of a region where a first conquest may begin."""
Rows = Sequence[Sequence[tuple[int, int]]]
"""For each row the columns where words can stand: first and last + 1."""


@dataclass(frozen=True, slots=True)
class Word:
    """A line of a label.

    :ivar kind: ``id``, ``printed``, ``owner`` or ``lying``.
    """

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a label and where it begins."""

    row: int
    column: int
    word: Word


def ascii_only(text: str) -> str:
    """The text with question marks for what is not ASCII."""
    return text.encode("ascii", "replace").decode()


def short_symbol(symbol: str) -> str:
    """Two letters for a symbol."""
    return ascii_only(symbol[:2].capitalize())


def place(raster: Raster, spot: Spot, heart: tuple[int, int], *, cut: bool = False) -> list[Placed]:
    """The fullest label of a region for which there is room, near its heart (row, column); empty if none fits.

    :param cut: whether the word for the terrain may be cut.
    """
    room = _room(raster, spot)
    for words in labels(spot, cut=False):
        spots = _fit(room, words, heart)
        if spots:
            return spots
    return squeezed(raster, spot, heart) if cut else []


def squeezed(raster: Raster, spot: Spot, heart: tuple[int, int]) -> list[Placed]:
    """A label with a cut word for the terrain; if it must be, over border lines."""
    room = _room(raster, spot)
    words: list[Word] = []
    for words in labels(spot, cut=True):
        spots = _fit(room, words, heart)
        if spots:
            return spots
    return _fit(_room(raster, spot, over_lines=True), words, heart)


def _room(raster: Raster, spot: Spot, over_lines: bool = False) -> Rows:
    """For each row where it has room for text within a region."""
    return [raster.runs(spot.region.id, row, over_lines) for row in range(len(raster.region))]


def labels(spot: Spot, *, cut: bool) -> Iterator[list[Word]]:
    """What to write on a region, from much to little: always its id, terrain, symbols, and what lies there."""
    name, terrain = f"{spot.region.id}{ENTRY if spot.entry else ''}", ascii_only(spot.terrain.name.lower())
    terrain = terrain[:4] if cut else terrain
    symbols = sorted(spot.region.symbols)
    first_letters = " ".join(short_symbol(symbol) for symbol in symbols)
    for head in ([f"{name} {terrain}"], [name, terrain]):
        for printed in ([" ".join(symbols)] if symbols else [], [first_letters] if symbols else []):
            for lying in _lying(spot):
                words = [Word(head[0], ID), *(Word(text, PRINTED) for text in (*head[1:], *printed))]
                yield [*words, *lying]


def _lying(spot: Spot) -> Iterator[list[Word]]:
    """Owner, tokens and what else lies there, from much to little."""
    things = [f"{count if count > 1 else ''}{kind.glyph or kind.name[:1]}" for kind, count in spot.pieces]
    relics = [name or "relic?" for name in spot.relics]
    short = [name[:6] if name else "relic?" for name in spot.relics]
    for owner in _owner(spot):
        who = [Word(owner, OWNER)] if owner else []
        for texts in ([" ".join(things), *relics], [" ".join([*things, *short])]):
            yield who + [Word(ascii_only(text), LYING) for text in texts if text]


def _owner(spot: Spot) -> Iterator[str]:
    """``ann 3 Orcs``; in decline in parentheses."""
    if spot.seat < 0:
        yield f"{spot.natives} native{'s' if spot.natives > 1 else ''}" if spot.natives else ""
        if spot.natives:
            yield f"{spot.natives}n"
        return
    for owner, race in ((spot.owner, spot.race), (spot.owner, ""), (spot.owner[:6], ""), (spot.owner[:3], "")):
        text = " ".join(filter(None, [owner, str(spot.tokens), race]))
        yield ascii_only(f"({text})" if spot.declined else text)


def _fit(room: Rows, words: Sequence[Word], heart: tuple[int, int]) -> list[Placed]:
    """The words in consecutive rows, each centred where it has room, as near to the heart as possible."""
    best: tuple[float, list[Placed]] | None = None
    for top in range(len(room) - len(words) + 1):
        distance = abs(top + (len(words) - 1) / 2 - heart[0])
        if distance > 8 or (best and distance >= best[0]):
            continue
        rows = [_in_row(room[top + i], top + i, word, heart[1]) for i, word in enumerate(words)]
        placed = [found for found in rows if found is not None]
        if len(placed) == len(words):
            best = (distance, placed)
    return best[1] if best else []


def _in_row(runs: Sequence[tuple[int, int]], row: int, word: Word, middle: int) -> Placed | None:
    """A word in a row: around the middle column if there is room, else as near as possible."""
    size = len(word.text)
    wanted = middle - (size - 1) // 2
    columns = [min(max(wanted, start), end - size) for start, end in runs if end - start >= size]
    return Placed(row, min(columns, key=lambda c: abs(c - wanted)), word) if columns else None
