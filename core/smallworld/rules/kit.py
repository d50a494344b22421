"""What one race instance can do, compiled once: tuples of calls instead of a search.

A kit belongs to a race, a power, a state (active or declined) and the relics held.
Hooks without implementation are empty tuples, which cost the engine nothing; queries
that depend on the board alone are answered here, once.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from smallworld.model.regions import indexes

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.model.board import Board
    from smallworld.rules.records import Travel
    from smallworld.rules.rulebook import Implementation, Rulebook

Calls = tuple[Callable[..., Any], ...]
KitKey = tuple[int, int, bool, tuple[int, ...]]
NONE = -1

CALLED = (
    "adjacency", "conquest_reach", "conquest_cost", "cost_floor", "conquest_means", "protects", "toll", "losses",
    "saves_tokens", "regroups", "redeploy_gain", "decline_keeps", "taxes", "veto", "offer_actions", "combo_taken",
    "turn_started", "means_used", "region_conquered", "conquest_seen", "tokens_destroyed", "tokens_saved",
    "region_thinned", "region_left", "die_rolled", "conquests_ended", "turn_ending", "race_declined", "race_gone",
)  # fmt: skip
"""Hooks that are asked during the game."""


class Kit:
    """The compiled abilities of one race instance.

    :ivar race, power: indexes at the table, ``NONE`` if there is none.
    :ivar garrison, extra, reserve: combined answers of ``garrison``, ``combo_tokens``, ``reserve``.
    :ivar open: regions whose terrain the race may conquer.
    :ivar first, later: regions reachable without adjacency, for a First Conquest and after it.
    :ivar far: ``first`` without the entry regions that are open to everyone.
    :ivar change_at: for each region the part of the cost that depends on the board alone.
    :ivar floored: some conquests take a least number of tokens beyond the garrison.
    :ivar steady: costs change neither from moment to moment nor with the way.
    :ivar moves_plainly: the race redeploys by the rules alone: it need not be asked anything.
    :ivar watched: it may bar or charge attackers, looks on at conquests, or acts in decline.
    :ivar travel: what arriving from afar costs; None = nothing.
    :ivar score_lines: (source, call) for each scoring ability; :ivar tax_lines: the same for taxes.
    :ivar holders: kinds of its pieces that can hold a region alone.
    :ivar tolls: (call for the toll, call when it is paid or None) for each ability that asks one.
    :ivar vetoers: (call for the veto, calls for its offers) for each ability that refuses things.
    :ivar finders: (source, call) for each ability that reacts when its relic is gained.
    """

    __slots__ = (
        *CALLED, "abilities", "acts", "change_at", "extra", "far", "first", "garrison", "key", "later", "open",
        "outlasts", "keeps_badge", "power", "race", "relics", "declined", "reserve", "score_lines", "by_key",
        "compiler", "moves_plainly",  "steady",
        "finders", "floored", "holders", "tax_lines", "tolls", "travel", "vetoers", "watched",
    )  # fmt: skip

    adjacency: Calls
    change_at: tuple[int, ...]
    garrison: int
    conquest_reach: Calls
    conquest_cost: Calls
    cost_floor: Calls
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
    race_gone: Calls

    def __init__(self, book: Rulebook, key: KitKey, abilities: tuple[Ability, ...]) -> None:
        """Compile what holds on every board; :meth:`laid_on` adds the rest."""
        self.key = key
        self.race, self.power, self.declined, self.relics = key
        self.abilities = abilities
        self.by_key = {ability.key: ability for ability in abilities}
        compiler = self.compiler = _Compiler(book, abilities)
        self.garrison = max([1, *compiler.ask("garrison")])
        self.extra = sum(compiler.ask("combo_tokens"))
        self.reserve = sum(compiler.ask("reserve"))
        self.outlasts = any(compiler.ask("outlasts_decline"))
        self.keeps_badge = any(compiler.ask("keeps_badge"))
        self.acts = not self.declined or any(compiler.ask("acts_in_decline"))
        for hook in CALLED:
            setattr(self, hook, compiler.dynamic(hook))
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

    def laid_on(self, board: Board) -> Kit:
        """This kit on a board: the queries that depend on the board alone are answered."""
        new = object.__new__(Kit)
        for name in COMPILED:
            setattr(new, name, getattr(self, name))
        new._answer(board)
        return new

    def _answer(self, board: Board) -> None:
        compiler = self.compiler
        arrivals = compiler.ask("travel_cost", board)
        self.travel: Travel | None = arrivals[0] if arrivals and not any(compiler.ask("waives_travel")) else None
        self.floored = bool(self.cost_floor) or (self.travel is not None and self.travel.least > self.garrison)
        self.steady = self.travel is None and not self.conquest_cost
        self.open = board.land
        for mask in compiler.ask("terrain_access", board):
            self.open |= mask
        self.far, self.later = 0, 0
        for call in compiler.constant("conquest_reach"):
            self.far |= call(None, None, board, True)
            self.later |= call(None, None, board, False)
        self.first = self.far | board.entry
        changes = [pair for call in compiler.constant("conquest_cost") for pair in call(None, None, board)]
        at = [0] * len(board.regions)
        for change, regions in changes:
            for index in indexes(regions):
                at[index] += change
        self.change_at = tuple(at)


ON_BOARD = ("change_at", "far", "first", "floored", "later", "open", "steady", "travel")
COMPILED = tuple(name for name in Kit.__slots__ if name not in ON_BOARD)


class _Compiler:
    """Picks the implementations of some abilities out of the rulebook."""

    def __init__(self, book: Rulebook, abilities: tuple[Ability, ...]) -> None:
        answers = book.answers
        found: dict[str, list[tuple[int, Implementation]]] = {}
        for ability in abilities:
            for place, hook, item in answers.get(id(ability), ()):
                found.setdefault(hook, []).append((place, item))
        self.found = {
            hook: tuple(item for _, item in sorted(items, key=itemgetter(0))) for hook, items in found.items()
        }

    def _all(self, hook: str) -> tuple[Implementation, ...]:
        return self.found.get(hook, ())

    def ask(self, hook: str, *values: Any) -> list[Any]:
        """Answers to a query that depends on nothing but the board."""
        return [item.call(*values) for item in self._all(hook)]

    def with_ability(self, hook: str) -> list[tuple[Ability, Callable[..., Any]]]:
        """Each implementation with the ability that it belongs to."""
        return [(item.ability, item.call) for item in self._all(hook)]

    def lines(self, hook: str) -> tuple[tuple[str, Callable[..., Any]], ...]:
        """Each implementation with the name under which its answers are told."""
        return tuple((ability.label or ability.source, call) for ability, call in self.with_ability(hook))

    def constant(self, hook: str) -> list[Callable[..., Any]]:
        """Implementations that take neither the game nor the race."""
        return [item.call for item in self._all(hook) if not {"game", "race"} & set(item.wants)]

    def dynamic(self, hook: str) -> Calls:
        """Implementations that have to be asked at the moment itself."""
        items = self._all(hook)
        if not items:
            return ()
        split = hook in ("conquest_reach", "conquest_cost")
        return tuple(item.call for item in items if not split or {"game", "race"} & set(item.wants))
