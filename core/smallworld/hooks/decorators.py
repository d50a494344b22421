"""Decorators that declare hooks: kind, combination, frequency, addressee; tools and checks know no more of a hook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import pluggy

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability

PROJECT = "smallworld"
API_LEVEL = 1
"""Rises when a hook is added or a promise of one changes; a plugin may state ``SMALLWORLD_API``."""
OLDEST_API_LEVEL = 1
"""Plugins made for this level still work."""

hookimpl = pluggy.HookimplMarker(PROJECT)
_hookspec = pluggy.HookspecMarker(PROJECT)
_DECLARATION = f"{PROJECT}_declaration"
_Function = TypeVar("_Function", bound=Callable[..., Any])
_Limit = Callable[..., str]

HOLDER = "holder"
"""Argument that every hook with ``state`` and ``race`` takes in addition: the race that has the ability itself."""
TURN_PHASES = ("conquer", "redeploy", "retreat", "finish")
"""Phases in which the abilities of races may offer actions; an ability does so in all of them by default."""
OFFER_PHASES = (*TURN_PHASES, "pick")
"""All phases in which abilities may offer actions: also while a player picks."""
MATTERS: Mapping[str, tuple[str, ...]] = {
    "act": ("conquer", "redeploy"),
    "decline": ("conquer",),
    "done": ("conquer", "redeploy"),
    "die": ("conquer",),
    "conquer": ("conquer",),
    "abandon": ("conquer",),
    "deploy": ("redeploy", "retreat"),
}
"""Matters that abilities may refuse although the rules allow them → the phases in which they come up."""
REGIONAL_MATTERS = ("abandon", "deploy")
"""Matters that may be refused in some regions alone; an ability is asked about them only if it names them."""


class Frequency(Enum):
    """How often a hook is asked; the value is a sentence for the documentation."""

    LOADING = "once, when the plugin is loaded"
    CHECKING = "once for each edition that `validate` reads"
    SET_UP = "once, when the table is laid"
    COMBO = "once for each combination of banner, badge and relics"
    BOARD = "once for each board if it takes neither `state` nor `race`, else whenever the engine needs the answer"
    DECISION = "whenever the engine needs the answer, commonly several times for each decision"
    SELDOM = "when somebody looks at the table"
    HAPPENING = ""


class Whom(Enum):
    """The abilities that a hook concerns; the value is a phrase for the documentation."""

    PLUGIN = "the plugin"
    RACE = "the race"
    OTHERS = "every other player's races"
    EVERYBODY = "the race, or every race at the table"
    COLUMN = "the combos in the column, the player's races, the edition, and common ones"
    EDITION = "the edition"
    TABLE = "the edition, and every race in play"
    GAINED_RELIC = "the relic that was gained"
    REVEALED_RELIC = "the relic that was revealed"
    OFFERER = "the race with the ability that offered the action"
    ASKER = "the ability that has asked"


class Combination(NamedTuple):
    """How the answers of several abilities become one.

    :ivar text: a phrase for the documentation.
    :ivar join: does it, for the answers of all abilities in their order.
    :ivar itemised: each answer is listed with the label of its ability.
    """

    text: str
    join: Callable[[Sequence[Any]], Any]
    itemised: bool = False


class Narrowing(NamedTuple):
    """Class attributes of an ability limit when one of its hooks is asked.

    :ivar slots: the attributes of a hook table that hold the calls.
    :ivar chosen: those that hold the calls of one ability.
    :ivar pair_slots: of a paired hook: the attributes that hold pairs with the call of the other hook.
    :ivar chosen_pairs: those that hold the pairs of one ability.
    """

    slots: tuple[str, ...]
    chosen: Callable[[Ability], tuple[str, ...]]
    pair_slots: tuple[str, ...] = ()
    chosen_pairs: Callable[[Ability], tuple[str, ...]] | None = None


class Declaration(NamedTuple):
    """The properties of a hook in addition to its signature.

    :ivar kind: ``program``, ``query``, ``offer`` or ``event``.
    :ivar limit: takes an answer and the arguments of the hook; the fault of the answer as the end of a sentence.
    :ivar paired: the hook of the same ability that the engine calls after it.
    """

    kind: str
    frequency: Frequency
    whom: Whom = Whom.RACE
    combine: Combination | None = None
    narrowed: Narrowing | None = None
    limit: _Limit | None = None
    paired: str = ""


# --- kinds


def program(combine: Combination, frequency: Frequency = Frequency.LOADING) -> Callable[[_Function], _Function]:
    """Declare a hook of a plugin package."""
    return _declared(Declaration("program", frequency, Whom.PLUGIN, combine))


def query(
    combine: Combination,
    frequency: Frequency = Frequency.DECISION,
    whom: Whom = Whom.RACE,
    narrowed: Narrowing | None = None,
    limit: _Limit | None = None,
    paired: str = "",
) -> Callable[[_Function], _Function]:
    """Declare a hook that answers and changes nothing.

    For example::

        @query(combine=total, frequency=Frequency.DECISION)
        def redeployment_gain(self, state: GameState, race: int) -> int:
            '''Tokens taken from the tray when redeployment starts (R-REDEP-1).'''
    """
    return _declared(Declaration("query", frequency, whom, combine, narrowed, limit, paired))


def offer(
    combine: Combination | None = None,
    whom: Whom = Whom.RACE,
    narrowed: Narrowing | None = None,
) -> Callable[[_Function], _Function]:
    """Declare a hook that adds choices, or carries one out."""
    frequency = Frequency.HAPPENING if combine is None else Frequency.DECISION
    return _declared(Declaration("offer", frequency, whom, combine, narrowed))


def event(whom: Whom = Whom.RACE, narrowed: Narrowing | None = None) -> Callable[[_Function], _Function]:
    """Declare a hook that reports what has happened."""
    return _declared(Declaration("event", Frequency.HAPPENING, whom, narrowed=narrowed))


def _declared(declaration: Declaration) -> Callable[[_Function], _Function]:
    def mark(function: _Function) -> _Function:
        setattr(function, _DECLARATION, declaration)
        return _hookspec(function)

    return mark


def declaration_of(function: Callable[..., Any]) -> Declaration:
    """Return the declaration of a specification."""
    declaration: Declaration = getattr(function, _DECLARATION)
    return declaration


# --- combinations


def largest(least: int) -> Combination:
    """Combine answers to the largest one, at least a number that is always granted."""
    return Combination(f"the largest answer, at least {least}", lambda answers: max([least, *answers]))


def by_field(**fields: Combination) -> Combination:
    """Combine each field of records in its own way."""

    def join(answers: Sequence[Any]) -> dict[str, Any]:
        return {name: part.join([getattr(answer, name) for answer in answers]) for name, part in fields.items()}

    text = ", ".join(f"`{name}` {part.text}" for name, part in fields.items())
    return Combination(f"each field by itself: {text}", join)


total = Combination("the sum", sum)
union = Combination("the union", lambda answers: reduce(or_, answers, 0))
any_of = Combination("true if any answer is", any)
first = Combination(
    "the first answer that is not None",
    lambda answers: next((answer for answer in answers if answer is not None), None),
)
fewest_lost = Combination("the fewest tokens, without an answer 1; of those that are withdrawn the sum", list)
cheapest = Combination(
    "the cheapest answer",
    lambda answers: min(answers, key=lambda travel: (travel.tokens, travel.least), default=None),
)
every = Combination("all answers", list)
itemised = Combination("one line for each source", list, itemised=True)
summed_cost = Combination("the sum, then the floor of 1 once (R-COST-3)", list)
summed_value = Combination("the sum for each region, which is worth at least 0", list)
pick_terms = Combination("the sum, or the first refusal", list)
distinct = Combination("all; a clash of names is an error", list)


# --- narrowings


def may_refuse(ability: Ability, matter: str, phase: str) -> bool:
    """Return whether an ability is asked for its veto in a matter."""
    return matter in ability.refuses and phase in ability.refuses_in


OFFER_SLOTS = {phase: f"offers_{phase}" for phase in TURN_PHASES}
"""Phase → attribute of a hook table that holds the calls of abilities that may offer actions in it."""
VETO_SLOTS = {(matter, phase): f"vetoes_{matter}_{phase}" for matter, phases in MATTERS.items() for phase in phases}
"""Matter and phase → attribute of a hook table that holds the calls of abilities that may refuse it."""

DEMAND_SLOTS = {phase: f"demands_{phase}" for phase in MATTERS["act"]}
"""Phase → attribute of a hook table: abilities that may demand an answer before anything else."""

by_phase = Narrowing(
    tuple(OFFER_SLOTS.values()),
    lambda ability: tuple(slot for phase, slot in OFFER_SLOTS.items() if phase in ability.offers_in),
)
by_matter = Narrowing(
    tuple(VETO_SLOTS.values()),
    lambda ability: tuple(slot for key, slot in VETO_SLOTS.items() if may_refuse(ability, *key)),
    tuple(DEMAND_SLOTS.values()),
    lambda ability: tuple(slot for phase, slot in DEMAND_SLOTS.items() if may_refuse(ability, "act", phase)),
)
by_side = Narrowing(
    ("own_bars",),
    lambda ability: ("own_bars",) if ability.bars_for == "own" else (),
    ("bar_pairs",),
    lambda ability: ("bar_pairs",) if ability.bars_for == "others" else (),
)
by_conqueror = Narrowing(
    ("region_conquered", "conquest_watchers"),
    lambda ability: ("region_conquered" if ability.conquests_of == "own" else "conquest_watchers",),
)
