"""What one race instance can do, compiled once: tuples of calls instead of a search.

A kit belongs to a race, a power, a state (active or declined) and the relics held.
Hooks without implementation are empty tuples, which cost the engine nothing; what its
abilities say about a board alone is the matter of a :class:`~smallworld.rules.ground.Ground`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from smallworld.rules.addition import COMBINED, DEMANDS, NAMED, PAIRED, Addition, prepare
from smallworld.rules.ground import LOCAL, Local
from smallworld.rules.implementation import BY_PLACE, CALLED, OFFERS, VETOES

if TYPE_CHECKING:
    from smallworld.rules.implementation import Asked
    from smallworld.rules.rulebook import Rulebook

Calls = tuple[Callable[..., Any], ...]
Lines = tuple[tuple[str, Callable[..., Any]], ...]
Demands = tuple[tuple[Callable[..., Any], Calls], ...]
KitKey = tuple[int, int, bool, tuple[int, ...]]
NONE = -1

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
        race, power, declined, relics = key
        if base is None:
            for name, value in BLANK.items():
                setattr(self, name, value)
            self.race, self.power, self.declined = race, power, declined
            self.faction = book.races[race].faction if race >= 0 else ""
            added = book.addition(book.abilities_of(key))
        else:
            _take_compiled(base, self)
            added = book.added(relics, declined)
        self.key, self.relics = key, relics
        self.keys |= added.keys
        self._compile(added)
        if base is None or added.speaks_of_board:
            self._see(book, _together(self.asked, added.asked))
        if base is None:
            self.asked = added.asked
        self._sum_up(book, added)

    def _compile(self, added: Addition) -> None:
        """Prepare the answers to the hooks on which some abilities have a say, perhaps with others of the combo."""
        known, new = self.asked, added.asked
        for hook, prepared in added.prepared.items():
            before = known.get(hook)
            if before is None:
                for name, value in prepared:
                    setattr(self, name, value)
            elif before[-1][0] < new[hook][0][0] and hook not in COMBINED:  # the others are all asked earlier
                for name, value in prepared:
                    setattr(self, name, getattr(self, name) + value)
            else:
                own = _together(known, new) if hook in PAIRED else {hook: sorted(before + new[hook], key=BY_PLACE)}
                for name, value in prepare(hook, own):
                    setattr(self, name, value)

    def _see(self, book: Rulebook, every: Asked) -> None:
        """Note what the abilities say about a board alone."""
        self.local = tuple([(hook, item) for hook in LOCAL for _, item in every.get(hook, ()) if item.of_board])
        self.outlook = book.outlooks.setdefault(self.local, len(book.outlooks))

    def _sum_up(self, book: Rulebook, added: Addition) -> None:
        """What follows from the answers, told in one word for whoever asks at every decision."""
        self.acts = self.acts or not self.declined
        asked = self.demands_redeploy or self.vetoes_done_redeploy or self.regroups or self.offers_redeploy
        self.moves_plainly = self.race >= 0 and not asked
        self.watched = bool(self.protects or self.toll or self.conquest_seen or (self.declined and self.acts))
        if added.pieces:
            holders = [i for i, kind in enumerate(book.pieces) if kind.holds and kind.id in added.pieces]
            self.holders = tuple(sorted({*self.holders, *holders}))


def _together(known: Asked, new: Asked) -> Asked:
    """The answers of some abilities and of others, in the order in which they are asked."""
    shared = {hook: sorted(known[hook] + new[hook], key=BY_PLACE) for hook in new if hook in known}
    return {**known, **new, **shared}


def _copier(names: Iterable[str]) -> Callable[[Any, Any], None]:
    """A function that copies attributes from one object to another.

    It is written out: a loop takes ten times as long, and with relics new kits are made all the time.
    """
    lines = [f" new.{name} = old.{name}" for name in names]
    made: dict[str, Callable[[Any, Any], None]] = {}
    exec("\n".join(["def copy(old, new):", *lines]), made)
    return made["copy"]


_take_compiled = _copier(COMPILED)
