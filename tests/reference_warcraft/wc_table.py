"""The table of the Warcraft reference model: islands, races, pieces, relics, the turn.

The model is a second, slow and plain writing of those rules, made from their text alone. It knows nothing
of the engine's rules; of the content it reads only what is printed on the islands. Numbers of tokens are
written down once more here, so that a slip in the variant file shows, too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from shared_table import SharedRace, SharedTable

# W-COMP-2: tokens that the banner brings, all tokens of the race, its faction.
RACES = {
    "blood_elves": (5, 10, "horde"), "draenei": (7, 12, "alliance"), "dwarves": (5, 10, "alliance"),
    "ethereals": (5, 10, "neutral"), "forsaken": (6, 20, "horde"), "gnomes": (5, 10, "alliance"),
    "goblins": (6, 11, "horde"), "humans": (5, 10, "alliance"), "kobolds": (6, 11, "neutral"),
    "naga": (6, 11, "neutral"), "night_elves": (4, 9, "alliance"), "orcs": (6, 11, "horde"),
    "pandaren": (5, 10, "neutral"), "tauren": (11, 16, "horde"), "trolls": (6, 11, "horde"),
    "worgen": (5, 10, "alliance"),
}  # fmt: skip

# W-COMP-3: tokens that the badge adds.
POWERS = {
    "archaeologist": 5, "battle_master": 5, "beast_master": 4, "blacksmith": 4, "championing": 5, "defensive": 5,
    "enraged": 4, "explorer": 4, "farmer": 4, "fishing": 3, "garrisoned": 3, "herbalist": 4, "intimidating": 4,
    "marshdweller": 4, "mining": 4, "mountaineer": 4, "portal_mage": 5, "ranger": 4, "sailing": 5, "swamp_walker": 4,
}  # fmt: skip

SUPPLY = {"wisp_wall": 9, "fort": 10, "watch_tower": 6, "objective": 2, "champion": 1, "beast": 5}  # W-COMP-5
LIVE_BOMBS, BOMBS = 6, 12  # W-COMP-5
DIE_MOST = 3  # W-COMP-7
ROUNDS = {2: 10, 3: 10, 4: 9, 5: 8}  # W-COMP-8
FIRST_COINS = 5  # W-SETUP-5
WATER = ("sea", "lake")  # W-TERM-1
ARTEFACTS = ("aegis_of_aggramar", "ashes_of_alar", "doomhammer", "frostmourne", "heart_of_azeroth")  # W-COMP-6
PLACES = (
    "battleground", "dark_portal", "karazhan", "lights_hope_chapel", "meeting_stone", "spirit_healer",
    "well_of_eternity",
)  # fmt: skip
BUILDINGS = ("fort", "wisp_wall", "watch_tower")
"""Pieces that leave a region with its race (W-CONQ-20 step 5, W-READY-2)."""


@dataclass(eq=False)
class Race(SharedRace):
    """One race instance: a banner, its badge and its tokens.

    :ivar badge: empty when its effect is over; :ivar badge_gone: it is discarded, though its effect stays (W-DECL-2).
    :ivar hand: tokens off the map, Beasts included (W-BEAST-3).
    :ivar beasts: how many of them are Beasts.
    """

    beasts: int = 0
    badge_gone: bool = False

    @property
    def faction(self) -> str:
        return RACES[self.banner][2]

    @property
    def least(self) -> int:
        """Tokens that a region of the active race needs, and a conquest takes (W-TAUREN-1, W-TAUREN-2)."""
        return 2 if self.ability == "tauren" else 1

    @property
    def tokens_in_hand(self) -> int:
        return self.hand - self.beasts


@dataclass(eq=False)
class Region:
    """What is printed on a region (W-TERM-1) and what is in it.

    :ivar tokens: race tokens and Beasts; ``pieces`` has the number of Beasts, too (W-BEAST-3).
    :ivar natives: Murlocs. :ivar relics: those face up. :ivar face_down: the one nobody has seen yet (W-SETUP-4).
    """

    id: str
    island: str
    terrain: str
    symbols: frozenset[str]
    entry: bool
    adjacent: frozenset[str]
    natives: int
    occupant: Race | None = None
    tokens: int = 0
    pieces: Counter[str] = field(default_factory=Counter)
    relics: list[str] = field(default_factory=list)
    face_down: str | None = None

    @property
    def water(self) -> bool:
        return self.terrain in WATER

    @property
    def owner(self) -> str | None:
        return self.occupant.owner if self.occupant else None

    @property
    def defender(self) -> Race | None:
        """The active race in this region."""
        return self.occupant if self.occupant and not self.occupant.declined else None


@dataclass
class Conquest:
    """What is recorded of a conquest (W-CONQ-20 step 3).

    :ivar nonempty: it held a token or a Murloc (W-TERM-3). :ivar tokens: how many; :ivar champion: and the Champion.
    :ivar loser: the race instance that was there. :ivar explosion: a Bomb did it (W-GOBLIN-6).
    :ivar battleground: the conqueror held the Battleground; :ivar side: what it had chosen there (W-BG-2).
    """

    nonempty: bool
    tokens: int
    champion: int
    loser: Race | None
    explosion: bool
    battleground: bool
    side: str


@dataclass
class Airstrike:
    """An airstrike that fell short, until the next action (W-GNOME-5).

    :ivar roll: of the free die. :ivar means: what else was joined.
    """

    region: Region
    roll: int
    means: frozenset[str]


@dataclass
class Turn:
    """What is remembered until the turn ends (W-TURN-1).

    :ivar expanded: something was done, so that the race may not decline any more (W-TURN-2).
    :ivar acted: the conquests have begun, so that nothing may be abandoned (W-READY-2).
    :ivar used: means that are spent (W-MEANS-1).
    :ivar owes_conquest: an intimidation waits for a conquest attempt (W-INTIM-1).
    :ivar attacked: owners of an active race that was attacked (W-PANDA-2).
    :ivar saved: Draenei players who have saved their token (W-DRAENEI-2).
    :ivar destroyed: tokens that the Forsaken have destroyed (W-FORS-1).
    :ivar withdrawn: who has withdrawn tokens; :ivar champion_withdrawn: or the Champion (W-LOSS-3).
    :ivar redeploying: something was redeployed, so that it is too late to recruit (W-FORS-3).
    :ivar placed: artefacts that were placed (W-AEGIS-1, W-HEART-1).
    :ivar forts_short: there are not enough Forts for all regions (W-GARR-1); :ivar towers_short: Towers (W-DEFEND-3).
    :ivar towers: regions chosen for the Towers that are left.
    :ivar declining: the race that declined in this turn.
    """

    player: str
    picked: bool = False
    expanded: bool = False
    acted: bool = False
    form: str = ""
    side: str = ""
    used: set[str] = field(default_factory=set)
    swaps: int = 0
    intimidations: int = 0
    owes_conquest: bool = False
    conquests: list[Conquest] = field(default_factory=list)
    attacked: set[str] = field(default_factory=set)
    harmony_paid: bool = False
    aegis_paid: bool = False
    saved: set[str] = field(default_factory=set)
    destroyed: int = 0
    airstrike: Airstrike | None = None
    withdrawn: set[str] = field(default_factory=set)
    champion_withdrawn: set[str] = field(default_factory=set)
    redeploying: bool = False
    placed: set[str] = field(default_factory=set)
    forts_short: bool = False
    towers_short: bool = False
    towers: list[Region] = field(default_factory=list)
    declining: Race | None = None


@dataclass(kw_only=True)
class Table(SharedTable[Race, Region, Turn]):
    """Everything on the table.

    :ivar phase: ``pick``, ``conquer``, ``redeploy``, ``retreat`` or ``over``.
    :ivar boxed: relics that are not in play (W-SETUP-4).
    :ivar harmony: who holds a Harmony token (W-PANDA-1).
    :ivar live_bombs: live Bombs that were not revealed; :ivar unseen_bombs: all that were not (W-GOBLIN-5).
    :ivar champion_boxed: nobody ransomed the Champion, where that is the ruling (W-CHAMP-4).
    """

    boxed: set[str]
    declined: dict[str, Race | None]
    harmony: set[str] = field(default_factory=set)
    live_bombs: int = LIVE_BOMBS
    unseen_bombs: int = BOMBS
    champion_boxed: bool = False

    def regions_of(self, race: Race | None) -> list[Region]:
        """The regions that a race occupies (R-TERM-5)."""
        return [region for region in self.regions.values() if race is not None and region.occupant is race]

    def around(self, region: Region) -> list[Region]:
        """The regions adjacent to one; never on another island (W-TERM-2)."""
        return [self.regions[name] for name in sorted(region.adjacent)]

    def on_map(self, kind: str) -> int:
        return sum(region.pieces[kind] for region in self.regions.values())

    def pieces_left(self, kind: str) -> int:
        """Pieces of a kind that are neither on the map nor, Beasts, in a hand (W-COMP-9)."""
        in_hand = sum(race.beasts for race in self.active.values() if race) if kind == "beast" else 0
        return SUPPLY[kind] - self.on_map(kind) - in_hand

    def bomb_stack(self) -> int:
        """Bombs that can still be placed (W-GOBLIN-2)."""
        return self.unseen_bombs - self.on_map("bomb")

    def counted(self, region: Region) -> int:
        """Race tokens there; by ruling Beasts count only in conquest, defence and redeployment (W-BEAST-3)."""
        return region.tokens - (0 if self.rulings["beasts_are_race_tokens"] else region.pieces["beast"])

    def champion_in_hand(self, race: Race) -> bool:
        """Whether the Champion is neither on the map nor lost (W-CHAMP-1, W-CHAMP-4)."""
        return race.power == "championing" and not self.champion_boxed and not self.on_map("champion")
