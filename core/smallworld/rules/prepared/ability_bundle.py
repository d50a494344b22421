"""The answers to hooks that a group of abilities adds to a hook table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from smallworld.hooks.decorators import Frequency, Whom
from smallworld.hooks.hook_info import rule_hooks
from smallworld.rules.prepared.hook_implementation import BY_PLACE, CALL_SLOTS, ITEMISED, PAIRS

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.prepared.hook_implementation import Implementation, ImplementationsByHook

BOARD_HOOKS = tuple(hook for hook, info in rule_hooks().items() if info.declaration.frequency is Frequency.BOARD)
"""Hooks with answers that may depend on the board alone."""
COMBO_HOOKS = {
    hook: info.declaration.combine
    for hook, info in rule_hooks().items()
    if info.declaration.frequency is Frequency.COMBO and info.declaration.combine is not None
}
"""Hooks with answers that are combined once for each combo → their combination, by field."""
BY_SOURCE = frozenset(hook for hook, info in rule_hooks().items() if info.declaration.whom is Whom.GAINED_RELIC)
"""Hooks with calls that are listed with the relic that they belong to."""


def _list_slots(hook: str) -> tuple[str, ...]:
    """Return the attributes of a hook table that hold calls together with a label or another call."""
    if hook in PAIRS:
        narrowed = rule_hooks()[hook].declaration.narrowed
        return (f"{hook}_pairs",) if narrowed is None else narrowed.pair_slots
    return (f"{hook}_lines",) if hook in ITEMISED or hook in BY_SOURCE else ()


COMPILED_HOOKS = frozenset(
    hook
    for hook in rule_hooks()
    if CALL_SLOTS[hook] or _list_slots(hook) or hook in COMBO_HOOKS or hook in BOARD_HOOKS or hook in PAIRS.values()
)
"""Hooks that hook tables compile; the implementations of other hooks are looked up at each call."""
EMPTY_ATTRIBUTES: Mapping[str, Any] = {
    **{slot: () for hook in rule_hooks() for slot in (*CALL_SLOTS[hook], *_list_slots(hook))},
    **{name: value for combination in COMBO_HOOKS.values() for name, value in combination.join([]).items()},
}
"""Every attribute of a hook table that hooks fill, with its value where no ability implements them."""


class AbilityBundle:
    """The contribution of some abilities to a hook table: all those of a combo, or those of relics that it holds.

    :ivar keys: those of the abilities; :ivar pieces: the kinds of piece that they work with.
    :ivar implementations: their answers to the hooks that tables compile.
    :ivar prepared: hook → attributes of a table where no other ability answers.
    :ivar depends_on_board: an answer may depend on the board alone.
    """

    __slots__ = ("depends_on_board", "implementations", "keys", "pieces", "prepared")

    def __init__(self, abilities: Iterable[Ability], implementations: ImplementationsByHook) -> None:
        self.keys = frozenset([ability.key for ability in abilities])
        self.pieces = {piece for ability in abilities for piece in ability.pieces}
        self.implementations: ImplementationsByHook = {
            hook: sorted(items, key=BY_PLACE) for hook, items in implementations.items() if hook in COMPILED_HOOKS
        }
        self.prepared = {hook: prepare(hook, self.implementations) for hook in self.implementations}
        self.depends_on_board = not self.implementations.keys().isdisjoint(BOARD_HOOKS)


def prepare(hook: str, implementations: ImplementationsByHook) -> list[tuple[str, Any]]:
    """List the pairs (attribute, value) that one hook contributes to a hook table.

    :param implementations: of the hook, and of the hook that it is paired with.
    """
    items = [item for _, item in implementations[hook]]
    slots = {slot for item in items for slot in item.slots}
    attributes: list[tuple[str, Any]] = [
        (slot, tuple([item.call for item in items if slot in item.slots])) for slot in slots
    ]
    if hook in COMBO_HOOKS:
        attributes += COMBO_HOOKS[hook].join([item.call() for item in items]).items()
    elif hook in PAIRS:
        partners = {item.ability.key: item.call for _, item in implementations.get(PAIRS[hook], ())}
        attributes += _pairs(hook, items, partners)
    elif hook in ITEMISED:
        lines = [(item.ability.label or item.ability.source, item.call) for item in items]
        attributes.append((f"{hook}_lines", tuple(lines)))
    elif hook in BY_SOURCE:
        attributes.append((f"{hook}_lines", tuple([(item.ability.source, item.call) for item in items])))
    return attributes


def _pairs(
    hook: str, items: Iterable[Implementation], partners: Mapping[str, Callable[..., Any]]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Pair the calls of a hook, each with the call of the other hook of the same ability, or None."""
    narrowed = rule_hooks()[hook].declaration.narrowed
    chosen_pairs = None if narrowed is None else narrowed.chosen_pairs
    for slot in _list_slots(hook):
        chosen = [item for item in items if chosen_pairs is None or slot in chosen_pairs(item.ability)]
        yield slot, tuple([(item.call, partners.get(item.ability.key)) for item in chosen])
