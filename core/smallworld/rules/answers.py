"""Whether abilities answer as their hooks promise: the kind of every answer, checked when it is given.

The engine trusts the abilities that come with it and checks those of other plugins, so
that a wrong answer is an error of one plugin with a name instead of a wreck further on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from smallworld.ability import Ability
from smallworld.actions import Action
from smallworld.errors import PluginError, Refusal, SmallWorldError
from smallworld.hookinfo import hooks
from smallworld.rules.records import Bar, Means, Toll

Call = Callable[..., Any]
Wrap = Callable[[Ability, str, Call], Call]
"""Puts something around the implementation of a hook: (ability, hook, call) → call."""


def checked(ability: Ability, hook: str, call: Call) -> Call:
    """The same implementation; what it raises or answers wrongly names ability and hook.

    Answers that are read once, such as generators, become tuples.
    """
    listed = LISTED.get(hooks()[hook].returns)
    fits, wanted = SINGLE.get(hooks()[hook].returns, (_anything, ""))

    def ask(*values: Any) -> Any:
        try:
            answer = call(*values)
            if listed is not None:
                answer = _tuple(answer)
        except SmallWorldError:
            raise
        except Exception as error:
            raise PluginError(f"{named(ability)} failed in {hook}: {type(error).__name__}: {error}") from error
        if listed is not None:
            wrong = answer if not isinstance(answer, tuple) else next((x for x in answer if not listed[0](x)), None)
            if wrong is not None or not isinstance(answer, tuple):
                raise PluginError(f"{named(ability)}: hook {hook} must return {listed[1]}, not {wrong!r}")
        elif not fits(answer):
            raise PluginError(f"{named(ability)}: hook {hook} must return {wanted}, not {answer!r}")
        return answer

    return ask


def named(ability: Ability) -> str:
    """An ability for a sentence: its name, its user and its module."""
    return f"ability {ability.name!r} of {ability.source!r} ({type(ability).__module__})"


def _tuple(answer: object) -> object:
    return tuple(answer) if isinstance(answer, Iterable) and not isinstance(answer, str | bytes) else answer


def _anything(answer: object) -> bool:
    return True


def _whole(answer: object) -> bool:
    return isinstance(answer, int) and not isinstance(answer, bool)


def _pair(answer: object) -> bool:
    return isinstance(answer, tuple) and len(answer) == 2 and all(map(_whole, answer))


def _kind(*kinds: type) -> Callable[[object], bool]:
    return lambda answer: isinstance(answer, kinds)


def _plain(answer: object) -> bool:
    if isinstance(answer, list | tuple):
        return all(map(_plain, answer))
    return answer is None or isinstance(answer, str | int)


def _words(answer: object) -> bool:
    return isinstance(answer, Mapping) and all(isinstance(k, str) and _plain(v) for k, v in answer.items())


_NONE = type(None)
SINGLE: dict[str, tuple[Callable[[object], bool], str]] = {
    "int": (_whole, "a whole number"),
    "bool": (_kind(bool), "True or False"),
    "None": (_kind(_NONE), "nothing"),
    "Mapping[str, object]": (_words, "a mapping of words to texts, whole numbers, True, False, None or lists of them"),
    "Bar | None": (_kind(Bar, _NONE), "a Bar or None"),
    "Toll | None": (_kind(Toll, _NONE), "a Toll or None"),
    "Refusal | None": (_kind(Refusal, _NONE), "a Refusal or None"),
}
"""Annotation of a hook's answer → what fits it, and how to say so."""
LISTED: dict[str, tuple[Callable[[object], bool], str]] = {
    "CostChange": (_pair, "pairs of two whole numbers"),
    "Iterable[Means]": (_kind(Means), "several Means"),
    "Iterable[Action]": (_kind(Action), "several Actions"),
}
"""The same for answers that hold several things."""
