"""One ability's answer to one hook, ready to be called."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.rules.answers import Call


class Implementation:
    """One ability's method for one hook, ready to be called by position.

    :ivar call: takes the arguments of the hook in their order.
    :ivar of_board: it speaks of the board alone: it takes neither the game nor the race.
    """

    __slots__ = ("ability", "call", "of_board")

    def __init__(self, ability: Ability, function: Call, wants: tuple[str, ...], order: tuple[str, ...]) -> None:
        self.ability = ability
        self.of_board = "game" not in wants and "race" not in wants
        self.call = function if wants == order else _by_position(function, wants, order)


def _by_position(function: Call, wants: tuple[str, ...], order: tuple[str, ...]) -> Call:
    """Let a method that takes a subset of the arguments be called with all of them.

    It is called at every decision, so the usual subsets are written out instead of picked each time.
    """
    places = [order.index(name) for name in wants]
    match places:
        case []:
            return lambda *_: function()
        case [0]:
            return lambda first, *_: function(first)
        case [0, 1]:
            return lambda first, second, *_: function(first, second)
        case [0, 1, 2]:
            return lambda first, second, third, *_: function(first, second, third)
        case [one]:
            return lambda *values: function(values[one])
    pick = itemgetter(*places)
    return lambda *values: function(*pick(values))


Asked = dict[str, list[tuple[int, Implementation]]]
"""Hook → who implements it: the place in the order of all who do, the implementation."""
BY_PLACE = itemgetter(0)
