"""What the regions of a race still need when it redeploys with everything in hand (W-REDEP-3)."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules.moving import Moving


class Holding(Moving):
    """Questions about regions that have to end with tokens, or with a piece that holds them alone."""

    __slots__ = ()

    def lacking(self, race: int) -> dict[int, int]:
        """For each region of the race the tokens that it still lacks; none where a piece holds it alone."""
        garrison, tokens, held = self.kit[race].garrison, self.tokens, 0
        for kind in self.table.holding_kinds:
            held |= self.piece_regions[kind]
        return {
            region: 0 if not tokens[region] and held >> region & 1 else max(0, garrison - tokens[region])
            for region in indexes(self.regions[race])
        }

    def rooms(self, race: int) -> dict[int, int]:
        """For each region the most tokens that may go there now, so that the others can still get theirs."""
        lacking, tokens = self.lacking(race), self.tokens
        garrison, hand, total = self.kit[race].garrison, self.hand[race], sum(lacking.values())
        empty = sum(1 for region, count in lacking.items() if count and not tokens[region])
        waits = self.holder_waits(race)
        found = {}
        for region, count in lacking.items():
            others = total - count
            if waits and empty > (1 if count and not tokens[region] else 0):
                others -= garrison
            most = hand - others if others > 0 else hand
            found[region] = most if most >= max(1, garrison - tokens[region]) else 0
        return found

    def may_hold(self, race: int) -> int:
        """Regions to which a holding piece may go, so that all others can still get tokens."""
        lacking = self.lacking(race)
        short = sum(lacking.values()) - self.hand[race]
        if short <= 0:
            return self.regions[race]
        return sum(1 << region for region, count in lacking.items() if not self.tokens[region] and count >= short)

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
