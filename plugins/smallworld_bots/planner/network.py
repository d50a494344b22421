"""The value network: it predicts the coins that each player will still get, and is trained on games of bots.

``python tests/bots/value_training.py`` trains it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from smallworld.api import GameState
from smallworld.model.aliases import Player
from smallworld.tools import rounds_of
from smallworld_bots.planner.features import combo_names, player_features
from smallworld_bots.position_value import future, turns_left

WEIGHTS = Path(__file__).with_name("weights.json")
COIN = 0.001
"""The worth of a coin, in chances of victory: it decides where victory or defeat is certain."""
REMEMBERED = 10_000
"""Corrections that are remembered: most plans of a turn leave most rivals alike."""
Layer = tuple[list[list[float]], list[float]]
"""The weights of each number of a layer, and the offsets of those of the next."""


class Prospects(NamedTuple):
    """The expectation of a player in a position."""

    worth: float
    """The chance of victory, and a little for each coin; higher is better."""
    coins: float
    """Coins at the end of the game."""


class ValueNetwork:
    """Two hidden layers over the features of a player; each of their races and powers adds a learned row to the first.

    It predicts by how much :func:`smallworld_bots.position_value.future` is wrong. Races and powers that it was not
    trained with, such as those of fan editions, add nothing.

    :param path: a file of the training.
    """

    def __init__(self, path: Path = WEIGHTS) -> None:
        stored = json.loads(path.read_text("utf-8"))
        self._layers: list[Layer] = [(stored[f"weights{layer}"], stored[f"offsets{layer}"]) for layer in (1, 2, 3)]
        self._rows: dict[str, list[float]] = stored["rows"]
        self._remembered = lru_cache(maxsize=REMEMBERED)(self._correction)

    def prospects(self, state: GameState, player: Player) -> Prospects:
        """Return the expectation of a player in a position: a turn has just begun, or the game is over."""
        coins = self._coins_at_end(state)
        return Prospects(_chance(state, coins, player) + COIN * coins[player], coins[player])

    def chance_of_victory(self, state: GameState, player: Player) -> float:
        """Return about how likely a player is to win, from 0 to 1."""
        return _chance(state, self._coins_at_end(state), player)

    def coins_to_come(self, state: GameState) -> list[float]:
        """Return the coins that each player may expect from now on; a turn has just begun, or the game is over.

        A player without a further turn gets no more.
        """
        coins = []
        for player in range(state.players):
            now = state.turn == player
            if state.phase == "over" or turns_left(state, player) + now <= 0:
                coins.append(0.0)
            else:
                correction = self.correction(player_features(state, player), combo_names(state, player))
                coins.append(future(state, player, now) + correction)
        return coins

    def correction(self, features: Sequence[float], names: Sequence[str]) -> float:
        """Return the coins that one player may expect beyond :func:`smallworld_bots.position_value.future`.

        :param names: their races and powers.
        """
        return self._remembered(tuple(features), tuple(names))

    def _correction(self, features: tuple[float, ...], names: tuple[str, ...]) -> float:
        (weights, offsets), *later_layers = self._layers
        sums = offsets
        for value, row in zip(features, weights, strict=True):
            if value:
                sums = [total + value * weight for total, weight in zip(sums, row, strict=True)]
        for row in [self._rows[name] for name in names if name in self._rows]:
            sums = [total + weight for total, weight in zip(sums, row, strict=True)]
        for weights, offsets in later_layers:
            values, sums = sums, offsets
            for value, row in zip(values, weights, strict=True):
                if value > 0.0:
                    sums = [total + value * weight for total, weight in zip(sums, row, strict=True)]
        return sums[0]

    def _coins_at_end(self, state: GameState) -> list[float]:
        return [had + more for had, more in zip(state.coins, self.coins_to_come(state), strict=True)]


def _chance(state: GameState, coins: Sequence[float], player: Player) -> float:
    """Return about how likely a player is to win, if these are the coins of everybody at the end."""
    rounds = 0 if state.phase == "over" else rounds_of(state) - state.round + 1
    spread = 1.5 + 2.2 * math.sqrt(rounds)  # coins; the more rounds to come, the less certain is a lead
    best = max(coins)
    weights = [math.exp((end - best) / spread) for end in coins]
    return weights[player] / sum(weights)


@lru_cache(maxsize=1)
def value_network() -> ValueNetwork:
    """Return the network of this package."""
    return ValueNetwork()
