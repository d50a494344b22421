"""The answers of abilities that depend on the board alone, computed once for each board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from smallworld.hooks.decorators import cheapest
from smallworld.model.aliases import Regions, Tokens
from smallworld.model.regions import indexes

if TYPE_CHECKING:
    from smallworld.model.game_board import Board
    from smallworld.model.values import Travel
    from smallworld.rules.prepared.hook_implementation import Implementation

BoardAnswers = tuple[tuple[str, "Implementation"], ...]
"""Hook and implementation, of the answers that depend on the board alone."""


class BoardProfile:
    """A board as the abilities of a hook table see it.

    :ivar open: regions with a terrain that may be conquered; for a First Conquest ``first`` and ``far`` leave out
        the regions that are closed to it.
    :ivar first, later: regions reachable without adjacency, for a First Conquest and after it.
    :ivar far: ``first`` without the entry regions that are open to everyone.
    :ivar change_at: for each region the part of the cost that depends on the board alone.
        ``uneven``: it is not 0 everywhere.
    :ivar travel: the cost of arriving from afar; None = no cost.
    :ivar landings: regions with this cost. :ivar least: fewest tokens that such a conquest takes.
    :ivar arrivals: entry regions that are adjacent to the race → ``change_at`` with the travel cost elsewhere. Races
        are adjacent to the same few again and again. Who reads it calls :meth:`add_arrivals` first where it is
        missing; ``__missing__`` of a subclass would make each look-up three times as long.
    """

    __slots__ = (
        "_make_room", "arrivals", "change_at", "far", "first", "landings", "later", "least", "open", "travel", "uneven",
    )  # fmt: skip

    def __init__(self, board: Board, answers: BoardAnswers, make_room: Callable[[], None]) -> None:
        """Combine the answers of the abilities.

        :param make_room: called before one more list is cached.
        """

        def ask(hook: str, *values: Any) -> list[Any]:
            return [item.call(*values) for name, item in answers if name == hook]

        travel: Travel | None = cheapest.join([price for price in ask("travel_cost", board) if price is not None])
        self.travel = travel if travel is not None and (travel.tokens or travel.least) else None
        self.landings: Regions = self.travel.regions if self.travel is not None else 0
        self.least: Tokens = self.travel.least if self.travel is not None else 0
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
        self.change_at: list[Tokens] = changes
        self.uneven = any(changes)
        self.arrivals: dict[Regions, list[Tokens]] = {}
        self._make_room = make_room

    def add_arrivals(self, adjacent: Regions) -> None:
        """Add the changes of the cost for a race that is adjacent to these entry regions."""
        changes = self.change_at[:]
        if self.travel is not None:
            _add(changes, self.travel.tokens, self.travel.regions & ~adjacent)
        self._make_room()
        self.arrivals[adjacent] = changes


def _add(changes: list[Tokens], change: Tokens, regions: Regions) -> None:
    for index in indexes(regions & (1 << len(changes)) - 1):  # abilities may answer "all but these"
        changes[index] += change
