"""How races lose regions, tokens and finally themselves (rules F.5, R-DECL-6)."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules.column import Column
from smallworld.rules.records import NATIVES, NOBODY


class Losing(Column):
    """Verbs that empty regions."""

    __slots__ = ()

    def drive_out(
        self, loser: int, region: int, attacker: int, attempt: str = "conquest", replaces: bool = False,
        conquered: bool = True,
    ) -> int:  # fmt: skip
        """Empty a region that ``attacker`` takes; returns how many tokens are destroyed (R-LOSS-1, W-LOSS-2).

        The others are withdrawn and wait for redeployment. Pieces that are tokens fall first (W-BEAST-4).

        :param conquered: it counts as a conquest; else the region was left, and nobody has taken it.
        """
        tokens = self.tokens[region]
        if loser == NATIVES:
            self._clear(region)
            return tokens
        kit = self.kit[loser]
        lost = tokens if replaces else self.casualties(loser, region, attempt)
        if lost > tokens:
            lost = tokens
        marked = self.marked >> region & 1
        strange = self.strange_tokens(region) if marked else 0
        if lost > strange and kit.saves_tokens and not replaces:
            lost -= self.saved(loser, lost - strange)
        fallen = self.drop_carried(loser, min(lost, self.pick_up(loser, region))) if marked else 0
        self.tray[kit.race] += lost - fallen
        pieces = self.vacate(loser, region)
        self.withdrawn[loser] += tokens - lost
        if loser % self.players != attacker % self.players:
            self.hit |= 1 << loser % self.players
        for call in kit.region_left:
            call(self, loser, region, attacker if conquered else NOBODY, pieces)
        self.check_gone(loser)
        return lost - min(strange, fallen) if strange else lost

    def casualties(self, race: int, region: int, attempt: str = "conquest") -> int:
        """Tokens that the race would lose if the region were taken now (R-LOSS-1)."""
        found = None
        for call in self.kit[race].losses:
            lost = call(self, race, region, attempt)
            if found is None or lost < found:
                found = lost
        return 1 if found is None else found

    def saved(self, race: int, lost: int) -> int:
        """How many of some tokens are withdrawn instead of lost; the abilities know it (W-DRAENEI-1)."""
        kit = self.kit[race]
        count: int = min(lost, sum(call(self, race, lost) for call in kit.saves_tokens))
        if count:
            for call in kit.tokens_saved:
                call(self, race, count)
        return count

    def vacate(self, race: int, region: int) -> tuple[str, ...]:
        """Remove a race and its own pieces from a region; where its tokens go is the caller's business.

        Returns the kinds of pieces that were removed.
        """
        bit = 1 << region
        self.regions[race] = left = self.regions[race] & ~bit
        self.adjacent[race] = self.board.around(left)
        pieces = self.clear_own_pieces(region) if self.marked & bit else ()
        self._clear(region)
        if self.relic_regions & bit:
            self.refit(race)
        return pieces

    def give_up(self, race: int, region: int) -> None:
        """A race is gone from a region, and nobody has taken it; where its tokens go is the caller's business."""
        calls = self.kit[race].region_left
        pieces = self.vacate(race, region)
        self.emptied(region)
        for call in calls:
            call(self, race, region, NOBODY, pieces)

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
            self.emptied(region)
        self.tray[kit.race] += self.hand[race] + self.withdrawn[race]
        self.hand[race] = self.withdrawn[race] = 0
        self.set_kit(race, self.table.no_kit)
        self.decline_order = tuple(other for other in self.decline_order if other != race)
        self.return_banner(kit.race, kit.power if kit.keeps_badge else NOBODY)
