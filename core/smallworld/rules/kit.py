"""What one race instance can do, compiled once: tuples of calls instead of a search.

A kit belongs to a race, a power, a state (active or declined) and the relics held.
Hooks without implementation are empty tuples, which cost the engine nothing; queries
that depend on the board alone are answered here, once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from smallworld.rules.ground import LOCAL, Ground, Local

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.rules.records import Travel
    from smallworld.rules.rulebook import Implementation, Rulebook

Calls = tuple[Callable[..., Any], ...]
KitKey = tuple[int, int, bool, tuple[int, ...]]
NONE = -1

CALLED = (
    "adjacency", "conquest_reach", "conquest_cost", "conquest_means", "protects", "toll", "losses",
    "saves_tokens", "regroups", "redeploy_gain", "decline_keeps", "taxes", "veto", "offer_actions", "combo_taken",
    "turn_started", "means_used", "region_conquered", "conquest_seen", "tokens_destroyed", "tokens_saved",
    "region_thinned", "region_left", "die_rolled", "conquests_ended", "turn_ending", "race_declined",
)  # fmt: skip
"""Hooks that are asked during the game."""


class Kit:
    """The compiled abilities of one race instance.

    :ivar race, power: indexes at the table, ``NONE`` if there is none.
    :ivar garrison, extra, reserve: combined answers of ``garrison``, ``combo_tokens``, ``reserve``.
    :ivar local: what the abilities say about a board alone; its answers stand beside, see :class:`Ground`.
    :ivar floored: arriving from afar takes a least number of tokens beyond the garrison.
    :ivar moves_plainly: the race redeploys by the rules alone: it need not be asked anything.
    :ivar watched: it may bar or charge attackers, looks on at conquests, or acts in decline.
    :ivar score_lines: (source, call) for each scoring ability; :ivar tax_lines: the same for taxes.
    :ivar holders: kinds of its pieces that can hold a region alone.
    :ivar tolls: (call for the toll, call when it is paid or None) for each ability that asks one.
    :ivar vetoers: (call for the veto, calls for its offers) for each ability that refuses things.
    :ivar finders: (source, call) for each ability that reacts when its relic is gained.
    """

    __slots__ = (
        *CALLED, *Ground.__slots__, "abilities", "acts", "by_key", "declined", "extra", "finders", "floored",
        "garrison", "holders", "keeps_badge", "key", "local", "moves_plainly", "outlasts", "power", "race", "relics",
        "reserve", "score_lines", "tax_lines", "tolls", "vetoers", "watched",
    )  # fmt: skip

    open: int
    first: int
    later: int
    far: int
    change_at: Sequence[int]
    change_afar: Sequence[int]
    travel: Travel | None
    floored: bool
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
    veto: Calls
    offer_actions: Calls
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

    def __init__(self, book: Rulebook, key: KitKey, abilities: tuple[Ability, ...]) -> None:
        """Compile what holds on every board; :meth:`laid_on` adds the rest."""
        self.key = key
        self.race, self.power, self.declined, self.relics = key
        self.abilities = abilities
        self.by_key = {ability.key: ability for ability in abilities}
        compiler = _Compiler(book, abilities)
        self.local = compiler.local()
        self.garrison = max([1, *compiler.ask("garrison")])
        self.extra = sum(compiler.ask("combo_tokens"))
        self.reserve = sum(compiler.ask("reserve"))
        self.outlasts = any(compiler.ask("outlasts_decline"))
        self.keeps_badge = any(compiler.ask("keeps_badge"))
        self.acts = not self.declined or any(compiler.ask("acts_in_decline"))
        dynamic = compiler.dynamic()
        for hook in CALLED:
            setattr(self, hook, dynamic.get(hook, ()))
        self.moves_plainly = self.race >= 0 and not (self.veto or self.regroups or self.offer_actions)
        own = {getattr(ability, "piece", "") for ability in abilities}
        self.holders = tuple(i for i, kind in enumerate(book.pieces) if kind.holds and kind.id in own)
        self.score_lines = compiler.lines("score")
        self.tax_lines = compiler.lines("taxes")
        self.finders = tuple((ability.source, call) for ability, call in compiler.with_ability("relic_gained"))
        paid = {ability.key: call for ability, call in compiler.with_ability("toll_paid")}
        self.tolls = tuple((call, paid.get(ability.key)) for ability, call in compiler.with_ability("toll"))
        offers = {ability.key: (call,) for ability, call in compiler.with_ability("offer_actions")}
        self.vetoers = tuple((call, offers.get(ability.key, ())) for ability, call in compiler.with_ability("veto"))
        self.watched = bool(self.protects or self.toll or self.conquest_seen or (self.declined and self.acts))

    def laid_on(self, ground: Ground) -> Kit:
        """This kit on a board that its abilities see as ``ground``."""
        new: Kit = object.__new__(Kit)
        for _ in map(setattr, repeat(new), FIELDS, (*compiled(self), *seen(ground))):
            pass  # a loop without a body: with relics and islands in play new kits are made all the time
        travel = ground.travel
        new.floored = travel is not None and travel.least > self.garrison
        return new


ON_BOARD = Ground.__slots__
COMPILED = tuple(name for name in Kit.__slots__ if name not in (*ON_BOARD, "floored"))
FIELDS = (*COMPILED, *ON_BOARD)
compiled, seen = attrgetter(*COMPILED), attrgetter(*ON_BOARD)


class _Compiler:
    """Picks the implementations of some abilities out of the rulebook."""

    def __init__(self, book: Rulebook, abilities: tuple[Ability, ...]) -> None:
        found: dict[str, list[tuple[int, Implementation]]] = {}
        for ability in abilities:
            for place, hook, item in book.answers.get(id(ability), ()):
                found.setdefault(hook, []).append((place, item))
        for items in found.values():
            if len(items) > 1:
                items.sort(key=BY_PLACE)
        self.found = {hook: [item for _, item in items] for hook, items in found.items()}

    def ask(self, hook: str) -> list[Any]:
        """Answers to a query that depends on nothing at all."""
        return [item.call() for item in self.found.get(hook, ())]

    def with_ability(self, hook: str) -> list[tuple[Ability, Callable[..., Any]]]:
        """Each implementation with the ability that it belongs to."""
        return [(item.ability, item.call) for item in self.found.get(hook, ())]

    def lines(self, hook: str) -> tuple[tuple[str, Callable[..., Any]], ...]:
        """Each implementation with the name under which its answers are told."""
        return tuple((ability.label or ability.source, call) for ability, call in self.with_ability(hook))

    def local(self) -> Local:
        """Implementations that speak of the board alone: they take neither the game nor the race."""
        return tuple((hook, item) for hook in LOCAL for item in self.found.get(hook, ()) if not _of_moment(item))

    def dynamic(self) -> dict[str, Calls]:
        """For each hook what has to be asked at the moment itself."""
        return {
            hook: tuple([item.call for item in items if hook not in LOCAL or _of_moment(item)])
            for hook, items in self.found.items()
        }


BY_PLACE = itemgetter(0)


def _of_moment(item: Implementation) -> bool:
    return "game" in item.wants or "race" in item.wants
