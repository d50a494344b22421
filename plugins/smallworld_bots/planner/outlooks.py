"""Comparisons of first actions in coins, from which hints are made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from smallworld.model.aliases import Coins
from smallworld_bots.planner.coin_estimates import CoinEstimates
from smallworld_bots.planner.network import value_network
from smallworld_bots.planner.search import PlanSearch, plan_limit

if TYPE_CHECKING:
    from smallworld.player_view import View

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
