"""The games of a vector environment: each worker plays some, and writes into arrays that all processes share."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy.typing as npt

import smallworld
from smallworld.actions import Action
from smallworld.game import Game
from smallworld_bots import make
from smallworld_envs.spaces import SPACES_SEED, ActionSpace, Observation

Arrays = dict[str, "npt.NDArray[Any]"]
"""Name → a row for each game."""


@dataclass(frozen=True)
class Setup:
    """The options of all games.

    :ivar opponents: bots of the other seats, by turns; empty = the caller decides for every player.
    :ivar is_same_step: a game that ends is followed by a new one in the same step.
    """

    variant: str
    players: int
    board: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    opponents: tuple[str, ...] = ()
    reward: str = "wins"
    max_cycles: int | None = None
    is_same_step: bool = False


class Rules:
    """Edition, boards and layout that all games of an environment share.

    :ivar numbering: the meaning of each action. :ivar layout: the parts of an observation.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup, self.names = setup, [f"player_{seat}" for seat in range(setup.players)]
        self._variant, self._board = smallworld.load_variant(setup.variant), list(setup.board) or None
        first = self.new_game(SPACES_SEED)
        self._board = [face.id for face in first.state.board.faces]
        self.numbering, self.layout = ActionSpace(first), Observation(first)

    def new_game(self, seed: int) -> Game:
        """Set up a game."""
        return smallworld.new_game(
            self._variant, self.names, board=self._board, seed=seed, options=self.setup.options
        )  # fmt: skip

    def shapes(self, count: int) -> dict[str, tuple[tuple[int, ...], str]]:
        """Return name → shape and type of the arrays for so many games."""
        players = self.setup.players
        return {
            "observation": ((count, self.layout.size), "int16"), "action_mask": ((count, len(self.numbering)), "int8"),
            "final": ((count, self.layout.size), "int16"), "action": ((count,), "int64"),
            "reward": ((count,), "float64"), "rewards": ((count, players), "float64"), "player": ((count,), "int8"),
            "terminated": ((count,), "bool"), "truncated": ((count,), "bool"),
        }  # fmt: skip


class Table:
    """One game after another; each writes into its row of the arrays.

    :param row: name → the row of this table.
    """

    def __init__(self, rules: Rules, row: Arrays) -> None:
        self._rules = rules
        # A number is written into a view of memory in a tenth of the time that an array of numpy takes.
        self._row: dict[str, Any] = {name: memoryview(numbers) for name, numbers in row.items()}
        self._nothing = array("b", bytes(len(rules.numbering)))
        self._seat = -1
        """The seat of the learner; -1 = the caller decides for every player."""

    def reset(self, seed: int | None) -> None:
        """Begin the first game of a seed; None = the next one."""
        if seed is not None:
            self._random = Random(seed)
        rng, setup = self._random, self._rules.setup
        self._game = self._rules.new_game(rng.getrandbits(63))
        self._decisions, self._is_over = 0, False
        self._bots: list[Any] = []
        if setup.opponents:
            self._seat = rng.randrange(setup.players)
            self._bots = [make(setup.opponents[place % len(setup.opponents)]) for place in range(setup.players)]
        self._write_result([0.0] * setup.players, 0.0, False, False)
        self._play_opponents()
        self._coins = self._game.state.coins.copy()
        self._observe()

    def step(self) -> None:
        """Carry out the action in the row; the step after a game has ended begins another one."""
        if self._is_over:
            self.reset(None)
            return
        setup, player = self._rules.setup, self._row["player"][0]
        action = self._legal.get(self._row["action"][0])
        rewards = [0.0] * setup.players
        if action is None:
            rewards[player] = -1.0
        else:
            self._game.apply(action)
            self._play_opponents()
            rewards = self._rewards()
        self._decisions += 1
        is_ended = action is None or self._game.over
        is_cut = not is_ended and setup.max_cycles is not None and self._decisions >= setup.max_cycles
        self._is_over = is_ended or is_cut
        self._write_result(rewards, rewards[player], is_ended, is_cut)
        self._observe(player)
        if self._is_over and setup.is_same_step:
            self._row["final"][:] = self._row["observation"]
            self.reset(None)
            self._write_result(rewards, rewards[player], is_ended, is_cut)

    def _play_opponents(self) -> None:
        """Let the bots decide until it is the turn of the learner, or the game is over."""
        game = self._game
        while self._bots and not game.over and game.state.to_move != self._seat:
            name = self._rules.names[game.state.to_move]
            game.apply(self._bots[game.state.to_move].choose(game.view(name), game.legal_actions(), self._random))

    def _rewards(self) -> list[float]:
        """Return the rewards of all players since the last step."""
        game = self._game
        if self._rules.setup.reward == "coins":
            before, self._coins = self._coins, game.state.coins.copy()
            return [float(after - coins) for after, coins in zip(self._coins, before, strict=True)]
        winners = game.winners() if game.over else []
        return [(name in winners) / max(1, len(winners)) for name in self._rules.names]

    def _write_result(self, rewards: Sequence[float], reward: float, is_ended: bool, is_cut: bool) -> None:
        row = self._row
        for seat, amount in enumerate(rewards):
            row["rewards"][seat] = amount
        row["reward"][0], row["terminated"][0], row["truncated"][0] = reward, is_ended, is_cut

    def _observe(self, last: int = 0) -> None:
        """Write what the player who decides knows; at the end, what the last one knows.

        :param last: the player who decided last.
        """
        row, game = self._row, self._game
        self._legal: dict[int, Action] = {}
        if not self._is_over and not game.over:
            self._legal = self._rules.numbering.number(game.legal_actions())
            last = game.state.to_move
        row["player"][0] = last
        row["observation"][:] = self._rules.layout.of(game, last)
        mask = row["action_mask"]
        mask[:] = self._nothing
        for number in self._legal:
            mask[number] = 1


def tables_of(rules: Rules, arrays: Arrays, places: Sequence[int]) -> list[Table]:
    """Make the tables of some rows."""
    return [
        Table(rules, {name: rows[place : place + 1].reshape(-1) for name, rows in arrays.items()}) for place in places
    ]
