"""What one race instance can do, compiled once: tuples of calls instead of a search.

A kit belongs to a race, a power, a state (active or declined) and the relics held.
Hooks without implementation are empty tuples, which cost the engine nothing; what its
abilities say about a board alone is the matter of a :class:`~smallworld.rules.ground.Ground`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from smallworld.ability import MATTERS, PHASES
from smallworld.rules.ground import LOCAL, Local
from smallworld.rules.implementation import BY_PLACE

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.rules.implementation import Asked, Implementation
    from smallworld.rules.rulebook import Rulebook

Calls = tuple[Callable[..., Any], ...]
Lines = tuple[tuple[str, Callable[..., Any]], ...]
Demands = tuple[tuple[Callable[..., Any], Calls], ...]
KitKey = tuple[int, int, bool, tuple[int, ...]]
NONE = -1

CALLED = (
    "adjacency", "conquest_reach", "conquest_cost", "conquest_means", "protects", "toll", "losses",
    "saves_tokens", "regroups", "redeploy_gain", "decline_keeps", "taxes", "combo_taken",
    "turn_started", "means_used", "region_conquered", "conquest_seen", "tokens_destroyed", "tokens_saved",
    "region_thinned", "region_left", "die_rolled", "conquests_ended", "turn_ending", "race_declined",
)  # fmt: skip
"""Hooks that are asked during the game."""
COMBINED: dict[str, tuple[str, Callable[[list[Any]], Any]]] = {
    "garrison": ("garrison", lambda answers: max([1, *answers])),
    "combo_tokens": ("extra", sum),
    "reserve": ("reserve", sum),
    "outlasts_decline": ("outlasts", any),
    "keeps_badge": ("keeps_badge", any),
    "acts_in_decline": ("acts", any),
}
"""Queries that depend on nothing at all: where a kit keeps the answer, and how those of several abilities make one."""
OFFERS = {phase: f"offers_{phase}" for phase in PHASES}
"""Phase → where a kit keeps the calls of abilities that may offer actions in it."""
VETOES = {(matter, phase): f"vetoes_{matter}_{phase}" for matter, phases in MATTERS.items() for phase in phases}
"""What may be refused, and phase → where a kit keeps the calls of abilities that may refuse it."""
DEMANDS = {phase: f"demands_{phase}" for phase in MATTERS["act"]}
"""Phase → where a kit keeps the abilities that may demand an answer before anything else."""
NAMED = {"score": "score_lines", "taxes": "tax_lines"}
"""Hooks of which a kit keeps the calls with the names under which their answers are told, and where."""
HOOKS = frozenset((*CALLED, *COMBINED, *NAMED, *LOCAL, "offer_actions", "veto", "relic_gained", "toll_paid"))
"""Hooks of which a kit prepares anything; the others are looked up when they are asked."""
BLANK: dict[str, Any] = {
    **dict.fromkeys((*CALLED, *NAMED.values(), *OFFERS.values(), *VETOES.values(), *DEMANDS.values()), ()),
    **dict.fromkeys(("local", "finders", "tolls", "holders"), ()),
    "outlook": -1,
    "keys": frozenset(),
    "asked": {},
    **{name: join([]) for name, join in COMBINED.values()},
}
"""What a kit has compiled that has no ability at all."""
COMPILED = (
    *BLANK, "declined", "faction", "key", "moves_plainly", "power", "race", "relics", "watched",
)  # fmt: skip
"""What a kit holds."""


class Kit:
    """The compiled abilities of one race instance.

    :ivar race, power: indexes at the table, ``NONE`` if there is none.
    :ivar faction: that of the banner; empty for none.
    :ivar garrison, extra, reserve: combined answers of ``garrison``, ``combo_tokens``, ``reserve``.
    :ivar keys: those of its abilities.
    :ivar asked: what the combo answers to each hook without relics, with the places in the order of all.
    :ivar local: what the abilities say about a board alone.
    :ivar outlook: its number; kits that see boards alike have the same, and on a board one ground.
    :ivar moves_plainly: the race redeploys by the rules alone: it need not be asked anything.
    :ivar watched: it may bar or charge attackers, looks on at conquests, or acts in decline.
    :ivar score_lines: (source, call) for each scoring ability; :ivar tax_lines: the same for taxes.
    :ivar holders: kinds of its pieces that can hold a region alone.
    :ivar tolls: (call for the toll, call when it is paid or None) for each ability that asks one.
    :ivar offers_conquer: calls of abilities that may offer actions in this phase; so for the others.
    :ivar vetoes_die_conquer: calls of abilities that may refuse this matter in this phase; so for the others.
    :ivar demands_conquer: (call for the veto, calls for its offers) for each ability that may demand an answer
        in this phase; so for the other.
    :ivar finders: (source, call) for each ability that reacts when its relic is gained.
    """

    __slots__ = COMPILED

    faction: str
    garrison: int
    adjacency: Calls
    conquest_reach: Calls
    conquest_cost: Calls
    conquest_means: Calls
    protects: Calls
    toll: Calls
    losses: Calls
    saves_tokens: Calls
    regroups: Calls
    redeploy_gain: Calls
    decline_keeps: Calls
    taxes: Calls
    vetoes_decline_conquer: Calls
    vetoes_done_conquer: Calls
    vetoes_done_redeploy: Calls
    vetoes_die_conquer: Calls
    vetoes_conquer_conquer: Calls
    offers_conquer: Calls
    offers_redeploy: Calls
    offers_retreat: Calls
    offers_finish: Calls
    combo_taken: Calls
    turn_started: Calls
    means_used: Calls
    region_conquered: Calls
    conquest_seen: Calls
    tokens_destroyed: Calls
    tokens_saved: Calls
    region_thinned: Calls
    region_left: Calls
    die_rolled: Calls
    conquests_ended: Calls
    turn_ending: Calls
    race_declined: Calls
    keys: frozenset[str]
    asked: Asked
    extra: int
    reserve: int
    outlasts: bool
    keeps_badge: bool
    acts: bool
    score_lines: Lines
    tax_lines: Lines
    finders: Lines
    local: Local
    outlook: int
    holders: tuple[int, ...]
    tolls: tuple[tuple[Callable[..., Any], Callable[..., Any] | None], ...]
    demands_conquer: Demands
    demands_redeploy: Demands

    def __init__(self, book: Rulebook, key: KitKey, base: Kit | None = None) -> None:
        """Compile the abilities.

        :param base: the kit of the same combo without relics; only that on which relics have a say is compiled anew.
        """
        if base is None:
            for name, value in BLANK.items():
                setattr(self, name, value)
            added: Sequence[Ability] = book.abilities_of(key)
        else:
            _take_compiled(base, self)
            added = book.abilities_of_relics(key, base.keys)
        self.key = key
        self.race, self.power, self.declined, self.relics = key
        self.faction = book.races[self.race].faction if self.race >= 0 else ""
        self.keys = self.keys.union([ability.key for ability in added])
        self._compile({hook: items for hook, items in book.asked(added).items() if hook in HOOKS})
        self._sum_up(book, added)

    def _compile(self, new: Asked) -> None:
        """Prepare the answers to the hooks on which some abilities have a say.

        :param new: what these abilities answer; what the combo answers without relics is known.
        """
        known = self.asked
        every = {**known, **{hook: sorted([*known.get(hook, ()), *new[hook]], key=BY_PLACE) for hook in new}}
        if not self.relics:
            self.asked = every
        found = {hook: [item for _, item in every[hook]] for hook in new}
        for hook, items in found.items():
            self._compile_one(hook, items)
        self._pair(found, every)

    def _sum_up(self, book: Rulebook, added: Iterable[Ability]) -> None:
        """What follows from the answers, told in one word for whoever asks at every decision."""
        self.outlook = book.outlooks.setdefault(self.local, len(book.outlooks))
        self.acts = self.acts or not self.declined
        asked = self.demands_redeploy or self.vetoes_done_redeploy or self.regroups or self.offers_redeploy
        self.moves_plainly = self.race >= 0 and not asked
        self.watched = bool(self.protects or self.toll or self.conquest_seen or (self.declined and self.acts))
        own = {getattr(ability, "piece", "") for ability in added} - {""}
        if own:
            holders = [i for i, kind in enumerate(book.pieces) if kind.holds and kind.id in own]
            self.holders = tuple(sorted({*self.holders, *holders}))

    def _compile_one(self, hook: str, items: list[Implementation]) -> None:
        """Prepare the answers of one hook."""
        if hook in COMBINED:
            name, join = COMBINED[hook]
            setattr(self, name, join([item.call() for item in items]))
        if hook in NAMED:
            lines = [(item.ability.label or item.ability.source, item.call) for item in items]
            setattr(self, NAMED[hook], tuple(lines))
        if hook == "offer_actions":
            for phase, name in OFFERS.items():
                setattr(self, name, tuple([item.call for item in items if phase in item.ability.offers_in]))
        if hook == "veto":
            for place, name in VETOES.items():
                setattr(self, name, tuple([item.call for item in items if _may_refuse(item.ability, *place)]))
        if hook in CALLED:
            setattr(self, hook, tuple([item.call for item in items if not (hook in LOCAL and item.of_board)]))

    def _pair(self, found: Mapping[str, list[Implementation]], every: Asked) -> None:
        """Prepare what is told of several implementations together, where any of these hooks has a say in it."""
        if not found.keys().isdisjoint(LOCAL):
            self.local = tuple([(hook, item) for hook in LOCAL for _, item in every.get(hook, ()) if item.of_board])
        if "relic_gained" in found:
            self.finders = tuple([(item.ability.source, item.call) for item in found["relic_gained"]])
        if "toll" in found:
            paid = {item.ability.key: item.call for _, item in every.get("toll_paid", ())}
            self.tolls = tuple([(item.call, paid.get(item.ability.key)) for item in found["toll"]])
        if "veto" in found:
            offers = {item.ability.key: (item.call,) for _, item in every.get("offer_actions", ())}
            for phase, name in DEMANDS.items():
                asked = [item for item in found["veto"] if _may_refuse(item.ability, "act", phase)]
                setattr(self, name, tuple([(item.call, offers.get(item.ability.key, ())) for item in asked]))


def _copier(names: Iterable[str]) -> Callable[[Any, Any], None]:
    """A function that copies attributes from one object to another.

    It is written out: a loop takes ten times as long, and with relics new kits are made all the time.
    """
    lines = [f" new.{name} = old.{name}" for name in names]
    made: dict[str, Callable[[Any, Any], None]] = {}
    exec("\n".join(["def copy(old, new):", *lines]), made)
    return made["copy"]


_take_compiled = _copier(COMPILED)


def _may_refuse(ability: Ability, matter: str, phase: str) -> bool:
    """Whether an ability is asked for its veto in this matter."""
    return matter in ability.refuses and phase in ability.refuses_in
