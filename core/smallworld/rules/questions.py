"""Questions about a position that abilities and the engine ask alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from smallworld.model.content import Scalar
from smallworld.model.regions import indexes
from smallworld.rules.implementation import VETOES
from smallworld.rules.kit import Calls, Kit
from smallworld.rules.records import NATIVES, NOBODY
from smallworld.state import State

if TYPE_CHECKING:
    from smallworld.ability import Ability


class Questions(State):
    """Everything that can be read off a position in a word."""

    __slots__ = ()

    def ruling(self, key: str) -> Scalar:
        """The answer of this table to a ruling."""
        return self.table.rulebook.ruling(key)

    def owner(self, race: int) -> int:
        """The player of a race instance; ``NOBODY`` for nobody and natives."""
        return race % self.players if race >= 0 else NOBODY

    def is_declined(self, race: int) -> bool:
        """Whether the race instance is in decline (natives are, W-TERM-5)."""
        return race >= self.players or race == NATIVES

    def races_of(self, player: int) -> tuple[int, ...]:
        """The race instances of a player that are in the game, the active one first."""
        return self.seats[player]

    def declined_of(self, player: int) -> list[int]:
        """The player's declined races, the oldest first."""
        return [race for race in self.decline_order if race % self.players == player]

    def land_of(self, player: int) -> int:
        """All regions of a player, active and declined."""
        found = 0
        for race in self.seats[player]:
            found |= self.regions[race]
        return found

    def scoring_of(self, player: int) -> dict[str, int]:
        """What the player's last turn brought, as source → coins."""
        found: dict[str, int] = {}
        for _, source, coins in self.scored[player]:
            found[source] = found.get(source, 0) + coins
        return found

    def abilities_of(self, race: int) -> tuple[Ability, ...]:
        """The abilities of a race instance, in the order in which they are asked."""
        return self.table.rulebook.abilities_of(self.kit[race].key)

    def exists(self, race: int) -> bool:
        """Whether there is such a race instance now."""
        return self.kit[race].race >= 0

    def faction(self, race: int) -> str:
        """The faction of a race instance: that of its banner, or one lent to it now; empty for none."""
        if race < 0:
            return ""
        kit = self.kit[race]
        if self.turn_memory:
            lent, key = self.turn_memory.get(f"faction.{race}", ("", ""))
            if key in kit.keys:
                return str(lent)
        return kit.faction

    def lend_faction(self, race: int, faction: str, ability: Ability) -> None:
        """The race is of this faction until the turn ends, as long as it has the ability that lends it (W-BG-3)."""
        self.turn_memory = {**self.turn_memory, f"faction.{race}": (faction, ability.key)}

    def faction_of(self, number: int) -> str:
        """The faction of a race by its number in the variant; empty for none."""
        return self.table.rulebook.races[number].faction if number >= 0 else ""

    def occupied(self) -> int:
        """Regions with a race or native token."""
        found, at = 0, -1
        for regions in self.regions:
            found |= regions
        for _ in range(self.occupant.count(NATIVES)):
            at = self.occupant.index(NATIVES, at + 1)
            found |= 1 << at
        return found

    def non_empty(self, region: int, race: int) -> bool:
        """Whether a region is non-empty for this attacker (R-TERM-6)."""
        occupant = self.occupant[region]
        if occupant == NOBODY:
            return False
        if occupant >= 0 and occupant % self.players == race % self.players:
            return self.table.own_counts_non_empty
        return True

    def beside(self, race: int, regions: int) -> int:
        """Regions adjacent to some regions of a race, as its abilities see it (R-GIANT-2)."""
        board = self.board
        found = board.around(regions)
        for call in self.kit[race].adjacency:
            found |= call(board, regions, True)
        return found

    def hands_of(self, race: int) -> int:
        """Tokens off the map: in hand and withdrawn."""
        return self.hand[race] + self.withdrawn[race]

    def on_map(self, race: int) -> int:
        """Tokens of a race instance on the map, pieces that count as tokens included."""
        return sum(count for region, count in enumerate(self.tokens) if self.regions[race] >> region & 1)

    def with_tokens(self, regions: int, count: int) -> int:
        """Those of some regions that hold exactly so many tokens."""
        tokens, found = self.tokens, 0
        for region in indexes(regions):
            if tokens[region] == count:
                found |= 1 << region
        return found

    def tokens_of(self, player: int) -> int:
        """Race tokens of a player on the map, active and declined together (R-END-2, W-END-1)."""
        strange = sum(self.strange_tokens(region) for region in indexes(self.land_of(player) & self.marked))
        return sum(self.on_map(race) for race in self.seats[player]) - strange

    def strange_tokens(self, region: int) -> int:
        """How many of the tokens in a region are pieces that are no race tokens to bonuses (W-BEAST-3)."""
        kinds = self.table.rulebook.pieces
        return sum(self.pieces.get((kind, region), 0) for kind in self.table.token_kinds if not kinds[kind].counts)

    def carries(self, race: int, kind: int | None = None) -> int:
        """Pieces among the tokens off the map, of one kind or all (W-BEAST-5)."""
        if not self.carried:
            return 0
        found = 0
        for (what, who), count in self.carried.items():
            if who == race and (kind is None or what == kind):
                found += count
        return found

    def held_by_piece(self, region: int) -> int:
        """How many pieces hold the region without any token (W-CHAMP-6)."""
        return sum(self.piece_regions[kind] >> region & 1 for kind in self.table.holding_kinds)

    def could_ready(self, race: int) -> int:
        """Tokens in hand once the race is readied (R-READY-1)."""
        garrison = self.kit[race].garrison
        spare = 0
        for region, count in enumerate(self.tokens):
            if self.regions[race] >> region & 1 and count > garrison:
                spare += count - garrison
        return self.hand[race] + spare

    def vetoed(self, race: int, what: str) -> bool:
        """Whether an ability of the race refuses something that the rules allow in this phase."""
        for call in self.vetoes(race, what):
            if call(self, race, what) is not None:
                return True
        return False

    def vetoes(self, race: int, what: str) -> Calls:
        """The calls of abilities of the race that may refuse something that the rules allow in this phase."""
        place = VETOES.get((what, self.phase))
        found: Calls = getattr(self.kit[race], place) if place else ()
        return found

    def acting_race(self, player: int) -> int:
        """The player's declined race that acts like an active one and has tokens; ``NOBODY`` if none (R-GHOUL-3)."""
        for race in reversed(self.actors):
            if race % self.players == player and (self.regions[race] or self.hands_of(race)):
                return race
        return NOBODY

    def hand_now(self, race: int) -> int:
        """Tokens in hand for conquests; an active race that waits for its turn counts as readied."""
        if self.readied or race >= self.players or self.phase != "conquer":
            return self.hand[race]
        return self.could_ready(race)

    def set_kit(self, race: int, kit: Kit) -> None:
        """Give a race instance its compiled abilities and note who guards against attacks or looks on."""
        before = self.kit[race]
        kits = list(self.kit)
        kits[race] = kit
        self.kit = tuple(kits)
        if kit.outlook != before.outlook:
            grounds = list(self.ground)
            grounds[race] = self.table.ground(kit)
            self.ground = tuple(grounds)
        if race >= self.players and (before.race < 0) != (kit.race < 0):
            self._seat(race % self.players)
        if not (before.watched or kit.watched):
            return
        watched = [(r, k) for r, k in enumerate(self.kit) if k.watched]
        self.guards = tuple([r for r, k in watched if k.protects or k.toll])
        self.watchers = tuple([r for r, k in watched if k.conquest_seen])
        self.actors = tuple([r for r, k in watched if k.acts and r >= self.players and k.race >= 0])

    def add_row(self) -> None:
        """Make room for one more declined race of every player."""
        for values in (self.regions, self.adjacent, self.hand, self.withdrawn):
            values.extend([0] * self.players)
        self.kit += (self.table.no_kit,) * self.players
        self.ground += (self.table.ground(self.table.no_kit),) * self.players

    def _seat(self, player: int) -> None:
        """Note which race instances of a player are in the game."""
        declined = range(player + self.players, len(self.kit), self.players)
        own = (player, *[race for race in declined if self.kit[race].race >= 0])
        self.seats = (*self.seats[:player], own, *self.seats[player + 1 :])
