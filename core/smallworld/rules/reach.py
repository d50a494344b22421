"""Where a race may conquer and what it costs (rules F.1 and F.2)."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules.access import Access


class Reach(Access):
    """Reach, legal targets, cost."""

    __slots__ = ()

    def reach(self, race: int, *, entry: bool = True, effect: bool = False) -> int:
        """Regions within reach: adjacent, or as the abilities of the race extend it (R-CONQ-2, R-CONQ-3).

        :param entry: whether the entry regions of a First Conquest count.
        :param effect: an ability asks for its own purposes (R-GIANT-2).
        """
        kit = self.kit[race]
        own = self.regions[race]
        board = self.table.board
        if own:
            found = self.adjacent[race] | kit.later
        elif entry:
            found = kit.first
        else:
            found = kit.far
        for call in kit.adjacency:
            found |= call(board, own, effect)
        for call in kit.conquest_reach:
            found |= call(self, race, board, not own)
        return found

    def near(self, race: int) -> int:
        """Regions adjacent to the race for its conquests: borders, and what its abilities add (W-KOBOLD-1)."""
        found = self.adjacent[race]
        for call in self.kit[race].adjacency:
            found |= call(self.table.board, self.regions[race], False)
        return found

    def targets(self, race: int, within: int | None = None) -> int:
        """Regions that the race may legally conquer now, whatever they cost (F.1).

        :param within: the reach to use instead of the ordinary one.
        """
        kit = self.kit[race]
        own = self.regions[race]
        if within is not None:
            found = within
        elif kit.adjacency or kit.conquest_reach:
            found = self.reach(race)
        else:
            found = self.adjacent[race] | kit.later if own else kit.first
        found &= kit.open & ~own & ~self.immune
        if self.guards and found:
            found &= ~(self.barred(race) | self.unpayable(race, found))
        return found

    def payable(self, race: int, among: int, hand: int, change: int = 0, *, travel: bool = True) -> int:
        """Those of some target regions whose cost is at most ``hand`` tokens.

        :param change: a further change of the cost, of special means.
        :param travel: whether arriving from afar costs extra.
        """
        found = 0
        for region, price in self.prices(race, among, change, travel=travel):
            if price <= hand:
                found |= 1 << region
        return found

    def prices(self, race: int, among: int, change: int = 0, *, travel: bool = True) -> list[tuple[int, int]]:
        """Pairs (region, cost) for some target regions (R-COST-1 to 4, W-COST-1)."""
        kit = self.kit[race]
        least = kit.garrison
        defence, changes = self.defence, kit.change_at
        found = [(region, defence[region] + changes[region] + change) for region in indexes(among)]
        arrival = kit.travel if travel else None
        if arrival is not None:
            far = among & arrival.regions & ~self.near(race)
            if far:
                extra = arrival.tokens
                found = [(region, price + extra if far >> region & 1 else price) for region, price in found]
                if arrival.least > least:
                    least_there = arrival.least
                    found = self._adjusted(race, found)
                    return [(r, max(p, least_there) if far >> r & 1 else p) for r, p in found]
        if kit.shifting or self.land_of(race % self.players) & among:
            return self._adjusted(race, found)
        return [(region, price if price > least else least) for region, price in found]

    def _adjusted(self, race: int, prices: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Add what depends on the moment: changes, own tokens that do not defend, floors."""
        kit = self.kit[race]
        board = self.table.board
        changes = [pair for call in kit.conquest_cost for pair in call(self, race, board)]
        floors = [pair for call in kit.cost_floor for pair in call(self, race, board)]
        own = 0 if self.table.own_tokens_defend else self.land_of(race % self.players)
        found = []
        for region, price in prices:
            bit = 1 << region
            if own & bit:
                price -= self.tokens[region]
            for delta, regions in changes:
                if regions & bit:
                    price += delta
            least = kit.garrison
            for floor, regions in floors:
                if regions & bit and floor > least:
                    least = floor
            found.append((region, price if price > least else least))
        return found

    def cost(self, race: int, region: int, change: int = 0, *, travel: bool = True) -> int:
        """Tokens that the race needs for a region (R-COST-1 to 4).

        :param change: a further change, of special means.
        :param travel: whether arriving from afar costs extra.
        """
        kit = self.kit[race]
        if kit.steady or not (travel or kit.shifting):
            price: int = self.defence[region] + kit.change_at[region] + change
            if not self.table.own_tokens_defend:
                occupant = self.occupant[region]
                if occupant >= 0 and occupant % self.players == race % self.players:
                    price -= self.tokens[region]
            return price if price > kit.garrison else kit.garrison
        return self.prices(race, 1 << region, change, travel=travel)[0][1]
