"""Small values that abilities and the engine pass to each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from smallworld.model.aliases import Coins, Player, Race, RaceIndex, Region, Regions, Tokens

CostChange = Iterable[tuple[int, int]]
"""Pairs of a number of tokens and the regions for which it counts."""

NOBODY: Final = -1
"""No race instance, no player."""
NATIVES: Final = -2
"""Occupant of a region that holds native tokens."""
EVERYWHERE: Final = -1
"""The set of all regions of any board."""

MAY_ABANDON: Final = 0
CONQUERS: Final = 1
HAS_CONQUERED: Final = 2
HAS_REDEPLOYED: Final = 3
"""How far a race is in its turn: it may still give up regions, conquers, has ended its conquests, has redeployed."""


class Conquest(NamedTuple):
    """One conquest of this turn, as counters and bonuses need it (R-CONQ-20 step 7).

    :ivar region: the conquered region. :ivar race: race instance that conquered.
    :ivar loser: race instance that held the region; ``NOBODY`` or ``NATIVES``.
    :ivar loser_race: index of the loser's race, also when that race is gone; -1 if none.
    :ivar loser_declined: the loser was in decline.
    :ivar non_empty: the region held a native or a race token (R-TERM-6).
    :ivar defenders: tokens that defended it.
    :ivar destroyed: tokens of the loser that went to the tray or the box.
    :ivar means: names of the special conquest, ``die`` for a final attempt; empty for an ordinary one.
    :ivar holders: pieces that held or defended the region, with tokens or alone (W-ENRAGE-1).
    """

    region: Region
    race: Race
    loser: Race
    loser_race: RaceIndex
    loser_declined: bool
    non_empty: bool
    defenders: Tokens
    destroyed: Tokens
    means: tuple[str, ...]
    holders: int = 0


Earned = tuple[int, str, int]
"""A score line: the race, active or declined, as an index of the rulebook; the source; the coins."""


class Turn(NamedTuple):
    """Coins and conquests of a scored turn.

    :ivar earned: the lines of the scoring.
    :ivar conquests: the conquests of the turn, in order.
    """

    player: Player
    round: int
    earned: tuple[Earned, ...]
    conquests: tuple[Conquest, ...]


# Every conquest and every turn makes a named tuple; without the step through its own __new__ it takes half the time.
new_tuple = tuple.__new__


class SpecialConquest(NamedTuple):
    """A special way to conquer, ``conquer R by NAME`` (W-MEANS-1).

    :ivar name: word of the notation.
    :ivar targets: regions within its reach; None = the ordinary reach of the race.
    :ivar to_bank: the bank gets the toll, also in a region of another player.
    :ivar only: regions that it may be used on, regardless of the reach.
    :ivar tokens: exact price in tokens from the hand; None = the cost of the region.
    :ivar change: change of the cost, with ``tokens`` None.
    :ivar from_tray: tokens that come from the tray instead of the hand.
    :ivar needs: fewest tokens in hand for an attempt.
    :ivar full: with ``needs`` or a price: the hand must hold as many tokens as a region of the race needs (W-CONQ-1).
    :ivar replaces: the defending token is lost, even if an ability saves tokens (R-ELF-2).
    :ivar far: it reaches beyond the ordinary reach, so no travel cost is due.
    :ivar joins: without an exact price, it may be joined with others on one region (W-MEANS-3).
    :ivar free_die: a die is rolled first and lowers the cost; it ends nothing (W-GNOME-3).
    :ivar miss: what follows if that is not enough: the special conquest is spent (``called_off``), or the
        conquests end but for a final attempt on the region (``ends_conquests``).
    :ivar toll: coins for the holder of the region, otherwise for the bank (W-DOOM-2).
    """

    name: str
    targets: Regions | None = None
    tokens: Tokens | None = None
    change: Tokens = 0
    from_tray: Tokens = 0
    needs: Tokens = 1
    replaces: bool = False
    far: bool = False
    joins: bool = False
    free_die: bool = False
    miss: str = "called_off"
    toll: Coins = 0
    only: Regions = EVERYWHERE
    full: bool = True
    to_bank: bool = False


class Traits(NamedTuple):
    """Constants of a race that an ability contributes; the defaults change nothing.

    :ivar extra_tokens: tokens that the combo brings in addition to banner and badge (R-PICK-4).
    :ivar garrison: fewest tokens in any region of the race and in any conquest (R-READY-1).
    :ivar outlasts_decline: the declined race does not count towards the limit of one (R-SPIRIT-1).
    :ivar keeps_badge: the badge stays with the declined banner (R-SPIRIT-4).
    :ivar acts_in_decline: the declined race readies, conquers and redeploys like an active one (R-GHOUL-2).
    :ivar stays_put: redeployment starts without taking tokens to hand: those on the map stay where they are.
    :ivar decline_garrison: most tokens that stay in each region on decline (R-DECL-1).
    """

    extra_tokens: Tokens = 0
    garrison: Tokens = 1
    outlasts_decline: bool = False
    keeps_badge: bool = False
    acts_in_decline: bool = False
    stays_put: bool = False
    decline_garrison: Tokens = 1


class Loss(NamedTuple):
    """Tokens that are lost with a region, where some of them are withdrawn instead (W-DRAENEI-1).

    :ivar tokens: how many are lost, with those that are spared. :ivar spared: how many of them are withdrawn.
    """

    tokens: Tokens = 1
    spared: Tokens = 0


class Bar(NamedTuple):
    """Regions that are closed to an attempt, or open for coins alone (W-TOLL-1), with the reason.

    :ivar regions: the regions. :ivar code: a word for programs, such as ``mists``.
    :ivar reason: a sentence for people; with coins a phrase: "2 coins for the swamp".
    :ivar coins: what an attempt costs, a toll; None = it is impossible.
    :ivar to: player who gets the coins; ``NOBODY`` = the bank.
    """

    regions: Regions
    code: str
    reason: str
    coins: Coins | None = None
    to: Player = NOBODY


class Travel(NamedTuple):
    """The cost of travel to a region that is not adjacent to the race (W-ENTRY-3).

    :ivar tokens: extra tokens. :ivar regions: where they are due.
    :ivar least: fewest tokens for such a conquest, discounts or not (W-ENTRY-4).
    """

    tokens: Tokens
    regions: Regions
    least: Tokens = 0


class Pending(NamedTuple):
    """A special conquest that fell short and may still become a final attempt (W-GNOME-5).

    :ivar price: what the region costs with everything that is in force.
    :ivar means: the names of the special conquests that stay in force.
    :ivar last: nothing else may be conquered any more.
    """

    race: Race
    region: Region
    price: Tokens
    means: tuple[str, ...]
    last: bool


class Columns(NamedTuple):
    """Several columns instead of one (W-TEAM-2).

    :ivar of_race: for each race the column it belongs to; ``NOBODY`` = it stays in the box.
    :ivar of_player: for each player the column that they pick from.
    :ivar size: visible combos of each column.
    :ivar sides: for each column the name of the side that picks from it; empty = everybody plays alone.
    """

    of_race: tuple[int, ...]
    of_player: tuple[int, ...]
    size: int
    sides: tuple[str, ...] = ()


class Line(NamedTuple):
    """One line of a ledger: text, amount, and the user of the ability."""

    text: str
    amount: int
    source: str
