"""A bot that looks one turn ahead: it takes the action that leads to the most coins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import ClassVar

from smallworld.player_view import View
from smallworld_bots.bot_description import actions_of, check_least
from smallworld_bots.position_value import choose_quickly
from smallworld_bots.turn_plans import PlannedSteps, choose_placement, turn_plans


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


class Normal:
    """Plays as ``greedy`` does, except for a share of decisions that it makes in haste.

    In haste it takes the cheapest region, the combo with the most tokens for its price, or any region for its tokens.

    :param haste: the share of decisions in haste, from 0 to 1.
    :raises SmallWorldError: ``haste`` is below 0.
    """

    bounds: ClassVar[Mapping[str, float]] = {"haste": 1}
    """Parameter → its largest value in a text."""

    def __init__(self, haste: float = 0.25) -> None:
        check_least(type(self).__name__.lower(), 0, haste=haste)
        self.haste = haste
        self._careful = Greedy()

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Return the action of ``greedy``, or the first that comes to mind."""
        if len(legal) > 1 and rng.random() < self.haste:
            return choose_quickly(view.imagine(rng), rng)
        return self._careful.choose(view, legal, rng)


class Easy(Normal):
    """An opponent for the first games: ``normal`` with more haste."""

    def __init__(self, haste: float = 0.6) -> None:
        super().__init__(haste)
