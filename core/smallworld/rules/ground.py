"""What abilities say about a board alone: answered once for a board, shared by all races that have them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from smallworld.model.regions import indexes

if TYPE_CHECKING:
    from smallworld.model.board import Board
    from smallworld.rules.implementation import Implementation
    from smallworld.rules.records import Travel

LOCAL = ("terrain_access", "conquest_reach", "conquest_cost", "travel_cost", "waives_travel")
"""Hooks whose answers may depend on the board alone."""

Local = tuple[tuple[str, "Implementation"], ...]
"""Hook and implementation of each ability that speaks of the board alone."""


class Arrivals(dict[int, Sequence[int]]):
    """Regions that are adjacent to a race → for each region the change of the cost, travel included.

    Races border on the same few places where one arrives again and again, so the lists are kept.
    """

    __slots__ = ("_afar", "_change_at", "_make_room")

    def __init__(self, change_at: Sequence[int], travel: Travel | None, make_room: Callable[[], None]) -> None:
        super().__init__()
        self._change_at, self._afar, self._make_room = change_at, list(change_at), make_room
        if travel is not None:
            _add(self._afar, travel.tokens, travel.regions)

    def __missing__(self, near: int) -> Sequence[int]:
        changes = self._afar[:]
        for region in indexes(near):
            changes[region] = self._change_at[region]
        self._make_room()
        self[near] = changes
        return changes


class Ground:
    """A board as some abilities see it.

    :ivar open: regions whose terrain may be conquered; for a First Conquest ``first`` and ``far`` leave out
        what is closed to that.
    :ivar first, later: regions reachable without adjacency, for a First Conquest and after it.
    :ivar far: ``first`` without the entry regions that are open to everyone.
    :ivar change_at: for each region the part of the cost that depends on the board alone.
        ``uneven``: it is not 0 everywhere.
    :ivar travel: what arriving from afar costs; None = nothing.
    :ivar landings: regions in which it costs that; :ivar least: fewest tokens that it takes.
    :ivar arrivals: where it may be due but is not, because the race is adjacent → ``change_at`` with it elsewhere.
    """

    __slots__ = ("arrivals", "change_at", "far", "first", "landings", "later", "least", "open", "travel", "uneven")

    def __init__(self, board: Board, local: Local, make_room: Callable[[], None]) -> None:
        """Ask the abilities.

        :param make_room: to be called before one more list is kept.
        """

        def ask(hook: str, *values: Any) -> list[Any]:
            return [item.call(*values) for name, item in local if name == hook]

        arrivals = [travel for travel in ask("travel_cost", board) if travel is not None]
        self.travel: Travel | None = arrivals[0] if arrivals and not any(ask("waives_travel")) else None
        self.landings: int = self.travel.regions if self.travel is not None else 0
        self.least: int = self.travel.least if self.travel is not None else 0
        self.open = opening = board.land
        for mask in ask("terrain_access", board, False):
            self.open |= mask & board.all
        for mask in ask("terrain_access", board, True):
            opening |= mask & board.all
        self.far = self.later = 0
        for mask in ask("conquest_reach", None, None, board, True):
            self.far |= mask & opening
        for mask in ask("conquest_reach", None, None, board, False):
            self.later |= mask & board.all
        self.first = self.far | board.entry & opening
        changes = [0] * len(board.regions)
        for pairs in ask("conquest_cost", None, None, board):
            for change, regions in pairs:
                _add(changes, change, regions)
        self.change_at: Sequence[int] = tuple(changes)
        self.uneven = any(changes)
        self.arrivals = Arrivals(self.change_at, self.travel, make_room)


def _add(changes: list[int], change: int, regions: int) -> None:
    for index in indexes(regions & (1 << len(changes)) - 1):  # abilities may say "all but these"
        changes[index] += change
