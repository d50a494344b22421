"""What some abilities bring to a kit: their answers to the hooks, made ready to be called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from smallworld.ability import MATTERS
from smallworld.rules.ground import LOCAL
from smallworld.rules.implementation import BY_PLACE, CALLED, may_refuse

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.rules.implementation import Asked

COMBINED: dict[str, tuple[str, Callable[[list[Any]], Any]]] = {
    "garrison": ("garrison", lambda answers: max([1, *answers])),
    "combo_tokens": ("extra", sum),
    "reserve": ("reserve", sum),
    "outlasts_decline": ("outlasts", any),
    "keeps_badge": ("keeps_badge", any),
    "acts_in_decline": ("acts", any),
}
"""Queries that depend on nothing at all: where a kit keeps the answer, and how those of several abilities make one."""
DEMANDS = {phase: f"demands_{phase}" for phase in MATTERS["act"]}
"""Phase → where a kit keeps the abilities that may demand an answer before anything else."""
NAMED = {"score": "score_lines", "taxes": "tax_lines"}
"""Hooks of which a kit keeps the calls with the names under which their answers are told, and where."""
PAIRED = ("toll", "veto")
"""Hooks whose answers are told together with those of the same abilities to others."""
HOOKS = frozenset((*CALLED, *COMBINED, *NAMED, *LOCAL, "offer_actions", "veto", "relic_gained", "toll_paid"))
"""Hooks of which a kit prepares anything; the others are looked up when they are asked."""


class Addition:
    """What some abilities bring to a kit: all those of a combo, or those of relics that it holds.

    :ivar keys: those of the abilities; :ivar pieces: the kinds that they have to do with.
    :ivar asked: what they answer to the hooks that kits prepare.
    :ivar prepared: hook → what a kit keeps of it where nobody else answers.
    :ivar speaks_of_board: an answer may depend on the board alone.
    """

    __slots__ = ("asked", "keys", "pieces", "prepared", "speaks_of_board")

    def __init__(self, abilities: Iterable[Ability], asked: Asked) -> None:
        self.keys = frozenset([ability.key for ability in abilities])
        self.pieces = {getattr(ability, "piece", "") for ability in abilities} - {""}
        self.asked: Asked = {hook: sorted(items, key=BY_PLACE) for hook, items in asked.items() if hook in HOOKS}
        self.prepared = {hook: prepare(hook, self.asked) for hook in self.asked}
        self.speaks_of_board = not self.asked.keys().isdisjoint(LOCAL)


def prepare(hook: str, every: Asked) -> list[tuple[str, Any]]:
    """What a kit keeps of the answers to one hook, as pairs of attribute and value.

    :param every: the answers to the hook, and for those of :data:`PAIRED` to all hooks.
    """
    answers = [item for _, item in every[hook]]
    names = {name for item in answers for name in item.kept}
    found: list[tuple[str, Any]] = [(n, tuple([item.call for item in answers if n in item.kept])) for n in names]
    if hook in COMBINED:
        name, join = COMBINED[hook]
        found.append((name, join([item.call() for item in answers])))
    if hook in NAMED:
        lines = [(item.ability.label or item.ability.source, item.call) for item in answers]
        found.append((NAMED[hook], tuple(lines)))
    if hook == "relic_gained":
        found.append(("finders", tuple([(item.ability.source, item.call) for item in answers])))
    if hook == "toll":
        paid = {item.ability.key: item.call for _, item in every.get("toll_paid", ())}
        found.append(("tolls", tuple([(item.call, paid.get(item.ability.key)) for item in answers])))
    if hook == "veto":
        offers = {item.ability.key: (item.call,) for _, item in every.get("offer_actions", ())}
        for phase, name in DEMANDS.items():
            asked = [item for item in answers if may_refuse(item.ability, "act", phase)]
            found.append((name, tuple([(item.call, offers.get(item.ability.key, ())) for item in asked])))
    return found
