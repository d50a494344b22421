"""Where a race may conquer and what it costs (rules F.1 and F.2)."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules.kit import Kit, partition
from smallworld.rules.pieces import Pieces


class Reach(Pieces):
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

    def barred(self, race: int) -> int:
        """Regions that other players' abilities close to this attacker."""
        closed = 0
        player = race % self.players
        for guard in self.guards:
            if guard % self.players != player:
                for call in self.kit[guard].protects:
                    bar = call(self, guard, race)
                    if bar is not None:
                        closed |= bar.regions
        return closed

    def targets(self, race: int, within: int | None = None) -> int:
        """Regions that the race may legally conquer now, whatever they cost (F.1).

        :param within: the reach to use instead of the ordinary one.
        """
        found = self.reach(race) if within is None else within
        found &= self.kit[race].open & ~self.regions[race] & ~self.immune
        if self.guards and found:
            found &= ~self.barred(race)
        return found

    def payable(self, race: int, among: int, budget: int) -> int:
        """Those of some target regions whose cost is at most ``budget`` tokens."""
        kit = self.kit[race]
        if budget < kit.garrison or not among:
            return 0
        found = 0
        if not self.table.own_tokens_defend:
            soft = among & self.land_of(race % self.players)
            if soft:
                among ^= soft
                found = sum(1 << region for region in indexes(soft) if self.cost(race, region) <= budget)
        affordable = self.affordable
        if kit.plain:
            return found | (among & affordable[budget])
        last = len(affordable) - 1
        for change, regions in self._cost_classes(race, kit):
            limit = budget - change
            if limit >= 0:
                found |= among & regions & affordable[limit if limit < last else last]
        for call in kit.cost_floor:
            for least, regions in call(self, race, self.table.board):
                if budget < least:
                    found &= ~regions
        return found

    def bands(self, race: int, among: int, hand: int, most: int) -> tuple[int, int]:
        """Target regions that cost at most ``hand``, and those that cost more but at most ``most``.

        The same as asking :meth:`payable` twice; the fast way for races without
        changes that depend on the moment.
        """
        kit = self.kit[race]
        if kit.conquest_cost or kit.cost_floor or hand < kit.garrison:
            paid = self.payable(race, among, hand)
            return paid, self.payable(race, among & ~paid, most)
        paid = dear = 0
        if not self.table.own_tokens_defend:
            soft = among & self.land_of(race % self.players)
            if soft:
                among ^= soft
                paid = self.payable(race, soft, hand)
                dear = self.payable(race, soft & ~paid, most)
        affordable = self.affordable
        if kit.plain:
            now = among & affordable[hand]
            return paid | now, dear | (among & ~now & affordable[most])
        last = len(affordable) - 1
        for change, regions in kit.changes:
            limit = most - change
            if limit < 0:
                continue
            inside = among & regions
            far = inside & affordable[limit if limit < last else last]
            limit = hand - change
            now = inside & affordable[limit if limit < last else last] if limit >= 0 else 0
            paid |= now
            dear |= far & ~now
        return paid, dear

    def _cost_classes(self, race: int, kit: Kit) -> tuple[tuple[int, int], ...]:
        if not kit.conquest_cost:
            return kit.changes
        board = self.table.board
        return partition(kit.changes, [pair for call in kit.conquest_cost for pair in call(self, race, board)])

    def cost(self, race: int, region: int, change: int = 0) -> int:
        """Tokens that the race needs for a region (R-COST-1 to 4).

        :param change: a further change, of special means.
        """
        kit = self.kit[race]
        total = self.defence[region] + kit.change_at[region] + change
        board = self.table.board
        for call in kit.conquest_cost:
            for delta, regions in call(self, race, board):
                if regions >> region & 1:
                    total += delta
        if not self.table.own_tokens_defend:
            occupant = self.occupant[region]
            if occupant >= 0 and occupant % self.players == race % self.players:
                total -= self.tokens[region]
        least = kit.garrison
        for call in kit.cost_floor:
            for floor, regions in call(self, race, board):
                if regions >> region & 1 and floor > least:
                    least = floor
        return total if total > least else least
