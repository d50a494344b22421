"""Search for a plan of a turn: independent strands vary the best plans so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum
from random import Random
from typing import TYPE_CHECKING

from smallworld.model.aliases import Coins
from smallworld_bots.planner.network import ValueNetwork
from smallworld_bots.planner.plan import Plan
from smallworld_bots.planner.processes import processor_time
from smallworld_bots.planner.turn_player import TurnPlayer

if TYPE_CHECKING:
    from smallworld.game import Game
    from smallworld.player_view import View

GoesOn = Callable[[int], bool]
STRANDS = 4
"""Independent searches of one decision. Their number does not depend on that of the processes, so neither do plans."""
SCENARIOS = 4
"""Imagined games, dice included, in which a strand tries a plan that looks better than the best one."""
FINALISTS = 3
"""Plans of each strand, with different first actions, in the first comparison; and all plans in the second."""
COMPARISONS = (4, 12)
"""Further imagined games of the first and of the second comparison. They are the same for all plans."""


class PlanSearch:
    """A decision of one player, with everything that trying plans for it needs.

    :param coins: estimates for all players.
    """

    def __init__(self, view: View, coins: Sequence[Coins], network: ValueNetwork) -> None:
        self._view, self._coins, self._network = view, coins, network
        self._seat = view.players.index(view.player)
        self._regions = len(view.blanked().state.occupant)

    def best_of_strand(self, firsts: Sequence[str], seed: int, limit: Callable[[], GoesOn]) -> list[Plan]:
        """Return the best plans of one strand, with different first actions.

        A plan that is better than the best in one imagined game is tried in all games of the strand, so that luck does
        not decide.

        :param firsts: the first actions to choose from; an empty text for a turn that begins with any conquest.
        :param limit: begins the strand; its answer is asked before each plan with the number of plans so far.
            Every first action is tried anyway.
        """
        rng, goes_on, turns = Random(seed), limit(), TurnPlayer(self._seat)
        game, *further_games = [self._view.imagine(rng) for _ in range(SCENARIOS)]
        best, thresholds = {}, {}
        for first in firsts:
            best[first] = plan = Plan(first)
            thresholds[first] = self._value(plan, game, turns, rng)
            plan.value = self._mean(thresholds[first], plan, further_games, turns, rng)
        open_firsts = [first for first in firsts if first != "decline"]  # a turn of decline has nothing to vary
        count = SCENARIOS * len(firsts)
        while open_firsts and goes_on(count):
            first = _chosen(open_firsts, best, rng)
            plan = best[first].varied(rng, self._regions)
            value = self._value(plan, game, turns, rng)
            count += 1
            if value > thresholds[first]:
                plan.value = self._mean(value, plan, further_games, turns, rng)
                count += len(further_games)
                if plan.value > best[first].value:
                    best[first], thresholds[first] = plan, value
        return sorted(best.values(), key=lambda plan: -plan.value)[:FINALISTS]

    def compare(self, plans: Sequence[Plan], rng: Random) -> Plan:
        """Return the plan with the highest mean in games that are new to all of them."""
        turns = TurnPlayer(self._seat)
        values: list[list[float]] = [[] for _ in plans]
        for number in COMPARISONS:
            games = [self._view.imagine(rng) for _ in range(number)]
            for plan, sums in zip(plans, values, strict=True):
                sums += [self._value(plan.again(), game, turns, rng) for game in games]
                plan.value = fsum(sums) / len(sums)
            ranked = sorted(zip(plans, values, strict=True), key=lambda entry: -entry[0].value)[:FINALISTS]
            plans, values = [plan for plan, _ in ranked], [sums for _, sums in ranked]
        return plans[0]

    def _value(self, plan: Plan, imagined: Game, turns: TurnPlayer, rng: Random) -> float:
        """Follow a plan on a copy of an imagined game; return the chance of victory at the end of the turn."""
        game = imagined.copy()
        game.state.coins = list(self._coins)
        turns.play(game, plan, rng)
        return self._network.chance_of_victory(game.state, self._seat)

    def _mean(self, value: float, plan: Plan, games: Sequence[Game], turns: TurnPlayer, rng: Random) -> float:
        """Return the mean of a value of a plan and its values in other games."""
        values = [value, *(self._value(plan.again(), game, turns, rng) for game in games)]
        return fsum(values) / len(values)


def plan_limit(plans: int) -> GoesOn:
    """Return a limit: a strand continues until so many plans are tried."""
    return lambda count: count < plans


def time_limit(seconds: float) -> GoesOn:
    """Return a limit: a strand continues for so many seconds of processor time from now on."""
    end = processor_time() + seconds
    return lambda count: processor_time() < end


def _chosen(firsts: Sequence[str], best: dict[str, Plan], rng: Random) -> str:
    """Draw a first action: half of the plans go to the best one, a quarter to the second."""
    if len(firsts) == 1:
        return firsts[0]
    ranked = sorted(firsts, key=lambda first: -best[first].value)
    share = rng.random()
    return ranked[0] if share < 0.5 else ranked[1] if share < 0.75 else ranked[int(rng.random() * len(ranked))]
