"""Answers of abilities, checked against the promises of their hooks when they are given.

The engine trusts the abilities that come with it and checks the abilities of other plugins. So an error about a wrong
answer names the plugin, and is raised before the answer has effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

from smallworld.abilities.base import Ability
from smallworld.errors import PluginError, ReplayError
from smallworld.hooks.hook_info import hooks
from smallworld.rules.guard.ability_state import view_of
from smallworld.rules.guard.failures import describe_failure
from smallworld.rules.guard.offered_action_checks import Spelling
from smallworld.rules.guard.return_types import RETURN_TYPES
from smallworld.rules.guard.verb_checks import short

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState

Call = Callable[..., Any]
Wrap = Callable[[Ability, str, Call], Call]
"""Puts something around the implementation of a hook: (ability, hook, call) → call."""
MOST_ANSWERS = 10_000
"""Most members of one answer. No board has use for more, and an endless generator would take all memory."""


def wrap_with_checks(ability: Ability, hook: str, call: Call) -> Call:
    """Wrap an implementation: its exceptions and wrong answers become errors that name ability and hook.

    Answers that are read once, such as generators, become tuples.
    """
    info = hooks()[hook]
    returns = RETURN_TYPES[info.returns]
    acts = returns is RETURN_TYPES["None"]
    several = returns.several
    fault_of = Spelling(ability) if hook == "offer_actions" else info.declaration.limit
    caller = f"{name_ability(ability)}: hook {hook}"
    takes_state = info.arguments[:1] == ("state",)

    def ask(*values: Any) -> Any:
        solvent = acts and min(values[0].coins) >= 0
        try:
            answer = call(view_of(values[0], caller), *values[1:]) if takes_state else call(*values)
            if several:
                answer = _tuple(ability, hook, answer)
        except (PluginError, ReplayError, KeyboardInterrupt):
            raise  # they name an ability already, or concern the caller's input
        except BaseException as error:  # SystemExit too: an ability may not end the program
            raise PluginError(
                f"{name_ability(ability)} failed in {hook}: {describe_failure(error, ability)}"
            ) from error
        for value in returns.mismatches(answer):
            raise PluginError(f"{name_ability(ability)}: hook {hook} must return {returns.name}, not {short(value)}")
        problem = fault_of(answer, *values) if fault_of is not None else ""
        if problem:
            raise PluginError(f"{name_ability(ability)}: hook {hook} {problem}")
        if solvent and min(values[0].coins) < 0:
            raise PluginError(f"{name_ability(ability)}: hook {hook} {_debt(values[0])}")
        return answer

    return ask


def _debt(state: GameState) -> str:
    player = min(range(state.players), key=state.coins.__getitem__)
    return f"leaves {state.names[player]} with {state.coins[player]} coins; nobody can have fewer than 0"


def name_ability(ability: Ability) -> str:
    """Name an ability in a sentence: its name, its user and its module."""
    return f"ability {ability.name!r} of {ability.source!r} ({type(ability).__module__})"


def _tuple(ability: Ability, hook: str, answer: object) -> object:
    """Collect a collection into a tuple; return a single value unchanged.

    :raises PluginError: the collection does not end.
    """
    # A record is iterable as well, but a single value.
    if not isinstance(answer, Iterable) or isinstance(answer, str | bytes) or hasattr(answer, "_fields"):
        return answer
    parts = tuple(islice(answer, MOST_ANSWERS + 1))
    if len(parts) > MOST_ANSWERS:
        raise PluginError(
            f"{name_ability(ability)}: hook {hook} answers more than {MOST_ANSWERS:,} things; does it ever end?"
        )
    return parts
