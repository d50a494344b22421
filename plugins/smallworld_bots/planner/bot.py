"""A bot that searches whole turns: it varies plans, and judges them by the position at the end of the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from smallworld.api import GameState
from smallworld.model.aliases import Coins, Player
from smallworld.tools import place_in_round
from smallworld_bots.bot_description import actions_of, check_least
from smallworld_bots.greedy import Greedy
from smallworld_bots.greedy.turn_plans import PlannedSteps
from smallworld_bots.planner.network import value_network
from smallworld_bots.planner.processes import processor_time, share_out
from smallworld_bots.planner.search import FINALISTS, STRANDS, PlanSearch, plan_limit, time_limit
from smallworld_bots.planner.turn_player import Plan
from smallworld_bots.position_value import turns_left

if TYPE_CHECKING:
    from smallworld.actions import Action
    from smallworld.player_view import View

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
        began = processor_time()
        firsts = _first_actions(view.blanked().state, actions_of(view, legal))
        search = PlanSearch(view, coins, value_network())
        seeds = [rng.getrandbits(64) for _ in range(STRANDS)]
        if self.plans:
            limit = partial(plan_limit, max(1, self.plans // STRANDS))
        else:
            strands_each = -(-STRANDS // self.jobs)
            limit = partial(time_limit, self._remaining * SHARE / strands_each)
        plans = share_out([partial(search.best_of_strand, firsts, seed, limit) for seed in seeds], self.jobs)
        best = search.compare([plan for of_strand in plans for plan in of_strand[:FINALISTS]], rng)
        self._remaining = max(0.0, self._remaining - (processor_time() - began))
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


PLANS: Final = 200
"""Plans of a comparison."""


class Outlook(NamedTuple):
    """The promise of the best plan with a first action."""

    action: str
    coins: float
    """Coins at the end of the game, a mean."""
    worth: float
    """The chance of victory from 0 to 1, and a little for each coin."""


def outlooks(view: View, firsts: Sequence[str], rng: Random, plans: int = PLANS) -> list[Outlook]:
    """Return what these legal actions promise if the turn goes on well after them, the best one first.

    Each has the best of the plans that begin with it, tried in the same imagined games.

    :param plans: how many plans are tried for all of them together.
    """
    coins: list[Coins] = CoinEstimates().update(view.blanked().state, view.players.index(view.player))
    search = PlanSearch(view, coins, value_network())
    best_plans = search.best_of_strand(firsts, rng.getrandbits(64), partial(plan_limit, plans))
    return [Outlook(plan.first, plan.coins, plan.value) for plan in search.rank(best_plans, rng)]


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
        turns = [_turns_ended(state, player) for player in players]
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


def _turns_ended(state: GameState, player: Player) -> int:
    """Return how many turns of a player have ended."""
    return state.round - 1 + (place_in_round(state, player) < place_in_round(state, state.turn))


def _latest_score(state: GameState, player: Player) -> Coins:
    """Return the coins of the last scoring of a player."""
    return sum(coins for _race, _source, coins in state.scored[player])
