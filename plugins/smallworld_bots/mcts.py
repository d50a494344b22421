"""A bot that searches a tree of the actions of its turn, over many imagined games that agree with its view."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from smallworld.game import Game
from smallworld.model.aliases import Player
from smallworld.player_view import View
from smallworld.tools import tokens_off_map
from smallworld_bots.bot_description import check_least
from smallworld_bots.greedy import Greedy
from smallworld_bots.position_value import lead, play_on, turns_ended
from smallworld_bots.turn_plans import coins_in_sight

SHARE = 0.45
"""Part of the time left for the turn that one decision takes."""


@dataclass(slots=True)
class Node:
    """Statistics of one sequence of own actions."""

    visits: int = 0
    total: float = 0.0
    children: dict[str, Node] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)


class Mcts:
    """Searches the own turn (UCT, open loop: chance and hidden information are drawn in every pass).

    Each pass imagines a complete game, goes down the tree of the own actions of this turn, adds a
    node, lets everybody play on quickly and judges the lead. Tokens are placed as ``greedy`` does.

    :param seconds: processor time for a whole turn; its decisions share it.
    :param passes: if not 0, so many passes for each decision instead of a time.
    :param turns: turns that a pass sees through, the present one included, before it judges the position.
    :param width: most actions that are tried at a node.
    :param explore: how much is spent on actions that look worse.
    :raises SmallWorldError: ``seconds`` or ``passes`` is below 0.
    """

    bounds: ClassVar[Mapping[str, float]] = {
        "seconds": 3600, "passes": 100_000, "turns": 100, "width": 1000, "explore": 1000
    }  # fmt: skip
    """Parameter → its largest value in a text."""

    def __init__(
        self, seconds: float = 1.0, passes: int = 0, turns: int = 2, width: int = 10, explore: float = 0.1
    ) -> None:
        check_least("mcts", 0, seconds=seconds, passes=passes)
        self.seconds, self.passes, self.turns = seconds, passes, turns
        self.width, self.explore = max(2, width), explore
        self.placing = Greedy()
        self._turn: tuple[int, str] = (0, "")
        self._remaining = 0.0

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        """Choose the action that was tried most often."""
        if len(legal) == 1:
            return legal[0]
        if view.phase not in ("pick", "conquer"):
            return self.placing.choose(view, legal, rng)
        if self._turn != (view.round, view.player):
            self._turn, self._remaining = (view.round, view.player), self.seconds
        root, began = Node(), time.thread_time()
        seat = view.players.index(view.player)
        end = began + self._remaining * SHARE
        while root.visits < self.passes if self.passes else time.thread_time() < end or root.visits < 2:
            self._run_pass(view.imagine(rng), root, seat, rng)
        self._remaining = max(0.0, self._remaining - (time.thread_time() - began))
        tried = {action: node for action, node in root.children.items() if action in legal}
        return max(tried, key=lambda action: (tried[action].visits, tried[action].total))

    def _run_pass(self, game: Game, root: Node, seat: Player, rng: Random) -> None:
        path, turn = [root], game.round
        end = turns_ended(game.state) + self.turns
        while game.state.phase in ("pick", "conquer") and game.state.to_move == seat and game.round == turn:
            node = path[-1]
            action = self._select_action(node, game, seat, rng)
            game.apply(action)
            child = node.children.setdefault(action, Node())
            path.append(child)
            if child.visits == 0:
                break
        play_on(game, end, rng)
        value = lead(game, seat)
        for node in path:
            node.visits += 1
            node.total += value

    def _select_action(self, node: Node, game: Game, seat: Player, rng: Random) -> str:
        """Choose the most promising action; the more often a node was visited, the more actions are considered."""
        legal = set(game.legal_actions())
        if not node.order:
            node.order = self._rank_actions(game, seat, rng)
        candidates = [action for action in node.order if action in legal] or sorted(legal)
        wide = min(self.width, 2 + int(1.5 * math.sqrt(node.visits)))
        best, chosen = -1.0, candidates[0]
        for action in candidates[:wide]:
            child = node.children.get(action)
            if child is None or child.visits == 0:
                return action
            mark = child.total / child.visits + self.explore * math.sqrt(math.log(node.visits + 1) / child.visits)
            if mark > best:
                best, chosen = mark, action
        return chosen

    def _rank_actions(self, game: Game, seat: Player, rng: Random) -> list[str]:
        """Sort the legal actions: those with the most immediate coins for their tokens first."""
        state = game.state
        base = coins_in_sight(state, seat)
        marks: dict[str, float] = {}
        for action in game.legal_actions():
            if action.verb == "abandon" or (action.verb == "conquer" and "die" in action.means and state.fresh):
                marks[action] = -2.0 + rng.random()
                continue
            if action.verb in ("decline", "done"):
                marks[action] = 0.9 if action.verb == "decline" else -0.5
                continue
            after = game.after(action).state
            spent = max(1, tokens_off_map(state, seat) - tokens_off_map(after, seat))
            gain = coins_in_sight(after, seat) - base
            marks[action] = (gain if action.verb == "pick" else gain / spent) + 0.05 * rng.random()
        return sorted(marks, key=lambda action: -marks[action])
