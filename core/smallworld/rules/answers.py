"""Whether abilities answer as their hooks promise: every answer, checked when it is given.

The engine trusts the abilities that come with it and checks those of other plugins, so
that a wrong answer is an error of one plugin with a name instead of a wreck further on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any

from smallworld.ability import Ability
from smallworld.errors import ActionError, PluginError, ReplayError, SmallWorldError
from smallworld.hookinfo import hooks
from smallworld.rules.offers import Spelling
from smallworld.rules.promised import AMISS, ANYTHING, PROMISES

if TYPE_CHECKING:
    from smallworld.rules.position import Position

Call = Callable[..., Any]
Wrap = Callable[[Ability, str, Call], Call]
"""Puts something around the implementation of a hook: (ability, hook, call) → call."""
MOST_ANSWERS = 10_000
"""So many things a hook may answer at once. No board has use for more, and a loop without end would take all memory."""
MOST_LETTERS = 200
"""So much of a wrong answer is told."""


def checked(ability: Ability, hook: str, call: Call) -> Call:
    """The same implementation; what it raises or answers wrongly names ability and hook.

    Answers that are read once, such as generators, become tuples.
    """
    info = hooks()[hook]
    promise = PROMISES.get(info.returns, ANYTHING)
    acts = info.kind == "event" or hook == "perform"
    several = promise.several
    amiss = Spelling(ability) if hook == "offer_actions" else AMISS.get(hook)

    def ask(*values: Any) -> Any:
        solvent = acts and min(values[0].coins) >= 0
        try:
            answer = call(*values)
            if several:
                answer = _tuple(ability, hook, answer)
        except (PluginError, ActionError, ReplayError):
            raise  # they name an ability already, or speak of what the caller has said
        except Exception as error:
            raise PluginError(f"{named(ability)} failed in {hook}: {_told(error)}") from error
        for wrong in promise.broken_by(answer):
            raise PluginError(f"{named(ability)}: hook {hook} must return {promise.wanted}, not {_short(wrong)}")
        problem = amiss(answer, *values) if amiss is not None else ""
        if problem:
            raise PluginError(f"{named(ability)}: hook {hook} {problem}")
        if solvent and min(values[0].coins) < 0:
            raise PluginError(f"{named(ability)}: hook {hook} {_debt(values[0])}")
        return answer

    return ask


def _debt(game: Position) -> str:
    player = min(range(game.players), key=game.coins.__getitem__)
    return f"leaves {game.names[player]} with {game.coins[player]} coins; nobody can have fewer than 0"


def named(ability: Ability) -> str:
    """An ability for a sentence: its name, its user and its module."""
    return f"ability {ability.name!r} of {ability.source!r} ({type(ability).__module__})"


def _told(error: Exception) -> str:
    """What went wrong; a sentence of ours stands for itself."""
    return str(error) if isinstance(error, SmallWorldError) else f"{type(error).__name__}: {error}"


def _short(wrong: object) -> str:
    text = repr(wrong)
    return text if len(text) <= MOST_LETTERS else f"{text[:MOST_LETTERS]}…"


def _tuple(ability: Ability, hook: str, answer: object) -> object:
    """Several things as a tuple; what is one thing as it is.

    :raises PluginError: they do not come to an end.
    """
    # A record is iterable as well, but one thing.
    if not isinstance(answer, Iterable) or isinstance(answer, str | bytes) or hasattr(answer, "_fields"):
        return answer
    found = tuple(islice(answer, MOST_ANSWERS + 1))
    if len(found) > MOST_ANSWERS:
        raise PluginError(f"{named(ability)}: hook {hook} answers more than {MOST_ANSWERS:,} things; does it ever end?")
    return found
