"""Changes of terrain, symbols and borders during a game.

A board never changes. A state gets another board, with a table and board profiles of its own, which all games with the
same changes share. So every query reads the new terrain, and a game without changes pays nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from smallworld.errors import PluginError, UnknownName
from smallworld.events import BorderChanged, TerrainChanged
from smallworld.model.aliases import Region
from smallworld.model.game_board import Board
from smallworld.rules.prepared.game_table import GameTable
from smallworld.rules.prepared.rulebook import Rulebook

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState

CHANGED_TABLES_KEPT: Final = 256
"""Most tables that a rulebook keeps when terrain changes; further ones are compiled again when they are needed."""

Changes = tuple[tuple[str, str, frozenset[str]], ...]
"""Regions that are not as printed: id, terrain and symbols, in the order of the ids."""


def change_terrain(state: GameState, region: Region, terrain: str, symbols: Collection[str] | None = None) -> None:
    """Change the terrain of a region; symbols replace those that are there. Races and pieces stay.

    From now on ``state.board`` is another board: do not keep regions of a terrain from before.

    Example: ``state.change_terrain(region, "swamp")``

    :raises UnknownName: the edition has no such terrain or symbol.
    """
    variant = state.table.rulebook.variant
    if terrain not in variant.terrains:
        raise UnknownName("terrain", terrain, variant.terrains)
    for symbol in symbols or ():
        if symbol not in variant.symbols:
            raise UnknownName("symbol", symbol, variant.symbols)
    now = state.board.regions[region]
    new_symbols = now.symbols if symbols is None else frozenset(symbols)
    if (now.terrain, now.symbols) != (terrain, new_symbols):
        changes = _changes(state.board, now.id, terrain, new_symbols)
        _set_table(state, _changed_table(state.table, changes, state.board.closed))
        if state.events is not None:
            state.events.append(TerrainChanged(region, terrain, new_symbols))


def _changes(board: Board, name: str, terrain: str, symbols: frozenset[str]) -> Changes:
    """Return the changes of a board and one more; a region that is as printed again is left out."""
    printed = next(region for face in board.faces for region in face.regions if region.id == name)
    changes = [change for change in board.changes if change[0] != name]
    if (printed.terrain, printed.symbols) != (terrain, symbols):
        changes.append((name, terrain, symbols))
    return tuple(sorted(changes, key=lambda change: change[0]))


def close_border(state: GameState, first: Region, second: Region) -> None:
    """Close the border between two regions: from now on they are not adjacent, for conquests or anything else.

    Coasts stay as printed. From now on ``state.board`` is another board.

    Example: ``state.close_border(action.region, action.number)``

    :raises PluginError: the regions share none on the board.
    """
    _set_borders(state, {*state.board.closed, _border(state, first, second)})


def open_border(state: GameState, first: Region, second: Region) -> None:
    """Open a border that an ability has closed.

    Example: ``state.open_border(action.region, action.number)``

    :raises PluginError: the regions share none on the board.
    """
    _set_borders(state, {*state.board.closed} - {_border(state, first, second)})


def _border(state: GameState, first: Region, second: Region) -> tuple[str, str]:
    """Return a border as a pair of ids.

    :raises PluginError: the regions share none on the printed board.
    """
    regions = state.board.regions
    names = sorted((regions[first].id, regions[second].id))
    if names[1] not in next(region.adjacent for region in regions if region.id == names[0]):
        raise PluginError(f"{names[0]} and {names[1]} share no border on the board")
    return names[0], names[1]


def _set_borders(state: GameState, closed: Collection[tuple[str, str]]) -> None:
    """Let a state have these closed borders, and the neighbours of each race that follow from them."""
    borders, before = tuple(sorted(closed)), state.board.closed
    if borders == before:
        return
    _set_table(state, _changed_table(state.table, state.board.changes, borders))
    for race, regions in enumerate(state.regions):
        state.adjacent[race] = state.board.around(regions)
    if state.events is not None:
        index = state.board.index
        for first, second in sorted({*borders} ^ {*before}):
            state.events.append(BorderChanged(index[first], index[second], (first, second) in borders))


def _changed_table(table: GameTable, changes: Changes, closed: tuple[tuple[str, str], ...]) -> GameTable:
    """Return the table of the same game with these changes; it is made once for each rulebook."""
    rulebook, faces = table.rulebook, table.board.faces
    key = (tuple(face.id for face in faces), table.players, changes, closed)
    changed: GameTable | None = rulebook.tables.get(key)
    if changed is None or changed.board.faces != faces:
        _make_room(rulebook)
        board = Board(faces, table.board.water, changes, closed)
        changed = rulebook.tables[key] = GameTable(rulebook, board, table.players, table.rounds)
    return changed


def _make_room(rulebook: Rulebook) -> None:
    """Forget the tables with changes once there are many."""
    changed = [key for key, table in rulebook.tables.items() if table.board.changes or table.board.closed]
    if len(changed) >= CHANGED_TABLES_KEPT:
        for key in changed:
            del rulebook.tables[key]


def _set_table(state: GameState, table: GameTable) -> None:
    """Let a state be on another table of the same game."""
    for region, (cost, before) in enumerate(zip(table.printed, state.table.printed, strict=True)):
        state.defence[region] += cost - before
    state.table, state.board = table, table.board
    state.board_profiles = tuple([table.board_profile(hook_table) for hook_table in state.hook_tables])
