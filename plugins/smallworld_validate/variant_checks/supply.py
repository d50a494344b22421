"""Do the box and its boards suffice: natives, markers, islands, races and powers?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from smallworld.errors import did_you_mean
from smallworld.languages import N_, NN_, lazy, lazy_n, lazy_or, lazy_p
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, list_of, mapping_of
from smallworld_editions.variants.file_reader import Bundle
from smallworld_editions.variants.merging import Merged, section, whole
from smallworld_editions.variants.plain_data import Schemas, regions_of
from smallworld_validate.schema.phrasing import lazy_count
from smallworld_validate.variant_checks.board import check_board
from smallworld_validate.variant_checks.variant import PLAYERS, check_variant

_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]{0,63}")
MOST_NATIVES = 9
"""Native tokens in one region; that the schema refuses more is reported there."""

Boards = Mapping[str, Document]
"""Board id → its document."""


@dataclass(frozen=True, slots=True)
class Box:
    """The supply of a kind of component.

    :ivar code: of the problem that there is too little. :ivar path: the path of the supply.
    """

    code: str
    sentences: tuple[str, str]
    """The problem of one board, and of several islands, that need too much."""
    supply: int
    path: tuple[str, ...]
    terrain: str = ""

    def fault(self, boards: Sequence[str], needed: int) -> str:
        """Write that a board, or islands, need more than there is."""
        names = repr(boards[0]) if len(boards) == 1 else ", ".join(boards)
        sentence = self.sentences[len(boards) > 1]
        return lazy(sentence, names=names, terrain=self.terrain, needed=needed, supply=self.supply)

    def problem(self, merged: Merged, boards: Sequence[str], needed: int) -> Problem:
        """Report the supply, not the boards, which come from another variant."""
        hint = lazy("write {needed} or more", needed=needed)
        return merged.problem(self.code, self.path, self.fault(boards, needed), hint)


_MARKERS = (
    N_("the board {names} needs more {terrain} markers ({needed}) than the box holds ({supply})"),
    N_("the islands {names} need more {terrain} markers ({needed}) than the box holds ({supply})"),
)
_NATIVES = (
    N_("the board {names} needs more native tokens ({needed}) than the box holds ({supply})"),
    N_("the islands {names} need more native tokens ({needed}) than the box holds ({supply})"),
)


def check_boards(merged: Merged, boards: Boards, unread: Collection[str] = ()) -> list[Problem]:
    """List missing boards, and boards that need more than the box has.

    :param unread: boards that are there, but cannot be read; the reader reports that.
    """
    problems = [*_check_named_boards(merged, boards, unread)]
    regions = {name: [region for _, _, region in regions_of(board.data)] for name, board in boards.items()}
    for key, terrain in section(merged.data, "terrains").items():
        supply = whole(terrain.get("supply"))
        if supply is not None:
            box = Box("too-many-markers", _MARKERS, supply, ("terrains", key, "supply"), key)
            counts = {name: sum(row.get("terrain") == key for row in rows) for name, rows in regions.items()}
            problems += _check_supply(merged, boards, box, counts)
    natives = merged.data.get("natives")
    supply = whole(natives.get("supply")) if isinstance(natives, dict) else 0
    if supply is not None:
        box = Box("too-many-natives", _NATIVES, supply, ("natives", "supply"))
        numbers = {name: [whole(row.get("natives")) or 0 for row in rows] for name, rows in regions.items()}
        counts = {name: sum(n for n in row if 0 < n <= MOST_NATIVES) for name, row in numbers.items()}
        problems += _check_supply(merged, boards, box, counts)
    return problems


def _check_named_boards(merged: Merged, boards: Boards, unread: Collection[str]) -> Iterator[Problem]:
    """Report a number of players without a board, or without enough islands of each size."""
    for players, board in mapping_of(merged.data.get("boards")).items():
        if isinstance(board, list):
            yield from _check_landing(merged, boards, players, board)
            yield from _check_islands(merged, boards, players, board)
        if not isinstance(board, str) or board in unread or not _ID.fullmatch(board):
            continue  # its file, or the form of its id, was refused already
        path = ("boards", players)
        if board not in boards:
            hint = did_you_mean(board, boards) or _board_file_hint(merged, board)
            yield merged.problem("unknown-board", path, lazy("there is no board {name!r}", name=board), hint)
            continue
        meant = boards[board].data.get("players")
        if players.isdigit() and isinstance(meant, list) and meant and players not in map(str, meant):
            sentence = N_("the board {board!r} is for {numbers} players, not for {players}")
            message = lazy(sentence, board=board, numbers=lazy_or(map(str, meant)), players=players)
            hint = lazy("name another board, or add {players} to the players of this one", players=players)
            yield merged.warning("bad-value", path, message, hint)


def _board_file_hint(merged: Merged, board: str) -> str:
    """Return the remedy for a board without a file: perhaps the file has another ending, or is in another folder."""
    folder, file = Path(merged.document.name).parent, f"boards/{board}.yaml"
    misplaced = (f"boards/{board}.yml", f"{board}.yaml", f"{board}.yml", f"board/{board}.yaml")
    other = next((name for name in misplaced if (folder / name).is_file()), "")
    if other:
        return lazy("move {other} to {file}", other=other, file=file)
    return lazy("add the file boards/{board}.yaml", board=board)


def _check_islands(merged: Merged, boards: Boards, players: str, board: list[Any]) -> Iterator[Problem]:
    """Report a size with more islands to draw than exist."""
    sheets = _sheets(boards)
    for size in dict.fromkeys(name for name in board if isinstance(name, str)):
        if len(board) > 1 and size in boards and size not in sheets and board.count(size) == 1:
            yield from _check_ground(merged, boards, players, board, size)
            continue  # a whole board, as ground under the islands
        need, have = board.count(size), len(sheets.get(size, {}))
        if need > have:
            number = lazy_count(int(players) if players.isdecimal() else 0, "player")
            message = lazy_n(
                "{players} need {count} island of size {size!r}, but there are {have}",
                "{players} need {count} islands of size {size!r}, but there are {have}",
                need, players=number, size=size, have=have or lazy_p("number of islands", "none"),
            )  # fmt: skip
            hint = did_you_mean(size, () if have else [*sheets, *boards])
            hint = hint or lazy("add a board file with size: {size}", size=size)
            if size in boards and len(board) == 1:
                hint = lazy("write {size} without brackets; brackets hold sizes of islands, to be drawn", size=size)
            yield merged.problem("unknown-board", ("boards", players, board.index(size)), message, hint)


def _check_ground(merged: Merged, boards: Boards, players: str, draw: list[Any], ground: str) -> Iterator[Problem]:
    """Report a region of a whole board with the id of a region on an island that is drawn with it."""
    ids = {name for _, name, _ in regions_of(boards[ground].data)}
    for island, document in boards.items():
        if island == ground or not (document.data.get("size") in draw or island in draw):
            continue
        twin = next((name for _, name, _ in regions_of(document.data) if name in ids), None)
        if twin is not None:
            sentence = N_("the boards {ground} and {island} both have a region {name!r}")
            message = lazy(sentence, ground=ground, island=island, name=twin)
            path = ("boards", players, draw.index(ground))
            yield merged.problem("duplicate-id", path, message, lazy("rename it on one of them"))


def _check_landing(merged: Merged, boards: Boards, players: str, sizes: list[Any]) -> Iterator[Problem]:
    """Report a draw of islands that all lack a landing."""
    drawn = [document.data for name, document in boards.items() if name in sizes or document.data.get("size") in sizes]
    if drawn and all(data.get("landing") is False for data in drawn):
        sentences = NN_(
            "no island for {count} player is open to a first conquest",
            "no island for {count} players is open to a first conquest",
        )
        message = lazy_n(*sentences, int(players) if players.isdecimal() else 0)
        yield merged.problem("no-entry", ("boards", players), message, lazy("draw an island with entry regions, too"))


def _sheets(boards: Boards) -> dict[str, dict[str, list[str]]]:
    """Return size → sheet → the ids of its faces."""
    sizes: dict[str, dict[str, list[str]]] = {}
    for name, document in boards.items():
        data = mapping_of(document.data)
        size = data.get("size")
        if isinstance(size, str):
            sizes.setdefault(size, {}).setdefault(str(data.get("sheet") or name), []).append(name)
    return sizes


def _check_supply(merged: Merged, boards: Boards, box: Box, counts: Mapping[str, int]) -> Iterator[Problem]:
    """Report boards, and draws of islands, that need more of a component than the box has."""
    lacking = [name for name, needed in counts.items() if needed > box.supply]
    folder = Path(merged.document.name).parent
    inherited = [name for name in lacking if Path(boards[name].name).parent.parent != folder]
    if inherited and merged.is_own(box.path):
        name = max(inherited, key=counts.__getitem__)
        yield box.problem(merged, [name], counts[name])
        return
    for name in lacking:
        message, hint = box.fault([name], counts[name]), lazy("take some off the board or raise the supply")
        yield boards[name].problem(box.code, ("regions",), message, hint, at_key=True)
    if not lacking:
        yield from _check_draws(merged, boards, box, counts)


def _check_draws(merged: Merged, boards: Boards, box: Box, counts: Mapping[str, int]) -> Iterator[Problem]:
    """Report islands that need too much together, although each alone does not."""
    lacking: list[tuple[int, list[str], str]] = []
    for players, draw in mapping_of(merged.data.get("boards")).items():
        islands = _neediest_islands(list_of(draw), _sheets(boards), counts)
        needed = sum(counts[name] for name in islands)
        if needed > box.supply:
            lacking.append((needed, islands, players))
    inherited = [entry for entry in lacking if not merged.is_own(("boards", entry[2]))]
    if inherited and merged.is_own(box.path):
        needed, islands, _ = max(inherited)
        yield box.problem(merged, islands, needed)
        return
    for needed, islands, players in lacking:
        message = box.fault(islands, needed)
        yield merged.problem(box.code, ("boards", players), message, lazy("take some off them or raise the supply"))


def _neediest_islands(draw: list[Any], sheets: dict[str, dict[str, list[str]]], counts: Mapping[str, int]) -> list[str]:
    """Return the islands of a draw that need most: of each sheet one face."""
    chosen: list[str] = []
    for size in dict.fromkeys(name for name in draw if isinstance(name, str)):
        faces = [max(ids, key=counts.__getitem__) for ids in sheets.get(size, {}).values()]
        if size not in sheets and size in counts:
            faces = [size]  # a whole board
        chosen += sorted(faces, key=counts.__getitem__, reverse=True)[: draw.count(size)]
    return chosen


COLUMN = 6
"""Combos in the column where the variant does not set their number."""
_DEMANDS = {
    ("races", True): NN_("{players} need {count} race to pick from", "{players} need {count} races to pick from"),
    ("powers", True): NN_("{players} need {count} power to pick from", "{players} need {count} powers to pick from"),
    ("races", False): NN_(
        "{players} and a column of {column} need {count} race", "{players} and a column of {column} need {count} races"
    ),
    ("powers", False): NN_(
        "{players} and a column of {column} need {count} power",
        "{players} and a column of {column} need {count} powers",
    ),
}
"""Section, and whether the players alone need more → the sentence about how many of its entries are needed."""


def check_combos(merged: Merged) -> Iterator[Problem]:
    """Report races, or powers, that do not suffice for the largest number of players.

    With fewer than players somebody never gets a combo. A column that cannot be filled is legal: the banners have
    run out; but nobody plans it so.
    """
    players = max((int(key) for key in mapping_of(merged.data.get("boards")) if key in PLAYERS), default=0)
    column = whole(merged.data.get("column", COLUMN)) or COLUMN
    for kind in ("races", "powers"):
        have = len(section(merged.data, kind))
        if not isinstance(merged.data.get(kind), dict) or have >= players + column:
            continue
        is_picked, most = have < players, have - players
        need = players if is_picked else players + column
        demand = lazy_n(*_DEMANDS[kind, is_picked], need, players=lazy_count(players, "player"), column=column)
        supply = lazy_n("there is {count}", "there are {count}", have)
        message = lazy("{demand}, but {supply}", demand=demand, supply=supply)
        hint, path = lazy("add {count} or more", count=need - have), (kind,)
        if is_picked:
            hint = lazy("add {count} or more, or have a board for fewer players", count=need - have)
        elif most:
            hint = lazy("{hint}, or make the column {most} or less", hint=hint, most=most)
        if not is_picked and merged.is_own(("column",)) and not merged.is_own((kind,)):
            path = ("column",)
        severity = "error" if is_picked else "warning"
        yield merged.problem("too-few-combos", path, message, hint, at_key=True, severity=severity)


def check_edition(bundle: Bundle, abilities: Schemas | None) -> list[Problem]:
    """List the mistakes in the meaning of a variant and its boards.

    :param abilities: ability name → JSON schema of its parameters; None = not checked.
    """
    problems = check_variant(bundle.merged, abilities)
    for document in bundle.boards.values():
        problems += check_board_of(bundle.merged, document)
    return [*problems, *check_boards(bundle.merged, bundle.boards, bundle.unread)]


def check_board_of(merged: Merged, document: Document) -> list[Problem]:
    """List the mistakes in the meaning of a board of this variant, apart from the supply of the box."""
    water = {key for key, terrain in section(merged.data, "terrains").items() if terrain.get("water") is True}
    return check_board(document, merged.names("terrains"), merged.names("symbols"), water)
