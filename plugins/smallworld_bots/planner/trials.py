"""Trials of plans: each is followed in imagined games, and the positions at the end of the turn are judged."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import fsum
from random import Random
from typing import TYPE_CHECKING

from smallworld.model.aliases import Coins, Player
from smallworld_bots.greedy.turn_plans import fingerprint
from smallworld_bots.planner.network import Prospects, ValueNetwork
from smallworld_bots.planner.plan import Plan
from smallworld_bots.planner.turn_player import TurnPlayer

if TYPE_CHECKING:
    from smallworld.game import Game


class Trials:
    """Follows plans of one player in the same imagined games. Many plans end alike, so each end is judged once.

    :ivar games: the imagined games, of which there may be more from time to time.
    :param coins: estimates for all players.
    """

    def __init__(self, seat: Player, coins: Sequence[Coins], network: ValueNetwork, rng: Random) -> None:
        self.games: list[Game] = []
        self.turns = TurnPlayer(seat)
        self._seat, self._coins, self._network, self._rng = seat, coins, network, rng
        self._judged: dict[Hashable, Prospects] = {}

    def follow(self, plan: Plan, number: int = 0) -> Prospects:
        """Follow a plan in one of the games, and note its steps; return what the end of the turn promises."""
        game = self.games[number].scratch_copy()
        state = game.state
        state.coins = list(self._coins)
        self.turns.play(game, plan, self._rng)
        end = (number, plan.first, tuple(state.coins), fingerprint(state, self._seat))
        if end not in self._judged:
            self._judged[end] = self._network.prospects(state, self._seat)
        return self._judged[end]

    def complete(self, plan: Plan, seen: list[Prospects]) -> None:
        """Follow a plan in the games that it has not seen yet, and give it the means of all that they promise."""
        seen += [self.follow(plan.again(), number) for number in range(len(seen), len(self.games))]
        plan.value = fsum(each.worth for each in seen) / len(seen)
        plan.coins = fsum(each.coins for each in seen) / len(seen)
