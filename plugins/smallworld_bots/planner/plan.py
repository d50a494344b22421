"""Plans of whole turns, as preferences that hold with any result of the dice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from smallworld.model.aliases import Region, Regions
from smallworld.model.regions import indexes
from smallworld_bots.greedy.turn_plans import Step

UNLIMITED = 99
"""As many conquests as possible."""


@dataclass(slots=True)
class Plan:
    """A plan for a turn, with its result.

    It has preferences instead of a list of actions, so it covers the whole turn with any result of the dice.
    """

    first: str = ""
    """The first action, if it is fixed: a combo to pick, or ``decline``."""
    likes: dict[Region, float] = field(default_factory=dict)
    """Region → factor on the merit of its conquest; 1 for all others."""
    shelter: dict[Region, float] = field(default_factory=dict)
    """Region → tokens by which it is defended more than others."""
    conquests: int = UNLIMITED
    """Most conquests of the turn."""
    abandoned: Region = -1
    """A region to abandon first; -1 for none."""
    finish: int = -1
    """Place of the choice after the scoring; the last one is ``done``."""
    steps: list[Step] = field(default_factory=list)
    """Its own actions, with the positions before them."""
    to_shelter: Regions = 0
    """The regions of the active race when its tokens are placed; none in the last turn of its player."""
    value: float = -1.0
    """How good the position at the end of the turn is; higher is better."""
    coins: float = 0.0
    """Coins that the player may have at the end of the game."""

    @property
    def actions(self) -> tuple[str, ...]:
        """Its own actions."""
        return tuple(action for _position, action in self.steps)

    def again(self) -> Plan:
        """Return the same plan without its result."""
        return Plan(self.first, self.likes, self.shelter, self.conquests, self.abandoned, self.finish)

    def varied(self, rng: Random, targets: Sequence[Region], owned: Regions) -> Plan:
        """Return a plan that differs a little from this one.

        :param targets: regions that can be conquered in this turn. :param owned: regions that can be abandoned.
        """
        plan = self.again()
        own_regions = indexes(self.to_shelter)
        share = rng.random()
        if targets and (share < 0.7 or not own_regions):
            changes = {_drawn(rng, targets): math.exp(rng.gauss(0.0, 0.7)) for _ in range(1 + draw_index(rng, 4))}
            plan.likes = {**self.likes, **changes}
        if own_regions and (share > 0.55 or not targets):
            changes = {_drawn(rng, own_regions): rng.gauss(0.0, 2.0) for _ in range(1 + draw_index(rng, 5))}
            plan.shelter = {**self.shelter, **changes}
        if rng.random() < 0.15:
            plan.conquests = draw_index(rng, 8) if rng.random() < 0.5 else UNLIMITED
        if owned and rng.random() < 0.08:
            plan.abandoned = _drawn(rng, indexes(owned)) if self.abandoned < 0 else -1
        if rng.random() < 0.1:
            plan.finish = draw_index(rng, 4) - 1
        return plan


def _drawn(rng: Random, regions: Sequence[Region]) -> Region:
    return regions[draw_index(rng, len(regions))]


def draw_index(rng: Random, count: int) -> int:
    """Draw a number from 0 to one less than the count."""
    return int(rng.random() * count)
