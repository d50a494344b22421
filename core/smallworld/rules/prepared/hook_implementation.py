"""One ability's method for one hook, ready to be called, and the registration of abilities with pluggy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from operator import itemgetter
from types import MethodType, ModuleType
from typing import Any, Final

import pluggy

from smallworld.abilities.base import Ability, Call
from smallworld.errors import PluginError
from smallworld.hooks.ability_hooks import AbilityHooks
from smallworld.hooks.decorators import HOLDER, PROJECT, Frequency, Whom
from smallworld.hooks.edition_hooks import EditionHooks
from smallworld.hooks.hook_info import HookInfo, marked_names, rule_hooks
from smallworld.model.values import NOBODY

CHANGING = frozenset({"state", "race", HOLDER})
"""Arguments that differ from decision to decision; without them an answer can only depend on the board."""
FindHolder = Callable[[Any, int], int]
"""(state, race asked) → the race in play that has the ability itself."""

COMPILED_PACKAGES = ("smallworld.abilities.", "smallworld_base.", "smallworld_primitives.", "smallworld_warcraft.")
"""Packages of which a compiled build has the methods of abilities as functions (smallworld_native)."""


class Implementation:
    """One ability's method for one hook, ready to be called by position.

    :ivar call: takes the arguments of the hook in their order.
    :ivar of_board: the answer depends on the board alone, so it is asked once for each board.
    :ivar slots: attributes of a hook table that hold the call, together with those of other abilities.
    :ivar parameters: the arguments that the method takes.
    :ivar prepared: attributes of a hook table where no other ability answers, once they are computed.
    """

    __slots__ = ("ability", "call", "of_board", "parameters", "prepared", "slots")

    prepared: list[tuple[str, Any]] | None

    def __init__(self, ability: Ability, info: HookInfo, parameters: tuple[str, ...], find_holder: FindHolder) -> None:
        self.ability, self.parameters, self.prepared = ability, parameters, None
        function: Call = getattr(ability, info.name)
        self.of_board = info.declaration.frequency is Frequency.BOARD and not CHANGING & set(parameters)
        compiled = compiled_function(ability, info.name)
        if HOLDER in parameters:
            self.call = _with_holder(function, parameters, info.arguments, find_holder)
        elif compiled is not None:
            self.call = MethodType(compiled, ability)
        elif parameters == info.arguments:
            self.call = function
        else:
            positions = tuple([info.arguments.index(name) for name in parameters])
            self.call = selector(len(info.arguments), positions)(function)
        narrowed = info.declaration.narrowed
        slots = CALL_SLOTS[info.name] if narrowed is None else narrowed.chosen(ability)
        self.slots = () if self.of_board else slots

    def derived(self, call: Call, slots: tuple[str, ...]) -> Implementation:
        """Return an implementation by the same ability with another call, for other attributes of a hook table."""
        new: Implementation = object.__new__(Implementation)
        new.ability, new.parameters, new.call, new.of_board, new.slots = self.ability, (), call, False, slots
        new.prepared = None
        return new


ImplementationsByHook = dict[str, list[tuple[int, Implementation]]]
"""Hook → (place in the order of all abilities, implementation)."""
BY_PLACE = itemgetter(0)


def compiled_function(ability: Ability, hook: str) -> Call | None:
    """Return the function ``CLASS__HOOK`` of a compiled build that replaces a method; None in plain Python.

    Classes of other authors keep their methods: they may replace what a method of a shipped class calls.
    """
    if not f"{type(ability).__module__}.".startswith(COMPILED_PACKAGES):
        return None
    owner = next((cls for cls in type(ability).__mro__ if hook in cls.__dict__), None)
    if owner is None:
        return None
    function: Call | None = getattr(_compiled_module(owner.__module__), f"{owner.__name__}__{hook}", None)
    return function


@cache
def _compiled_module(module: str) -> ModuleType | None:
    """Return the compiled functions of a module of abilities; None in plain Python."""
    package, _, name = module.rpartition(".")
    compiled = f"{package}._compiled_{name}"
    return import_module(compiled) if find_spec(compiled) is not None else None


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
    of_board = declaration.frequency is Frequency.BOARD and not CHANGING & set(info.arguments)
    listed = info.name in ITEMISED or info.name in {*PAIRS, *PAIRS.values()}
    seldom = declaration.frequency in (Frequency.COMBO, Frequency.SELDOM)
    return (info.name,) if of_race and not (of_board or listed or seldom) else ()


CALL_SLOTS = {name: _call_slots(info) for name, info in rule_hooks().items()}
"""Hook → the attributes of a hook table that hold tuples of its calls."""


def _with_holder(function: Call, parameters: tuple[str, ...], order: tuple[str, ...], find_holder: FindHolder) -> Call:
    """Let a method that takes the holder of its ability be called with the arguments of the hook by position."""

    def call(*values: Any) -> Any:
        arguments = dict(zip(order, values, strict=True))
        arguments[HOLDER] = find_holder(arguments["state"], arguments.get("race", NOBODY))
        return function(*[arguments[name] for name in parameters])

    return call


# --- registration of abilities with pluggy, which checks their hooks and orders them


class _MarkedMethods:
    """The marked methods of an ability; pluggy alone would look at every attribute, again for each rulebook."""

    def __init__(self, ability: Ability) -> None:
        self.ability = ability
        cls: Any = type(ability)  # no checker takes a class of such a variable for hashable
        for name in marked_names(cls):
            setattr(self, name, getattr(ability, name))

    def __dir__(self) -> list[str]:
        return [name for name in vars(self) if name != "ability"]


Order = dict[str, list[tuple[int, tuple[str, ...]]]]
"""Hook → the places of the abilities that implement it, in the order of their calls, with their arguments."""
MOST_ORDERS: Final = 32
_orders: Final[dict[tuple[type, ...], Order]] = {}
"""The classes of abilities → their latest orders: many games have the same ones, with other plugins or parameters."""


def order_implementations(abilities: Sequence[Ability]) -> dict[str, list[tuple[Ability, tuple[str, ...]]]]:
    """Let pluggy check the implementations; list them by hook, in the order of their calls, with their arguments.

    :raises PluginError: an ability implements a hook wrongly, or one that does not exist.
    """
    classes = tuple([type(ability) for ability in abilities])
    order = _orders.get(classes)
    if order is None:
        order = _order(abilities)
        if len(_orders) >= MOST_ORDERS:
            _orders.clear()
        _orders[classes] = order
    return {hook: [(abilities[place], parameters) for place, parameters in listed] for hook, listed in order.items()}


def _order(abilities: Sequence[Ability]) -> Order:
    """Register the abilities with pluggy."""
    manager = _new_registry()
    for ability in reversed(abilities):
        try:
            manager.register(_MarkedMethods(ability), name=ability.key)
        except pluggy.PluginValidationError as error:
            raise PluginError(f"ability {ability.name!r}: {error}") from None
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise PluginError(f"an ability implements a hook that does not exist: {error}") from None
    places = {id(ability): place for place, ability in enumerate(abilities)}
    return {
        hook: [
            (places[id(item.plugin.ability)], tuple(item.argnames))
            for item in reversed(getattr(manager.hook, hook).get_hookimpls())
        ]
        for hook in rule_hooks()
    }


def _new_registry() -> pluggy.PluginManager:
    """Make a registry that knows the hooks of rules and editions."""
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(AbilityHooks)
    manager.add_hookspecs(EditionHooks)
    for name, info in rule_hooks().items():
        getattr(manager.hook, name).spec.argnames = info.accepted
    return manager


# --- functions generated as source code: all code that the engine generates comes from here


def copier(annotations: Mapping[str, str]) -> Callable[[Any, Any], None]:
    """Write a function ``copy(old, new)`` that copies attributes; a loop takes ten times as long.

    :param annotations: attribute → its type. A list is copied; one that may be None is None in the copy.
    """
    lines = ["def copy(old, new):"]
    for name, kind in annotations.items():
        value = f"old.{name}" if not kind.startswith("list[") else "None" if "None" in kind else f"old.{name}.copy()"
        lines.append(f" new.{_identifier(name)} = {value}")
    function: Callable[[Any, Any], None] = _define("copy", lines)
    return function


@cache
def selector(count: int, positions: tuple[int, ...]) -> Callable[[Call], Call]:
    """Write a function that wraps another: the result takes ``count`` arguments and passes on those at ``positions``.

    Hooks are called at every decision; gathering the arguments and picking from them takes three times as long.
    """
    parameters, passed = (", ".join(f"a{i}" for i in numbers) for numbers in (range(count), positions))
    function: Callable[[Call], Call] = _define(
        "wrap", ["def wrap(function):", f" return lambda {parameters}: function({passed})"]
    )
    return function


def _identifier(name: str) -> str:
    if not name.isidentifier():
        raise ValueError(f"{name!r} is not the name of an attribute")
    return name


def _define(name: str, lines: list[str]) -> Any:
    namespace: dict[str, Any] = {}
    exec("\n".join(lines), namespace)
    return namespace[name]
