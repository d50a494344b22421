"""Small values that abilities and the engine exchange."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

CostChange = Iterable[tuple[int, int]]
"""Pairs of a number of tokens and the regions for which it counts."""

NOBODY = -1
"""No race instance, no player."""
NATIVES = -2
"""Occupant of a region that holds native tokens."""


class Conquest(NamedTuple):
    """One conquest of this turn, as counters and bonuses need it (R-CONQ-20 step 7).

    :ivar race: race instance that conquered.
    :ivar loser: race instance that held the region; ``NOBODY`` or ``NATIVES``.
    :ivar loser_race: index of the loser's race, also when that race is gone; -1 if none.
    :ivar loser_declined: the loser was in decline.
    :ivar non_empty: the region held a native or a race token (R-TERM-6).
    :ivar defenders: tokens that defended it.
    :ivar destroyed: tokens of the loser that went to the tray or the box.
    """

    region: int
    race: int
    loser: int
    loser_race: int
    loser_declined: bool
    non_empty: bool
    defenders: int
    destroyed: int
    means: tuple[str, ...]


class Means(NamedTuple):
    """A special way to conquer, ``conquer R by NAME`` (W-MEANS-1).

    :ivar name: word of the notation.
    :ivar targets: regions it may take; None = the ordinary reach of the race.
    :ivar tokens: exact price in tokens from the hand; None = the cost of the region.
    :ivar change: change of the cost, with ``tokens`` None.
    :ivar from_tray: tokens that come from the tray instead of the hand.
    :ivar needs: fewest tokens in hand for an attempt.
    :ivar replaces: the defending token is lost whatever protects it (R-ELF-2).
    :ivar far: it reaches beyond the ordinary reach, so no travel cost is due.
    :ivar joins: it may be combined with other joining means and the final die (W-MEANS-3).
    """

    name: str
    targets: int | None = None
    tokens: int | None = None
    change: int = 0
    from_tray: int = 0
    needs: int = 1
    replaces: bool = False
    far: bool = False
    joins: bool = False


class Bar(NamedTuple):
    """Regions closed to an attacker, with a code and a sentence that say why."""

    regions: int
    code: str
    reason: str


class Toll(NamedTuple):
    """Coins due before an attempt.

    :ivar to: player who gets them; ``NOBODY`` = the bank.
    """

    coins: int
    to: int
    reason: str


class Line(NamedTuple):
    """One line of a ledger: what, how much, and whose ability says so."""

    text: str
    amount: int
    source: str
