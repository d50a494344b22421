"""The parts of a table that every edition has; the reference model of each edition adds its own.

Regions, and what is remembered of a turn, look different in each edition, so each model has its own; this
module only knows that there are some.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from shared_rulings import Rulings


@dataclass(eq=False)
class SharedRace:
    """One race instance, as far as it is the same in every edition.

    :ivar badge: empty once its effect is over. :ivar hand: tokens held off the map.
    """

    owner: str
    banner: str
    badge: str
    hand: int = 0
    declined: bool = False

    @property
    def ability(self) -> str:
        """The banner while its benefit counts; it ends with the decline (R-DECL-4)."""
        return "" if self.declined else self.banner

    @property
    def power(self) -> str:
        """The badge while its benefit counts (R-DECL-4, R-GHOUL-5)."""
        return "" if self.declined else self.badge


@dataclass
class Combo:
    """A banner with a badge in the column, and the coins that were put on it."""

    banner: str
    badge: str
    coins: int = 0


class Turn(Protocol):
    """Whose turn it is; what else is remembered of a turn is a matter of the edition."""

    player: str


RaceT = TypeVar("RaceT", bound=SharedRace)
RegionT = TypeVar("RegionT")
TurnT = TypeVar("TurnT", bound=Turn)


@dataclass(kw_only=True)
class SharedTable(Generic[RaceT, RegionT, TurnT]):
    """The part of a table that is the same in every edition.

    :ivar first: seat of the first player. :ivar mover: who decides now; None when the game is over.
    :ivar phase: ``pick``, ``conquer`` and so on; ``over`` in the end.
    :ivar chance: results that the game under test drew and the model has not asked for yet.
    :ivar banners: the stack below the column; :ivar badges: that of the badges.
    :ivar discarded: badges that wait for the stack to run out (R-PICK-8).
    :ivar regions: by id, in the order of the board.
    :ivar tray: tokens of each race that nobody has.
    :ivar retreating: who must still place withdrawn tokens.
    :ivar scored: each player's last scoring, by source.
    """

    rulings: Rulings
    players: list[str]
    first: int
    banners: list[str]
    badges: list[str]
    regions: dict[str, RegionT]
    turn: TurnT
    coins: dict[str, int]
    active: dict[str, RaceT | None]
    tray: dict[str, int]
    column: list[Combo] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    round: int = 1
    phase: str = "pick"
    mover: str | None = None
    retreating: list[str] = field(default_factory=list)
    scored: dict[str, dict[str, int]] = field(default_factory=dict)
    chance: deque[tuple[str, Any]] = field(default_factory=deque)

    def acting(self) -> RaceT:
        """The active race of the player in turn."""
        race = self.active[self.turn.player]
        assert race is not None, "a player without active race has to pick one first (R-TURN-2)"
        return race

    def opponents(self) -> list[str]:
        """The opponents, clockwise from the player in turn (R-SETUP-6)."""
        seat = self.players.index(self.turn.player)
        return [*self.players[seat + 1 :], *self.players[:seat]]

    def drawn(self, kind: str) -> Any:
        """The next chance result, which must be of this kind."""
        assert self.chance, f"the rules ask for chance ({kind}) where the game drew nothing"
        drawn_kind, result = self.chance.popleft()
        assert drawn_kind == kind, f"the rules ask for chance ({kind}) where the game drew {drawn_kind}"
        return result


AnyTable = SharedTable[Any, Any, Any]
"""The table of whichever edition."""
