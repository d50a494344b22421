"""What the regions of a race still need when it redeploys with everything in hand (W-REDEP-3)."""

from __future__ import annotations

from smallworld.model.regions import indexes
from smallworld.rules.moving import Moving


class Holding(Moving):
    """Questions about regions that have to end with tokens, or with a piece that holds them alone."""

    __slots__ = ()

    def lacking(self, race: int) -> dict[int, int]:
        """For each region of the race the tokens that it still lacks; none where a piece holds it alone."""
        garrison = self.kit[race].garrison
        return {
            region: 0
            if not self.tokens[region] and self.held_by_piece(region)
            else max(0, garrison - self.tokens[region])
            for region in indexes(self.regions[race])
        }

    def room(self, race: int, region: int) -> int:
        """Most tokens that may go to a region now, so that the others can still get theirs; 0 if none may."""
        lacking = self.lacking(race)
        garrison = self.kit[race].garrison
        others = sum(count for other, count in lacking.items() if other != region)
        if self.holder_waits(race) and any(
            other != region and count and not self.tokens[other] for other, count in lacking.items()
        ):
            others -= garrison
        most = self.hand[race] - max(0, others)
        return most if most >= max(1, garrison - self.tokens[region]) else 0

    def may_hold(self, race: int, region: int) -> bool:
        """Whether a holding piece may go to a region, so that all others can still get tokens."""
        lacking = self.lacking(race)
        if not self.tokens[region]:
            lacking[region] = 0
        return self.hand[race] >= sum(lacking.values())

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
