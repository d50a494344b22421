"""Small World as an OpenSpiel game: import this module, then ``pyspiel.load_game("python_smallworld")``.

Chance is a node at the root that chooses a seed, and with the parameter ``chance_nodes`` one more before every action
that rolls a die or turns up a combo or a relic. Without it the game is deterministic from the root on: a clone of a
state has the same dice and stacks to come, so that a search on clones sees them in advance. Searches that may not know
more than the player start from :meth:`SmallWorldState.resample_from_infostate`, which draws everything hidden again.
Observations contain only facts that the player knows, so the game has imperfect information.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random, SystemRandom
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from smallworld.actions import Action
from smallworld.events import UNSEEN, ComboShown, Decided, RelicMoved
from smallworld.game import Game
from smallworld.tools import Source, below
from smallworld_draw.text import board_text
from smallworld_envs.spaces import Coins, Numbers, Observation, Rules

SEEDS = 1024
"""Number of set-ups from which the root chooses."""
LONGEST_TURN = 400
"""Bound of the decisions of one turn, for the declared length of a game."""
DEFAULTS: dict[str, Any] = {"variant": "base", "players": 2, "board": "", "chance_nodes": False}
"""Parameters: an edition, a number of players, the id of a board or ids joined by ``+``, nodes for later chance."""

SHOWN_COINS: dict[Any, Coins] = {
    pyspiel.PrivateInfoType.NONE: "public", pyspiel.PrivateInfoType.SINGLE_PLAYER: "own",
    pyspiel.PrivateInfoType.ALL_PLAYERS: "all",
}  # fmt: skip
"""Private facts of an observer → the hidden coins that it shows."""
GAME_TYPE = pyspiel.GameType(
    short_name="python_smallworld",
    long_name="Python Small World",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=6,
    min_num_players=1,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=DEFAULTS,
)


class SharedRules(Rules):
    """The rules of a game; copies of states share them.

    :ivar chance_nodes: dice, stacks and relics are drawn at nodes of their own.
    """

    def __init__(self, variant: str, players: int, board: str, chance_nodes: bool) -> None:
        super().__init__(variant, players, board.split("+") if board else None, None)
        self.key = (variant, players, board, chance_nodes)
        self.chance_nodes = chance_nodes

    def __deepcopy__(self, memo: object) -> SharedRules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return rules_for, self.key


@cache
def rules_for(variant: str, players: int, board: str, chance_nodes: bool = False) -> SharedRules:
    """Return the rules with these parameters, always the same object."""
    return SharedRules(variant, players, board, chance_nodes)


class SmallWorldGame(pyspiel.Game):
    """The game with its parameters; states are made from it."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.rules = rules_for(**chosen)
        players = len(self.rules.names)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.numbering),
            max_chance_outcomes=max(SEEDS, OUTCOMES),
            num_players=players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.rules.rounds * players * LONGEST_TURN,
        )
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self) -> SmallWorldState:
        """Return the root, at which chance chooses a seed."""
        return SmallWorldState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> SmallWorldObserver | None:
        """Return an observer that writes what is public, what one player knows, or everybody's coins into its tensor.

        Private facts alone are hidden coins; all else is 0 then. As OpenSpiel asks for, the answer is None for a type
        that is not supported: an observer with perfect recall.

        :raises ValueError: there are parameters, which observers of this game do not have.
        """
        if params:
            raise ValueError(f"observers of python_smallworld have no parameters; remove {sorted(params)}")
        if iig_obs_type is None:
            return SmallWorldObserver(self.rules.layout)
        if iig_obs_type.perfect_recall:
            return None
        shown = SHOWN_COINS[iig_obs_type.private_info]
        return SmallWorldObserver(self.rules.layout, shown, is_public=iig_obs_type.public_info)


class Kept:
    """The game of a state, which pickles it as the numbers that led to it: a game with nodes of chance has no record.

    :ivar path: the seed, actions and outcomes of chance so far; empty for a game that pickles itself.
    """

    def __init__(self, game: Game | None = None, rules: SharedRules | None = None, path: tuple[int, ...] = ()) -> None:
        self.game, self.rules, self.path = game, rules, path

    def __deepcopy__(self, memo: object) -> Kept:
        return Kept(self.game and self.game.copy(), self.rules, self.path)

    def __reduce__(self) -> tuple[Any, ...]:
        return (game_at, (self.rules, self.path)) if self.path else (Kept, (self.game,))


def game_at(rules: SharedRules, path: tuple[int, ...]) -> Kept:
    """Play a game again from the numbers that led to it."""
    kept, pending = Kept(), None
    for number in path:
        kept, pending = follow(rules, kept, pending, number)
    return kept


def follow(rules: SharedRules, kept: Kept, pending: int | None, number: int) -> tuple[Kept, int | None]:
    """Follow a seed, an action or an outcome of chance; return the game and the action that waits for chance.

    :param pending: the number of an action that waits for chance.
    """
    game, path = kept.game, (*kept.path, number) if rules.chance_nodes else ()
    if game is None:
        return Kept(rules.new_game(number), rules, path), None
    chosen = rules.numbering.number(game.legal_actions())[number if pending is None else pending]
    if not rules.chance_nodes:
        game.apply(chosen)
        return kept, None
    if pending is not None:
        return Kept(carry_out(game, chosen, number), rules, path), None
    game.listen()
    after = game.after(chosen)
    if any(
        isinstance(event, Decided | ComboShown) or (isinstance(event, RelicMoved) and event.source == UNSEEN)
        for event in after.events
    ):  # the action drew something, or turned up a combo of the stacks or a relic
        return Kept(game, rules, path), number
    return Kept(after, rules, path), None


class SmallWorldState(pyspiel.State):
    """A position. The root comes before the game."""

    def __init__(self, game: SmallWorldGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._kept = Kept()
        self._legal: dict[int, Action] | None = None
        self._pending: int | None = None
        """The number of a chosen action that waits for chance."""

    @property
    def game(self) -> Game | None:
        """The game; None at the root."""
        return self._kept.game

    def current_player(self) -> int:
        """Return the seat that decides, or the number for chance or the end."""
        if self.game is None or self._pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.game.over else self.game.state.to_move

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return every seed, or every outcome of a later node, with its probability."""
        count = SEEDS if self.game is None else OUTCOMES
        return [(number, 1 / count) for number in range(count)]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions of the one who decides, or of one player; at the root players have none."""
        if player is None:
            return list(super().legal_actions())
        return [] if player != self.current_player() else list(super().legal_actions(player))

    def information_state_string(self, player: int | None = None) -> str:
        """Refuse: a text of all that a player has seen is not provided.

        :raises NotImplementedError: always.
        """
        raise NotImplementedError("python_smallworld has no information states; use observation_string")

    def resample_from_infostate(self, player: int, _sampler: Any = None) -> SmallWorldState:
        """Return a state that agrees with what a player sees; everything hidden and all chance to come are drawn again.

        Its history is that of this state; only the game in it differs.

        :raises ValueError: the set-up is not chosen yet, or the state waits for chance.
        """
        if self.game is None:
            raise ValueError("nobody sees anything before chance has chosen the set-up")
        if self._pending is not None:
            raise ValueError("this is a node of chance; resample the state before or after it")
        # OpenSpiel passes a sampler of numbers from 0 to 1, or none.
        seed = SystemRandom().getrandbits(64) if _sampler is None else int(_sampler() * 2**53)
        state: SmallWorldState = self.clone()
        state._kept = Kept(self.game.view(self._rules.names[player]).imagine(Random(seed)), self._rules)
        state._legal = None
        return state

    def _legal_actions(self, player: int) -> list[int]:
        if self.game is None or self._pending is not None or player != self.game.state.to_move:
            return []  # the root and the nodes of chance belong to chance
        return sorted(self._numbered())

    def _numbered(self) -> dict[int, Action]:
        assert self.game is not None
        if self._legal is None:
            self._legal = self._rules.numbering.number(self.game.legal_actions())
        return self._legal

    def _apply_action(self, action: int) -> None:
        self._kept, self._pending = follow(self._rules, self._kept, self._pending, action)
        self._legal = None

    def _action_to_string(self, player: int, action: int) -> str:
        if self.game is None:
            return f"seed {action}"
        if self._pending is not None:
            return f"chance {action}"
        return str(self._numbered().get(action) or self._rules.numbering.names[action])

    def is_terminal(self) -> bool:
        """Return whether the last turn has ended."""
        return self.game is not None and self.game.over

    def returns(self) -> list[float]:
        """Return the share of each player in the victory; 0 while the game goes on."""
        if self.game is None or not self.game.over:
            return [0.0] * len(self._rules.names)
        winners = self.game.winners() or self._rules.names  # the sum is constant, so all share what nobody has won
        return [(name in winners) / len(winners) for name in self._rules.names]

    def __str__(self) -> str:
        return "set-up" if self.game is None else board_text(self.game, colour=False, width=100)


class SmallWorldObserver:
    """Writes observations into a flat array, with a name for each part.

    :ivar tensor: the numbers. :ivar dict: name → the part of the tensor, in its shape.
    """

    def __init__(self, layout: Observation, coins: Coins = "own", *, is_public: bool = True) -> None:
        self._layout, self._coins, self._is_public = layout, coins, is_public
        self.tensor: npt.NDArray[np.float32] = np.zeros(layout.size, np.float32)
        self.dict = {
            name: self.tensor[part.start : part.stop].reshape(part.shape) for name, part in layout.parts.items()
        }

    def set_from(self, state: SmallWorldState, player: int) -> None:
        """Write what a player knows; zeros at the root."""
        self.tensor[:] = 0 if state.game is None else self._numbers(state.game, player)

    def string_from(self, state: SmallWorldState, player: int) -> str:
        """Return what a player knows as text."""
        if state.game is None:
            return "set-up"
        numbers = self._layout.named(self._numbers(state.game, player))
        return "\n".join(f"{name}: {part.tolist()}" for name, part in numbers.items())

    def _numbers(self, game: Game, player: int) -> Numbers:
        """Observe the game; of private facts alone the hidden coins that are shown, and 0 for all else."""
        seen = self._layout.of(game, player, self._coins)
        if self._is_public:
            return seen
        part, public = self._layout.parts["coins"], self._layout.of(game, player, "public")
        private: Numbers = np.zeros_like(seen)
        hidden = public[part.start : part.stop] < 0
        private[part.start : part.stop] = np.where(hidden, np.maximum(seen[part.start : part.stop], 0), 0)
        return private


pyspiel.register_game(GAME_TYPE, SmallWorldGame)


# --- later chance as nodes of the tree: dice, stacks and face-down relics are drawn when they are met
#
# A game of the engine knows its future: the state of its generator and the order of the stacks. A node draws both again
# before an action that meets chance, so that no search on copies sees them in advance.

OUTCOMES = 720
"""Equally likely outcomes of a node: a multiple of the faces of usual dice, so that the odds of a roll are exact."""


def carry_out(game: Game, action: Action, outcome: int) -> Game:
    """Return the game after an action, with the chance of an outcome of the node before it; the game stays as it is.

    The first draw of the action is exactly uniform over the outcomes; the stacks and everything later follow from the
    outcome and the length of the game. Coins and other secrets of players are not drawn again.

    :param action: a legal action. :param outcome: from 0 to ``OUTCOMES - 1``.
    """
    drawn = game.view(None).imagine(Random(outcome + OUTCOMES * game.log_length)).state
    new = game.scratch_copy()
    new.origin = {**game.origin, "imagined": True}  # its record would begin with another set-up
    new._checkpoint = None
    state = new.state
    state.random, state.banners, state.badges = generator_state(outcome), drawn.banners, drawn.badges
    if state.relics:
        state.relics = drawn.relics
    new.proceed(action)
    return new


@cache
def generator_state(outcome: int) -> int:
    """Return a state of the generator from which the first of ``OUTCOMES`` equally likely draws is the given one."""
    rng = Random(outcome)
    while True:
        state = rng.getrandbits(64)
        if below(Source(state, {}), OUTCOMES) == outcome:
            return state
