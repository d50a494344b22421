"""One ability's answer to one hook, ready to be called, and where kits keep the call."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING

from smallworld.ability import MATTERS, PHASES
from smallworld.rules.ground import LOCAL

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.rules.answers import Call

CALLED = (
    "adjacency", "conquest_reach", "conquest_cost", "conquest_means", "protects", "toll", "losses",
    "saves_tokens", "regroups", "redeploy_gain", "decline_keeps", "taxes", "combo_taken",
    "turn_started", "means_used", "region_conquered", "conquest_seen", "tokens_destroyed", "tokens_saved",
    "region_thinned", "region_left", "die_rolled", "conquests_ended", "turn_ending", "race_declined",
)  # fmt: skip
"""Hooks that are asked during the game: a kit keeps the calls under their names."""
OFFERS = {phase: f"offers_{phase}" for phase in PHASES}
"""Phase → where a kit keeps the calls of abilities that may offer actions in it."""
VETOES = {(matter, phase): f"vetoes_{matter}_{phase}" for matter, phases in MATTERS.items() for phase in phases}
"""What may be refused, and phase → where a kit keeps the calls of abilities that may refuse it."""


class Implementation:
    """One ability's method for one hook, ready to be called by position.

    :ivar call: takes the arguments of the hook in their order.
    :ivar of_board: it speaks of the board alone: it takes neither the game nor the race.
    :ivar kept: where a kit keeps the call, together with those of other abilities.
    """

    __slots__ = ("ability", "call", "kept", "of_board")

    def __init__(
        self, ability: Ability, hook: str, function: Call, wants: tuple[str, ...], order: tuple[str, ...]
    ) -> None:
        self.ability = ability
        self.of_board = "game" not in wants and "race" not in wants
        self.call = function if wants == order else _by_position(function, wants, order)
        self.kept = _kept(ability, hook, hook in LOCAL and self.of_board)


def _kept(ability: Ability, hook: str, local: bool) -> tuple[str, ...]:
    """Where a kit keeps the call; what concerns the board alone is asked once for a board, and kept nowhere."""
    if hook == "offer_actions":
        return tuple([name for phase, name in OFFERS.items() if phase in ability.offers_in])
    if hook == "veto":
        return tuple([name for place, name in VETOES.items() if may_refuse(ability, *place)])
    return (hook,) if hook in CALLED and not local else ()


def may_refuse(ability: Ability, matter: str, phase: str) -> bool:
    """Whether an ability is asked for its veto in this matter."""
    return matter in ability.refuses and phase in ability.refuses_in


def _by_position(function: Call, wants: tuple[str, ...], order: tuple[str, ...]) -> Call:
    """Let a method that takes some of the arguments be called with all of them by position."""
    passed: Call = _passer(len(order), tuple([order.index(name) for name in wants]))(function)
    return passed


@cache
def _passer(count: int, places: tuple[int, ...]) -> Callable[[Call], Call]:
    """A function that makes of another, which takes the arguments at some places, one that takes all.

    It is written out, because many are called at every decision: to gather the arguments and to pick from them
    takes three times as long.
    """
    taken, passed = (", ".join([f"a{i}" for i in some]) for some in (range(count), places))
    made: dict[str, Callable[[Call], Call]] = {}
    exec(f"def passer(function):\n return lambda {taken}: function({passed})", made)
    return made["passer"]


Asked = dict[str, list[tuple[int, Implementation]]]
"""Hook → who implements it: the place in the order of all who do, the implementation."""
BY_PLACE = itemgetter(0)
