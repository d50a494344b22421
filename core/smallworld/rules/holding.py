"""What the regions of a race still need when it redeploys with everything in hand (W-REDEP-3)."""

from __future__ import annotations

from typing import NamedTuple

from smallworld.model.regions import indexes
from smallworld.rules.moving import Moving


class Needs(NamedTuple):
    """What the regions of a race still need.

    :ivar lacking: region → tokens that it still lacks; 0 where a piece holds it alone. :ivar total: all together.
    :ivar empty: how many of them have no token yet. :ivar waits: whether a piece that can hold one is in the hand.
    """

    lacking: dict[int, int]
    total: int
    empty: int
    waits: bool


class Holding(Moving):
    """Questions about regions that have to end with tokens, or with a piece that holds them alone."""

    __slots__ = ()

    def needs(self, race: int) -> Needs:
        """What the regions of the race still need, all looked at together."""
        garrison, tokens, held = self.kit[race].garrison, self.tokens, 0
        for kind in self.table.holding_kinds:
            held |= self.piece_regions[kind]
        lacking, total, empty = {}, 0, 0
        for region in indexes(self.regions[race]):
            count = tokens[region]
            if count >= garrison or (not count and held >> region & 1):
                lacking[region] = 0
                continue
            lacking[region] = garrison - count
            total += garrison - count
            empty += not count
        return Needs(lacking, total, empty, self.holder_waits(race))

    def rooms(self, race: int, needs: Needs | None = None) -> dict[int, int]:
        """For each region the most tokens that may go there now, so that the others can still get theirs.

        :param needs: :meth:`needs`, where they are known already.
        """
        lacking, total, empty, waits = needs or self.needs(race)
        garrison, hand, tokens = self.kit[race].garrison, self.hand[race], self.tokens
        found = {}
        for region, count in lacking.items():
            others = total - count
            if waits and empty > (1 if count and not tokens[region] else 0):
                others -= garrison
            most = hand - others if others > 0 else hand
            least = garrison - tokens[region]
            found[region] = most if most >= (least if least > 1 else 1) else 0
        return found

    def may_hold(self, race: int) -> int:
        """Regions to which a holding piece may go, so that all others can still get tokens."""
        needs = self.needs(race)
        short = needs.total - self.hand[race]
        if short <= 0:
            return self.regions[race]
        return sum(1 << region for region, count in needs.lacking.items() if not self.tokens[region] and count >= short)

    def holder_waits(self, race: int) -> bool:
        """Whether a piece that can hold a region alone is still in the hand of the race."""
        return any(self.supply[kind] for kind in self.kit[race].holders)

    def deploy_pieces(self, race: int, piece: str, region: int, count: int) -> None:
        """Put carried pieces that are tokens into an own region, from the hand or withdrawn ones (W-BEAST-5)."""
        if self.phase == "retreat":
            self.withdrawn[race] -= count
        else:
            self.hand[race] -= count
        self.put_down(race, piece, region, count)
        self.tokens[region] += count
        self.defence[region] += count
