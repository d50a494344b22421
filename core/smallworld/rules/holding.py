"""What the regions of a race still need when it redeploys with everything in hand (W-REDEP-3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from smallworld.model.regions import indexes
from smallworld.rules.moving import Moving


class Needs(NamedTuple):
    """What the regions of a race still need.

    :ivar full: regions that have all they need; :ivar held: those without a token that a piece holds alone.
    :ivar bare: regions that lack every token.
    :ivar thin: pairs of regions that have some, but too few, and the tokens that each of them lacks.
    :ivar total: tokens that all of them lack together. :ivar waits: a piece that can hold a bare one is in the hand.
    """

    full: int
    held: int
    bare: int
    thin: list[tuple[int, int]]
    total: int
    waits: bool


new_needs: Callable[[tuple[Any, ...]], Needs] = partial(tuple.__new__, Needs)  # asked anew at every decision
Rooms = list[tuple[int, int]]
"""Regions, with the most tokens that may go to each of them."""


class Holding(Moving):
    """Questions about regions that have to end with tokens, or with a piece that holds them alone."""

    __slots__ = ()

    def needs(self, race: int) -> Needs:
        """What the regions of the race still need, all looked at together."""
        garrison, full, tokens, bare = self.kit[race].garrison, self.regions[race], self.tokens, 0
        for region in indexes(full):
            if not tokens[region]:
                bare |= 1 << region
        full ^= bare
        held = self._held_alone(bare) if self.marked & bare else 0
        bare ^= held
        thin = [] if garrison == 1 else self._thin(full, garrison)
        total = garrison * bare.bit_count()
        for regions, lacks in thin:
            full ^= regions
            total += lacks * regions.bit_count()
        return new_needs((full, held, bare, thin, total, self.holder_waits(race)))

    def _thin(self, regions: int, garrison: int) -> list[tuple[int, int]]:
        """Those of some regions that have less than a garrison, by the tokens that they lack."""
        found = []
        for lacks in range(1, garrison):
            thin = self.with_tokens(regions, garrison - lacks)
            if thin:
                found.append((thin, lacks))
        return found

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
        full, held, bare, thin, total, waits = needs or self.needs(race)
        garrison, hand = self.kit[race].garrison, self.hand[race]
        if not (bare or thin or held):  # so it is for half of those who ask
            return [(full, hand)] if full and hand > 0 else []
        spare = hand - total
        own = spare + garrison  # what a bare region may get, its own need included
        if waits and bare:  # the piece in the hand can hold one of them
            spare += garrison
            own += garrison if bare & (bare - 1) else 0
        found = []
        if full and spare > 0:
            found.append((full, spare))
        if held and spare >= garrison:
            found.append((held, spare))
        for regions, lacks in thin:
            if spare >= 0 and hand >= lacks:
                found.append((regions, spare + lacks))
        if bare and own >= garrison and hand >= garrison:
            found.append((bare, own))
        return found

    def may_hold(self, race: int) -> int:
        """Regions to which a holding piece may go, so that all others can still get tokens."""
        regions, hand = self.regions[race], self.hand[race]
        if hand >= self.kit[race].garrison * regions.bit_count():
            return regions
        needs = self.needs(race)
        short = needs.total - hand
        if short <= 0:
            return regions
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
