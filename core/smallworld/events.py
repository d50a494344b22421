"""Events: what an action has changed, and what has happened in it, written where it happens.

*Facts* rebuild the table: each is a whole move from one place to another, so that nothing can appear or vanish.
Applied to the position before an action they give the position after it (:mod:`smallworld_testing.event_table`).
*Stories* change nothing; they are for people and statistics.

Races are instances (see :class:`smallworld.rules.state.fields.Fields`), regions, kinds and banners are numbers of the
table. An instance has another race later, so a reader that keeps events keeps the banner with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from smallworld.actions import Action
from smallworld.model.aliases import Coins, PieceKind, Player, PowerIndex, Race, RaceIndex, Region, Tokens
from smallworld.model.values import Conquest, Earned

HAND: Final = -1
WITHDRAWN: Final = -2
TRAY: Final = -3
PIECE: Final = -4
SUPPLY: Final = -5
CARRIED: Final = -6
BOX: Final = -7
UNSEEN: Final = -8
BANK: Final = -9
COMBO: Final = -10
"""Places off the map. PIECE: the token is a piece, which an event of its own moves."""
PICK: Final = "pick"
SCORE: Final = "score"
"""Reasons of coins that no ability names."""


# --- facts


class Moved(NamedTuple):
    """Tokens of a race or natives: region, ``HAND``, ``WITHDRAWN``, ``TRAY`` (the box of natives) or ``PIECE``."""

    race: Race
    number: Tokens
    source: int
    target: int


class Occupied(NamedTuple):
    """A region has another holder: a race instance, ``NATIVES`` or ``NOBODY``."""

    region: Region
    race: Race


class PieceMoved(NamedTuple):
    """Pieces: a region, ``SUPPLY``, ``CARRIED`` (among the tokens of the race off the map) or ``BOX``."""

    kind: PieceKind
    number: int
    source: int
    target: int
    race: Race


class Paid(NamedTuple):
    """Coins of a player, the ``BANK`` or a ``COMBO`` (of the banner).

    :ivar reason: ``pick``, ``score``, or the source of the ability: a race, a power, a relic, the edition.
    """

    payer: Player
    receiver: Player
    number: Coins
    reason: str
    banner: RaceIndex


class RelicMoved(NamedTuple):
    """A face-up relic: a region, ``UNSEEN`` or ``BOX``. From a region to itself: it was turned up there."""

    relic: int
    source: int
    target: int


class ComboShown(NamedTuple):
    """A combo appears at a place of the column; those from there on move down."""

    place: int
    banner: RaceIndex
    badge: PowerIndex


class ComboGone(NamedTuple):
    """A combo leaves the column; its coins were paid before."""

    place: int
    banner: RaceIndex
    badge: PowerIndex


class BadgeChanged(NamedTuple):
    """A combo of the column has another badge."""

    place: int
    banner: RaceIndex
    badge: PowerIndex


class RaceChanged(NamedTuple):
    """A race instance has another banner or badge; -1 for none."""

    race: Race
    banner: RaceIndex
    badge: PowerIndex


class Renumbered(NamedTuple):
    """Regions, tokens off the map and carried pieces of an instance belong to another one: a decline, a new owner."""

    old: Race
    new: Race


class TerrainChanged(NamedTuple):
    """A region has another terrain or other symbols."""

    region: Region
    terrain: str
    symbols: frozenset[str]


class BorderChanged(NamedTuple):
    """A border was closed or opened again; the ids of its regions are in the order of the alphabet."""

    first: Region
    second: Region
    is_closed: bool


# --- stories


class TurnBegan(NamedTuple):
    """A turn begins."""

    round: int
    player: Player


class PhaseBegan(NamedTuple):
    """A phase begins, or goes on after a question."""

    phase: str
    player: Player


class Picked(NamedTuple):
    """A player has taken a combo, or was given one.

    :ivar number: its place among those that the player might pick, from 1; 0 if it was given.
    :ivar price: coins paid for it. :ivar bonus: coins found on it.
    """

    player: Player
    banner: RaceIndex
    badge: PowerIndex
    number: int
    price: Coins
    bonus: Coins


class Declined(NamedTuple):
    """The active race of a player goes into decline."""

    player: Player
    banner: RaceIndex
    badge: PowerIndex


class Conquered(NamedTuple):
    """A conquest, with the player and the banner that conquered."""

    conquest: Conquest
    player: Player
    banner: RaceIndex


class Failed(NamedTuple):
    """An attempt to conquer a region falls short."""

    race: Race
    region: Region
    means: tuple[str, ...]


class Scored(NamedTuple):
    """A turn is scored.

    :ivar lines: the coins by race and source. :ivar conquests: those of the turn.
    :ivar races: the race instances of the player with their banners, the active one first; -1 = none.
    """

    player: Player
    lines: tuple[Earned, ...]
    races: tuple[tuple[Race, RaceIndex], ...]
    conquests: tuple[Conquest, ...]


class Missed(NamedTuple):
    """Sources that would have paid a race, had it not gone into decline."""

    player: Player
    sources: tuple[str, ...]


class Decided(NamedTuple):
    """A result of chance; -1 if it is about no region."""

    kind: str
    result: Any
    region: Region


class Asked(NamedTuple):
    """A question of an ability, by its key, to a player."""

    ability: str
    player: Player


class Answered(NamedTuple):
    """An answer; None while it is sealed."""

    player: Player
    action: Action | None


class Said(NamedTuple):
    """A sentence of an ability, by its key, with the values of its fields.

    :ivar only: the only player who may read it; -1 = all.
    """

    ability: str
    sentence: str
    fields: Mapping[str, Any]
    only: Player = -1


class Ended(NamedTuple):
    """The game is over."""


Fact = (
    Moved
    | Occupied
    | PieceMoved
    | Paid
    | RelicMoved
    | ComboShown
    | ComboGone
    | BadgeChanged
    | RaceChanged
    | Renumbered
    | TerrainChanged
    | BorderChanged
)
Story = (
    TurnBegan
    | PhaseBegan
    | Picked
    | Declined
    | Conquered
    | Failed
    | Scored
    | Missed
    | Decided
    | Asked
    | Answered
    | Said
    | Ended
)
Event = Fact | Story
TURN_EVENTS: Final = (TurnBegan, Picked, Declined, Scored, Ended)
"""The events that a game keeps which listens to its turns only (:meth:`smallworld.game.Game.listen`)."""
