"""Many games at once, as a vector environment of Gymnasium: ``SmallWorldVectorEnv(64, workers=2)``."""

from __future__ import annotations

import json
import multiprocessing
import os
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from random import Random, SystemRandom
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import register, registry, spaces
from gymnasium.vector import VectorEnv
from gymnasium.vector.utils import batch_space

from smallworld.actions import Action
from smallworld_bots import make
from smallworld_envs.spaces import HIGHEST, LOWEST, Rules

try:
    from gymnasium.vector import AutoresetMode
except ImportError:  # Gymnasium before 1.1
    AutoresetMode = None
NAME = "SmallWorld-v0"
"""The name for ``gymnasium.make_vec("smallworld_envs.vector:SmallWorld-v0", num_envs=64)``."""
STEP, RESET, END = b"s", b"r", b"e"
"""Requests to a worker."""
Arrays = dict[str, npt.NDArray[Any]]
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

    def rules(self) -> Rules:
        """Return what the games share."""
        return Rules(self.variant, self.players, self.board, self.options)


class SmallWorldVectorEnv(VectorEnv):
    """Games that are stepped together, by worker processes that write into memory shared with this one.

    An observation is a dict of ``observation`` and ``action_mask``, each an array with a row for each game, of the
    player who decides. :attr:`layout` and :attr:`numbering` give their meaning. ``infos["player"]`` has the seats of
    these players, ``infos["rewards"]`` the rewards of all players of each game; the reward of a step is that of the
    player who decided in it. An illegal action ends its game with a reward of -1.

    :param num_envs: number of games.
    :param workers: processes; 0 plays in this one. By default as many as processors, at most one for each game.
    :param variant: name or path of an edition. :param players: number of players.
    :param board: id of a board, or ids of islands. :param options: answers to rulings.
    :param opponents: a bot, or several by turns, for all seats but one, which is drawn for each game: then only
        decisions of that seat are steps. Empty: the caller decides for every player, who may decide several times in
        a row.
    :param reward: ``wins`` gives the share of the victory at the end, ``coins`` each coin when it is won or lost.
    :param max_cycles: decisions after which a game is cut off (truncated); None = never.
    :param autoreset: ``next_step`` begins another game in the step after the end, and ignores its action;
        ``same_step`` in the step that ends one, and keeps the last observation in ``infos["final_obs"]``.
    :param copy: observations are copies; else they are the shared memory, which the next step changes.
    :raises SmallWorldError: the edition, board or bot does not exist or does not fit.
    """

    metadata: dict[str, Any] = {"name": "smallworld_v0"}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        num_envs: int,
        *,
        workers: int | None = None,
        variant: str = "base",
        players: int = 2,
        board: str | Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        opponents: str | Sequence[str] = (),
        reward: str = "wins",
        max_cycles: int | None = None,
        autoreset: str = "next_step",
        copy: bool = True,
    ) -> None:
        _check(num_envs, workers, reward, autoreset)
        setup = Setup(
            variant, players, _tuple(board), dict(options or {}), _tuple(opponents), reward, max_cycles,
            autoreset == "same_step",
        )  # fmt: skip
        for bot in setup.opponents:
            make(bot)  # refused here, not in a worker
        rules = setup.rules()
        self.num_envs, self.numbering, self.layout = num_envs, rules.numbering, rules.layout
        self.possible_agents = rules.names
        if AutoresetMode is not None:
            self.metadata = {**self.metadata, "autoreset_mode": getattr(AutoresetMode, autoreset.upper())}
        self.single_observation_space = spaces.Dict({
            "observation": spaces.Box(LOWEST, HIGHEST, (self.layout.size,), np.int16),
            "action_mask": spaces.Box(0, 1, (len(self.numbering),), np.int8),
        })  # fmt: skip
        self.single_action_space = spaces.Discrete(len(self.numbering))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy, self._is_same_step = copy, setup.is_same_step
        count = min(num_envs, os.cpu_count() or 1) if workers is None else min(workers, num_envs)
        self._start(setup, rules, count)

    def _start(self, setup: Setup, rules: Rules, count: int) -> None:
        """Lay out the memory, and start the workers, each with a share of the games."""
        context = multiprocessing.get_context("spawn")
        memory = {
            name: context.RawArray("b", int(np.prod(shape)) * np.dtype(kind).itemsize)
            for name, (shape, kind) in shapes_of(rules, self.num_envs).items()
        }
        self._arrays = arrays_in(rules, memory, self.num_envs)
        self._workers: list[tuple[Any, Connection, range]] = []
        self._tables = tables_of(setup, rules, self._arrays, range(self.num_envs)) if count == 0 else []
        for number in range(count):
            places = range(number * self.num_envs // count, (number + 1) * self.num_envs // count)
            pipe, end = context.Pipe()
            process = context.Process(target=serve, args=(setup, memory, self.num_envs, places, end), daemon=True)
            process.start()
            end.close()
            self._workers.append((process, pipe, places))

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, npt.NDArray[Any]], dict[str, Any]]:
        """Begin a new game at every place.

        :param seed: decides all games that follow: game *i* begins with ``seed + i``, or with the *i*-th of a list.
            None draws seeds from entropy.
        """
        if seed is None or isinstance(seed, int):
            first = SystemRandom().getrandbits(62) if seed is None else seed
            seeds: list[int | None] = [first + place for place in range(self.num_envs)]
        else:
            seeds = list(seed)
            if len(seeds) != self.num_envs:
                raise ValueError(f"seed must have {self.num_envs} numbers, one for each game, not {len(seeds)}")
        for place, table in enumerate(self._tables):
            table.reset(seeds[place])
        for _process, pipe, places in self._workers:
            self._send(pipe, RESET, [seeds[place] for place in places])
        self._wait()
        return self._observation(), self._infos()

    def step(
        self, actions: Any
    ) -> tuple[dict[str, npt.NDArray[Any]], npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Carry out an action in every game; see the class for those that have ended."""
        self._arrays["action"][:] = actions
        for table in self._tables:
            table.step()
        for _process, pipe, _places in self._workers:
            self._send(pipe, STEP)
        self._wait()
        arrays = self._arrays
        terminated, truncated = arrays["terminated"].copy(), arrays["truncated"].copy()
        infos = self._infos()
        ended = terminated | truncated
        if self._is_same_step and ended.any():
            infos["final_obs"], infos["_final_obs"] = self._final_observations(ended), ended
        return self._observation(), arrays["reward"].copy(), terminated, truncated, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return the legal actions of every game, for libraries that ask for masks."""
        return self._arrays["action_mask"].astype(bool)

    def close_extras(self, **_options: Any) -> None:
        """End the workers."""
        for process, pipe, _places in self._workers:
            with suppress(OSError):  # it has ended already
                pipe.send_bytes(END)
            process.join(timeout=5)
            process.kill()
            pipe.close()
        self._workers = []

    def _observation(self) -> dict[str, npt.NDArray[Any]]:
        names = ("observation", "action_mask")
        return {name: self._arrays[name].copy() if self._copy else self._arrays[name] for name in names}

    def _infos(self) -> dict[str, Any]:
        return {"player": self._arrays["player"].copy(), "rewards": self._arrays["rewards"].copy()}

    def _final_observations(self, ended: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the last observations of the games that have ended, as Gymnasium has them: an array of objects."""
        nothing: npt.NDArray[np.int8] = np.zeros(len(self.numbering), np.int8)
        final: npt.NDArray[Any] = np.full(self.num_envs, None, dtype=object)
        for place in np.flatnonzero(ended):
            final[place] = {"observation": self._arrays["final"][place].copy(), "action_mask": nothing}
        return final

    def _send(self, pipe: Connection, request: bytes, seeds: Sequence[int | None] = ()) -> None:
        """Ask a worker for something; bytes are quicker than objects."""
        try:
            pipe.send_bytes(request + (json.dumps(seeds).encode() if request == RESET else b""))
        except OSError:
            raise self._lost() from None

    def _wait(self) -> None:
        """Wait until every worker has answered."""
        faults = []
        for _process, pipe, _places in self._workers:
            try:
                faults.append(pipe.recv_bytes().decode())
            except (EOFError, OSError):
                raise self._lost() from None
        for fault in filter(None, faults):
            self.close()
            raise RuntimeError(fault)

    def _lost(self) -> RuntimeError:
        self.close()
        return RuntimeError(
            "a worker of the vector environment has ended; a script that starts workers needs "
            '`if __name__ == "__main__":`, and each takes memory: workers=0 plays in the own process'
        )


def serve(setup: Setup, memory: Mapping[str, Any], count: int, places: range, pipe: Connection) -> None:
    """Play some of the games in a process of its own, until the other side ends it or is gone."""
    rules = setup.rules()
    tables = tables_of(setup, rules, arrays_in(rules, memory, count), places)
    while True:
        try:
            request = pipe.recv_bytes()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        if request == END:
            return
        fault = ""
        try:
            if request == STEP:
                for table in tables:
                    table.step()
            else:
                for table, seed in zip(tables, json.loads(request.removeprefix(RESET)), strict=True):
                    table.reset(seed)
        except KeyboardInterrupt:
            return
        except Exception as error:
            fault = f"a game of the vector environment failed: {error}"
        pipe.send_bytes(fault.encode())


def _tuple(names: str | Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _check(num_envs: int, workers: int | None, reward: str, autoreset: str) -> None:
    """Refuse options that do not exist."""
    if type(num_envs) is not int or num_envs < 1:
        raise ValueError(f"num_envs must be a whole number, 1 or more, not {num_envs!r}")
    if workers is not None and (type(workers) is not int or workers < 0):
        raise ValueError(f"workers must be a whole number, 0 or more, not {workers!r}")
    if reward not in ("wins", "coins"):
        raise ValueError(f"reward must be 'wins' or 'coins', not {reward!r}")
    if autoreset not in ("next_step", "same_step"):
        raise ValueError(f"autoreset must be 'next_step' or 'same_step', not {autoreset!r}")


# --- the games: each worker plays some, and writes into arrays that all processes share


class Table:
    """One game after another; each writes into its row of the arrays.

    :param row: name → the row of this table.
    """

    def __init__(self, setup: Setup, rules: Rules, row: Arrays) -> None:
        self._setup, self._rules = setup, rules
        # A number is written into a view of memory in a tenth of the time that an array of numpy takes.
        self._row: dict[str, Any] = {name: memoryview(numbers) for name, numbers in row.items()}
        self._nothing = array("b", bytes(len(rules.numbering)))
        self._seat = -1
        """The seat of the learner; -1 = the caller decides for every player."""

    def reset(self, seed: int | None) -> None:
        """Begin the first game of a seed; None = the next one."""
        if seed is not None:
            self._random = Random(seed)
        rng, setup = self._random, self._setup
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
        setup, player = self._setup, self._row["player"][0]
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
        if self._setup.reward == "coins":
            before, self._coins = self._coins, game.state.coins.copy()
            return [float(after - coins) for after, coins in zip(self._coins, before, strict=True)]
        return self._rules.victory_shares(game)

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


def tables_of(setup: Setup, rules: Rules, arrays: Arrays, places: Sequence[int]) -> list[Table]:
    """Make the tables of some rows."""
    return [
        Table(setup, rules, {name: rows[place : place + 1].reshape(-1) for name, rows in arrays.items()})
        for place in places
    ]


def shapes_of(rules: Rules, count: int) -> dict[str, tuple[tuple[int, ...], str]]:
    """Return name → shape and type of the arrays for so many games."""
    return {
        "observation": ((count, rules.layout.size), "int16"), "action_mask": ((count, len(rules.numbering)), "int8"),
        "final": ((count, rules.layout.size), "int16"), "action": ((count,), "int64"),
        "reward": ((count,), "float64"), "rewards": ((count, len(rules.names)), "float64"),
        "player": ((count,), "int8"), "terminated": ((count,), "bool"), "truncated": ((count,), "bool"),
    }  # fmt: skip


def arrays_in(rules: Rules, memory: Mapping[str, Any], count: int) -> Arrays:
    """Return the arrays in shared memory."""
    return {
        name: np.frombuffer(memory[name], dtype=kind).reshape(shape)
        for name, (shape, kind) in shapes_of(rules, count).items()
    }


if NAME not in registry:
    register(NAME, vector_entry_point="smallworld_envs.vector:SmallWorldVectorEnv")
