"""The table of the reference model: regions, races, tray, column, and the state of the turn.

The reference model is a second, slow and plain writing of the base rules, made from the text of the
rules alone. It knows nothing of the engine's rules; of the content it reads only what is printed on a
board. Numbers of tokens are written down once more here, so that a slip in a variant file shows, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum

from shared_rulings import Rulings
from shared_table import SharedRace, SharedTable

from smallworld.model.board import BoardFile

# R-COMP-2: tokens that the banner brings, all tokens of the race.
RACES = {
    "amazons": (6, 15), "dwarves": (3, 8), "elves": (6, 11), "ghouls": (5, 10), "giants": (6, 11),
    "halflings": (6, 11), "humans": (5, 10), "orcs": (5, 10), "ratmen": (8, 13), "skeletons": (6, 20),
    "sorcerers": (5, 18), "tritons": (6, 11), "trolls": (5, 10), "wizards": (5, 10),
}  # fmt: skip

# R-COMP-3: tokens that the badge adds.
POWERS = {
    "alchemist": 4, "berserk": 4, "bivouacking": 5, "commando": 4, "diplomat": 5, "dragon_master": 5,
    "flying": 5, "forest": 4, "fortified": 3, "heroic": 5, "hill": 4, "merchant": 2, "mounted": 5,
    "pillaging": 5, "seafaring": 5, "spirit": 5, "stout": 4, "swamp": 4, "underworld": 5, "wealthy": 4,
}  # fmt: skip

# R-COMP-5, as far as the numbers bind; a Lair is in every region of the Trolls, and there are enough.
FORTRESSES, ENCAMPMENTS, HOLES, HEROES = 6, 5, 2, 2
AMAZON_RESERVE = 4
ROUNDS = {2: 10, 3: 10, 4: 9, 5: 8}  # R-COMP-8
FIRST_COINS = 5  # R-SETUP-5
WATER = ("sea", "lake")
IMMUNE = ("dragon", "hero", "hole")  # R-TERM-7


@dataclass(eq=False)
class Race(SharedRace):
    """One race instance: a banner, its badge and its tokens.

    :ivar badge: empty once it is discarded. :ivar hand: tokens held off the map.
    :ivar withdrawn: tokens of conquered regions, which wait for the end of the turn (R-LOSS-1).
    :ivar encampments: those in hand. :ivar heroes: those in hand. :ivar holes: those not dug yet.
    :ivar spirit: it declined with Spirit and is not removed by a later decline (R-SPIRIT-1).
    :ivar paid: Wealthy has paid, where it waits for the first presence on the map.
    """

    withdrawn: int = 0
    encampments: int = 0
    heroes: int = 0
    holes: int = HOLES
    spirit: bool = False
    paid: bool = False


@dataclass(eq=False)
class Region:
    """What is printed on a region (R-TERM-1) and what is in it: one race, or natives, or nothing (R-TERM-5)."""

    id: str
    terrain: str
    symbols: frozenset[str]
    border: bool
    adjacent: frozenset[str]
    natives: int
    occupant: Race | None = None
    tokens: int = 0
    pieces: Counter[str] = field(default_factory=Counter)

    @property
    def water(self) -> bool:
        return self.terrain in WATER

    @property
    def immune(self) -> bool:
        """It holds a Dragon, a Hero or a Hole (R-TERM-7)."""
        return any(self.pieces[kind] for kind in IMMUNE)


class Step(IntEnum):
    """How far a race is in its conquests of this turn."""

    READYING = 0  # it may still give regions up (R-READY-2)
    CONQUERING = 1
    OVER = 2


@dataclass
class Turn:
    """What is remembered until the turn ends (R-TURN-1).

    :ivar untouched: nothing was done yet, so a decline may still be chosen (R-TURN-3).
    :ivar readied: races with their tokens in hand; until then a decline would meet them all on the map.
    :ivar roll: a Berserk roll that is not used yet.
    :ivar converted: opponents who lost a token to sorcery (R-SORC-1).
    :ivar attacked: owners of an active race that was attacked (R-DIPLOMAT-1).
    :ivar nonempty: non-empty regions that the active race conquered (R-TERM-6).
    :ivar built: the region of this turn's Fortress.
    """

    player: str
    picked: bool = False
    untouched: bool = True
    ghoul_step: Step = Step.READYING
    active_step: Step = Step.READYING
    readied: set[Race] = field(default_factory=set)
    roll: int | None = None
    die_used: bool = False
    dragon_used: bool = False
    converted: set[str] = field(default_factory=set)
    attacked: set[str] = field(default_factory=set)
    conquered: bool = False
    nonempty: int = 0
    built: Region | None = None


@dataclass(kw_only=True)
class Table(SharedTable[Race, Region, Turn]):
    """Everything on the table.

    :ivar phase: ``pick``, ``conquer``, ``redeploy``, ``retreat``, ``finish`` or ``over``.
    :ivar declined: of each player, the earliest first.
    :ivar broken: Fortresses that are out of the game, where they are not used again.
    :ivar peace: Diplomat → the player at peace with them (R-DIPLOMAT-5).
    """

    rounds: int
    declined: dict[str, list[Race]]
    broken: int = 0
    peace: dict[str, str] = field(default_factory=dict)

    def regions_of(self, race: Race) -> list[Region]:
        """The regions that a race occupies (R-TERM-5)."""
        return [region for region in self.regions.values() if region.occupant is race]

    def races(self, player: str) -> list[Race]:
        """The active race of a player, then the declined ones."""
        active = self.active[player]
        return [*([active] if active else []), *self.declined[player]]

    def ghouls(self) -> Race | None:
        """The declined Ghouls of the player in turn: they play on (R-GHOUL-2)."""
        return next((race for race in self.declined[self.turn.player] if race.banner == "ghouls"), None)

    def fortresses_left(self) -> int:
        """Fortresses that can still be built (R-FORT-2, R-SUP-2)."""
        return FORTRESSES - self.broken - sum(region.pieces["fortress"] for region in self.regions.values())

    @property
    def retreat_comes_first(self) -> bool:
        """The others place withdrawn tokens before the active player redeploys (R-LOSS-7)."""
        return self.rulings["defender_redeploy_order"] == "before_active"


def printed(board: BoardFile) -> dict[str, Region]:
    """The regions of a board with their natives (R-SETUP-2); Mountains are a matter of the terrain."""
    return {
        one.id: Region(one.id, one.terrain, one.symbols, one.border, frozenset(one.adjacent), one.natives)
        for one in board.regions
    }


def set_up(
    board: BoardFile,
    rounds: int,
    players: Iterable[str],
    rulings: Rulings,
    first: str,
    banners: list[str],
    badges: list[str],
) -> Table:
    """The table before the first turn (B); the column is still empty. Without rounds: the number of R-COMP-8."""
    names = list(players)
    return Table(
        rulings=rulings,
        players=names,
        rounds=rounds or ROUNDS[len(names)],
        first=names.index(first),
        banners=banners,
        badges=badges,
        regions=printed(board),
        turn=Turn(first),
        coins=dict.fromkeys(names, FIRST_COINS),
        active=dict.fromkeys(names),
        declined={name: [] for name in names},
        tray={race: supply for race, (_, supply) in RACES.items()},
    )
