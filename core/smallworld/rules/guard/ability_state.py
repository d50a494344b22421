"""The state as abilities of foreign plugins get it: verbs check their arguments, and nothing can be written.

Abilities of the program get the state itself, so games without plugins pay nothing for the checks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from smallworld.errors import PluginError, UnknownName, with_suggestion
from smallworld.rules.guard.verb_checks import VERBS, argument_fault, short

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


class AbilityState:
    """A state that an ability reads, and changes by verbs alone."""

    __slots__ = ("_caller", "_state")

    _caller: str
    _state: GameState

    def __getattr__(self, name: str) -> Any:
        if name in VERBS:
            return _checked(self._state, name, self._caller)
        try:
            return getattr(self._state, name)
        except AttributeError:
            if hasattr(type(self._state), name):
                raise  # a property has failed
            raise AttributeError(_unknown_attribute(self._state, name)) from None

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise PluginError(
            f"{self._caller} writes state.{name} = {short(value)}; abilities change a game by verbs of state"
        )

    def __delattr__(self, name: str) -> NoReturn:
        raise PluginError(f"{self._caller} deletes state.{name}; abilities change a game by verbs of state")

    @property  # type: ignore[misc]
    def __class__(self) -> type:  # what isinstance asks for
        return type(self._state)


_set_state = vars(AbilityState)["_state"].__set__
_set_caller = vars(AbilityState)["_caller"].__set__


def view_of(state: GameState, caller: str) -> AbilityState:
    """Return the state for a call of an ability.

    :param caller: the ability and its hook, as the beginning of a sentence.
    """
    view: AbilityState = object.__new__(AbilityState)
    _set_state(view, state)
    _set_caller(view, caller)
    return view


def _checked(state: GameState, verb: str, caller: str) -> Callable[..., Any]:
    method = getattr(state, verb)

    def call(*args: Any, **kwargs: Any) -> Any:
        fault = argument_fault(verb, state, args, kwargs)
        if fault:
            raise PluginError(f"{caller} calls {fault}")
        try:
            return method(*args, **kwargs)
        except (PluginError, UnknownName) as error:
            if " (" in str(error).partition(": ")[0]:  # it names an ability with its module already
                raise
            raise PluginError(f"{caller} calls state.{verb}: {error}") from None

    return call


def _unknown_attribute(state: GameState, name: str) -> str:
    names = [each for each in dir(type(state)) if not each.startswith("_")]
    return with_suggestion(f"state has no attribute {name!r}", name, names)
