"""Small World as a PettingZoo environment (AEC): ``smallworld_envs.pettingzoo.env(variant="base", players=3)``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from smallworld.actions import Action
from smallworld.game import Game
from smallworld_draw.colours import PLAIN, ink, owner_colour
from smallworld_draw.scene import RegionView, scene_of_game
from smallworld_draw.text import board_text
from smallworld_envs.spaces import HIGHEST, LOWEST, SPACES_SEED, Rules

Reward = Literal["wins", "coins"]
Illegal = Literal["lose", "ignore"]
MASK = np.dtype(np.int8)


def env(**options: Any) -> wrappers.OrderEnforcingWrapper:
    """Create an environment that refuses calls in a wrong order.

    The options are those of :class:`SmallWorldEnv`.
    """
    return OrderedEnv(SmallWorldEnv(**options))


def parallel_env(**options: Any) -> ParallelEnv[str, dict[str, Any], int]:
    """Create an environment in which all agents act in each cycle: only the action of the one who decides counts.

    The options are those of :class:`SmallWorldEnv`; illegal actions are ignored unless ``illegal`` is given.
    """
    return turn_based_aec_to_parallel(SmallWorldEnv(**{"illegal": "ignore", **options}))


class OrderedEnv(wrappers.OrderEnforcingWrapper[str, dict[str, Any], int | None]):
    """PettingZoo's wrapper, which asks for each field of the environment by name several times in each step."""

    env: SmallWorldEnv

    @property
    def agents(self) -> list[str]:
        """Return the agents of the game."""
        return self.env.agents

    @property
    def agent_selection(self) -> str:
        """Return the selected agent."""
        return self.env.agent_selection

    def last(self, observe: bool = True) -> Any:
        """Return observation, reward, termination, truncation and information of the selected agent."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def step(self, action: int | None) -> None:
        """Carry out an action of the selected agent."""
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)


class ActionNumbers(spaces.Discrete):
    """Gymnasium's space of so many numbers. With a mask it draws the same ones in a fifth of the instructions."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self._none = bytes(count)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Draw a number, with a mask among those that have 1 in it; see Gymnasium."""
        if probability is not None:
            return super().sample(mask, probability)
        if type(mask) is np.ndarray and mask.dtype == MASK and mask.ndim == 1:
            cells = mask.tobytes()
            before = cells.split(b"\1")[:-1]  # the zeros before each 1
            if before and cells.replace(b"\1", b"\0") == self._none:
                place = int(self.np_random.integers(len(before)))
                return np.int64(sum(map(len, before[: place + 1])) + place)
        return super().sample(mask)


class SmallWorldEnv(AECEnv[str, dict[str, Any], int | None]):
    """One game after another between agents ``player_0``, ``player_1`` …

    An observation is a dict of ``observation`` (see :attr:`layout`) and ``action_mask``. :attr:`numbering` gives the
    meaning of each action. The agent who decides is selected, so that an agent may be selected several times in a row.

    :param variant: name or path of an edition.
    :param players: number of players.
    :param board: id of a board, or ids of islands; None = the edition's for this number of players. All games use it.
    :param reward: ``wins`` gives the share of the victory at the end, ``coins`` each coin when it is won or lost.
    :param illegal: result of an illegal action: ``lose`` ends the game, ``ignore`` changes nothing. The reward of its
        agent is -1 in both.
    :param max_cycles: number of decisions after which a game is cut off (truncated); None = never.
    :param render_mode: ``human`` (prints), ``ansi`` (text) or ``rgb_array`` (picture).
    :raises SmallWorldError: the edition or board does not exist, or does not fit the number of players.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "smallworld_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str | Path = "base",
        players: int = 3,
        *,
        board: str | Sequence[str] | None = None,
        options: dict[str, Any] | None = None,
        reward: Reward = "wins",
        illegal: Illegal = "lose",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if reward not in ("wins", "coins"):
            raise ValueError(f"reward must be 'wins' or 'coins', not {reward!r}")
        if illegal not in ("lose", "ignore"):
            raise ValueError(f"illegal must be 'lose' or 'ignore', not {illegal!r}")
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode must be {', '.join(map(repr, modes))} or None, not {render_mode!r}")
        self.render_mode = render_mode
        self._rules = Rules(variant, players, board, options)
        self._reward, self._illegal, self._max_cycles = reward, illegal, max_cycles
        self.game = self._rules.new_game(SPACES_SEED)
        self._random = Random()  # entropy until a seed is given, so that no two environments play the same games
        self.layout, self.numbering = self._rules.layout, self._rules.numbering
        self._count = len(self.numbering)
        self.possible_agents = self._rules.names
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()

    def _make_spaces(self) -> None:
        """Give every agent its spaces; equal ones, because all see the same kinds of facts."""
        numbers = spaces.Box(LOWEST, HIGHEST, (self.layout.size,), np.int16)
        mask = spaces.Box(0, 1, (len(self.numbering),), np.int8)
        self._observations = {
            agent: spaces.Dict({"observation": numbers, "action_mask": mask}) for agent in self.possible_agents
        }
        self._actions = {agent: ActionNumbers(len(self.numbering)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations, the same for every agent."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions, the same for every agent."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        :param seed: decides this game and those that follow it; without one they differ in every environment.
        """
        if seed is not None:
            self._random.seed(seed)
        self.game = self._rules.new_game(self._random.getrandbits(63))
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = 0
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, and the actions that are legal for it now."""
        mask = bytearray(self._count)  # cheaper to write than an array of numpy
        if agent == self.agent_selection:
            for number in self._legal:
                mask[number] = 1
        numbers = self.layout.of(self.game, self._seats[agent])
        return {"observation": numbers, "action_mask": np.frombuffer(mask, MASK)}

    def step(self, action: int | None) -> None:
        """Carry out an action of the selected agent.

        :raises ValueError: no action has this number.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else int(action)
        if not 0 <= number < self._count:
            raise ValueError(f"action {action} does not exist; choose one that has 1 in action_mask")
        self._cumulative_rewards[agent] = 0
        self._decisions += 1
        chosen = self._legal.get(number)
        if chosen is None:
            self.rewards = {**dict.fromkeys(self.agents, 0), agent: -1}
        else:
            before = self.game.state.coins.copy()
            self.game.apply(chosen)
            self._give_rewards(before)
        self._select(ended=chosen is None and self._illegal == "lose")
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Show the board in the chosen mode: text, a picture, or printed."""
        if self.render_mode == "rgb_array":
            return picture(self.game)
        text = board_text(self.game)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Release nothing: a game holds no resources."""

    def _select(self, *, ended: bool = False) -> None:
        """Select the agent who decides, or end the game."""
        seat = self.game.state.to_move
        self._legal: dict[int, Action] = {}
        if ended or self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._max_cycles is not None and self._decisions >= self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self._legal = self.numbering.number(self.game.legal_actions())
        self.agent_selection = self.possible_agents[seat]

    def _give_rewards(self, before: Sequence[int]) -> None:
        if self._reward == "coins":
            earned: Sequence[float] = [now - had for now, had in zip(self.game.state.coins, before, strict=True)]
        elif self.game.over:
            earned = self._rules.victory_shares(self.game)
        else:
            self.rewards = dict.fromkeys(self.possible_agents, 0)
            return
        self.rewards = dict(zip(self.possible_agents, earned, strict=True))


# --- a game as an array of pixels

WIDTH, DOTS = 9.0, 72
"""Width of a picture in inches, and dots of an inch."""


def picture(game: Game) -> npt.NDArray[np.uint8]:
    """Draw the board of a game.

    :return: rows × columns × (red, green, blue).
    :raises SmallWorldError: no flat map has the borders of this board.
    """
    scene = scene_of_game(game)
    drawing = scene.drawing
    figure = Figure((WIDTH, WIDTH * drawing.height / drawing.width), DOTS)
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.axis("off")
    for name, cell in drawing.cells.items():
        spot = scene.spots[name]
        outlines = [Outline([*ring, ring[0]], closed=True) for ring in cell.rings]
        outline = Outline.make_compound_path(*outlines)
        axes.add_patch(PathPatch(outline, facecolor=spot.terrain.color or PLAIN, edgecolor="#26221c", linewidth=1.5))
        x, y = cell.label_point
        if label := _label(spot):
            colour = owner_colour(spot.seat) if spot.seat >= 0 else "#f4efe2"
            box = {"boxstyle": "square" if spot.declined else "circle", "facecolor": colour}
            axes.text(x, y, label, color=ink(colour), ha="center", va="center", fontsize=11, bbox=box)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()


def _label(spot: RegionView) -> str:
    """Return the number of tokens, with a + for pieces and relics."""
    count = spot.tokens or spot.natives
    return f"{count or ''}{'+' if spot.pieces or spot.relics else ''}"
