"""Where a race may conquer and what it costs (rules F.1 and F.2)."""

from __future__ import annotations

from collections.abc import Sequence

from smallworld.model.regions import indexes, mask_of
from smallworld.rules.access import Access


class Reach(Access):
    """Reach, legal targets, cost."""

    __slots__ = ()

    def reach(self, race: int, entry: bool = True, effect: bool = False) -> int:
        """Regions within reach: adjacent, or as the abilities of the race extend it (R-CONQ-2, R-CONQ-3).

        :param entry: whether the entry regions of a First Conquest count.
        :param effect: an ability asks for its own purposes (R-GIANT-2).
        """
        kit, ground = self.kit[race], self.ground[race]
        own = self.regions[race]
        board = self.board
        if own:
            found = self.adjacent[race] | ground.later
        elif entry:
            found = ground.first
        else:
            found = ground.far
        for call in kit.adjacency:
            found |= call(board, own, effect)
        for call in kit.conquest_reach:
            found |= call(self, race, board, not own)
        return found

    def near(self, race: int) -> int:
        """Regions adjacent to the race for its conquests: borders, and what its abilities add (W-KOBOLD-1)."""
        found = self.adjacent[race]
        for call in self.kit[race].adjacency:
            found |= call(self.board, self.regions[race], False)
        return found

    def targets(self, race: int, within: int | None = None) -> int:
        """Regions that the race may legally conquer now, whatever they cost (F.1).

        :param within: the reach to use instead of the ordinary one.
        """
        kit, ground = self.kit[race], self.ground[race]
        own = self.regions[race]
        if within is not None:
            found = within
        elif kit.adjacency or kit.conquest_reach:
            found = self.reach(race)
        else:
            found = self.adjacent[race] | ground.later if own else ground.first
        found &= ground.open & ~own & ~self.immune
        if self.guards and found:
            found &= ~self.closed(race, found)
        return found

    def payable(self, race: int, among: int, hand: int) -> int:
        """Those of some target regions whose cost is at most ``hand`` tokens."""
        return mask_of(self.affordable(race, among, hand, 0)[0])

    def affordable(
        self, race: int, among: int, hand: int, die: int, change: int = 0, travel: bool = True
    ) -> tuple[list[int], list[int]]:
        """Those of some target regions that ``hand`` tokens pay for, and those that a die of ``die`` may pay for.

        Both by their indexes, in the order of the board: most who ask go through them.

        :param change: a further change of the cost, of special means.
        :param travel: whether arriving from afar costs extra.
        """
        garrison = self.kit[race].garrison
        paid: list[int] = []
        dear: list[int] = []
        if self.ground[race].least > garrison:
            for region, price in self.prices(race, among, change, travel=travel):
                if price <= hand:
                    paid.append(region)
                elif price <= hand + die:
                    dear.append(region)
            return paid, dear
        defence, changes = self.defence, self.cost_changes(race, among, travel=travel)
        most = hand - change
        if die:
            for region in indexes(among):
                price = defence[region] + changes[region]
                if price <= most:
                    paid.append(region)
                elif price <= most + die:
                    dear.append(region)
        else:
            for region in indexes(among):
                if defence[region] + changes[region] <= most:
                    paid.append(region)
        if hand < garrison:  # nothing costs less than that
            return [], sorted(paid + dear) if hand + die >= garrison else []
        return paid, dear

    def prices(self, race: int, among: int, change: int = 0, travel: bool = True) -> list[tuple[int, int]]:
        """Pairs (region, cost) for some target regions (R-COST-1 to 4, W-COST-1)."""
        defence, changes = self.defence, self.cost_changes(race, among, travel=travel)
        least = self.kit[race].garrison
        found = []
        for region in indexes(among):
            price = defence[region] + changes[region] + change
            found.append((region, price if price > least else least))
        floor = self.ground[race].least
        if not (travel and floor > least):
            return found
        far = self.afar(race, among)  # discounts or not (W-ENTRY-4)
        return [(region, max(floor, price) if far >> region & 1 else price) for region, price in found]

    def floored_changes(self, race: int, among: int) -> Sequence[int]:
        """:meth:`cost_changes` for a race that needs a least number of tokens for arriving from afar (W-ENTRY-4)."""
        changes = [0] * len(self.defence)
        for region, price in self.prices(race, among):
            changes[region] = price - self.defence[region]
        return changes

    def cost_changes(self, race: int, among: int, travel: bool = True) -> Sequence[int]:
        """For each of some regions what comes on top of its defence, or is saved (R-COST-1, R-COST-2, W-ENTRY-3).

        Numbers of regions outside ``among`` mean nothing.
        """
        kit, ground, own, regions = self.kit[race], self.ground[race], 0, self.regions
        seats = self.seats[race % self.players]
        if len(seats) > 1:
            for other in seats if not self.table.own_tokens_defend else seats[:1]:
                own |= regions[other]
            own &= among & ~regions[race]
        steady = ground.change_at
        if travel and ground.landings:
            near = self.near(race) if kit.adjacency else self.adjacent[race]
            steady = ground.arrivals[ground.landings & near]
        if not (own or kit.conquest_cost):
            return steady
        changes = list(steady)
        for call in kit.conquest_cost:
            for change, regions in call(self, race, self.board):
                for region in indexes(regions & among):
                    changes[region] += change
        for region in indexes(own):
            changes[region] -= self.tokens[region]
        return changes

    def stands_aside(self, race: int) -> bool:
        """Whether the tokens of a race cost its owner's other race nothing (R-COST-2, R-GHOUL-7)."""
        return race < self.players or not self.table.own_tokens_defend

    def afar(self, race: int, among: int) -> int:
        """Those of some regions in which arriving from afar costs extra (W-ENTRY-3)."""
        landings = self.ground[race].landings
        return among & landings & ~self.near(race) if landings else 0

    def least_cost(self, race: int, region: int, *, travel: bool = True) -> int:
        """Tokens below which no discount brings the cost of a region (R-COST-3, W-ENTRY-4)."""
        garrison, least = self.kit[race].garrison, self.ground[race].least
        return least if travel and least > garrison and self.afar(race, 1 << region) else garrison

    def cost(self, race: int, region: int, change: int = 0, travel: bool = True) -> int:
        """Tokens that the race needs for a region (R-COST-1 to 4).

        :param change: a further change, of special means.
        :param travel: whether arriving from afar costs extra.
        """
        kit, ground = self.kit[race], self.ground[race]
        if ground.least > kit.garrison:
            return self.prices(race, 1 << region, change, travel=travel)[0][1]
        if kit.conquest_cost:
            price = self.defence[region] + self.cost_changes(race, 1 << region, travel=travel)[region] + change
        else:
            changes = ground.change_at
            if travel and ground.landings >> region & 1:
                near = self.near(race) if kit.adjacency else self.adjacent[race]
                changes = ground.arrivals[ground.landings & near]
            price = self.defence[region] + changes[region] + change
            holder = self.occupant[region]
            if holder >= 0 and holder % self.players == race % self.players and self.stands_aside(holder):
                price -= self.tokens[region]
        return price if price > kit.garrison else kit.garrison
