"""Search for a plan of a turn: independent strands vary the best plans so far."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import fsum
from random import Random
from typing import TYPE_CHECKING

from smallworld.model.aliases import Coins, Player
from smallworld_bots.planner.network import Prospects, ValueNetwork
from smallworld_bots.planner.processes import processor_time
from smallworld_bots.planner.turn_player import Plan, Position, TurnPlayer

if TYPE_CHECKING:
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
        self._owned = view.blanked().state.regions[self._seat]

    def best_of_strand(self, firsts: Sequence[str], seed: int, limit: Callable[[], GoesOn]) -> list[Plan]:
        """Return the best plans of one strand, with different first actions, the best one first.

        A plan that is better than the best in one imagined game is tried in all games of the strand, so that luck does
        not decide.

        :param firsts: the first actions to choose from; an empty text for a turn that begins with any conquest.
        :param limit: begins the strand; its answer is asked before each plan with the number of plans so far.
            Every first action is tried anyway.
        """
        rng, goes_on = Random(seed), limit()
        trials = self._trials(rng, SCENARIOS)
        best, thresholds = {}, {}
        for first in firsts:
            best[first] = plan = Plan(first)
            seen = [trials.follow(plan)]
            thresholds[first] = seen[0].worth
            trials.complete(plan, seen)
        open_firsts = [first for first in firsts if first != "decline"]  # a turn of decline has nothing to vary
        count = SCENARIOS * len(firsts)
        while open_firsts and goes_on(count):
            first = _chosen(open_firsts, best, rng)
            plan = best[first].varied(rng, trials.turns.targets, self._owned)
            seen = [trials.follow(plan)]
            count += 1
            if seen[0].worth > thresholds[first]:
                trials.complete(plan, seen)
                count += SCENARIOS - 1
                if plan.value > best[first].value:
                    best[first], thresholds[first] = plan, seen[0].worth
        return sorted(best.values(), key=lambda plan: -plan.value)

    def compare(self, plans: Sequence[Plan], rng: Random) -> Plan:
        """Return the plan with the highest mean in games that are new to all of them; equal turns count once."""
        plans, trials = (
            list({tuple([action for _, action in plan.steps]): plan for plan in plans}.values()),
            self._trials(rng, 0),
        )
        seen: dict[int, list[Prospects]] = {id(plan): [] for plan in plans}
        for number in COMPARISONS if len(plans) > 1 else ():
            self._add_games(trials, number, rng)
            for plan in plans:
                trials.complete(plan, seen[id(plan)])
            plans = sorted(plans, key=lambda plan: -plan.value)[:FINALISTS]
        return plans[0]

    def rank(self, plans: Sequence[Plan], rng: Random) -> list[Plan]:
        """Sort plans by their means in games that are new to all of them, the best one first."""
        trials = self._trials(rng, sum(COMPARISONS))
        for plan in plans:
            trials.complete(plan, [])
        return sorted(plans, key=lambda plan: -plan.value)

    def _trials(self, rng: Random, games: int) -> Trials:
        trials = Trials(self._seat, self._network, rng)
        self._add_games(trials, games, rng)
        return trials

    def _add_games(self, trials: Trials, number: int, rng: Random) -> None:
        for _ in range(number):
            game = self._view.imagine(rng)
            game.state.coins = list(self._coins)
            trials.begins.append(trials.turns.begin(game))


class Trials:
    """Follows plans of one player in the same imagined games. Many plans end alike, so each end is judged once.

    :ivar begins: the imagined games, of which there may be more from time to time.
    """

    def __init__(self, seat: Player, network: ValueNetwork, rng: Random) -> None:
        self.begins: list[Position] = []
        self.turns = TurnPlayer(seat, rng)
        self._seat, self._network = seat, network
        self._judged: dict[Hashable, Prospects] = {}

    def follow(self, plan: Plan, number: int = 0) -> Prospects:
        """Follow a plan in one of the games, and note its steps; return what the end of the turn promises."""
        end = self.turns.play(self.begins[number], plan)
        if end.prospects is None:
            state = end.game.state
            key = (number, plan.first, tuple(state.coins), end.facts)
            if key not in self._judged:
                self._judged[key] = self._network.prospects(state, self._seat)
            end.prospects = self._judged[key]
            del end.game  # nobody asks for it again; most positions are ends
        return end.prospects

    def complete(self, plan: Plan, seen: list[Prospects]) -> None:
        """Follow a plan in the games that it has not seen yet, and give it the means of all that they promise."""
        seen += [self.follow(plan.again(), number) for number in range(len(seen), len(self.begins))]
        plan.value = fsum(each.worth for each in seen) / len(seen)
        plan.coins = fsum(each.coins for each in seen) / len(seen)


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
