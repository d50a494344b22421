"""A cache of rulebooks, because many games use the same one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from smallworld.abilities.base import Ability
from smallworld.errors import ArgumentError, PluginError
from smallworld.model.variant import Scalar, Variant
from smallworld.plugins.manager import Plugins
from smallworld.rules.argument_checks import given_as
from smallworld.rules.guard.hook_answer_checks import Call, Wrap, wrap_with_checks
from smallworld.rules.prepared.rulebook import Rulebook
from smallworld.rules.state.race_instances import renew_lent

_rulebooks: dict[Any, Rulebook] = {}


def rulebook_for(
    variant: Variant, options: Mapping[str, Scalar], plugins: Plugins, wrap: Wrap | None = None
) -> Rulebook:
    """Return the rulebook of a variant with these options; it is cached, because many games share one.

    :raises PluginError: the variant needs a plugin that is not installed.
    """
    if wrap is not None:
        book = _new_rulebook(variant, options, plugins, wrap)
        book.foreign = True
        return book
    key = (id(variant), id(plugins), tuple(sorted(options.items())))
    cached = _rulebooks.get(key)
    # The id of a variant or of plugins that are gone is used again.
    if cached is None or cached.variant is not variant or cached.classes is not plugins.abilities:
        if len(_rulebooks) > 64:
            _rulebooks.clear()
        foreign = plugins.foreign()

        def guarded(ability: Ability, hook: str, call: Call) -> Call:
            return wrap_with_checks(ability, hook, call) if ability.name in foreign else call

        cached = _rulebooks[key] = _new_rulebook(variant, options, plugins, guarded if foreign else None)
    return cached


def _new_rulebook(variant: Variant, options: Mapping[str, Scalar], plugins: Plugins, wrap: Wrap | None) -> Rulebook:
    for name, requirement in variant.plugins.items():
        problem = plugins.lacks(name, requirement)
        if problem is not None:
            raise PluginError(f"variant {variant.id!r}: {problem[0]}; {problem[1]}")
    book = Rulebook(variant, options, plugins.abilities, renew_lent, None if wrap is None else _guarded_wrap(wrap))
    foreign = plugins.foreign()
    book.foreign = any(ability.name in foreign for ability in book.abilities())
    return book


def _guarded_wrap(wrap: Wrap) -> Wrap:
    """Refuse a function that cannot wrap hooks, or does not return a function."""

    def wrapped(ability: Ability, hook: str, call: Call) -> Call:
        try:
            function: object = wrap(ability, hook, call)
        except (TypeError, ValueError, AttributeError) as error:
            raise ArgumentError(f"wrap must be a function of ability, hook and call ({error})") from error
        if not callable(function):
            raise ArgumentError(f"wrap must return a function for {hook}, not {given_as(function)}")
        return cast(Call, function)

    return wrapped
