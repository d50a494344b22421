"""The mutable position of one game: plain numbers and short lists, quick to copy.

Race instances are numbered: with *n* players the active race of player *p* is
instance *p*; his declined races are *p + n*, *p + 2n* … So ``race % n`` is the owner
and ``race >= n`` means declined. What rarely changes (pieces, memory, the column) is
kept in values that are replaced instead of changed, so that copies share them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from smallworld.model.board import Board
    from smallworld.rules.ground import Ground
    from smallworld.rules.kit import Kit
    from smallworld.rules.records import Conquest, Earned, Pending, Turn
    from smallworld.rules.table import Table

S = TypeVar("S", bound="State")

LISTS = (
    "tokens", "occupant", "defence", "piece_regions", "regions", "adjacent",
    "hand", "withdrawn", "coins", "tray", "scored",
)  # fmt: skip
"""Fields that are changed in place, so that a copy needs its own."""

SHARED = (
    "table", "board", "players", "round", "first_seat", "turn", "to_move", "phase", "fresh", "stage", "decline_stage",
    "readied", "column", "banners", "badges", "discards", "pieces", "supply", "marked", "immune", "relics",
    "conquests", "attacked", "hit", "die_used", "guards", "before_ready", "memory", "turn_memory",
    "random", "script", "log", "phase_over", "picked", "names", "seats", "actors", "decline_order", "watchers",
    "relic_regions", "carried", "pending", "ended", "paid", "kit", "ground",
    "tolled",
)  # fmt: skip
"""Fields that hold one value; it is replaced, never changed."""


class State:
    """All facts of a position. Abilities read it; only the rules write.

    :ivar table: the compiled variant, board and rulings; :ivar board: its board, or all islands in play.
    :ivar players: number of players; :ivar names: how they are called.
    :ivar round: the round, from 1; :ivar first_seat: player who began each of them.
    :ivar turn: player whose turn it is; :ivar to_move: player who decides now.
    :ivar fresh: nothing has been decided yet in this turn, or in its redeployment.
    :ivar picked: a combo was picked this turn; :ivar phase_over: nothing more is to be decided in this phase.
    :ivar phase: ``pick``, ``conquer``, ``redeploy``, ``finish``, ``retreat`` or ``over``.
    :ivar tokens: race or native tokens in each region.
    :ivar occupant: race instance in each region, ``NOBODY`` or ``NATIVES``.
    :ivar defence: what each region costs before changes for the attacker (R-COST-1).
    :ivar regions: regions of each race instance; :ivar adjacent: those that border on them.
    :ivar hand: tokens off the map of each race instance.
    :ivar withdrawn: tokens that were driven out this turn and wait for redeployment (R-LOSS-1).
    :ivar kit: the compiled abilities of each race instance; :ivar ground: the board as each of them sees it.
    :ivar seats: for each player his race instances that are in the game, the active one first.
        The first is there without a race, too.
    :ivar guards: race instances that may bar or charge attackers; :ivar actors: declined ones that act.
    :ivar tolled: the race instance whose conquests were listed last, and the regions where it owes tolls for them.
    :ivar decline_order: all declined race instances, the oldest first.
    :ivar coins: coins of each player, seen or not.
    :ivar paid: coins that the bank has paid out, less those that it was paid.
    :ivar tray: tokens left of each race.
    :ivar pieces: (kind, region) → how many, where at least one lies.
    :ivar piece_regions: for each kind the regions where it lies.
    :ivar supply: kind → pieces that can still be placed.
    :ivar marked: regions with any piece; :ivar immune: those that cannot be conquered.
    :ivar relics: region → relics there, as (relic, face up); :ivar relic_regions: where any lie.
    :ivar watchers: race instances that react to every conquest.
    :ivar carried: (kind, race instance) → pieces among its tokens off the map.
    :ivar pending: a special conquest that fell short in the last action.
    :ivar column: visible combos from the top, as (race, power, coins).
    :ivar banners: hidden race stack; :ivar badges: hidden power stack; :ivar discards: badges put away.
    :ivar conquests: what was conquered this turn.
    :ivar attacked: bit *r* set: active race instance *r* was attacked by the turn's active race.
    :ivar hit: bit *p* set: player *p* lost a region this turn.
    :ivar stage: of the active race: 0 may abandon, 1 conquers, 2 has ended.
    :ivar decline_stage: the same for a declined race that acts.
    :ivar readied: the active race has been readied (R-READY-1); :ivar die_used: the final attempt was made.
    :ivar before_ready: race instance → (region, tokens) pairs before it was readied.
    :ivar scored: for each player the lines of the last scoring.
    :ivar ended: what the turn that was scored last brought; None before the first.
    :ivar memory: ability key → what it remembers; :ivar turn_memory: the same, until the turn ends.
    :ivar random: state of the generator of chance; :ivar script: results that chance still has to have, by kind.
    :ivar log: everything that has happened, the last first.
    """

    __slots__ = LISTS + SHARED

    table: Table
    board: Board
    players: int
    names: tuple[str, ...]
    round: int
    first_seat: int
    turn: int
    to_move: int
    phase: str
    fresh: bool
    picked: bool
    stage: int
    decline_stage: int
    readied: bool
    die_used: bool
    tokens: list[int]
    occupant: list[int]
    defence: list[int]
    regions: list[int]
    adjacent: list[int]
    hand: list[int]
    withdrawn: list[int]
    kit: tuple[Kit, ...]
    ground: tuple[Ground, ...]
    coins: list[int]
    tray: list[int]
    scored: list[tuple[Earned, ...]]
    piece_regions: list[int]
    pieces: Mapping[tuple[int, int], int]
    supply: tuple[int, ...]
    marked: int
    immune: int
    relics: Mapping[int, tuple[tuple[int, bool], ...]]
    column: tuple[tuple[int, int, int], ...]
    banners: tuple[int, ...]
    badges: tuple[int, ...]
    discards: tuple[int, ...]
    conquests: tuple[Conquest, ...]
    attacked: int
    hit: int
    guards: tuple[int, ...]
    actors: tuple[int, ...]
    decline_order: tuple[int, ...]
    watchers: tuple[int, ...]
    relic_regions: int
    carried: Mapping[tuple[int, int], int]
    pending: Pending | None
    paid: int
    tolled: tuple[int, int]
    seats: tuple[tuple[int, ...], ...]
    before_ready: Mapping[int, tuple[tuple[int, int], ...]]
    memory: Mapping[str, Any]
    turn_memory: Mapping[str, Any]
    ended: Turn | None
    random: int
    script: Mapping[str, tuple[Any, ...]]
    log: Any
    phase_over: bool

    def copy(self: S) -> S:
        """An independent position that is equal to this one.

        Written out line by line: a search makes millions of copies, a loop would double the price.
        """
        new = object.__new__(type(self))
        new.tokens = self.tokens[:]
        new.occupant = self.occupant[:]
        new.defence = self.defence[:]
        new.piece_regions = self.piece_regions[:]
        new.regions = self.regions[:]
        new.adjacent = self.adjacent[:]
        new.hand = self.hand[:]
        new.withdrawn = self.withdrawn[:]
        new.coins = self.coins[:]
        new.tray = self.tray[:]
        new.scored = self.scored[:]
        new.table = self.table
        new.board = self.board
        new.players = self.players
        new.round = self.round
        new.first_seat = self.first_seat
        new.turn = self.turn
        new.to_move = self.to_move
        new.phase = self.phase
        new.fresh = self.fresh
        new.stage = self.stage
        new.decline_stage = self.decline_stage
        new.readied = self.readied
        new.column = self.column
        new.banners = self.banners
        new.badges = self.badges
        new.discards = self.discards
        new.pieces = self.pieces
        new.supply = self.supply
        new.marked = self.marked
        new.immune = self.immune
        new.relics = self.relics
        new.conquests = self.conquests
        new.attacked = self.attacked
        new.hit = self.hit
        new.die_used = self.die_used
        new.guards = self.guards
        new.before_ready = self.before_ready
        new.memory = self.memory
        new.turn_memory = self.turn_memory
        new.random = self.random
        new.script = self.script
        new.log = self.log
        new.phase_over = self.phase_over
        new.picked = self.picked
        new.names = self.names
        new.seats = self.seats
        new.actors = self.actors
        new.decline_order = self.decline_order
        new.watchers = self.watchers
        new.relic_regions = self.relic_regions
        new.carried = self.carried
        new.pending = self.pending
        new.ended = self.ended
        new.paid = self.paid
        new.kit = self.kit
        new.ground = self.ground
        new.tolled = self.tolled
        return new

    def facts(self) -> tuple[Any, ...]:
        """Everything by which two positions differ: all fields but the log and what it tells."""
        lists = tuple(tuple(getattr(self, name)) for name in LISTS)
        mapped = ("pieces", "memory", "turn_memory", "before_ready", "relics", "carried")
        apart = ("log", "ended", "table", "board", "script", "kit", "ground", "tolled", *mapped)
        values = tuple(getattr(self, name) for name in SHARED if name not in apart)
        mappings = tuple(tuple(sorted(getattr(self, name).items())) for name in mapped)
        return (self.table.key, tuple(kit.key for kit in self.kit), lists, values, mappings)
