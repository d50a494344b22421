"""Labels on the cells of a board of characters: the longest ones for which there is room."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from unicodedata import combining, normalize

from adjacency_map import Raster
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld_draw.scene import RegionView
from smallworld_output.safe_text import safe
from smallworld_output.text_width import STROKES, clusters, display_width, head

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
    name, terrain = _name(spot), label_text(spot.terrain.name.lower())
    terrain = short_terrain(terrain) if cut else terrain
    symbols = list(map(label_text, spot.symbols))
    first_letters = " ".join(short_symbol(symbol) for symbol in symbols)
    for first in ([f"{name} {terrain}"], [name, terrain]):
        for printed in ([" ".join(symbols)] if symbols else [], [first_letters] if symbols else []):
            for contents in _contents(spot):
                lines = [LabelWord(first[0], ID), *(LabelWord(text, PRINTED) for text in (*first[1:], *printed))]
                yield [*lines, *contents]


def compact_label(raster: Raster, spot: RegionView, middle: tuple[int, int]) -> list[Placed]:
    """Return the fullest label that fits a region on a small map; empty if its short id does not fit."""
    candidates = chain(labels(spot, cut=False), labels(spot, cut=True), _short_labels(spot))
    return _first_fitting(_room(raster, spot), candidates, middle)


def place_over_lines(
    raster: Raster, spot: RegionView, middle: tuple[int, int], used: Container[tuple[int, int]]
) -> Placed:
    """Place the short id of a region over the lines around it, with its owner if there is room."""
    kind, rows = OWNER if spot.seat >= 0 else ID, range(max(0, middle[0] - 2), min(len(raster.region), middle[0] + 3))
    for text, is_over in product(_texts_over_lines(spot), (False, True)):
        size = display_width(text)
        places = [(row, column) for row in rows for start, end in raster.runs(spot.region.id, row, is_over)
                  for column in range(start, end - size + 1)
                  if raster.region[row][column : column + size].count(spot.region.id) * 2 >= size
                  and not any((row, column + i) in used for i in range(size))]  # fmt: skip
        if places:
            row, column = min(places, key=lambda cell: _distance(cell, middle, size))
            return Placed(row, column, LabelWord(text, kind))
    return _place_over_neighbours(raster, spot, middle, used)


def _texts_over_lines(spot: RegionView) -> Iterator[str]:
    """Yield ids with owner and tokens, from long to short; finally short ids in the colour of the owner."""
    short = spot.short_id or spot.region.id
    marked = f"{short}{CHANGED if spot.changed else ''}"
    if spot.seat >= 0:
        yield from dict.fromkeys(f"{name} {_letter_and_tokens(spot)}" for name in (marked, short))
    elif spot.natives:
        yield " ".join([marked, _("{count}n", count=spot.natives)])
    yield from dict.fromkeys((marked, short))


def _letter_and_tokens(spot: RegionView) -> str:
    """Write the first letter of the owner and the tokens, or the pieces of a region without tokens: ``a2``, ``aD``."""
    contents = str(spot.tokens) if spot.tokens or not spot.pieces else "".join(piece_marks(spot))
    return f"{next(clusters(label_text(spot.owner)), '')}{contents}"


def piece_marks(spot: RegionView) -> Iterator[str]:
    """Yield the pieces of a region, each kind as its number, if there are several, and its glyph."""
    for kind, count in spot.pieces:
        yield f"{count if count > 1 else ''}{kind.glyph or kind.name[:1]}"


def _place_over_neighbours(
    raster: Raster, spot: RegionView, middle: tuple[int, int], used: Container[tuple[int, int]]
) -> Placed:
    """Place the short id of a region over its neighbours, if it has no room over its own lines."""
    size, rows = display_width(spot.short_id or spot.region.id), len(raster.region)
    word = LabelWord(spot.short_id or spot.region.id, OWNER if spot.seat >= 0 else ID)
    places = [(row, column) for row in range(max(0, middle[0] - 1), min(rows, middle[0] + 2))
              for column in range(max(0, middle[1] - size), min(len(raster.region[0]) - size, middle[1] + 1))
              if not any((row, column + i) in used for i in range(size))]  # fmt: skip
    row, column = min(places or [middle], key=lambda cell: _distance(cell, middle, size))
    return Placed(row, min(column, len(raster.region[0]) - size), word)


def _distance(cell: tuple[int, int], middle: tuple[int, int], size: int) -> int:
    """Return how far a word of a size is from a middle; a row counts as four columns."""
    return abs(cell[0] - middle[0]) * 4 + abs(cell[1] + size // 2 - middle[1])


def _name(spot: RegionView) -> str:
    return f"{spot.region.id}{ENTRY if spot.entry else ''}{CHANGED if spot.changed else ''}"


def _short_labels(spot: RegionView) -> Iterator[list[LabelWord]]:
    """Yield labels without symbols and terrain, finally with a short id; each names the owner."""
    kind = OWNER if spot.seat >= 0 else ID
    for contents in _contents(spot):
        yield [LabelWord(_name(spot), ID), *contents]
    *_, contents = _contents(spot)
    short = f"{spot.short_id}{CHANGED if spot.changed else ''}" if spot.short_id else _name(spot)
    for name in dict.fromkeys((_name(spot), short)):
        for texts in (contents, contents[:1]):
            if texts:
                yield [LabelWord(" ".join([name, *(word.text for word in texts)]), kind)]
                contents_kind = kind if spot.seat >= 0 else PRINTED
                yield [LabelWord(name, ID), LabelWord(" ".join(word.text for word in texts), contents_kind)]
        if spot.seat >= 0:
            yield [LabelWord(f"{name} {_letter_and_tokens(spot)}", OWNER)]
            yield [LabelWord(name, ID), LabelWord(_letter_and_tokens(spot), OWNER)]
    if spot.seat < 0:
        yield from ([LabelWord(name, ID)] for name in (_name(spot), short, spot.short_id or spot.region.id))


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
