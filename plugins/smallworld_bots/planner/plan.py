"""Plans of whole turns, as preferences that hold with any result of the dice."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

from smallworld.model.aliases import Region
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
    value: float = -1.0
    """How good the position at the end of the turn is; higher is better."""

    def again(self) -> Plan:
        """Return the same plan without its result."""
        return Plan(self.first, self.likes, self.shelter, self.conquests, self.abandoned, self.finish)

    def varied(self, rng: Random, regions: int) -> Plan:
        """Return a plan that differs a little from this one.

        :param regions: number of regions of the board.
        """
        plan = self.again()
        share = rng.random()
        if share < 0.7:
            changes = {draw_index(rng, regions): math.exp(rng.gauss(0.0, 0.7)) for _ in range(1 + draw_index(rng, 4))}
            plan.likes = {**self.likes, **changes}
        if share > 0.55:
            changes = {draw_index(rng, regions): rng.gauss(0.0, 2.0) for _ in range(1 + draw_index(rng, 5))}
            plan.shelter = {**self.shelter, **changes}
        if rng.random() < 0.15:
            plan.conquests = draw_index(rng, 8) if rng.random() < 0.5 else UNLIMITED
        if rng.random() < 0.08:
            plan.abandoned = draw_index(rng, regions) if self.abandoned < 0 else -1
        if rng.random() < 0.1:
            plan.finish = draw_index(rng, 4) - 1
        return plan


def draw_index(rng: Random, count: int) -> int:
    """Draw a number from 0 to one less than the count."""
    return int(rng.random() * count)
