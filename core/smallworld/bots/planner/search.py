"""The search for a plan of a turn: some independent strands that vary the best plans so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING

from smallworld.bots.planner.network import ValueNetwork
from smallworld.bots.planner.plan import Plan, TurnPlayer
from smallworld.bots.planner.processes import processor_time
from smallworld.model.aliases import Coins

if TYPE_CHECKING:
    from smallworld.player_view import View

GoesOn = Callable[[int], bool]
STRANDS = 4
"""Independent searches of one decision. Their number does not depend on that of the processes, so neither do plans."""
TRIALS = 3
"""Further games in which a plan is tried if chance had a part in it."""


class PlanSearch:
    """The decision of one player at one moment, and the means to try plans for it.

    :param coins: estimates for all players.
    """

    def __init__(self, view: View, coins: Sequence[Coins], network: ValueNetwork) -> None:
        self._view, self._coins, self._network = view, coins, network
        self._seat = view.players.index(view.player)
        self._regions = len(view.blanked().state.occupant)

    def best_of_strand(self, firsts: Sequence[str], seed: int, limit: Callable[[], GoesOn]) -> Plan:
        """Return the best plan of one strand.

        :param firsts: the first actions to choose from; an empty text for a turn that begins with any conquest.
        :param limit: begins the strand; its answer is asked before each plan with the number of plans so far.
            Every first action is tried once anyway.
        """
        rng, goes_on = Random(seed), limit()
        turns = TurnPlayer(self._seat)
        best = {}
        for first in firsts:
            best[first] = Plan(first)
            self._try(best[first], turns, rng)
        open_firsts = [first for first in firsts if first != "decline"]  # a turn of decline has nothing to vary
        count = len(firsts)
        while open_firsts and goes_on(count):
            first = _chosen(open_firsts, best, rng)
            plan = best[first].varied(rng, self._regions)
            count += 1
            has_chance = self._try(plan, turns, rng)
            if has_chance and plan.value > best[first].value:
                count += TRIALS
                self._try_again(plan, turns, rng)
            if plan.value > best[first].value:
                best[first] = plan
        return best_plan(best.values())

    def _try(self, plan: Plan, turns: TurnPlayer, rng: Random) -> bool:
        """Carry out a plan on an imagined game and judge the end of the turn; whether chance had a part in it."""
        game = self._view.imagine(rng)
        state = game.state
        state.coins = list(self._coins)
        before = state.random
        turns.play(game, plan, rng)
        plan.value = self._network.chance_of_victory(state, self._seat)
        return state.random != before

    def _try_again(self, plan: Plan, turns: TurnPlayer, rng: Random) -> None:
        """Replace the value of a plan by its mean over further games, so that luck does not decide."""
        values = [plan.value]
        for _ in range(TRIALS):
            other = plan.again()
            self._try(other, turns, rng)
            values.append(other.value)
        plan.value = sum(values) / len(values)


def best_plan(plans: Iterable[Plan]) -> Plan:
    """Return the plan with the highest value, of equal ones the first."""
    return max(plans, key=lambda plan: plan.value)


def plan_limit(plans: int) -> GoesOn:
    """Let a strand go on until so many plans are tried."""
    return lambda count: count < plans


def time_limit(seconds: float) -> GoesOn:
    """Let a strand go on for so many seconds of processor time from now on."""
    end = processor_time() + seconds
    return lambda count: processor_time() < end


def _chosen(firsts: Sequence[str], best: dict[str, Plan], rng: Random) -> str:
    """Draw a first action: half of the plans go to the best one, a quarter to the second."""
    if len(firsts) == 1:
        return firsts[0]
    ranked = sorted(firsts, key=lambda first: -best[first].value)
    share = rng.random()
    return ranked[0] if share < 0.5 else ranked[1] if share < 0.75 else ranked[int(rng.random() * len(ranked))]
