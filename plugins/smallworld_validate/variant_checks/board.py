"""Check boards: ids, entry regions, terrains, borders and ways; do the box and its islands suffice for them?"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from smallworld.errors import did_you_mean, suggest
from smallworld.languages import N_, NN_, lazy, lazy_n, lazy_or, lazy_p
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.variants.file_reader import Bundle
from smallworld_editions.variants.merging import Merged, section, whole
from smallworld_editions.variants.plain_data import RegionRow, Schemas, entry_ids, neighbours_of, regions_of
from smallworld_validate.schema.phrasing import lazy_count, no_such
from smallworld_validate.variant_checks.border_graph import Half, center_of, check_halves
from smallworld_validate.variant_checks.variant import check_variant

MOST = 30
"""Problems of one sort that are looked for in one board."""


def check_board(
    document: Document,
    terrains: Collection[str] | None = None,
    symbols: Collection[str] | None = None,
    water: Collection[str] = ("sea", "lake"),
) -> list[Problem]:
    """List the mistakes in the meaning of a board.

    :param terrains: those of the variant; None = not known, any will do.
    :param symbols: those of the variant; None = any.
    """
    rows = regions_of(document.data)
    strangers = (problem for row in rows for problem in _unknown_names(document, row, terrains, symbols))
    # Proposals take time: a file that is wrong everywhere gets the first ones only.
    checks = (_check_repeated_ids(document, rows), _check_borders(document, rows), strangers)
    problems = [problem for check in checks for problem in islice(check, MOST)]
    # Only where it is clear which regions are at the edge: the schema reports other values.
    is_clear = all(isinstance(region.get(key, False), bool) for _, _, region in rows for key in ("border", "entry"))
    if is_clear and len(rows) == len(list_of(mapping_of(document.data).get("regions"))):
        problems += _check_entries(document, rows, water)
        problems = problems or [*_check_reach(document, rows)] or [*_check_parts(document, rows)]
    return [*problems, *islice(_check_centers(document, rows), MOST)]


def _check_repeated_ids(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    first: dict[str, int] = {}
    for index, name, _ in rows:
        if first.setdefault(name, index) != index:
            related = document.related(lazy("the first one is here"), ("regions", first[name], "id"))
            path, message = ("regions", index, "id"), lazy("two regions are called {name!r}", name=name)
            yield document.problem("duplicate-id", path, message, lazy("rename one"), related=related)


def _unknown_names(
    document: Document, row: RegionRow, terrains: Collection[str] | None, symbols: Collection[str] | None
) -> Iterator[Problem]:
    index, _, region = row
    named: list[tuple[KeyPath, Any]] = [(("terrain",), region.get("terrain"))]
    named += [(("symbols", place), symbol) for place, symbol in enumerate(list_of(region.get("symbols")))]
    for inner, name in named:
        kind, names, remedy = "symbol", symbols, N_("list it under symbols of the variant")
        if inner == ("terrain",):
            kind, names, remedy = "terrain", terrains, N_("define it under terrains")
        if names is not None and isinstance(name, str) and name not in names:
            hint, path = suggest(name, names) or lazy(remedy), ("regions", index, *inner)
            yield document.problem(f"unknown-{kind}", path, no_such(kind, repr(name)), hint, names=(name,))


def _check_entries(document: Document, rows: list[RegionRow], water: Collection[str]) -> Iterator[Problem]:
    """Report a board or an island on which nobody can land, or one without landing that has an entry region."""
    size, entries = document.data.get("size", ""), entry_ids(document.data)
    if not isinstance(size, str):
        return  # a size of another type does not show whether this is an island
    path, message, hint = ("landing",), "", ""
    if document.data.get("landing") is False and entries:
        message = lazy("nobody lands on this island, but {region!r} is an entry region", region=min(entries))
        hint = lazy("leave out entry: true there, or landing: false here")
    elif document.data.get("landing") is False and not size:
        message = lazy("a board without landing has no size, so it cannot be one of several islands")
        hint = lazy("give it a size, or leave out landing: false")
    elif document.data.get("landing") is not False and rows:
        path, hint = ("regions",), lazy("mark regions at the edge with border: true, or with entry: true")
        if size:
            hint = lazy(
                "mark the landings with entry: true, or write landing: false if only abilities lead to this island"
            )
        if not any(name in entries for _, name, region in rows if str(region.get("terrain")) not in water):
            message = lazy("no land region is open to a first conquest")
    if message:
        yield document.problem("no-entry", path, message, hint, at_key=True)


def _check_centers(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report two regions at one place of the picture."""
    first: dict[tuple[float, float], tuple[int, str]] = {}
    for index, name, region in rows:
        center = center_of(region)
        position, twin = first.setdefault(center, (index, name)) if center is not None else (index, name)
        if position != index:
            related = document.related(lazy("the first one is here"), ("regions", position, "center"))
            message = lazy("{name!r} has the same center as {twin!r}", name=name, twin=twin)
            path, hint = ("regions", index, "center"), lazy("move one of them")
            yield document.warning("same-center", path, message, hint, related=related)


_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*")


def _check_borders(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report neighbours that do not exist, and borders that only one side names."""
    order = {name: index for index, name, _ in rows}
    answers = {name: _readable_borders(region, order) for _, name, region in rows}
    nameless = len(rows) < len(list_of(document.data.get("regions"))) or not all(map(_ID.fullmatch, order))
    twice = {name for name, times in Counter(name for _, name, _ in rows).items() if times > 1}
    twins = [set(neighbours_of(region)) for _, name, region in rows if name in twice]
    halves: list[Half] = []
    for index, name, region in rows:
        for position, other in enumerate(list_of(region.get("adjacent"))):
            path = ("regions", index, "adjacent", position)
            if not isinstance(other, str) or other in twice or (name in twice and other in order):
                continue
            if other == name:
                message = lazy("region {name!r} borders itself", name=name)
                yield document.problem("self-border", path, message, lazy("remove it"))
            elif other not in order and (nameless or any(name in twin for twin in twins)):
                continue  # perhaps this is the region with an id that is missing, misspelt or replaced by another
            elif other not in order:
                hint = suggest(other, order)
                yield document.problem("unknown-region", path, lazy("there is no region {name!r}", name=other), hint)
            elif (answer := answers[other]) is not None and name not in answer:
                halves.append(Half(name, path, other))
    yield from check_halves(document, rows, halves)


def _readable_borders(region: dict[str, Any], region_ids: Collection[str]) -> set[str] | None:
    """Return the names among the borders of a region; None if a mistake in them explains every missing one."""
    adjacent = region.get("adjacent")
    if not isinstance(adjacent, list) or not all(isinstance(other, str) for other in adjacent):
        return None
    named = set(neighbours_of(region))
    return named if named.issubset(region_ids) else None


def _check_reach(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report regions that no chain of borders joins to an entry region."""
    if document.data.get("landing") is False or not _are_borders_readable(rows):
        return
    reached = _reached_from(entry_ids(document.data), rows)
    for index, name, _ in rows:
        if name not in reached:
            message, hint = (
                lazy("no way leads from an entry region to {name!r}", name=name),
                lazy("is a border missing?"),
            )
            yield document.warning("unreachable-region", ("regions", index, "id"), message, hint)


def _reached_from(first: Collection[str], rows: list[RegionRow]) -> set[str]:
    """Return the regions that borders connect to the first ones, these included."""
    borders = {name: neighbours_of(region) for _, name, region in rows}
    reached, waiting = set(first), list(first)
    while waiting:
        new = [other for other in borders[waiting.pop()] if other not in reached]
        reached.update(new)
        waiting += new
    return reached


def _are_borders_readable(rows: list[RegionRow]) -> bool:
    """Return whether every list of borders names regions; those that cannot be read may join parts of the board."""
    names, lists = {name for _, name, _ in rows}, [region.get("adjacent") for _, _, region in rows]
    return all(isinstance(entries, list) and all(isinstance(x, str) for x in entries) for entries in lists) and all(
        names.issuperset(entries) for entries in map(list_of, lists)
    )


def _check_parts(document: Document, rows: list[RegionRow]) -> Iterator[Problem]:
    """Report a board in two parts: no border joins the smaller one to the rest."""
    names = [name for _, name, _ in rows]
    if not names or not _are_borders_readable(rows):
        return
    one = _reached_from(names[:1], rows)
    rest = [name for name in names if name not in one]
    if not rest:
        return
    other = _reached_from(rest[:1], rows)
    part, whole = (other, one) if len(other) <= len(one) else (one, other)
    index, name = next((index, name) for index, name, _ in rows if name in part)
    sentence = N_("the board is in two parts: no border joins {name!r} to {other!r}")
    message = lazy(sentence, name=name, other=min(whole, key=names.index))
    yield document.warning("split-board", ("regions", index, "id"), message, lazy("is a border missing?"))


# --- the boards of an edition, and its box: natives, markers, islands

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
    names = _listed(merged.names("terrains")), _listed(merged.names("symbols")), sorted(water)
    for checked, names_then, problems in tuple(_latest):
        if checked is document and names_then == names:
            return list(problems)
    listed = check_board(document, merged.names("terrains"), merged.names("symbols"), water)
    _latest.append((document, names, tuple(listed)))
    return listed


def _listed(names: Collection[str] | None) -> list[str] | None:
    return None if names is None else list(names)


_latest: deque[tuple[Document, object, tuple[Problem, ...]]] = deque(maxlen=32)
"""The boards that were checked last, with the names of their variant: many variants have boards of another one."""
