"""Labels of regions on a board of characters: the longest ones for which there is room, and the legend of letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import takewhile
from operator import lt
from typing import NamedTuple
from unicodedata import combining, normalize

from adjacency_map import Raster
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld_draw.scene import RegionView, Scene, closed_borders
from smallworld_output.safe_text import safe
from smallworld_output.text_width import STROKES, clusters, display_width, head

ID, PRINTED, OWNER, CONTENTS = "id", "printed", "owner", "contents"
ENTRY, CHANGED = "*", "!"
"""Marks behind the id of a region: a first conquest may begin there; it is not as printed."""
WALL = "#"
"""Drawn along a closed border."""
RELIC = 6
"""Columns of the name of a relic where it is cut."""
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
    room = [raster.runs(spot.region.id, row) for row in range(len(raster.region))]
    candidates = labels(spot, cut=False)
    label = next(filter(None, (_place_rows(room, lines, middle) for lines in candidates)), [])
    if label or not cut:
        return label
    cut_labels = list(labels(spot, cut=True))
    over_lines = [raster.runs(spot.region.id, row, over_lines=True) for row in range(len(room))]
    ways = (*((room, lines) for lines in cut_labels), (over_lines, cut_labels[-1]))
    return next(filter(None, (_place_rows(*way, middle) for way in ways)), [])


def labels(spot: RegionView, *, cut: bool) -> Iterator[list[LabelWord]]:
    """Yield labels of a region, from long to short: always its id, terrain, symbols and contents."""
    name = f"{spot.region.id}{_marks(spot)}"
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


def _marks(spot: RegionView) -> str:
    return f"{ENTRY if spot.entry else ''}{CHANGED if spot.changed else ''}"


def _contents(spot: RegionView) -> Iterator[list[LabelWord]]:
    """Yield owner, tokens and other contents, from long to short."""
    things = list(piece_marks(spot))
    # Translators: on the map, a face-down relic; as short as possible.
    face_down = _("relic?")
    relics = [name or face_down for name in spot.relics]
    short = [head(name or face_down, RELIC) for name in spot.relics]
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
    shorter = (spot.owner, head(spot.owner, 6), head(spot.owner, 3))
    for owner, race in ((spot.owner, spot.race), *((name, "") for name in shorter)):
        text = " ".join(filter(None, [owner, str(spot.tokens), race]))
        yield label_text(f"({text})" if spot.declined else text)


def _place_rows(room: Rows, lines: Sequence[LabelWord], middle: tuple[int, int]) -> list[Placed]:
    """Place words in consecutive rows, each centred where it has room, as near to the middle as possible."""
    best: tuple[float, list[Placed]] | None = None
    sizes = [display_width(word.text) for word in lines]
    widest = [max((end - start for start, end in runs), default=0) for runs in room]
    for top in range(len(room) - len(lines) + 1):
        distance = abs(top + (len(lines) - 1) / 2 - middle[0])
        if distance > 8 or (best and distance >= best[0]) or any(map(lt, widest[top:], sizes)):
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


# --- labels on a map that has to fit a window: words where they have room, else letters with a legend
#
# Terrain, marks, owner, tokens and decline are always part of a label. The name of the race gives way first, then the
# words for symbols, for the owner and for the terrain; only the letters of symbols may be left out.


Room = Mapping[int, tuple[int, int]]
"""Row → the columns with room for words: first and last + 1."""
SHORTEST = 6
"""Number of the shortest forms of a label."""
GAP = 3
"""Distance that a row without a word counts between the rows of a label."""


class Loss(IntEnum):
    """The parts that a label lacks."""

    NOTHING = 0
    WORDS = 1
    """Letters are in place of words."""
    SYMBOLS = 2
    """The symbols of the region are left out."""
    ALL = 3
    """The label has no room."""


@dataclass(frozen=True, slots=True)
class Letters:
    """Letters in place of words, each for one word of a board.

    :ivar words: lower-case word for a terrain, a symbol or a relic → two letters.
    :ivar owners: player → one or two letters.
    :ivar ids: region → its names, from long to short.
    """

    words: Mapping[str, str]
    owners: Mapping[str, str]
    ids: Mapping[str, Sequence[str]]


def letters_of(scene: Scene) -> Letters:
    """Return the letters for the terrains, symbols, relics and players of a board."""
    terrains = sorted({terrain_word(spot) for spot in scene.spots.values()})
    symbols = sorted({label_text(symbol).lower() for spot in scene.spots.values() for symbol in spot.symbols})
    relics = sorted({label_text(relic).lower() for spot in scene.spots.values() for relic in spot.relics if relic})
    words = abbreviate(dict.fromkeys([*terrains, *symbols, *relics]), 2)
    owners = abbreviate(map(label_text, scene.players), 1)
    ids = {name: [*dict.fromkeys((name, spot.short_id or name))] for name, spot in scene.spots.items()}
    return Letters({word: code.capitalize() for word, code in words.items()}, owners, ids)


def prefixes(scene: Scene) -> list[str]:
    """Return for each island the start that the ids of its regions share, up to their numbers."""
    starts = []
    for island in scene.drawing.islands:
        columns = zip(*(cell.id for cell in island.cells), strict=False)
        common = takewhile(lambda letters: len({*letters}) == 1, columns)
        starts.append("".join(letters[0] for letters in common).rstrip("0123456789"))
    return starts


def numbered(scene: Scene, letters: Letters, *, always: bool) -> Letters:
    """Return letters that name a region by its number within an island, always or where longer names have no room."""
    ids = {
        cell.id: [*(() if always else letters.ids[cell.id]), cell.id.removeprefix(prefix).lstrip("0") or cell.id]
        for prefix, island in zip(prefixes(scene), scene.drawing.islands, strict=True)
        for cell in island.cells
    }
    return replace(letters, ids=ids)


def terrain_word(spot: RegionView) -> str:
    """Return the word for the terrain of a region."""
    return label_text(spot.terrain.name).lower()


def abbreviate(words: Iterable[str], size: int) -> dict[str, str]:
    """Return word → its first letters, or the first and a later one where several words begin alike.

    >>> abbreviate(["forest", "farmland", "fields", "sea"], 2)
    {'forest': 'fo', 'farmland': 'fa', 'fields': 'fi', 'sea': 'se'}
    >>> abbreviate(["ann", "player1", "player2"], 1)
    {'ann': 'a', 'player1': 'p1', 'player2': 'p2'}
    """
    letters = {word: [letter for letter in clusters(word) if letter.strip()] for word in words}
    codes: dict[str, str] = {}
    for word, spelling in letters.items():
        alike = [other for name, other in letters.items() if name != word and other[:size] == spelling[:size]]
        ends = [i for i in range(1, len(spelling)) if all(spelling[i : i + 1] != other[i : i + 1] for other in alike)]
        short = spelling[0] + spelling[ends[0]] if alike and ends else "".join(spelling[:size])
        long = (spelling[0] + letter for letter in spelling[1:])
        codes[word] = next((code for code in (short, *long) if code not in codes.values()), short)
    return codes


def short_label(
    spot: RegionView, letters: Letters, room: Room, middle: tuple[float, float]
) -> tuple[list[Placed], Loss]:
    """Return the fullest label that has room in a region, near its middle (row, column), and what it lacks.

    If none has room, the shortest ones may be over the line to the right of the region.
    """
    forms = list(_forms(spot, letters))
    wider = {row: (start, end + 1) for row, (start, end) in room.items()}
    for loss, words, columns in (*((*form, room) for form in forms), *((*form, wider) for form in forms[-SHORTEST:])):
        placed = _place(words, columns, middle)
        if placed:
            return placed, loss
    return [], Loss.ALL


def _forms(spot: RegionView, letters: Letters) -> Iterator[tuple[Loss, list[LabelWord]]]:
    """Yield the words of labels, from long to short."""
    terrain = terrain_word(spot)
    code = letters.words[terrain]
    symbols = [LabelWord(label_text(symbol), PRINTED) for symbol in spot.symbols]
    signs = [LabelWord(letters.words[label_text(symbol).lower()], PRINTED) for symbol in spot.symbols]
    contents, few = list(_things(spot)), list(_things(spot, letters))
    whole, named, short, shortest = _owners(spot, letters)
    ids = [f"{name}{_marks(spot)}" for name in letters.ids[spot.region.id]]
    for owner, printed in ((whole, symbols), (whole, signs), (named, symbols), (named, signs)):
        yield Loss.NOTHING, [LabelWord(ids[0], ID), LabelWord(terrain, PRINTED), *printed, *owner, *contents]
    for name in ids:
        for word, owner, things in ((terrain, short, contents), (code, named, contents), (code, short, few)):
            yield Loss.WORDS, [LabelWord(name, ID), LabelWord(word, PRINTED), *signs, *owner, *things]
        yield Loss.WORDS, [LabelWord(f"{name}{code}", ID), *signs, *short, *few]
    for words in ([LabelWord(ids[-1], ID), LabelWord(code, PRINTED)], [LabelWord(f"{ids[-1]}{code}", ID)]):
        yield Loss.SYMBOLS if signs else Loss.WORDS, [*words, *short, *few]
    pieces = few[: len(spot.pieces)]
    for owner in (short, shortest):
        for words in ([LabelWord(ids[-1], ID), LabelWord(code, PRINTED)], [LabelWord(f"{ids[-1]}{code}", ID)]):
            yield Loss.SYMBOLS, [*words, *owner, *pieces]
    joined = "".join(word.text for word in (*shortest, *pieces))
    yield Loss.SYMBOLS, [LabelWord(ids[-1], ID), LabelWord(f"{code}{joined}", OWNER if spot.seat >= 0 else PRINTED)]
    yield Loss.SYMBOLS, [LabelWord(shortest_text(spot, letters), OWNER if spot.seat >= 0 else ID)]


def shortest_text(spot: RegionView, letters: Letters) -> str:
    """Write the shortest label in one word: id, marks, terrain, owner and tokens, pieces."""
    *_longer, short = _owners(spot, letters)
    pieces = list(_things(spot))[: len(spot.pieces)]
    words = "".join(word.text for word in (*short, *pieces))
    return f"{letters.ids[spot.region.id][-1]}{_marks(spot)}{letters.words[terrain_word(spot)]}{words}"


def _owners(spot: RegionView, letters: Letters) -> Iterator[list[LabelWord]]:
    """Yield owner and tokens from long to short: ``(anna 3 Orcs)``, ``(anna 3)``, ``(a3)``, ``a3)``."""
    if spot.seat < 0:
        few = _("{count}n", count=spot.natives)
        for text in (format_count(spot.natives, "native"), few, few, few):
            yield [LabelWord(label_text(text), OWNER)] if spot.natives else []
        return
    letter = letters.owners[label_text(spot.owner)]
    tokens = str(spot.tokens) if spot.tokens or not spot.pieces else ""
    short = label_text(f"{letter}{':' if tokens and letter[-1:].isdigit() else ''}{tokens}")
    named = label_text(f"{spot.owner} {tokens}".strip())
    for text in (label_text(f"{named} {spot.race}".strip()), named, short):
        yield [LabelWord(f"({text})" if spot.declined else text, OWNER)]
    yield [LabelWord(f"{short})" if spot.declined else short, OWNER)]


def _things(spot: RegionView, letters: Letters | None = None) -> Iterator[LabelWord]:
    """Yield pieces and relics, these with letters or as the first part of their names."""
    yield from (LabelWord(mark, CONTENTS) for mark in piece_marks(spot))
    for relic in spot.relics:
        name = label_text(relic or "?")
        yield LabelWord(letters.words.get(name.lower(), name) if letters else head(name, RELIC), CONTENTS)


def _place(words: Sequence[LabelWord], room: Room, middle: tuple[float, float]) -> list[Placed]:
    """Place words in rows, as many in each as have room, as near to the middle and to each other as possible."""
    best, lines = float("inf"), dict[int, list[LabelWord]]()
    for top in room:
        broken = _break(words, room, top)
        rows = list(broken)
        if rows:
            distance = abs((rows[0] + rows[-1]) / 2 - middle[0]) + GAP * (rows[-1] - rows[0] + 1 - len(rows))
            best, lines = min((best, lines), (distance, broken), key=lambda way: way[0])
    return [word for row, line in lines.items() for word in _place_line(line, row, room[row], middle[1])]


def _break(words: Sequence[LabelWord], room: Room, top: int) -> dict[int, list[LabelWord]]:
    """Break words into rows from a first one on; empty if they have no room."""
    lines, rest = dict[int, list[LabelWord]](), list(words)
    for row in (row for row in room if row >= top):
        free, line = room[row][1] - room[row][0], list[LabelWord]()
        while rest and (size := display_width(rest[0].text) + bool(line)) <= free:
            free -= size
            line.append(rest.pop(0))
        if line:
            lines[row] = line
        elif not lines:
            return {}
    return {} if rest else lines


def _place_line(words: Sequence[LabelWord], row: int, run: tuple[int, int], middle: float) -> Iterator[Placed]:
    """Place the words of a row around a column, if there is room, else as near as possible."""
    size = sum(display_width(word.text) for word in words) + len(words) - 1
    column = min(max(round(middle - size / 2), run[0]), run[1] - size)
    for word in words:
        yield Placed(row, column, word)
        column += display_width(word.text) + 1


# --- the labels of a whole board


class Labels(NamedTuple):
    """The labels of all regions in a drawing."""

    words: Mapping[str, list[Placed]]
    losses: Mapping[str, Loss]

    def rank(self) -> tuple[int, ...]:
        """Return how many labels have lost much, less and little; the smallest is the best."""
        counts = Counter(self.losses.values())
        return tuple(counts[loss] for loss in reversed(Loss))[:-1]


def fullest_labels(
    scene: Scene, letters: Letters, rooms: Mapping[str, Room], middles: Mapping[str, tuple[float, float]]
) -> Labels:  # fmt: skip
    """Place the fullest label of every region."""
    words, losses = dict[str, list[Placed]](), dict[str, Loss]()
    for name, spot in scene.spots.items():
        words[name], losses[name] = short_label(spot, letters, rooms.get(name, {}), middles[name])
    return Labels(words, losses)


def with_homeless(
    scene: Scene, letters: Letters, placed: Labels, middles: Mapping[str, tuple[float, float]], size: tuple[int, int]
) -> dict[str, list[Placed]]:  # fmt: skip
    """Return all labels; one without room in its region is over its borders, where no other label is."""
    words = dict(placed.words)
    used = {cell for label in words.values() for word in label for cell in word.cells()}
    for name, spot in scene.spots.items():
        if not words[name]:
            text = shortest_text(spot, letters)
            word = _place_anywhere(text, spot, middles.get(name, (0, 0)), used, size)
            words[name] = [word]
            used |= word.cells()
    return words


def _place_anywhere(
    text: str, spot: RegionView, middle: tuple[float, float], used: set[tuple[int, int]], size: tuple[int, int]
) -> Placed:  # fmt: skip
    """Place a text as near to a middle as possible without covering another one; a row counts as three columns."""
    width = display_width(text)
    places = [
        (abs(row - middle[0]) * 3 + abs(column + width / 2 - middle[1]), row, column)
        for row in range(size[0])
        for column in range(size[1] - width + 1)
        if abs(row - middle[0]) < 4 and not any((row, column + i) in used for i in range(width))
    ]
    _distance, row, column = min(places, default=(0, round(middle[0]), 0))
    return Placed(row, column, LabelWord(text, OWNER if spot.seat >= 0 else ID))


def legend_of(scene: Scene, letters: Letters, placed: Labels) -> dict[str, str]:
    """Return the words that letters replace somewhere, with these: words that are nowhere whole, terrains, signs."""
    signs: dict[str, str] = {}
    for spot in scene.spots.values():
        signs |= {kind.name: kind.glyph or head(kind.name, 1) for kind, _count in spot.pieces}
    signs |= {_("closed border"): WALL} if closed_borders(scene) else {}
    texts = {word.word.text for label in placed.words.values() for word in label}
    cut = {terrain_word(scene.spots[name]) for name, loss in placed.losses.items() if loss >= Loss.WORDS}
    codes = {word: code for word, code in letters.words.items() if code in texts or (word in cut and word not in texts)}
    terrains = {terrain_word(spot) for spot in scene.spots.values()}
    first = [word for word in codes if word not in texts] + [word for word in codes if word in terrains]
    return {word: codes[word] for word in first} | signs | codes
