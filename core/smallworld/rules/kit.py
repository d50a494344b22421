"""What one race instance can do, compiled once: tuples of calls instead of a search.

A kit belongs to a race, a power, a state (active or declined) and the relics held.
Hooks without implementation are empty tuples, which cost the engine nothing; queries
that depend on the board alone are answered here, once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from smallworld.ability import Ability
    from smallworld.rules.table import Table

Calls = tuple[Callable[..., Any], ...]
KitKey = tuple[int, int, bool, tuple[int, ...]]
NONE = -1

CALLED = (
    "adjacency", "conquest_reach", "conquest_cost", "cost_floor", "conquest_means", "protects", "toll", "losses",
    "redeploy_gain", "decline_keeps", "veto", "offer_actions", "combo_taken", "turn_started",
    "region_conquered", "region_left", "die_rolled", "conquests_ended", "turn_ending", "race_declined", "race_gone",
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
    :ivar watched: it may bar or charge attackers, or acts in decline.
    :ivar score_lines: (source, call) for each scoring ability.
    """

    __slots__ = (
        *CALLED, "abilities", "acts", "change_at", "extra", "far", "first", "garrison", "key", "later", "open",
        "outlasts", "keeps_badge", "power", "race", "relics", "declined", "reserve", "score_lines", "by_key",
        "waives_travel", "watched",
    )  # fmt: skip

    adjacency: Calls
    conquest_reach: Calls
    conquest_cost: Calls
    cost_floor: Calls
    conquest_means: Calls
    protects: Calls
    toll: Calls
    losses: Calls
    redeploy_gain: Calls
    decline_keeps: Calls
    veto: Calls
    offer_actions: Calls
    combo_taken: Calls
    turn_started: Calls
    region_conquered: Calls
    region_left: Calls
    die_rolled: Calls
    conquests_ended: Calls
    turn_ending: Calls
    race_declined: Calls
    race_gone: Calls

    def __init__(self, table: Table, key: KitKey, abilities: tuple[Ability, ...]) -> None:
        self.key = key
        self.race, self.power, self.declined, self.relics = key
        self.abilities = abilities
        self.by_key = {ability.key: ability for ability in abilities}
        compiler = _Compiler(table, abilities)
        self.garrison = max([1, *compiler.ask("garrison")])
        self.extra = sum(compiler.ask("combo_tokens"))
        self.reserve = sum(compiler.ask("reserve"))
        self.outlasts = any(compiler.ask("outlasts_decline"))
        self.keeps_badge = any(compiler.ask("keeps_badge"))
        self.acts = not self.declined or any(compiler.ask("acts_in_decline"))
        self.waives_travel = any(compiler.ask("waives_travel"))
        self._board(table, compiler)
        for hook in CALLED:
            setattr(self, hook, compiler.dynamic(hook))
        self.score_lines = tuple((ability.source, call) for ability, call in compiler.with_ability("score"))
        self.watched = bool(self.protects or self.toll or (self.declined and self.acts))

    def _board(self, table: Table, compiler: _Compiler) -> None:
        board = table.board
        self.open = board.land
        for mask in compiler.ask("terrain_access", board):
            self.open |= mask
        self.far, self.later = 0, 0
        for call in compiler.constant("conquest_reach"):
            self.far |= call(None, None, board, True)
            self.later |= call(None, None, board, False)
        self.first = self.far | board.entry
        changes = [pair for call in compiler.constant("conquest_cost") for pair in call(None, None, board)]
        self.change_at = tuple(
            sum(change for change, regions in changes if regions >> index & 1) for index in range(len(board.regions))
        )


class _Compiler:
    """Picks the implementations of some abilities out of the rulebook."""

    def __init__(self, table: Table, abilities: tuple[Ability, ...]) -> None:
        self.hooks = table.rulebook.hooks
        self.mine = {id(ability) for ability in abilities}

    def _all(self, hook: str) -> list[Any]:
        return [item for item in self.hooks[hook] if id(item.ability) in self.mine]

    def ask(self, hook: str, *values: Any) -> list[Any]:
        """Answers to a query that depends on nothing but the board."""
        return [item.call(*values) for item in self._all(hook)]

    def with_ability(self, hook: str) -> list[tuple[Ability, Callable[..., Any]]]:
        """Each implementation with the ability that it belongs to."""
        return [(item.ability, item.call) for item in self._all(hook)]

    def constant(self, hook: str) -> list[Callable[..., Any]]:
        """Implementations that take neither the game nor the race."""
        return [item.call for item in self._all(hook) if not {"game", "race"} & set(item.wants)]

    def dynamic(self, hook: str) -> Calls:
        """Implementations that have to be asked at the moment itself."""
        split = hook in ("conquest_reach", "conquest_cost")
        return tuple(item.call for item in self._all(hook) if not split or {"game", "race"} & set(item.wants))
