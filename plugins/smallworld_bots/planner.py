"""A bot that searches whole turns: it varies plans, and judges them by the position at the end of the turn."""

from __future__ import annotations

import os
import signal
import threading
import warnings
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from math import fsum
from random import Random
from time import sleep, thread_time
from typing import Any, ClassVar, TypeVar

from smallworld.actions import Action
from smallworld.api import GameState
from smallworld.model.aliases import Coins, Player
from smallworld.player_view import View
from smallworld.tools import place_in_round
from smallworld_bots.bot_description import actions_of, check_least
from smallworld_bots.greedy import Greedy
from smallworld_bots.planned_turns import Plan, Position, TurnPlayer
from smallworld_bots.position_value import turns_left
from smallworld_bots.turn_plans import PlannedSteps
from smallworld_bots.value_network import Prospects, ValueNetwork, value_network

T = TypeVar("T")
END: Callable[[int], Any] = os._exit
"""The function of the system, which is replaced during games."""
GoesOn = Callable[[int], bool]
STRANDS = 4
"""Independent searches of one decision. Their number does not depend on that of the processes, so neither do plans."""
SCENARIOS = 4
"""Imagined games, dice included, in which a strand tries a plan that looks better than the best one."""
FINALISTS = 3
"""Plans of each strand, with different first actions, in the first comparison; and all plans in the second."""
COMPARISONS = (4, 12)
"""Further imagined games of the first and of the second comparison. They are the same for all plans."""
MOST_PLANS = 100_000
SHARE = 0.7
"""Part of the time left for the turn that one search takes; dice and hidden combos may ask for another one."""


class Planner:
    """Searches a plan for its whole turn and follows it as long as the game goes as planned.

    A plan decides which regions are liked, how many are conquered and where tokens are placed. It is judged by the
    chance of victory at the end of the turn, as a small neural network expects it. Hidden coins are estimated from what
    everybody scored.

    :param seconds: processor time for a whole turn, of each process.
    :param plans: if not 0, so many plans for each search instead of a time.
    :param jobs: processes that search; the choice for a number of plans does not depend on it.
    :raises SmallWorldError: a parameter is too small.
    """

    bounds: ClassVar[Mapping[str, float]] = {"seconds": 3600, "plans": MOST_PLANS, "jobs": STRANDS}
    """Parameter → its largest value in a text."""

    def __init__(self, seconds: float = 1.0, plans: int = 0, jobs: int = 1) -> None:
        check_least("planner", 0, seconds=seconds, plans=plans)
        check_least("planner", 1, jobs=jobs)
        self.seconds, self.plans, self.jobs = seconds, plans, jobs
        self._placing = Greedy()
        self._estimates = CoinEstimates()
        self._turn: tuple[int, str] = (0, "")
        self._remaining = 0.0
        self._planned = PlannedSteps()

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Return the next step of the plan; search a plan if this position was not planned."""
        state = view.blanked().state
        seat = view.players.index(view.player)
        coins = self._estimates.update(state, seat)
        if len(legal) == 1:
            return legal[0]
        if state.turn != seat or view.phase not in ("pick", "conquer", "redeploy", "finish"):
            return self._placing.choose(view, legal, rng)
        if self._turn != (view.round, view.player):
            self._turn, self._remaining = (view.round, view.player), self.seconds
            self._planned = PlannedSteps()
        step = self._planned.take(state, legal)
        if not step:
            self._planned = PlannedSteps(self._search(view, legal, coins, rng).steps)
            step = self._planned.take(state, legal)
        return step or self._placing.choose(view, legal, rng)

    def _search(self, view: View, legal: Sequence[str], coins: Sequence[Coins], rng: Random) -> Plan:
        """Return the best plan of all strands for the rest of the turn."""
        began = thread_time()
        firsts = _first_actions(view.blanked().state, actions_of(view, legal))
        search = PlanSearch(view, coins)
        seeds = [rng.getrandbits(64) for _ in range(STRANDS)]
        if self.plans:
            limit = partial(plan_limit, max(1, self.plans // STRANDS))
        else:
            strands_each = -(-STRANDS // self.jobs)
            limit = partial(time_limit, self._remaining * SHARE / strands_each)
        plans = share_out([partial(search.best_of_strand, firsts, seed, limit) for seed in seeds], self.jobs)
        best = search.compare([plan for of_strand in plans for plan in of_strand[:FINALISTS]], rng)
        self._remaining = max(0.0, self._remaining - (thread_time() - began))
        return best


class Hard(Planner):
    """The same search with a few plans: it takes a fraction of a second for a turn, and always the same choice.

    :param plans: plans for each search and each rival: with more rivals, chance hides more which plan is better.
    :raises SmallWorldError: ``plans`` is below 1.
    """

    bounds: ClassVar[Mapping[str, float]] = {"plans": MOST_PLANS}
    """Parameter → its largest value in a text."""

    def __init__(self, plans: int = 60) -> None:
        check_least("hard", 1, plans=plans)
        super().__init__(plans=plans)
        self._plans_for_rival = plans

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Return the next step of the plan; search a plan if this position was not planned."""
        self.plans = self._plans_for_rival * (len(view.players) - 1)
        return super().choose(view, legal, rng)


def _first_actions(state: GameState, legal: Sequence[Action]) -> list[str]:
    """Return the first actions for which plans are searched: combos, or ``decline`` and any other (the empty text).

    In the last turn of a player, declining brings nothing that conquests do not bring as well.
    """
    if state.phase == "pick":
        return [str(action) for action in legal if action.verb == "pick"] or [""]
    if state.phase == "conquer" and "decline" in legal and turns_left(state, state.turn):
        return ["", "decline"]
    return [""]


# --- comparisons of first actions in coins, from which hints are made


PLANS = 200
"""Plans of a comparison."""


def outlooks(view: View, firsts: Sequence[str], rng: Random, plans: int = PLANS) -> list[Plan]:
    """Return the best plan that begins with each of these legal actions, the best one first.

    All are tried in the same imagined games. Their values are chances of victory, and a little for each coin.

    :param plans: how many plans are tried for all of them together.
    """
    search = PlanSearch(view, CoinEstimates().update(view.blanked().state, view.players.index(view.player)))
    return search.rank(search.best_of_strand(firsts, rng.getrandbits(64), partial(plan_limit, plans)), rng)


# --- estimates of hidden coins


class CoinEstimates:
    """The coins of all players as one of them can know them, from one own decision to the next.

    Prices of combos and coins found on them are left out: on average they are equal.
    """

    def __init__(self) -> None:
        self._coins: list[float] = []
        self._turns: list[int] = []

    def update(self, state: GameState, seat: Player) -> list[Coins]:
        """Add the scores since the last call; return the coins of every player.

        :param state: the game as the player of ``seat`` sees it.
        """
        players = range(state.players)
        present = place_in_round(state, state.turn)
        turns = [state.round - 1 + (place_in_round(state, player) < present) for player in players]  # that have ended
        if len(self._coins) != state.players or any(turns[player] < self._turns[player] for player in players):
            self._coins = self._first_estimate(state, seat, turns)
        else:
            for player in players:
                self._coins[player] += (turns[player] - self._turns[player]) * _latest_score(state, player)
        self._turns = turns
        self._coins[seat] = state.coins[seat]
        return [round(coins) for coins in self._coins]

    def _first_estimate(self, state: GameState, seat: Player, turns: list[int]) -> list[float]:
        """Estimate coins at the first decision: in the first turns the scores so far, later the player's own rate."""
        start = state.table.rulebook.variant.coins
        if max(turns) <= 1:
            return [float(start + turns[player] * _latest_score(state, player)) for player in range(state.players)]
        rate = (state.coins[seat] - start) / max(1, turns[seat])
        return [start + rate * ended for ended in turns]


def _latest_score(state: GameState, player: Player) -> Coins:
    """Return the coins of the last scoring of a player."""
    return sum(coins for _race, _source, coins in state.scored[player])


# --- the search: independent strands vary the best plans so far


class PlanSearch:
    """A decision of one player, with everything that trying plans for it needs.

    :param coins: estimates for all players.
    """

    def __init__(self, view: View, coins: Sequence[Coins]) -> None:
        self._view, self._coins, self._network = view, coins, value_network()
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
        plans = list({tuple([action for _, action in plan.steps]): plan for plan in plans}.values())
        trials = self._trials(rng, 0)
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
    end = thread_time() + seconds
    return lambda count: thread_time() < end


def _chosen(firsts: Sequence[str], best: dict[str, Plan], rng: Random) -> str:
    """Draw a first action: half of the plans go to the best one, a quarter to the second."""
    if len(firsts) == 1:
        return firsts[0]
    ranked = sorted(firsts, key=lambda first: -best[first].value)
    share = rng.random()
    return ranked[0] if share < 0.5 else ranked[1] if share < 0.75 else ranked[int(rng.random() * len(ranked))]


# --- tasks that are shared among processes, which exist as long as one search


def share_out(tasks: Sequence[Callable[[], T]], jobs: int) -> list[T]:
    """Return the results of all tasks, in their order; this process does the first share, forked ones the others.

    A result that does not come back, as of a process that was killed, is computed here. So is everything where
    processes cannot be forked: without ``os.fork``, or when this process has several threads.
    """
    jobs = min(jobs, len(tasks))
    if jobs <= 1 or not hasattr(os, "fork") or threading.active_count() > 1:
        return [task() for task in tasks]
    children = [_Child(tasks[share::jobs]) for share in range(1, jobs)]
    try:
        shares = [[task() for task in tasks[::jobs]]]
        for share, child in enumerate(children, 1):
            results = child.results()
            shares.append([task() for task in tasks[share::jobs]] if results is None else results)
    finally:
        for child in children:
            child.end()
    return [shares[place % jobs][place // jobs] for place in range(len(tasks))]


class _Child:
    """A forked process that does its tasks and sends the results. It ends when its parent has ended."""

    def __init__(self, tasks: Sequence[Callable[[], Any]]) -> None:
        self._reading, writing = os.pipe()
        parent = os.getpid()
        with warnings.catch_warnings():
            # Idle threads of numpy, if another package has imported it, count as threads of this process.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._number = os.fork()
        if self._number == 0:
            _work(tasks, writing, parent)
        os.close(writing)

    def results(self) -> Any:
        """Wait for the results; None if the process has ended without them."""
        with os.fdopen(self._reading, "rb") as stream:
            self._reading = -1
            content = stream.read()
        import pickle  # not for one process

        try:
            return pickle.loads(content)
        except (EOFError, pickle.UnpicklingError):
            return None

    def end(self) -> None:
        """End the process, even in the middle of its work."""
        if self._reading >= 0:
            os.close(self._reading)
        os.kill(self._number, signal.SIGKILL)  # not reaped yet, so the number is still its own
        os.waitpid(self._number, 0)


def _work(tasks: Sequence[Callable[[], Any]], writing: int, parent: int) -> None:
    """Do the tasks of a forked process; it never returns."""
    try:
        import pickle  # not for one process

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
        content = pickle.dumps([task() for task in tasks])
        with os.fdopen(writing, "wb") as stream:
            stream.write(content)
    finally:
        END(0)


def _end_with(parent: int) -> None:
    """End this process soon after its parent has ended: nobody else would ever stop it."""
    while os.getppid() == parent:
        sleep(0.1)
    END(1)
