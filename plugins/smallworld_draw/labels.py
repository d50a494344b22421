"""Labels on the cells of a board of characters: the longest ones for which there is room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import combining, normalize

from adjacency_map import Raster
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld_draw.scene import RegionView
from smallworld_output.safe_text import safe
from smallworld_output.text_width import STROKES, display_width, head

ID, PRINTED, OWNER, CONTENTS = "id", "printed", "owner", "contents"
ENTRY, CHANGED = "*", "!"
"""Marks behind the id of a region: a first conquest may begin there; it is not as printed."""
Rows = Sequence[Sequence[tuple[int, int]]]
"""For each row the columns with room for words: first and last + 1."""


@dataclass(frozen=True, slots=True)
class LabelWord:
    """A line of a label.

    :ivar kind: ``id``, ``printed``, ``owner`` or ``contents``.
    """

    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a label and where it begins."""

    row: int
    column: int
    word: LabelWord

    def cells(self) -> set[tuple[int, int]]:
        """Return row and column of every letter."""
        return {(self.row, self.column + i) for i in range(display_width(self.word.text))}


def ascii_only(text: str) -> str:
    """Return the text without accents, with question marks for other characters that are not ASCII."""
    plain = normalize("NFKD", text).translate(STROKES)
    return "".join(letter for letter in plain if not combining(letter)).encode("ascii", "replace").decode()


def label_text(text: str) -> str:
    """Return a text with its accents on their letters, and with marks in place of control characters."""
    return text if text.isascii() else normalize("NFC", safe(text))


def short_symbol(symbol: str) -> str:
    """Return two letters for a symbol."""
    return head(label_text(symbol), 2).capitalize()


def short_terrain(name: str) -> str:
    """Return the letters of the name of a terrain that are written where it has no room."""
    return head(name, 4)


def place_label(raster: Raster, spot: RegionView, middle: tuple[int, int], *, cut: bool = False) -> list[Placed]:
    """Return the fullest label for which a region has room, near its middle (row, column); empty if none fits.

    :param cut: whether the word for the terrain may be cut, and the last label be over border lines.
    """
    room = _room(raster, spot)
    label = _first_fitting(room, labels(spot, cut=False), middle)
    if label or not cut:
        return label
    cut_labels = list(labels(spot, cut=True))
    room_over_lines = _room(raster, spot, over_lines=True)
    return _first_fitting(room, cut_labels, middle) or _place_rows(room_over_lines, cut_labels[-1], middle)


def _first_fitting(room: Rows, candidates: Iterable[list[LabelWord]], middle: tuple[int, int]) -> list[Placed]:
    """Return the first label that has room; empty if none has."""
    return next(filter(None, (_place_rows(room, lines, middle) for lines in candidates)), [])


def _room(raster: Raster, spot: RegionView, over_lines: bool = False) -> Rows:
    """List for each row the columns with room for text within a region."""
    return [raster.runs(spot.region.id, row, over_lines) for row in range(len(raster.region))]


def labels(spot: RegionView, *, cut: bool) -> Iterator[list[LabelWord]]:
    """Yield labels of a region, from long to short: always its id, terrain, symbols and contents."""
    name = f"{spot.region.id}{ENTRY if spot.entry else ''}{CHANGED if spot.changed else ''}"
    terrain = label_text(spot.terrain.name.lower())
    terrain = short_terrain(terrain) if cut else terrain
    symbols = list(map(label_text, spot.symbols))
    first_letters = " ".join(short_symbol(symbol) for symbol in symbols)
    for first in ([f"{name} {terrain}"], [name, terrain]):
        for printed in ([" ".join(symbols)] if symbols else [], [first_letters] if symbols else []):
            for contents in _contents(spot):
                lines = [LabelWord(first[0], ID), *(LabelWord(text, PRINTED) for text in (*first[1:], *printed))]
                yield [*lines, *contents]


def piece_marks(spot: RegionView) -> Iterator[str]:
    """Yield the pieces of a region, each kind as its number, if there are several, and its glyph."""
    for kind, count in spot.pieces:
        yield f"{count if count > 1 else ''}{kind.glyph or kind.name[:1]}"


def _contents(spot: RegionView) -> Iterator[list[LabelWord]]:
    """Yield owner, tokens and other contents, from long to short."""
    things = list(piece_marks(spot))
    # Translators: on the map, a face-down relic; as short as possible.
    face_down = _("relic?")
    relics = [name or face_down for name in spot.relics]
    short = [head(name or face_down, 6) for name in spot.relics]
    for owner in _owner(spot):
        who = [LabelWord(owner, OWNER)] if owner else []
        parts = [part for name in relics for part in name.split(" ")]
        for texts in ([" ".join(things), *relics], [" ".join(things), *parts], [" ".join([*things, *short])]):
            yield who + [LabelWord(label_text(text), CONTENTS) for text in texts if text]


def _owner(spot: RegionView) -> Iterator[str]:
    """Write ``ann 3 Orcs``; in decline in parentheses."""
    if spot.seat < 0:
        yield label_text(format_count(spot.natives, "native")) if spot.natives else ""
        if spot.natives:
            yield _("{count}n", count=spot.natives)
        return
    for owner, race in (
        (spot.owner, spot.race),
        (spot.owner, ""),
        (head(spot.owner, 6), ""),
        (head(spot.owner, 3), ""),
    ):
        text = " ".join(filter(None, [owner, str(spot.tokens), race]))
        yield label_text(f"({text})" if spot.declined else text)


def _place_rows(room: Rows, lines: Sequence[LabelWord], middle: tuple[int, int]) -> list[Placed]:
    """Place words in consecutive rows, each centred where it has room, as near to the middle as possible."""
    best: tuple[float, list[Placed]] | None = None
    for top in range(len(room) - len(lines) + 1):
        distance = abs(top + (len(lines) - 1) / 2 - middle[0])
        if distance > 8 or (best and distance >= best[0]):
            continue
        rows = [_place_in_row(room[top + i], top + i, word, middle[1]) for i, word in enumerate(lines)]
        placed = [entry for entry in rows if entry is not None]
        if len(placed) == len(lines):
            best = (distance, placed)
    return best[1] if best else []


def _place_in_row(runs: Sequence[tuple[int, int]], row: int, word: LabelWord, middle: int) -> Placed | None:
    """Place a word in a row: around the middle column if there is room, else as near as possible."""
    size = display_width(word.text)
    first_column = middle - (size - 1) // 2
    columns = [min(max(first_column, start), end - size) for start, end in runs if end - start >= size]
    return Placed(row, min(columns, key=lambda c: abs(c - first_column)), word) if columns else None
