"""Estimates of hidden coins: each player adds up what the others score openly."""

from __future__ import annotations

from smallworld.api import GameState
from smallworld.model.aliases import Coins, Player
from smallworld.tools import place_in_round


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
