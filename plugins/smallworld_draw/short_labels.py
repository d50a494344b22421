"""Labels of regions on a map that has to fit a window: words where they have room, else letters with a legend.

Terrain, marks, owner, tokens and decline are always part of a label. The name of the race gives way first, then the
words for symbols, for the owner and for the terrain; only the letters of symbols may be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import takewhile

from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld_draw.labels import (
    CHANGED,
    CONTENTS,
    ENTRY,
    ID,
    OWNER,
    PRINTED,
    LabelWord,
    Placed,
    label_text,
    piece_marks,
)
from smallworld_draw.scene import RegionView, Scene
from smallworld_output.text_width import clusters, display_width, head

Room = Mapping[int, tuple[int, int]]
"""Row → the columns with room for words: first and last + 1."""
RELIC = 6
"""Columns of the name of a relic."""
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
    marks = f"{ENTRY if spot.entry else ''}{CHANGED if spot.changed else ''}"
    terrain = terrain_word(spot)
    code = letters.words[terrain]
    symbols = [LabelWord(label_text(symbol), PRINTED) for symbol in spot.symbols]
    signs = [LabelWord(letters.words[label_text(symbol).lower()], PRINTED) for symbol in spot.symbols]
    contents, few = list(_contents(spot)), list(_contents(spot, letters))
    whole, named, short, shortest = _owners(spot, letters)
    ids = [f"{name}{marks}" for name in letters.ids[spot.region.id]]
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
    pieces = list(_contents(spot))[: len(spot.pieces)]
    words = "".join(word.text for word in (*short, *pieces))
    marks = f"{ENTRY if spot.entry else ''}{CHANGED if spot.changed else ''}"
    return f"{letters.ids[spot.region.id][-1]}{marks}{letters.words[terrain_word(spot)]}{words}"


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


def _contents(spot: RegionView, letters: Letters | None = None) -> Iterator[LabelWord]:
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
