"""The value network: it predicts the coins that each player will still get, and is trained on games of bots.

``python -m smallworld_lab.value_training`` trains it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from smallworld.api import GameState
from smallworld.model.aliases import Player
from smallworld.tools import rounds_of
from smallworld_bots.planner.features import combo_names, player_features
from smallworld_bots.position_value import future

WEIGHTS = Path(__file__).with_name("weights.npz")


class ValueNetwork:
    """Two hidden layers over the features of a player; each of their races and powers adds a learned row to the first.

    It predicts by how much :func:`smallworld_bots.position_value.future` is wrong. Races and powers that it was not
    trained with, such as those of fan editions, add nothing.

    :param path: a file of the training.
    """

    def __init__(self, path: Path = WEIGHTS) -> None:
        import numpy as np

        with np.load(path) as arrays:
            self._layers = [(arrays[f"weights{layer}"], arrays[f"offsets{layer}"]) for layer in (1, 2, 3)]
            self._rows = dict(zip(map(str, arrays["names"]), arrays["rows"], strict=True))
        self._numpy: Any = np

    def coins_to_come(self, state: GameState) -> list[float]:
        """Return the coins that each player may expect from now on; a turn has just begun, or the game is over."""
        players = range(state.players)
        if state.phase == "over":
            return [0.0 for _ in players]
        combos = [combo_names(state, player) for player in players]
        corrections = self._corrections([player_features(state, player) for player in players], combos)
        return [future(state, player, state.turn == player) + float(corrections[player]) for player in players]

    def correction(self, features: Sequence[float], names: Sequence[str]) -> float:
        """Return the coins that one player may expect beyond :func:`smallworld_bots.position_value.future`.

        :param names: their races and powers.
        """
        return float(self._corrections([features], [names])[0])

    def _corrections(self, features: Sequence[Sequence[float]], combos: Sequence[Sequence[str]]) -> Any:
        np = self._numpy
        (first, offsets), *later_layers = self._layers
        values = np.array(features, np.float32) @ first + offsets
        for player, names in enumerate(combos):
            for name in names:
                if name in self._rows:
                    values[player] += self._rows[name]
        for weights, offsets in later_layers:
            values = np.maximum(values, 0) @ weights + offsets
        return values[:, 0]

    def chance_of_victory(self, state: GameState, player: Player) -> float:
        """Return about how likely a player is to win, from 0 to 1."""
        ends = [had + more for had, more in zip(state.coins, self.coins_to_come(state), strict=True)]
        rounds = 0 if state.phase == "over" else rounds_of(state) - state.round + 1
        spread = 1.5 + 2.2 * math.sqrt(rounds)  # coins; the more rounds to come, the less certain is a lead
        best = max(ends)
        weights = [math.exp((end - best) / spread) for end in ends]
        return weights[player] / sum(weights)


@lru_cache(maxsize=1)
def value_network() -> ValueNetwork:
    """Return the network of this package."""
    return ValueNetwork()
