"""The games of a vector environment: each worker plays some, and writes into arrays that all processes share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy.typing as npt

import smallworld
from smallworld.actions import Action
from smallworld.game import Game
from smallworld_bots import make
from smallworld_envs.action_space import SPACES_SEED, ActionSpace
from smallworld_envs.observation import Observation

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
        self._rules, self._row = rules, row
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
        self._row["reward"][()], self._row["rewards"][:] = 0.0, 0.0
        self._row["terminated"][()] = self._row["truncated"][()] = False
        self._coins = list(self._game.state.coins)
        self._play_opponents()
        self._coins = list(self._game.state.coins)
        self._observe()

    def step(self) -> None:
        """Carry out the action in the row; the step after a game has ended begins another one."""
        if self._is_over:
            self.reset(None)
            return
        player, row = int(self._row["player"]), self._row
        action = self._legal.get(int(row["action"]))
        row["rewards"][:] = 0.0
        if action is None:
            row["rewards"][player], self._is_over = -1.0, True
        else:
            self._game.apply(action)
            self._play_opponents()
            self._give_rewards()
        self._decisions += 1
        limit = self._rules.setup.max_cycles
        row["reward"][()] = row["rewards"][player]
        row["terminated"][()] = self._is_over = self._is_over or self._game.over
        row["truncated"][()] = is_cut = not self._is_over and limit is not None and self._decisions >= limit
        self._is_over = self._is_over or is_cut
        self._observe(player)
        if self._is_over and self._rules.setup.is_same_step:
            self._go_on()

    def _go_on(self) -> None:
        """Begin the next game in the step that ended one: keep its rewards and its last observation."""
        row = self._row
        kept = {name: row[name].copy() for name in ("reward", "rewards", "terminated", "truncated")}
        row["final"][:] = row["observation"]
        self.reset(None)
        for name, value in kept.items():
            row[name][...] = value

    def _play_opponents(self) -> None:
        """Let the bots decide until it is the turn of the learner, or the game is over."""
        game = self._game
        while self._bots and not game.over and game.state.to_move != self._seat:
            name = self._rules.names[game.state.to_move]
            game.apply(self._bots[game.state.to_move].choose(game.view(name), game.legal_actions(), self._random))

    def _give_rewards(self) -> None:
        game, rewards = self._game, self._row["rewards"]
        if self._rules.setup.reward == "coins":
            now = game.state.coins
            rewards[:] = [after - before for after, before in zip(now, self._coins, strict=True)]
            self._coins = list(now)
        elif game.over:
            winners = game.winners()
            rewards[:] = [(name in winners) / max(1, len(winners)) for name in self._rules.names]

    def _observe(self, last: int = 0) -> None:
        """Write what the player who decides knows; at the end, what the last one knows.

        :param last: the player who decided last.
        """
        row, state, game = self._row, self._game.state, self._game
        self._legal: dict[int, Action] = {}
        if not self._is_over and not game.over:
            self._legal = self._rules.numbering.number(game.legal_actions())
            last = state.to_move
        row["player"][()] = last
        row["observation"][:] = self._rules.layout.of(game, last)
        row["action_mask"][:] = 0
        row["action_mask"][list(self._legal)] = 1


def tables_of(rules: Rules, arrays: Arrays, places: Sequence[int]) -> list[Table]:
    """Make the tables of some rows."""
    return [Table(rules, {name: array[place, ...] for name, array in arrays.items()}) for place in places]
