"""What taking a region does (rule F.3), readying and leaving."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules import chance
from smallworld.rules.holding import Holding
from smallworld.rules.records import NATIVES, NOBODY, Conquest, Pending, new_conquest


class Taking(Holding):
    """Verbs that bring tokens into regions and back to the hand."""

    __slots__ = ()

    def note_attack(self, race: int, region: int) -> None:
        """Remember that the active race attacked another player's active race (R-DIE-7, R-DIPLOMAT-1)."""
        loser = self.occupant[region]
        if 0 <= loser < self.players and loser != race % self.players:
            self.attacked |= 1 << (loser if race < self.players else loser + self.players)

    def take(
        self, race: int, region: int, tokens: int, means: tuple[str, ...] = (),
        from_tray: int = 0, replaces: bool = False,
    ) -> None:  # fmt: skip
        """Resolve a conquest that is legal and paid for (R-CONQ-20).

        :param from_tray: tokens from the tray that come in beside those from the hand.
        :param replaces: the defending token is lost whatever protects it.
        """
        loser = self.occupant[region]
        if loser == NOBODY:
            made = new_conquest((region, race, NOBODY, NOBODY, False, False, 0, 0, means, 0))
        else:
            made = self._defeat(race, loser, region, means, replaces)
        self.hand[race] -= tokens
        if from_tray:
            self.tray[self.kit[race].race] -= from_tray
        self.settle(race, region, tokens + from_tray)
        self.record(made)

    def _defeat(self, race: int, loser: int, region: int, means: tuple[str, ...], replaces: bool) -> Conquest:
        """Drive out who holds a region; what the conquest of it will be remembered as."""
        loser_race, holders, defenders = NOBODY, 0, self.tokens[region]
        declined = loser >= self.players or loser == NATIVES
        non_empty = self.non_empty(region, race)
        if loser >= 0:
            loser_race = self.kit[loser].race
            self.note_attack(race, region)
            if self.marked >> region & 1:
                defenders -= self.strange_tokens(region)
                holders = self.held_by_piece(region)
        destroyed = self.drive_out(loser, region, race, "conquest", replaces)
        return new_conquest(
            (region, race, loser, loser_race, declined, non_empty, defenders, destroyed, means, holders)
        )

    def record(self, conquest: Conquest) -> None:
        """Count a conquest and tell everyone whom it concerns (R-CONQ-20 steps 6, 7; W-CONQ-20 steps 7 to 11)."""
        self.conquests += (conquest,)
        region, race = conquest[:2]
        kit = self.kit[race]
        if kit.tokens_destroyed and conquest.destroyed:
            self.destroyed(race, conquest.loser, conquest.destroyed)
        for call in kit.region_conquered:
            call(self, race, conquest)
        if self.relic_regions and self.relic_regions >> region & 1 and self.occupant[region] == race:
            self.turn_up(region)
            self.refit(race)
        if self.watchers:
            for watcher in self.watchers:
                for call in self.kit[watcher].conquest_seen:
                    call(self, watcher, conquest)

    def explode(self, race: int, region: int, means: tuple[str, ...], *, counts: bool) -> None:
        """Conquer a region without moving in: it is empty afterwards (W-GOBLIN-6).

        :param counts: it is a conquest to bonuses and ransoms, too (W-GOBLIN-9).
        """
        loser = self.occupant[region]
        defenders = self.tokens[region] - self.strange_tokens(region)
        holders, non_empty = self.held_by_piece(region), self.non_empty(region, race)
        self.note_attack(race, region)
        loser_race = self.kit[loser].race
        destroyed = self.drive_out(loser, region, race, "explosion", conquered=counts)
        self.emptied(region)
        if counts:
            declined = loser >= self.players
            made = (region, race, loser, loser_race, declined, non_empty, defenders, destroyed, means, holders)
            self.record(new_conquest(made))

    def settle(self, race: int, region: int, tokens: int) -> None:
        """Put tokens of a race into a region that nobody holds."""
        self.tokens[region] = tokens
        self.occupant[region] = race
        self.regions[race] |= 1 << region
        self.adjacent[race] |= self.board.neighbours[region]
        self.defence[region] += tokens

    def ready(self, race: int) -> None:
        """Take all tokens but the minimum of each region into hand (R-READY-1)."""
        garrison, tokens, defence = self.kit[race].garrison, self.tokens, self.defence
        total = 0
        for region in indexes(self.regions[race]):
            count = tokens[region]
            if count > garrison:
                spare = count - garrison
                total += spare
                tokens[region] = garrison
                defence[region] -= spare
        self.hand[race] += total

    def leave(self, race: int, region: int) -> None:
        """Take all tokens of a region home; it becomes empty."""
        self.hand[race] += self.tokens[region]
        if self.marked >> region & 1:
            self.pick_up(race, region)
        self.give_up(race, region)

    def final_attempt(self, race: int, region: int, price: int, means: tuple[str, ...]) -> None:
        """Roll for a region that is too dear; either way the race's conquests end (R-DIE-4, R-DIE-5)."""
        hand = self.hand[race]
        self.note_attack(race, region)
        result = chance.roll(self)
        if hand + result >= price:
            self.take(race, region, hand, means)
        if race < self.players:
            self.stage = 2
            self.phase_over = True
        else:
            self.decline_stage = 2
        for call in self.kit[race].die_rolled:
            call(self, race, region, result)

    def strike(self, race: int, region: int, price: int, means: tuple[str, ...], *, last: bool) -> None:
        """A conquest that a free die makes cheaper, or that falls short of it (W-GNOME-3 to 5).

        :param price: the cost before the die. :param last: falling short ends the conquests.
        """
        hand, least = self.hand[race], self.kit[race].garrison
        self.note_attack(race, region)
        price = max(least, price - chance.roll(self))
        if hand >= price:
            self.take(race, region, price, means)
            return
        if hand + self.table.top >= price and not self.die_used:
            self.pending = Pending(race, region, price, means, last)
        elif last:
            self.stage = 2
            self.phase_over = True

    def act(self, race: int) -> None:
        """A race does something: declining is over, and the active race is readied (formats, Ghouls)."""
        self.fresh = False
        if race < self.players:
            self.decline_stage = 2
            if not self.readied:
                self.readied = True
                self.ready(race)

    def rejoin(self, race: int) -> None:
        """Let withdrawn tokens come to the hand, carried pieces among them."""
        self.hand[race] += self.withdrawn[race]
        self.withdrawn[race] = 0
