"""One ability's method for one hook, ready to be called, and the attributes of hook tables that hold the call."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from smallworld.hooks.declare import Frequency, Whom
from smallworld.hooks.reference import HookInfo, rule_hooks
from smallworld.rules.compiled.codegen import selector

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability

Call = Callable[..., Any]
CHANGING = ("state", "race")
"""Arguments that differ from decision to decision; without them an answer can only depend on the board."""


class Implementation:
    """One ability's method for one hook, ready to be called by position.

    :ivar call: takes the arguments of the hook in their order.
    :ivar of_board: the answer depends on the board alone, so it is asked once for each board.
    :ivar slots: attributes of a hook table that hold the call, together with those of other abilities.
    """

    __slots__ = ("ability", "call", "of_board", "slots")

    def __init__(self, ability: Ability, info: HookInfo, function: Call, parameters: tuple[str, ...]) -> None:
        self.ability = ability
        self.of_board = info.declaration.frequency is Frequency.BOARD and not set(CHANGING) & set(parameters)
        self.call = function if parameters == info.arguments else _by_position(function, parameters, info.arguments)
        self.slots = () if self.of_board else _slots(ability, info)


ImplementationsByHook = dict[str, list[tuple[int, Implementation]]]
"""Hook → (place in the order of all abilities, implementation)."""
BY_PLACE = itemgetter(0)


def _slots(ability: Ability, info: HookInfo) -> tuple[str, ...]:
    narrowed = info.declaration.narrowed
    return CALL_SLOTS[info.name] if narrowed is None else narrowed.chosen(ability)


PAIRS = {name: info.declaration.paired for name, info in rule_hooks().items() if info.declaration.paired}
"""Hook → the hook of the same ability that the engine calls after it, so both calls are kept together."""
ITEMISED = frozenset(
    name
    for name, info in rule_hooks().items()
    if info.declaration.combine is not None and info.declaration.combine.itemised
)
"""Hooks with answers that are listed with the labels of their abilities."""


def _call_slots(info: HookInfo) -> tuple[str, ...]:
    declaration = info.declaration
    if declaration.narrowed is not None:
        return declaration.narrowed.slots
    of_race = declaration.whom in (Whom.RACE, Whom.OTHERS)
    of_board = declaration.frequency is Frequency.BOARD and not set(CHANGING) & set(info.arguments)
    listed = info.name in ITEMISED or info.name in {*PAIRS, *PAIRS.values()}
    seldom = declaration.frequency in (Frequency.COMBO, Frequency.SELDOM)
    return (info.name,) if of_race and not (of_board or listed or seldom) else ()


CALL_SLOTS = {name: _call_slots(info) for name, info in rule_hooks().items()}
"""Hook → the attributes of a hook table that hold tuples of its calls."""


def _by_position(function: Call, parameters: tuple[str, ...], order: tuple[str, ...]) -> Call:
    """Let a method that takes some of the arguments be called with all of them by position."""
    return selector(len(order), tuple([order.index(name) for name in parameters]))(function)
