"""Registration of abilities with pluggy, which checks their hooks and orders them."""

from __future__ import annotations

from collections.abc import Sequence
from types import MethodType
from typing import Any

import pluggy

from smallworld.abilities.base import Ability
from smallworld.errors import PluginError
from smallworld.hooks.ability_hooks import AbilityHooks
from smallworld.hooks.decorators import PROJECT
from smallworld.hooks.edition_hooks import EditionHooks
from smallworld.hooks.hook_info import marked_names, rule_hooks
from smallworld.rules.guard.hook_answer_checks import Call
from smallworld.rules.prepared.hook_implementation import Method

MethodsByHook = dict[str, list[tuple[Ability, Method]]]


class _MarkedMethods:
    """The marked methods of an ability; pluggy alone would look at every attribute, again for each rulebook."""

    def __init__(self, ability: Ability) -> None:
        cls: Any = type(ability)  # no checker takes a class of such a variable for hashable
        for name in marked_names(cls):
            setattr(self, name, getattr(ability, name))

    def __dir__(self) -> list[str]:
        return list(vars(self))


def methods_by_hook(abilities: Sequence[Ability]) -> MethodsByHook:
    """Let pluggy check the implementations; list them by hook, in the order of their calls.

    :raises PluginError: an ability implements a hook wrongly, or one that does not exist.
    """
    manager = _new_registry()
    users: dict[int, Ability] = {}
    for ability in reversed(abilities):
        methods = _MarkedMethods(_blank(ability))
        users[id(methods)] = ability
        try:
            manager.register(methods, name=ability.key)
        except pluggy.PluginValidationError as error:
            raise PluginError(f"ability {ability.name!r}: {error}") from None
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise PluginError(f"an ability implements a hook that does not exist: {error}") from None
    return {
        hook: [
            (users[id(item.plugin)], (item.function, tuple(item.argnames)))
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


def _blank(ability: Ability) -> Ability:
    """Make a copy of an ability without parameters, to register in its place."""
    # pluggy reads __dict__, and CPython then looks up attributes more slowly: 3 % of the time of Warcraft games.
    blank = object.__new__(type(ability))
    object.__setattr__(blank, "source", ability.source)
    return blank


def method_of(ability: Ability, function: Call) -> Call:
    """Return the ability's own method for the method of its registered copy."""
    if isinstance(function, MethodType) and type(function.__self__) is type(ability):
        return MethodType(function.__func__, ability)
    return function
