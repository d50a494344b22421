"""A bot that looks one turn ahead: it takes the action that leads to the most coins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar

from smallworld.bots.greedy.placements import choose_placement
from smallworld.bots.greedy.planned_steps import PlannedSteps
from smallworld.bots.greedy.turn_plans import turn_plans
from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld.model.aliases import Player

if TYPE_CHECKING:
    from smallworld.game import Game
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
        if samples < 1:
            raise SmallWorldError(
                lazy("parameter 'samples' of bot 'greedy' must be at least 1, not {samples}", samples=samples)
            )
        self.samples = samples
        self._planned = PlannedSteps()

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Choose the action with the most expected coins; plan a turn once and follow it while it goes as planned."""
        if len(legal) == 1:
            return legal[0]
        seat = view.players.index(view.player)
        if view.phase in ("redeploy", "retreat"):
            return choose_placement(view, legal, rng)
        if self._planned and view.phase == "conquer":
            step = self._planned.take(view.blanked().state, legal)
            if step:
                return step
        plans = turn_plans([view.imagine(rng) for _ in range(self.samples)], seat, legal, rng)
        best = max(plans, key=lambda action: plans[action].coins)
        self._planned = PlannedSteps(plans[best].steps)
        return best

    def plan_values(self, games: Sequence[Game], seat: Player, legal: Sequence[str], rng: Random) -> dict[str, float]:
        """Return the coins until the end of the game that each plan promises, by its first action.

        Plans are the most promising combos to pick, or the next step of the conquests and, if possible, ``decline``.

        :param games: guesses at the hidden parts of the game, in a phase of picks or conquests.
        """
        return {action: plan.coins for action, plan in turn_plans(games, seat, legal, rng).items()}
