"""A bot that looks one turn ahead: it takes the action that leads to the most coins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar

from smallworld_bots.bot_description import actions_of, check_least
from smallworld_bots.greedy.placements import choose_placement
from smallworld_bots.greedy.turn_plans import PlannedSteps, turn_plans

if TYPE_CHECKING:
    from smallworld.player_view import View


class Greedy:
    """Tries every action on an imagined copy and takes the one with the best prospects.

    :param samples: with how many guesses at dice and hidden stacks a turn is imagined when a combo is picked or
        declining is weighed, at least 1; their mean counts, and each takes its time.
    :raises SmallWorldError: ``samples`` is below 1.
    """

    bounds: ClassVar[Mapping[str, float]] = {"samples": 1000}
    """Parameter → its largest value in a text."""

    def __init__(self, samples: int = 1) -> None:
        check_least("greedy", 1, samples=samples)
        self.samples = samples
        self._planned = PlannedSteps()

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Choose the action with the most expected coins; plan a turn once and follow it while it goes as planned."""
        if len(legal) == 1:
            return legal[0]
        actions = actions_of(view, legal)
        seat = view.players.index(view.player)
        if view.phase in ("redeploy", "retreat"):
            return choose_placement(view, actions, rng)
        if self._planned and view.phase == "conquer":
            step = self._planned.take(view.blanked().state, legal)
            if step:
                return step
        plans = turn_plans([view.imagine(rng) for _ in range(self.samples)], seat, actions, rng)
        best = max(plans, key=lambda action: plans[action].coins)
        self._planned = PlannedSteps(plans[best].steps)
        return best
