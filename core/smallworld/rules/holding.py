"""What the regions of a race still need when it redeploys with everything in hand (W-REDEP-3)."""

from __future__ import annotations

from typing import NamedTuple

from smallworld.model.regions import indexes, mask_of
from smallworld.rules.moving import Moving

Need = tuple[int, int, int, bool]
"""Regions of a race that are alike, and what each of them still needs.

The regions; the tokens that each still lacks, 0 where it has enough or where a piece holds it alone; the fewest
tokens that may go there at once; whether it lacks its first token.
"""


class Needs(NamedTuple):
    """What the regions of a race still need.

    :ivar of: the regions in groups that are alike. :ivar total: tokens that all of them lack together.
    :ivar bare: regions that lack their first token. :ivar waits: a piece that can hold one of them is in the hand.
    """

    of: list[Need]
    total: int
    bare: int
    waits: bool


Rooms = list[tuple[int, int]]
"""Regions, with the most tokens that may go to each of them."""


class Holding(Moving):
    """Questions about regions that have to end with tokens, or with a piece that holds them alone."""

    __slots__ = ()

    def needs(self, race: int) -> Needs:
        """What the regions of the race still need, all looked at together."""
        garrison, tokens, full, bare = self.kit[race].garrison, self.tokens, self.regions[race], 0
        for region in indexes(full):
            if not tokens[region]:
                bare |= 1 << region
        full ^= bare
        found: list[Need] = []
        total = 0
        held = self._held_alone(bare) if self.marked & bare else 0
        if held:
            bare ^= held
            found.append((held, 0, garrison, False))
        if bare:
            total = garrison * bare.bit_count()
            found.append((bare, garrison, garrison, True))
        for lacks in range(1, garrison):
            thin = mask_of(region for region in indexes(full) if tokens[region] == garrison - lacks)
            if thin:
                full ^= thin
                total += lacks * thin.bit_count()
                found.append((thin, lacks, lacks, False))
        if full:
            found.append((full, 0, 1, False))
        return Needs(found, total, bare, self.holder_waits(race))

    def _held_alone(self, regions: int) -> int:
        """Those of some regions without tokens that a piece holds."""
        held = 0
        for kind in self.table.holding_kinds:
            held |= self.piece_regions[kind]
        return held & regions

    def rooms(self, race: int, needs: Needs | None = None) -> Rooms:
        """The most tokens that may go to each region now, so that the others can still get theirs.

        Regions where none may go are left out.

        :param needs: :meth:`needs`, where they are known already.
        """
        groups, total, bare, waits = needs or self.needs(race)
        garrison, hand, empty = self.kit[race].garrison, self.hand[race], bare.bit_count()
        found = []
        for regions, lacks, least, itself in groups:
            others = total - lacks
            if waits and empty > itself:
                others -= garrison  # the piece in the hand can hold one of them
            most = hand - others if others > 0 else hand
            if most >= least:
                found.append((regions, most))
        return found

    def may_hold(self, race: int) -> int:
        """Regions to which a holding piece may go, so that all others can still get tokens."""
        needs = self.needs(race)
        short = needs.total - self.hand[race]
        if short <= 0:
            return self.regions[race]
        return needs.bare if self.kit[race].garrison >= short else 0

    def holder_waits(self, race: int) -> bool:
        """Whether a piece that can hold a region alone is still in the hand of the race."""
        for kind in self.kit[race].holders:
            if self.supply[kind]:
                return True
        return False

    def deploy_pieces(self, race: int, piece: str, region: int, count: int) -> None:
        """Put carried pieces that are tokens into an own region, from the hand or withdrawn ones (W-BEAST-5)."""
        if self.phase == "retreat":
            self.withdrawn[race] -= count
        else:
            self.hand[race] -= count
        self.put_down(race, piece, region, count)
        self.tokens[region] += count
        self.defence[region] += count
