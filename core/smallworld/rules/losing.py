"""How races lose regions, tokens and finally themselves (rules F.5, R-DECL-6)."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules.column import Column
from smallworld.rules.records import NATIVES, NOBODY


class Losing(Column):
    """Verbs that empty regions."""

    __slots__ = ()

    def drive_out(self, loser: int, region: int, attacker: int, *, replaces: bool = False) -> int:
        """Empty a region that ``attacker`` takes; returns how many tokens are destroyed (R-LOSS-1).

        The others are withdrawn and wait for redeployment.
        """
        tokens = self.tokens[region]
        if loser == NATIVES:
            self._clear(region)
            return tokens
        kit = self.kit[loser]
        lost = tokens if replaces else min(tokens, self.casualties(loser, region))
        self.tray[kit.race] += lost
        self.vacate(loser, region)
        self.withdrawn[loser] += tokens - lost
        if loser % self.players != attacker % self.players:
            self.hit |= 1 << loser % self.players
        for call in kit.region_left:
            call(self, loser, region, attacker)
        self.check_gone(loser)
        return lost

    def casualties(self, race: int, region: int) -> int:
        """Tokens that the race would lose if the region were taken now (R-LOSS-1)."""
        answers = [call(self, race, region) for call in self.kit[race].losses]
        return min(answers) if answers else 1

    def vacate(self, race: int, region: int) -> None:
        """Remove a race and its own pieces from a region; where its tokens go is the caller's business."""
        self.regions[race] &= ~(1 << region)
        self.adjacent[race] = self.table.board.around(self.regions[race])
        if self.marked >> region & 1:
            self.clear_own_pieces(region)
        self._clear(region)

    def _clear(self, region: int) -> None:
        self.defence[region] -= self.tokens[region]
        self.tokens[region] = 0
        self.occupant[region] = NOBODY

    def check_gone(self, race: int) -> None:
        """A declined race without any token is gone at once, in whoever's turn (R-DECL-6)."""
        if race >= self.players and not (self.regions[race] or self.hand[race] or self.withdrawn[race]):
            self.remove_race(race)

    def remove_race(self, race: int) -> None:
        """Take a declined race off the table: tokens to the tray, banner back to the stack (R-DECL-6)."""
        kit = self.kit[race]
        for region in indexes(self.regions[race]):
            self.tray[kit.race] += self.tokens[region]
            self.vacate(race, region)
        self.tray[kit.race] += self.hand[race] + self.withdrawn[race]
        self.hand[race] = self.withdrawn[race] = 0
        for call in kit.race_gone:
            call(self, race)
        self.set_kit(race, self.table.no_kit)
        self.decline_order = tuple(other for other in self.decline_order if other != race)
        self.return_banner(kit.race, kit.power if kit.keeps_badge else NOBODY)
