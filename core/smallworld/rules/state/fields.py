"""The fields of a game state and their copy: plain numbers and short lists.

Race instances are numbered: with *n* players the active race of player *p* is instance *p*; their declined races are
*p + n*, *p + 2n* … So ``race % n`` is the owner and ``race >= n`` means declined. Values that rarely change (pieces,
memory, the column) are replaced instead of changed, so that copies share them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import GetSetDescriptorType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, Final

from smallworld.model.aliases import (
    Coins,
    PieceKind,
    Player,
    PowerIndex,
    Race,
    RaceIndex,
    Region,
    Regions,
    RelicIndex,
    Tokens,
)
from smallworld.rules.prepared.hook_implementation import copier

if TYPE_CHECKING:
    from smallworld.events import Event
    from smallworld.model.game_board import Board
    from smallworld.model.values import Conquest, Earned, Pending, Turn
    from smallworld.rules.operations.turn_order import Course
    from smallworld.rules.phases.questions import Interrupt
    from smallworld.rules.prepared.game_table import BoardProfile, GameTable
    from smallworld.rules.prepared.hook_table import HookTable
    from smallworld.rules.state.relics import RelicPlaces


class Fields:
    """All facts of a position. Abilities read them; only the rules write.

    A field that is a list is changed in place, and a copy gets its own; every other value is replaced, never changed.
    """

    table: GameTable
    """The compiled variant, board and rulings."""
    board: Board
    """The board, or all islands in play."""
    players: int
    """Number of players."""
    names: tuple[str, ...]
    """Names of the players, in the order of the seats."""
    round: int
    """The round, from 1."""
    first_seat: int
    """Player who begins this round."""
    turn: Player
    """Player who has the turn."""
    to_move: Player
    """Player who decides now."""
    phase: str
    """``pick``, ``conquer``, ``redeploy``, ``finish``, ``retreat``, ``answer`` or ``over``."""
    fresh: bool
    """Nothing has been decided yet in this turn, or in its redeployment."""
    picked: bool
    """A combo was picked this turn."""
    phase_over: int
    """1: nothing more is to be decided in this phase; 2: a question of an ability comes first; else 0."""
    stage: int
    """How far the active race is: ``MAY_ABANDON``, ``CONQUERS``, ``HAS_CONQUERED`` or ``HAS_REDEPLOYED``."""
    decline_stage: int
    """The same of the declined race that acts; ``HAS_CONQUERED`` without one."""
    readied: bool
    """The active race has been readied (R-READY-1)."""
    die_used: bool
    """The final attempt was made."""
    tokens: list[Tokens]
    """Race or native tokens in each region."""
    occupant: list[Race]
    """Race instance in each region, ``NOBODY`` or ``NATIVES``."""
    defence: list[Tokens]
    """Cost of each region before changes for the attacker (R-COST-1)."""
    regions: list[Regions]
    """Regions of each race instance."""
    adjacent: list[Regions]
    """Regions that border on the regions of each race instance."""
    hand: list[Tokens]
    """Tokens off the map of each race instance."""
    withdrawn: list[Tokens]
    """Tokens of each race instance that were driven out this turn and wait for redeployment (R-LOSS-1)."""
    hook_tables: tuple[HookTable, ...]
    """The compiled abilities of each race instance."""
    board_profiles: tuple[BoardProfile, ...]
    """The answers of those abilities that depend on the board alone."""
    seats: tuple[tuple[Race, ...], ...]
    """For each player their race instances in the game, the active one first (also while they have no active race)."""
    guards: tuple[Race, ...]
    """Race instances that may bar or charge attackers."""
    actors: tuple[Race, ...]
    """Declined race instances that act."""
    watchers: tuple[Race, ...]
    """Race instances that react to every conquest."""
    decline_order: tuple[Race, ...]
    """All declined race instances, the oldest first."""
    coins: list[Coins]
    """Coins of each player, also those that are hidden."""
    paid: int
    """Coins that the bank has paid out, less those that it was paid."""
    tray: list[Tokens]
    """Tokens left of each race of the variant."""
    pieces: dict[tuple[PieceKind, Region], int]
    """(kind, region) → number of pieces, where there is at least one."""
    piece_regions: list[Regions]
    """For each kind of piece the regions that hold one."""
    supply: tuple[int, ...]
    """For each kind of piece the number that can still be placed."""
    carried: dict[tuple[PieceKind, Race], int]
    """(kind, race instance) → pieces among its tokens off the map."""
    marked: Regions
    """Regions with any piece."""
    immune: Regions
    """Regions with a piece that makes them immune."""
    relics: RelicPlaces
    """Region → relics in it, as (relic, face up)."""
    relic_regions: Regions
    """Regions with any relic."""
    boxed: tuple[RelicIndex, ...]
    """Relics that were taken off the board for good, which everybody has seen."""
    column: tuple[tuple[RaceIndex, PowerIndex, Coins], ...]
    """Visible combos from the top, as (race, power, coins)."""
    banners: tuple[RaceIndex, ...]
    """Hidden stack of races."""
    badges: tuple[PowerIndex, ...]
    """Hidden stack of powers."""
    discards: tuple[PowerIndex, ...]
    """Powers put away."""
    conquests: tuple[Conquest, ...]
    """Conquests of this turn."""
    attacked: int
    """Bit *r*: active race instance *r* was attacked by the active race of the turn."""
    hit: int
    """Bit *p*: player *p* lost a region this turn."""
    pending: Pending | None
    """A special conquest that fell short in the last action."""
    before_ready: dict[int, tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int, int], ...]]]
    """Race instance → before it was readied: (region, tokens); (kind, region, number) of pieces that are tokens."""
    scored: list[tuple[Earned, ...]]
    """For each player the lines of the last scoring."""
    ended: Turn | None
    """The turn that was scored last; None before the first."""
    course: Course | None
    """Changes of the turn order and of the number of rounds by abilities; None without one."""
    interrupt: Interrupt | None
    """The questions that wait, or that the game is to end; None without any."""
    spared_of: dict[Race, Tokens]
    """Race instance → its tokens that were withdrawn instead of lost in this turn; ``~race`` → earlier in the round."""
    lent_factions: dict[Race, tuple[str, str]]
    """Race instance → the faction lent to it until the turn ends, and the key of the ability that lends it (W-BG-3)."""
    memory: dict[str, Any]
    """Ability key → the value that it remembers."""
    turn_memory: dict[str, Any]
    """The same, until the turn ends."""
    random: Any
    """State of the random number generator."""
    script: Mapping[str, tuple[Any, ...]]
    """Results that chance is given in advance, by kind."""
    log: Any
    """Every action and result of chance so far, as nested pairs, the last first."""
    turn_events: list[Event] | None
    """The events of the last action, for a game that listens; else None, as in every copy."""
    events: list[Event] | None
    """The same list, if more than the events of turns are wanted; else None."""

    __slots__ = tuple(__annotations__)

    def facts(self) -> tuple[Any, ...]:
        """Return everything by which two positions differ: all fields but the log and derived values."""
        values = tuple([_unchanging(getattr(self, name)) for name in COMPARED])
        return (self.table.key, tuple([hook_table.key for hook_table in self.hook_tables]), values)


copy_fields = copier(Fields.__annotations__)
"""Make another state equal to one, and independent of it."""


def _unchanging(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    return tuple(value) if isinstance(value, list) else value


NAMES: Final = tuple(
    name for name, item in vars(Fields).items() if isinstance(item, MemberDescriptorType | GetSetDescriptorType)
)
"""The names of all fields."""
DERIVED: Final = ("log", "ended", "table", "board", "script", "hook_tables", "board_profiles", "turn_events", "events")
COMPARED: Final = tuple([name for name in NAMES if name not in DERIVED])
"""Fields that are compared as they are."""
